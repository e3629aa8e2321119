//! Laws that hold for all postings, checked by an auditor that reads nothing but the transfers.

use std::collections::{BTreeMap, HashMap};

use money::{Amount, Currency};
use proptest::prelude::*;
use proptest::sample::Index;
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

fn sum(minor: u64) -> Amount {
    Amount::new(minor).expect("within 63 bits")
}

/// Mostly what belongs in the place where it is used, sometimes anything.
fn any_account() -> impl Strategy<Value = Account> {
    let currency = prop_oneof![19 => Just("PLAY"), 1 => Just("EUR")];
    let currency = currency.prop_map(|code| Currency::new(code, 2).expect("a code"));
    (0..20_u8, 1..3_u32, currency).prop_map(|(kind, owner, currency)| match kind {
        0 => Account::stakes_held(owner, currency),
        1..3 => Account::issue(currency),
        3..6 => Account::house_table(owner, currency),
        6 => Account::receivable(owner, currency),
        7 => Account::adjustments(currency),
        _ => Account::patron_cash(owner, currency),
    })
}

/// What the owner of an account owes.
const fn owed(account: Account) -> Account {
    Account::receivable(account.owner, account.currency)
}

/// A posting before it is known which others came before it.
#[derive(Clone, Debug)]
struct Wish {
    /// Takes the id of an earlier posting.
    steals: Option<Index>,
    /// Is an earlier posting to the letter.
    repeats: Option<Index>,
    /// Uses an earlier posting, a hold if there is one.
    uses: Index,
    kind: u8,
    from: Account,
    to: Account,
    amount: Amount,
}

fn any_wish() -> impl Strategy<Value = Wish> {
    let sometimes = || prop::option::weighted(0.05, any::<Index>());
    let amount = prop_oneof![30 => 0..60_u64, 1 => Just(Amount::MAX.minor())].prop_map(sum);
    (sometimes(), sometimes(), any::<Index>(), 0..20_u8, any_account(), any_account(), amount).prop_map(
        |(steals, repeats, uses, kind, from, to, amount)| Wish {
            steals,
            repeats,
            uses,
            kind,
            from,
            to,
            amount,
        },
    )
}

impl Wish {
    fn posting(self, earlier: &[TransferRequest]) -> TransferRequest {
        let Self { steals, repeats, uses, kind, from, to, amount } = self;
        if let Some(repeated) = repeats {
            return *repeated.get(earlier);
        }
        let holds = earlier.iter().filter(|posting| matches!(posting.action, Action::Hold { .. }));
        let holds: Vec<_> = holds.map(|posting| posting.id).collect();
        let hold = if holds.is_empty() { TransferId(0) } else { *uses.get(&holds) };
        let part = sum(amount.minor() % 16);
        let action = match kind {
            0..4 => Action::Move { from, to, amount },
            4..8 => {
                Action::Hold { from, held: Account::stakes_held(1 + to.owner % 2, from.currency), amount }
            }
            8..11 => Action::Capture { hold, to, amount: part },
            11..13 => Action::Release { hold, amount: part },
            13 => Action::Reverse { transfer: hold },
            14..16 => Action::Cover { owed: owed(to), purse: to, amount },
            16..18 => Action::Repay { cash: from, owed: owed(from), amount },
            _ => Action::Reverse { transfer: uses.get(earlier).id },
        };
        let new = TransferId(u128::try_from(earlier.len() + 1).unwrap_or_default());
        TransferRequest { id: steals.map_or(new, |stolen| stolen.get(earlier).id), action }
    }
}

/// Linked postings, most of them short, after some money was issued.
fn any_slices() -> impl Strategy<Value = Vec<Vec<TransferRequest>>> {
    let slice = prop_oneof![3 => prop::collection::vec(any_wish(), 1..2),
                            1 => prop::collection::vec(any_wish(), 0..5)];
    prop::collection::vec(slice, 0..80).prop_map(|slices| {
        let gift = |patron: u32| TransferRequest {
            id: TransferId(1_000 + u128::from(patron)),
            action: Action::Move {
                from: Account::issue(Currency::PLAY),
                to: Account::patron_cash(patron, Currency::PLAY),
                amount: sum(500),
            },
        };
        let mut all = vec![gift(1), gift(2)];
        let mut linked = vec![all.clone()];
        for slice in slices {
            let first = all.len();
            for wish in slice {
                all.push(wish.posting(&all));
            }
            linked.push(all[first..].to_vec());
        }
        linked
    })
}

proptest! {
    #[test]
    fn lending_gives_what_lacks_and_repaying_never_more_than_is_there(slices in any_slices()) {
        let mut ledger = Ledger::default();
        for posting in slices.concat() {
            let before = ledger.clone();
            let Ok(posted) = ledger.post(&[posting]) else { continue };
            let moved = if posted == [Posted::New] { ledger.transfers().last().expect("one").amount.signed() } else { 0 };
            match posting.action {
                Action::Cover { purse: cash, amount, .. } if posted != [Posted::Exists] => {
                    prop_assert_eq!(moved, (amount.signed() - before.balance(cash)).max(0));
                }
                Action::Repay { cash, owed, amount } if posted != [Posted::Exists] => {
                    let most = amount.signed().min(before.balance(cash)).min(-before.balance(owed));
                    prop_assert_eq!(moved, most);
                }
                _ => prop_assert!(posted != [Posted::Nothing]),
            }
            prop_assert_eq!(posted == [Posted::Nothing], ledger == before && posted != [Posted::Exists]);
        }
    }

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
    fn linked_postings_come_to_the_same_as_single_ones(slices in any_slices()) {
        let (mut linked, mut single) = (Ledger::default(), Ledger::default());
        for slice in slices {
            if let Ok(posted) = linked.post(&slice) {
                let alone = slice.iter().map(|posting| single.post(std::slice::from_ref(posting)));
                prop_assert_eq!(alone.collect::<Result<Vec<_>, _>>().map(|posted| posted.concat()), Ok(posted));
            }
        }
        prop_assert_eq!(linked, single);
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
