//! What the store of a stopped server holds, row by row, before anything is made of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;

use super::happening::Happening;

/// A round of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RoundId {
    pub(crate) table: u32,
    pub(crate) shoe_no: u32,
    pub(crate) round_no: u16,
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} round {}-{}", self.table, self.shoe_no, self.round_no)
    }
}

/// The place of an event: its table and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) table: u32,
    pub(crate) seq: i64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} event {}", self.table, self.seq)
    }
}

/// Everything in the store.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// What the database itself finds wrong.
    pub(crate) damage: Vec<String>,
    /// By table and number.
    pub(crate) events: Vec<Event>,
    /// In the order they were made.
    pub(crate) transfers: Vec<Transfer>,
    /// By account number.
    pub(crate) accounts: BTreeMap<i64, Account>,
    /// What is left of each open hold, by transfer number.
    pub(crate) open_holds: BTreeMap<i64, i64>,
    /// What is remembered of accepted slips: patron, slip, round.
    pub(crate) slips: BTreeSet<(u32, String, RoundId)>,
    /// What patrons are shown of their past: patron, round, and how much went back if it was voided.
    pub(crate) endings: BTreeSet<(u32, RoundId, Option<i64>)>,
    /// The house's own log, by number.
    pub(crate) house: BTreeMap<i64, Entry>,
    /// By table and shoe.
    pub(crate) seeds: BTreeMap<(u32, u32), [u8; 32]>,
}

impl Record {
    /// The transfer of that number.
    pub(crate) fn transfer(&self, no: i64) -> Option<&Transfer> {
        let found = self.transfers.binary_search_by_key(&no, |other| other.no).ok()?;
        self.transfers.get(found)
    }
}

/// A row of the history.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) place: Place,
    /// The round it says it belongs to.
    pub(crate) round: RoundId,
    pub(crate) what: Happening,
}

/// An entry of the house's own log, as far as it is about money.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Entry {
    PatronCreated {},
    MoneyPosted,
    HouseRulesUsed {},
    MoneyAdjusted { patron: u32, purse: Purse, change: i64, by: u32, why: String, request_id: String },
}

/// Where a patron's money is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Purse {
    Cash,
    Bonus,
}

/// What a patron has and owes, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wallet {
    pub(crate) cash: i64,
    pub(crate) bonus: i64,
    pub(crate) owed: i64,
}

/// A row of the ledger's accounts.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) kind: String,
    pub(crate) owner: u32,
    pub(crate) currency: String,
    pub(crate) balance: i64,
}

impl Account {
    /// Whose cash it is, if it is a patron's.
    pub(crate) fn patron(&self) -> Option<u32> {
        (self.kind == "patron_cash").then_some(self.owner)
    }

    /// Whose purse it is and which, if it is one.
    pub(crate) fn purse(&self) -> Option<(u32, Purse)> {
        match self.kind.as_str() {
            "patron_cash" => Some((self.owner, Purse::Cash)),
            "patron_bonus" => Some((self.owner, Purse::Bonus)),
            _ => None,
        }
    }

    /// Whose debt it is, if it is one: below zero by what is owed.
    pub(crate) fn debtor(&self) -> Option<u32> {
        (self.kind == "receivable").then_some(self.owner)
    }

    pub(crate) fn holds_stakes(&self) -> bool {
        self.kind == "stakes_held"
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.owner)
    }
}

/// A row of the ledger.
#[derive(Clone, Debug)]
pub(crate) struct Transfer {
    pub(crate) no: i64,
    pub(crate) kind: TransferKind,
    pub(crate) from: i64,
    pub(crate) to: i64,
    pub(crate) amount: i64,
    /// The transfer it uses or undoes.
    pub(crate) about: Option<i64>,
    /// The first event of what it was committed with.
    pub(crate) origin: Option<Place>,
    /// The entry of the house's own log it belongs to.
    pub(crate) entry: Option<i64>,
}

/// What a transfer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransferKind {
    Move,
    Hold,
    Capture,
    Release,
    Reverse,
    /// Lends a patron what a purse lacks.
    Cover,
    /// Pays back what was lent.
    Repay,
}

impl TransferKind {
    pub(crate) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "move" => Self::Move,
            "hold" => Self::Hold,
            "capture" => Self::Capture,
            "release" => Self::Release,
            "reverse" => Self::Reverse,
            "cover" => Self::Cover,
            "repay" => Self::Repay,
            _ => return None,
        })
    }
}
