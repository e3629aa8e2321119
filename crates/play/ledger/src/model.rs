//! The reference ledger: everything in memory, plainly. Databases are tested against it, the store in memory keeps its
//! money in it, and the audit posts all transfers to it again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;

use money::{Amount, Currency};

use crate::{
    Account, Action, Book, Changes, Posted, Transfer, TransferId, TransferRefusal, TransferRequest, judge,
};

/// A ledger in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    transfers: Vec<Transfer>,
    places: HashMap<TransferId, usize>,
    reversed: HashSet<TransferId>,
    open_holds: BTreeMap<TransferId, Amount>,
    balances: BTreeMap<Account, i64>,
}

impl Ledger {
    /// Makes linked postings: all of them or, when one is refused, none.
    ///
    /// # Errors
    /// The index of the first posting that is refused, and why.
    pub fn post(&mut self, postings: &[TransferRequest]) -> Result<Vec<Posted>, (usize, TransferRefusal)> {
        let Ok(judged) = judge(self, postings);
        let judged = judged?;
        self.apply(judged.changes);
        Ok(judged.posted)
    }

    /// Applies changes that [`judge`] accepted.
    pub fn apply(&mut self, changes: Changes) {
        for transfer in changes.transfers {
            self.places.insert(transfer.id, self.transfers.len());
            if let Action::Reverse { transfer: undone } = transfer.action {
                self.reversed.insert(undone);
            }
            self.transfers.push(transfer);
        }
        self.balances.extend(changes.balances);
        for (hold, remaining) in changes.remaining {
            if remaining.is_zero() {
                self.open_holds.remove(&hold);
            } else {
                self.open_holds.insert(hold, remaining);
            }
        }
    }

    /// The balance of an account in minor units; 0 for one that was never used.
    pub fn balance(&self, account: Account) -> i64 {
        self.balances.get(&account).copied().unwrap_or_default()
    }

    /// The balance of every account that was ever used.
    pub const fn balances(&self) -> &BTreeMap<Account, i64> {
        &self.balances
    }

    /// The signed sum of all balances of each currency. Every sum is zero.
    pub fn trial_balance(&self) -> BTreeMap<Currency, i128> {
        let mut sums = BTreeMap::<Currency, i128>::new();
        for (account, balance) in &self.balances {
            let sum = sums.entry(account.currency).or_default();
            *sum = sum.saturating_add(i128::from(*balance));
        }
        sums
    }

    /// The holds of which something is left, with what is left of each.
    pub const fn open_holds(&self) -> &BTreeMap<TransferId, Amount> {
        &self.open_holds
    }

    /// Every transfer that was ever made, in order.
    pub fn transfers(&self) -> &[Transfer] {
        &self.transfers
    }
}

impl Book for Ledger {
    type Failure = Infallible;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, Infallible> {
        Ok(self.places.get(&id).and_then(|place| self.transfers.get(*place)).copied())
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, Infallible> {
        Ok(self.reversed.contains(&id))
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, Infallible> {
        Ok(self.open_holds.get(&hold).copied().unwrap_or_default())
    }

    fn balance(&self, account: Account) -> Result<i64, Infallible> {
        Ok(Self::balance(self, account))
    }
}
