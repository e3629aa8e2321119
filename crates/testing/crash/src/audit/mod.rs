//! The auditor: reads what a server left in its store and holds it against the laws, one file a law. It is told the
//! house rules of each table and what patrons and supervisors heard; everything else it works out again. It shares no
//! code with what it judges, except for the shuffle.

mod corrections;
mod coup;
mod debts;
mod due;
mod finish;
#[cfg(test)]
mod fixture;
mod happening;
mod history;
mod holds;
mod house_log;
mod ledger;
mod minuted;
mod payouts;
mod read_postgres;
mod read_sqlite;
mod record;
mod reversals;
mod ruling;
mod shoe_end;
mod shoes;
mod story;
#[cfg(test)]
mod tests;
mod told;
mod wallets;

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use postgres::Cluster;

pub(crate) use coup::{Rules, is_coup};
pub(crate) use happening::{Line, Wager};
pub(crate) use history::Phase;
pub(crate) use record::{Purse, RoundId, Wallet};

use crate::minutes::Minutes;
use crate::notebook::Notebook;
use due::Due;
use record::Record;
use story::{End, Story};

/// Where the server kept everything.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// An SQLite file.
    File(&'a Path),
    /// A database of a PostgreSQL cluster, by name.
    Database(&'a Cluster, &'a str),
}

impl Source<'_> {
    fn record(self) -> Result<Record, String> {
        match self {
            Self::File(path) => read_sqlite::record(path),
            Self::Database(cluster, name) => read_postgres::record(cluster, name),
        }
    }
}

/// How much may be expected of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    /// It was killed; rounds may be under way.
    Killed,
    /// It came to rest: every round that began with wagers has ended.
    AtRest,
}

/// What was noted from outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes<'a> {
    pub(crate) patrons: &'a [Notebook],
    pub(crate) supervisors: &'a Minutes,
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deviation {
    pub(crate) law: &'static str,
    pub(crate) what: String,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

/// What the store holds, when all laws do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// What each table was doing.
    pub(crate) phases: BTreeMap<u32, Phase>,
    pub(crate) slips: usize,
    pub(crate) clears: usize,
    pub(crate) rounds_settled: usize,
    pub(crate) rounds_voided: usize,
    pub(crate) corrections: usize,
    pub(crate) adjustments: usize,
    pub(crate) shoes: usize,
}

/// Audits what a stopped server left.
///
/// # Errors
/// Every law that does not hold, with what was found.
pub(crate) fn audit(
    source: Source<'_>,
    server: Server,
    rules: &BTreeMap<u32, Rules>,
    notes: Notes<'_>,
) -> Result<Facts, Vec<Deviation>> {
    let record = source.record().map_err(|what| vec![Deviation { law: "file", what }])?;
    let story = Story::of(&record.events);
    let due = Due::of(&story);
    let mut laws = vec![
        ("file", record.damage.clone()),
        ("history", history::check(&record, &story, rules)),
        ("ledger", ledger::check(&record)),
        ("house log", house_log::check(&record)),
        ("holds", holds::check(&record, &story)),
        ("payouts", payouts::check(&record, &story, &due, rules)),
        ("corrections", corrections::check(&story, rules)),
        ("reversals", reversals::check(&record, &story)),
        ("debts", debts::check(&record, &story, &due)),
        ("shoes", shoes::check(&record)),
        ("told", told::check(&record, &story, notes.patrons)),
        ("minutes", minuted::check(&record, &story, notes.supervisors)),
    ];
    if server == Server::AtRest {
        laws.push(("finish", finish::check(&record, &story, notes.patrons)));
    }
    let broken = laws.into_iter().flat_map(|(law, found)| found.into_iter().map(move |what| (law, what)));
    let deviations: Vec<_> = broken.map(|(law, what)| Deviation { law, what }).collect();
    if deviations.is_empty() { Ok(facts(&record, &story)) } else { Err(deviations) }
}

fn facts(record: &Record, story: &Story) -> Facts {
    let ends = || story.rounds.values().filter_map(|round| round.ends.first());
    Facts {
        phases: history::phases(&record.events),
        slips: story.slips().count(),
        clears: story.rounds.values().map(|round| round.clears.len()).sum(),
        rounds_settled: ends().filter(|(_, end)| matches!(end, End::Settled(_))).count(),
        rounds_voided: ends().filter(|(_, end)| matches!(end, End::Voided(_))).count(),
        corrections: story.approvals.len(),
        adjustments: house_log::adjustments(record).len(),
        shoes: record.seeds.len(),
    }
}
