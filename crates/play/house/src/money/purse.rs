//! The two purses of a patron: cash, and bonus money. Knows no balances.

use ledger::Account;
use money::Currency;
use serde::{Deserialize, Serialize};
use table::PatronId;

/// Where a patron's money is. What is in one never moves into the other, but for what is less than a minor unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// Can be staked and taken away; staked first.
    Cash,
    /// Can be staked only, once there is no cash left.
    Bonus,
}

impl Purse {
    /// The account of this purse.
    pub const fn account(self, patron: PatronId, currency: Currency) -> Account {
        match self {
            Self::Cash => Account::patron_cash(patron.0, currency),
            Self::Bonus => Account::patron_bonus(patron.0, currency),
        }
    }
}
