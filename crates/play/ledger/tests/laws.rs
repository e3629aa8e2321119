//! Laws that hold for all postings, checked by an auditor that reads nothing but the transfers.

mod postings;

use std::collections::{BTreeMap, HashMap};

use postings::any_slices;
use proptest::prelude::*;
use punto_ledger::{Account, Action, Ledger, Posted, Transfer, TransferId, TransferRequest};

/// The sums of the transfers alone: the balances, and the captured, released and remaining part of each hold.
#[derive(Debug, Default, PartialEq, Eq)]
struct Audit {
    balances: BTreeMap<Account, i128>,
    holds: BTreeMap<TransferId, Use>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Use {
    made: i128,
    captured: i128,
    released: i128,
}

impl Audit {
    fn of(transfers: &[Transfer]) -> Self {
        let by_id: HashMap<_, _> = transfers.iter().map(|transfer| (transfer.id, transfer)).collect();
        assert_eq!(by_id.len(), transfers.len(), "two transfers of one id");
        let mut audit = Self::default();
        for transfer in transfers {
            let amount = i128::from(transfer.amount.signed());
            *audit.balances.entry(transfer.from).or_default() -= amount;
            *audit.balances.entry(transfer.to).or_default() += amount;
            match transfer.action {
                Action::Reverse { transfer } => audit.count(by_id[&transfer], -amount),
                _ => audit.count(transfer, amount),
            }
        }
        audit
    }

    fn count(&mut self, transfer: &Transfer, amount: i128) {
        match transfer.action {
            Action::Hold { .. } => self.holds.entry(transfer.id).or_default().made += amount,
            Action::Capture { hold, .. } => self.holds.entry(hold).or_default().captured += amount,
            Action::Release { hold, .. } => self.holds.entry(hold).or_default().released += amount,
            Action::Move { .. } | Action::Cover { .. } | Action::Repay { .. } | Action::Reverse { .. } => {}
        }
    }
}

fn agrees(ledger: &Ledger) {
    let audit = Audit::of(ledger.transfers());
    let balances = ledger.balances().iter().map(|(account, balance)| (*account, i128::from(*balance)));
    assert_eq!(balances.collect::<BTreeMap<_, _>>(), audit.balances);
    assert!(ledger.trial_balance().values().all(|sum| *sum == 0));
    let mut held = BTreeMap::<Account, i128>::new();
    for (id, hold) in &audit.holds {
        let left = i128::from(ledger.open_holds().get(id).copied().unwrap_or_default().signed());
        assert_eq!(hold.captured + hold.released + left, hold.made, "hold {id}");
        assert!(hold.captured >= 0 && hold.released >= 0);
        let made = ledger.transfers().iter().find(|transfer| transfer.id == *id);
        *held.entry(made.expect("a hold was made").to).or_default() += left;
    }
    for (account, balance) in ledger.balances() {
        assert!(account.kind.may_be_negative() || *balance >= 0, "{account}: {balance}");
        assert!(account.kind.may_be_positive() || *balance <= 0, "{account}: {balance}");
        if let Some(left) = held.get(account) {
            assert_eq!(i128::from(*balance), *left, "{account} is the sum of its holds");
        }
    }
}

proptest! {
    #[test]
    fn the_ledger_agrees_with_its_transfers(slices in any_slices()) {
        let mut ledger = Ledger::default();
        for slice in slices {
            let before = ledger.clone();
            match ledger.post(&slice) {
                Ok(posted) => {
                    let new = posted.iter().filter(|posted| **posted == Posted::New).count();
                    prop_assert_eq!(ledger.transfers().len(), before.transfers().len() + new);
                    prop_assert!(ledger.transfers().starts_with(before.transfers()));
                }
                Err((idx, _)) => {
                    prop_assert!(idx < slice.len());
                    prop_assert_eq!(&ledger, &before);
                }
            }
            agrees(&ledger);
        }
    }

    #[test]
    fn a_repeat_changes_nothing(slices in any_slices()) {
        let mut ledger = Ledger::default();
        let mut made = |slice: &Vec<TransferRequest>| ledger.post(slice).is_ok_and(|p| !p.contains(&Posted::Nothing));
        let accepted: Vec<_> = slices.into_iter().filter(|slice| made(slice)).collect();
        let before = ledger.clone();
        for slice in accepted {
            prop_assert_eq!(ledger.post(&slice), Ok(vec![Posted::Exists; slice.len()]));
        }
        prop_assert_eq!(ledger, before);
    }

    #[test]
    fn a_reversal_restores_what_was(slices in any_slices()) {
        let mut ledger = Ledger::default();
        for posting in slices.concat() {
            let before = ledger.clone();
            let done = ledger.post(&[posting]) == Ok(vec![Posted::New]);
            if done && !matches!(posting.action, Action::Reverse { .. }) {
                let mut undone = ledger.clone();
                let undo = TransferRequest { id: TransferId(9_999), action: Action::Reverse { transfer: posting.id } };
                prop_assert_eq!(undone.post(&[undo]), Ok(vec![Posted::New]), "{:?}", posting);
                prop_assert_eq!(undone.open_holds(), before.open_holds());
                for (account, balance) in undone.balances() {
                    prop_assert_eq!(*balance, before.balance(*account), "{}", account);
                }
            }
        }
    }
}
