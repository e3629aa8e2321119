//! The balance of each account and the remainder of each open hold, folded from transfers.

#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

use std::collections::{BTreeMap, HashMap};

use house::ports::StoreFailure;
use ledger::{Account, Action, Transfer, TransferId};
use money::Amount;

/// Balances and open holds after some transfers.
#[derive(Debug, Default)]
pub struct Balances {
    /// The balances, wider than valid ones, so that invalid sums can be reported.
    pub balances: BTreeMap<Account, i128>,
    /// In how many transfers each account gave or got.
    moves: BTreeMap<Account, u64>,
    /// The holds of which something is left.
    pub open: HashMap<TransferId, OpenHold>,
}

/// A hold of which something is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenHold {
    /// The hold as it was made.
    pub hold: Transfer,
    /// What is left of it, in minor units.
    pub left: Amount,
}

impl Balances {
    /// Folds in the next transfer. `find` returns the transfer that it reverses, or the hold of that one.
    pub fn follow<E: From<StoreFailure>>(
        &mut self,
        transfer: &Transfer,
        mut find: impl FnMut(TransferId) -> Result<Option<Transfer>, E>,
    ) -> Result<(), E> {
        let amount = i128::from(transfer.amount.signed());
        let gives = self.balances.entry(transfer.from).or_default();
        *gives = gives.saturating_sub(amount);
        let gets = self.balances.entry(transfer.to).or_default();
        *gets = gets.saturating_add(amount);
        for account in [transfer.from, transfer.to] {
            let moves = self.moves.entry(account).or_default();
            *moves = moves.saturating_add(1);
        }
        match transfer.action {
            Action::Hold { .. } => {
                self.open.insert(transfer.id, OpenHold { hold: *transfer, left: transfer.amount });
            }
            Action::Capture { hold, .. } | Action::Release { hold, .. } => self.use_up(hold, transfer)?,
            Action::Reverse { transfer: undone } => match find(undone)?.map(|undone| undone.action) {
                Some(Action::Hold { .. }) => _ = self.open.remove(&undone),
                Some(Action::Capture { hold, .. } | Action::Release { hold, .. }) => {
                    let used_up = find(hold)?.map(|hold| OpenHold { hold, left: Amount::ZERO });
                    let open = self.open.get(&hold).copied().or(used_up);
                    let restored = open.and_then(|OpenHold { hold, left }| {
                        Some(OpenHold { hold, left: left.checked_add(transfer.amount)? })
                    });
                    self.open.insert(hold, restored.ok_or_else(|| impossible(transfer))?);
                }
                _ => {}
            },
            Action::Move { .. } | Action::Cover { .. } | Action::Repay { .. } => {}
        }
        Ok(())
    }

    /// In how many transfers an account gave or got.
    pub fn moves_of(&self, account: Account) -> u64 {
        self.moves.get(&account).copied().unwrap_or_default()
    }

    /// A hold of which something is left, as it was made.
    pub fn hold(&self, id: TransferId) -> Option<Transfer> {
        self.open.get(&id).map(|open| open.hold)
    }

    fn use_up(&mut self, id: TransferId, used: &Transfer) -> Result<(), StoreFailure> {
        let open = self.open.get_mut(&id).ok_or_else(|| impossible(used))?;
        open.left = open.left.checked_sub(used.amount).ok_or_else(|| impossible(used))?;
        if open.left.is_zero() {
            self.open.remove(&id);
        }
        Ok(())
    }

    /// A balance as it is stored.
    pub fn column(account: Account, balance: i128) -> Result<i64, StoreFailure> {
        i64::try_from(balance)
            .map_err(|_| StoreFailure::Corrupt(format!("the transfers of {account} come to {balance}")))
    }
}

fn impossible(transfer: &Transfer) -> StoreFailure {
    StoreFailure::Corrupt(format!("transfer {} moves what its hold does not have", transfer.id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Book as _, Ledger, TransferRequest};
    use money::Currency;

    fn posting(id: u128, action: Action) -> TransferRequest {
        TransferRequest { id: TransferId(id), action }
    }

    #[test]
    fn it_comes_to_what_the_ledger_says() {
        let amount = |minor| Amount::new(minor).unwrap();
        let (cash, issue) = (Account::patron_cash(1, Currency::PLAY), Account::issue(Currency::PLAY));
        let (held, table) =
            (Account::stakes_held(1, Currency::PLAY), Account::house_table(1, Currency::PLAY));
        let hold = |id| posting(id, Action::Hold { from: cash, held, amount: amount(10) });
        let mut ledger = Ledger::default();
        let postings = [
            posting(1, Action::Move { from: issue, to: cash, amount: amount(100) }),
            hold(2),
            hold(3),
            hold(4),
            posting(5, Action::Capture { hold: TransferId(2), to: table, amount: amount(10) }),
            posting(6, Action::Release { hold: TransferId(3), amount: amount(4) }),
            posting(7, Action::Reverse { transfer: TransferId(5) }),
            posting(8, Action::Reverse { transfer: TransferId(4) }),
        ];
        ledger.post(&postings).unwrap();
        let mut balances = Balances::default();
        for transfer in ledger.transfers() {
            balances.follow::<StoreFailure>(transfer, |id| Ok(ledger.transfer(id).unwrap())).unwrap();
        }
        let open: BTreeMap<_, _> = balances.open.iter().map(|(id, open)| (*id, open.left)).collect();
        assert_eq!(open, ledger.open_holds().clone().into_iter().collect());
        assert_eq!(open.values().copied().collect::<Vec<_>>(), [amount(10), amount(6)]);
        for (account, balance) in ledger.balances() {
            assert_eq!(balances.balances[account], i128::from(*balance), "{account}");
        }
        let stray = Transfer { id: TransferId(9), ..ledger.transfers()[4] };
        let mut again = || balances.follow::<StoreFailure>(&stray, |_| Ok(None));
        assert_eq!(again(), Ok(()));
        assert!(matches!(again(), Err(StoreFailure::Corrupt(_))));
    }
}
