//! History as it is carried from one store to another: the rows that cannot be made from anything else. What follows
//! from them is left behind, and made again where they arrive. Knows no database.

mod file;
mod line;

use std::collections::HashMap;

use house::ports::{ShoeSeed, StoreFailure};
use journal::{Digest, Entry, HouseEvent, Record, Signed, StoredEntry, StoredPatron, TableProgress};
use ledger::Transfer;
use table::{RoundRef, TableId, Timestamp};

use crate::rows;

pub use file::{PastError, PastReader, PastWriter};

/// A row of history. A store gives them in the order of these kinds: patrons by number, seeds by table and shoe,
/// entries by log and number, the house's own log first, transfers in the order they were made, checkpoints from the
/// oldest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastRow {
    /// How many rows of each kind follow. The first row, and only that.
    Counts(PastCounts),
    /// A patron, and when they got their account.
    Patron(StoredPatron, Timestamp),
    /// The seed of a table's shoe.
    Seed(TableId, ShoeSeed),
    /// An entry of a log.
    Entry(PastEntry),
    /// A transfer, and the log and number of the entry it belongs to.
    Transfer(Transfer, (TableId, u64)),
    /// A signed checkpoint.
    Checkpoint(Signed),
}

/// SQL for how many rows there are of each kind, in the order of [`PastCounts`].
pub(crate) const COUNTS: &str = "SELECT (SELECT count(*) FROM patron), (SELECT count(*) FROM shoe_seed),
    (SELECT count(*) FROM event) + (SELECT count(*) FROM house_event), (SELECT count(*) FROM transfer),
    (SELECT count(*) FROM checkpoint)";

/// How many rows there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PastCounts {
    /// Patrons.
    pub patrons: u64,
    /// Seeds of shoes.
    pub seeds: u64,
    /// Entries of all logs.
    pub entries: u64,
    /// Transfers.
    pub transfers: u64,
    /// Checkpoints.
    pub checkpoints: u64,
}

impl PastCounts {
    /// Counts one more row.
    pub(crate) const fn count(&mut self, row: &PastRow) {
        let kind = match row {
            PastRow::Counts(_) => return,
            PastRow::Patron(..) => &mut self.patrons,
            PastRow::Seed(..) => &mut self.seeds,
            PastRow::Entry(_) => &mut self.entries,
            PastRow::Transfer(..) => &mut self.transfers,
            PastRow::Checkpoint(_) => &mut self.checkpoints,
        };
        *kind = kind.saturating_add(1);
    }
}

/// An entry of a log as it is stored, without the transfers that refer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastEntry {
    /// Whose log; 0 for the house's own.
    pub log: TableId,
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened, byte for byte.
    pub body: String,
    /// Its digest.
    pub digest: Digest,
}

/// Where rows come from: the next one, or none at the end.
pub type NextRow<'a> = &'a mut dyn FnMut() -> Result<Option<PastRow>, StoreFailure>;

/// Where rows go; says whether it wants more.
pub type EachRow<'a> = &'a mut dyn FnMut(PastRow) -> bool;

/// The row of history that a row for an audit is as it stands, if it is one.
pub(crate) fn as_stored(record: Record) -> Option<PastRow> {
    match record {
        Record::Seed(table, seed) => Some(PastRow::Seed(table, seed)),
        Record::Checkpoint(signed) => Some(PastRow::Checkpoint(signed)),
        _ => None,
    }
}

/// Files entries under the rounds of their tables.
#[derive(Default)]
pub(crate) struct Rounds(HashMap<TableId, TableProgress>);

impl Rounds {
    /// The round that an entry belongs to; none for one of the house's own log.
    pub(crate) fn of(&mut self, entry: &PastEntry) -> Result<Option<RoundRef>, StoreFailure> {
        let PastEntry { log, seq, at, body, .. } = entry;
        if *log == HouseEvent::LOG {
            return Ok(None);
        }
        let progress = self.0.entry(*log).or_default();
        let recorded = rows::event(*log, rows::column(*seq)?, *at, body)?;
        progress.follow(recorded.seq, &recorded.event);
        Ok(Some(progress.round()))
    }
}

/// Holds the digests of entries, which come log by log, against what they should be.
#[derive(Default)]
pub(crate) struct Chained(Option<(TableId, u64, Digest)>);

impl Chained {
    /// Takes the next entry in, with its transfers.
    pub(crate) fn follow(&mut self, entry: &StoredEntry) -> Result<(), StoreFailure> {
        let StoredEntry { log, seq, at, body, transfers, digest, .. } = entry;
        let (before, last) = match self.0 {
            Some((same, before, last)) if same == *log => (before, last),
            _ => (0, Digest::start(*log)),
        };
        let expected = last.then(&Entry { seq: *seq, at: *at, body, transfers });
        if before.checked_add(1) != Some(*seq) || *digest != Some(expected) {
            let said = format!("entry {seq} of log {} does not follow the one before it", log.0);
            return Err(StoreFailure::Corrupt(said));
        }
        self.0 = Some((*log, *seq, expected));
        Ok(())
    }
}

/// What is told of a store that already holds something.
pub(crate) fn not_empty() -> StoreFailure {
    StoreFailure::Storage("it is not empty: history is brought into an empty store only".to_owned())
}
