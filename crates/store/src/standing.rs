//! What follows from transfers alone: the balance of each account, and what is left of each hold. A pure fold;
//! knows no storage and judges nothing.

use std::collections::{BTreeMap, HashMap};

use house::ports::StoreFailure;
use ledger::{Account, Action, Transfer, TransferId};
use money::Amount;

/// Balances and open holds after some transfers, in the order they were made.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// Wider than a balance may be, so that what is wrong can be added up and told.
    pub(crate) balances: BTreeMap<Account, i128>,
    /// The holds of which something is left.
    pub(crate) open: HashMap<TransferId, Amount>,
}

impl Standing {
    /// Takes in the next transfer. `undone` is the one it reverses, if it reverses one.
    pub(crate) fn follow(
        &mut self,
        transfer: &Transfer,
        undone: Option<&Transfer>,
    ) -> Result<(), StoreFailure> {
        let amount = i128::from(transfer.amount.signed());
        let gives = self.balances.entry(transfer.from).or_default();
        *gives = gives.saturating_sub(amount);
        let gets = self.balances.entry(transfer.to).or_default();
        *gets = gets.saturating_add(amount);
        match (transfer.action, undone.map(|undone| undone.action)) {
            (Action::Hold { .. }, _) => _ = self.open.insert(transfer.id, transfer.amount),
            (Action::Capture { hold, .. } | Action::Release { hold, .. }, _) => {
                self.use_up(hold, transfer)?;
            }
            (Action::Reverse { transfer }, Some(Action::Hold { .. })) => _ = self.open.remove(&transfer),
            (Action::Reverse { .. }, Some(Action::Capture { hold, .. } | Action::Release { hold, .. })) => {
                let left = self.open.entry(hold).or_default();
                *left = left.checked_add(transfer.amount).ok_or_else(|| impossible(transfer))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn use_up(&mut self, hold: TransferId, used: &Transfer) -> Result<(), StoreFailure> {
        let left = self.open.get(&hold).and_then(|left| left.checked_sub(used.amount));
        let left = left.ok_or_else(|| impossible(used))?;
        if left.is_zero() {
            self.open.remove(&hold);
        } else {
            self.open.insert(hold, left);
        }
        Ok(())
    }

    /// A balance as it is stored.
    pub(crate) fn column(account: Account, balance: i128) -> Result<i64, StoreFailure> {
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
    use ledger::{Book as _, Ledger, Posting};
    use money::Currency;

    fn posting(id: u128, action: Action) -> Posting {
        Posting { id: TransferId(id), action }
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
        let mut standing = Standing::default();
        for transfer in ledger.transfers() {
            let undone = match transfer.action {
                Action::Reverse { transfer } => ledger.transfer(transfer).unwrap(),
                _ => None,
            };
            standing.follow(transfer, undone.as_ref()).unwrap();
        }
        let open: BTreeMap<_, _> = standing.open.clone().into_iter().collect();
        assert_eq!(open, ledger.open_holds().clone().into_iter().collect());
        assert_eq!(open.values().copied().collect::<Vec<_>>(), [amount(10), amount(6)]);
        for (account, balance) in ledger.balances() {
            assert_eq!(standing.balances[account], i128::from(*balance), "{account}");
        }
        let stray = Transfer { id: TransferId(9), ..ledger.transfers()[4] };
        let again = standing.follow(&stray, None).and_then(|()| standing.follow(&stray, None));
        assert!(matches!(again, Err(StoreFailure::Corrupt(_))), "{again:?}");
    }
}
