//! Double-entry accounts and immutable transfers.
//!
//! Every movement debits one account and credits another by the same amount, so all balances of a currency
//! always add up to zero. A stake is first *held* (moved out of the patron's cash), then *captured* for the
//! house or *released* to the patron, in parts if need be; a *reversal* moves back exactly what a transfer
//! moved. Transfers are never changed; their ids are made by the caller, and a repeat changes nothing.
//!
//! This crate knows no baccarat, no storage and no clock. The in-memory [`Ledger`] is the reference that
//! every store is tested against.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

use money::{Amount, Currency};

/// What an account is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccountKind {
    /// A patron's cash; never negative. The owner is the patron.
    PatronCash,
    /// Stakes held for the rounds of a table. The owner is the table.
    StakesHeld,
    /// What a table has won or lost. The owner is the table. May be negative.
    HouseTable,
    /// Where play money comes from. The owner is 0. Always negative or zero.
    Issue,
}

/// An account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Account {
    /// What it is for.
    pub kind: AccountKind,
    /// Whose it is: a patron or a table number, 0 for the house as a whole.
    pub owner: u32,
    /// Its currency.
    pub currency: Currency,
}

/// The caller-made id of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransferId(pub u128);

impl core::fmt::Debug for TransferId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// One movement of money, as its caller asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Made by the caller; a repeat changes nothing.
    pub id: TransferId,
    /// What it does.
    pub action: Action,
}

/// What a posting does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves `amount` from one account to another.
    Move {
        /// The account that gives.
        from: Account,
        /// The account that gets.
        to: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Moves `amount` into `held` and keeps account of it under this posting's id.
    Hold {
        /// The account that gives.
        from: Account,
        /// The account of held stakes.
        held: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Gives `amount` of what is left of a hold to `to`.
    Capture {
        /// The hold.
        hold: TransferId,
        /// The account that gets.
        to: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Gives `amount` of what is left of a hold back to where it came from.
    Release {
        /// The hold.
        hold: TransferId,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Moves back exactly what another transfer moved.
    Reverse {
        /// The transfer to undo.
        transfer: TransferId,
    },
}

/// Why a posting was refused, in the order the reasons are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TransferRefusal {
    /// Insufficient funds.
    #[error("the account {account:?} has {available}, less than {wanted}")]
    InsufficientFunds {
        /// The account that was to give.
        account: Account,
        /// What it has.
        available: Amount,
        /// What was wanted.
        wanted: Amount,
    },
}
