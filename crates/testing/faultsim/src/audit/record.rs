//! What a store holds, before anything is made of it. Knows neither where it was read nor what should be in it.

use std::collections::BTreeMap;
use std::fmt;

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

/// Everything a store holds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    /// What the storage itself finds wrong.
    pub(crate) damage: Vec<String>,
    /// The events of each table, in order.
    pub(crate) events: BTreeMap<u32, Vec<Event>>,
    /// In the order they were made.
    pub(crate) transfers: Vec<Transfer>,
    /// The balances of all accounts, as they are stored.
    pub(crate) balances: BTreeMap<Account, i64>,
    /// What is left of each open hold, by the id of its transfer.
    pub(crate) open_holds: BTreeMap<u128, i64>,
    /// The seeds of shuffled shoes, by table and shoe.
    pub(crate) seeds: BTreeMap<(u32, u32), [u8; 32]>,
}

impl Record {
    /// The shoes that were opened, by table and number.
    pub(crate) fn shoes(&self) -> Vec<(u32, u32)> {
        let events =
            self.events.iter().flat_map(|(table, events)| events.iter().map(|event| (*table, event)));
        let opened = events.filter_map(|(table, event)| match event.what {
            Happening::ShoeOpened { shoe_no, .. } => Some((table, shoe_no)),
            _ => None,
        });
        opened.collect()
    }
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) seq: u64,
    pub(crate) at: i64,
    /// Its text.
    pub(crate) body: String,
    /// What the text says.
    pub(crate) what: Happening,
}

impl Event {
    /// Reads the text of an event.
    pub(crate) fn read(table: u32, seq: u64, at: i64, body: String) -> Result<Self, String> {
        match serde_json::from_str(&body) {
            Ok(what) => Ok(Self { seq, at, body, what }),
            Err(error) => Err(format!("table {table} event {seq}: {error} in {body}")),
        }
    }
}

impl Transfer {
    /// Whether no table is the cause of it: its id has no table in it.
    pub(crate) const fn is_outside_tables(&self) -> bool {
        self.id >> 108 == 0
    }
}

/// A movement of money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transfer {
    pub(crate) id: u128,
    pub(crate) kind: TransferKind,
    pub(crate) from: Account,
    pub(crate) to: Account,
    pub(crate) amount: i64,
    /// The hold it uses, or the transfer it reverses.
    pub(crate) about: Option<u128>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TransferKind {
    Move,
    Hold,
    Capture,
    Release,
    Reverse,
    Cover,
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

/// An account: what it is for, whose, in which currency.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Account {
    pub(crate) kind: String,
    pub(crate) owner: u32,
    pub(crate) currency: String,
}

impl Account {
    pub(crate) fn new(kind: &str, owner: u32, currency: &str) -> Self {
        Self { kind: kind.to_owned(), owner, currency: currency.to_owned() }
    }

    /// The patron whose cash it is.
    pub(crate) fn patron(&self) -> Option<u32> {
        (self.kind == "patron_cash").then_some(self.owner)
    }

    /// The patron whose cash or bonus money it is.
    pub(crate) fn purse(&self) -> Option<u32> {
        self.patron().or_else(|| self.is_bonus().then_some(self.owner))
    }

    pub(crate) fn is_bonus(&self) -> bool {
        self.kind == "patron_bonus"
    }

    /// Whether it is what supervisors give from and take to.
    pub(crate) fn is_adjustments(&self) -> bool {
        self.kind == "adjustments"
    }

    /// The patron who owes what it is below zero.
    pub(crate) fn debtor(&self) -> Option<u32> {
        (self.kind == "receivable").then_some(self.owner)
    }

    pub(crate) fn holds_stakes(&self) -> bool {
        self.kind == "stakes_held"
    }

    /// Whether it is where money enters the house.
    pub(crate) fn is_source(&self) -> bool {
        self.kind == "issue"
    }

    /// Whether it may never fall below zero.
    pub(crate) fn must_not_owe(&self) -> bool {
        self.purse().is_some() || self.holds_stakes()
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in {}", self.kind, self.owner, self.currency)
    }
}
