//! The auditor: holds what a store has, and what everybody was told, against the laws, one file a law. It is told
//! the house rules of each table; everything else it works out again. Of the system it takes nothing but the
//! shuffle: events are text to it, accounts are names, and the tableau and the payouts are its own.

mod bonus;
mod corrections;
mod coup;
mod debts;
mod happening;
mod history;
mod ledger;
mod payouts;
pub(crate) mod read_memory;
pub(crate) mod read_sqlite;
mod record;
mod rest;
mod shoes;
mod story;
#[cfg(test)]
mod tests;
mod told;

use std::collections::BTreeMap;
use std::fmt;

pub(crate) use coup::Rules;
pub(crate) use happening::{Line, Wager};
pub(crate) use record::{Record, RoundId, TransferKind};
pub(crate) use story::{Ending, Story};

use crate::notes::Notes;

/// What the auditor is told of each table.
pub(crate) type Tables = BTreeMap<u32, Table>;

/// A table as the auditor knows it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) rules: Rules,
    pub(crate) currency: String,
}

/// How much may be expected of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Something failed; rounds may be under way.
    Midway,
    /// Everybody had time to finish, and nothing failed since.
    AtRest,
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The file of the auditor that says so.
    pub law: &'static str,
    /// What it found.
    pub what: String,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

/// Holds a store against every law. `before` is what it held the last time.
///
/// # Errors
/// Every law that does not hold, with what was found.
pub(crate) fn audit(
    record: &Record,
    before: &Record,
    notes: &Notes,
    tables: &Tables,
    moment: Moment,
) -> Result<Story, Vec<Deviation>> {
    let story = Story::of(record);
    let mut laws = vec![
        ("storage", record.damage.clone()),
        ("history", history::check(record, before, &story, tables)),
        ("ledger", ledger::check(record)),
        ("debts", debts::check(record)),
        ("bonus", bonus::check(record, tables)),
        ("corrections", corrections::check(record, &story)),
        ("payouts", payouts::check(record, &story, tables)),
        ("shoes", shoes::check(record, tables)),
        ("told", told::check(record, &story, notes)),
    ];
    if moment == Moment::AtRest {
        laws.push(("rest", rest::check(record, &story, notes)));
    }
    let broken = laws.into_iter().flat_map(|(law, found)| found.into_iter().map(move |what| (law, what)));
    let deviations: Vec<_> = broken.map(|(law, what)| Deviation { law, what }).collect();
    if deviations.is_empty() { Ok(story) } else { Err(deviations) }
}
