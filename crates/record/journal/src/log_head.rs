//! Appending to a log: the next entry's number, time and digest follow from the head of the log.

use house::log::HouseEvent;
use house::ports::StoreFailure;
use ledger::Transfer;
use table::{Event, RulesDigest, TableId, Timestamp};

use crate::chain::Entry;
use crate::digest::Digest;
use crate::json::{from_json, to_json};
use crate::progress::TableProgress;

/// The entry that transfers belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The first event of a table's unit.
    Table(TableId, u64),
    /// An entry of the house's own log.
    House(u64),
}

impl Origin {
    /// The entry of that number in a log.
    pub fn of(log: TableId, seq: u64) -> Self {
        if log == HouseEvent::LOG { Self::House(seq) } else { Self::Table(log, seq) }
    }
}

/// Appends the next event of a table, as stored, with its transfers; returns its digest.
pub fn follow(
    progress: &mut TableProgress,
    table: TableId,
    (at, event): (Timestamp, &Event),
    body: &str,
    transfers: &[Transfer],
) -> Digest {
    let before = progress.digest().unwrap_or_else(|| Digest::start(table));
    let seq = progress.seq().saturating_add(1);
    let digest = before.then(&Entry { seq, at, body, transfers });
    progress.follow(seq, event);
    progress.chain(digest);
    digest
}

/// The head of the house's own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HouseHead {
    /// The number of the last entry, 0 for none.
    pub seq: u64,
    /// The time of the last entry.
    pub at: Timestamp,
    /// The digest of the last entry, or the one that the first entry follows.
    pub digest: Digest,
}

impl Default for HouseHead {
    fn default() -> Self {
        Self { seq: 0, at: Timestamp::default(), digest: Digest::start(HouseEvent::LOG) }
    }
}

/// An entry to append to the house's own log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseRow {
    /// The head of the log after this entry.
    pub head: HouseHead,
    /// The event as JSON.
    pub body: String,
}

impl HouseHead {
    /// The next entry. Its time is `at`, or the time of the entry before when that is later or `at` is none.
    pub fn next(
        self,
        at: Option<Timestamp>,
        event: &HouseEvent,
        transfers: &[Transfer],
    ) -> Result<HouseRow, StoreFailure> {
        let (seq, at) = (self.seq.saturating_add(1), at.map_or(self.at, |at| at.max(self.at)));
        let body = to_json(event)?;
        let digest = self.digest.then(&Entry { seq, at, body: &body, transfers });
        Ok(HouseRow { head: Self { seq, at, digest }, body })
    }
}

/// The document of house rules in an entry of the house's own log, if the rules have this digest.
pub fn rules_text(body: &str, digest: RulesDigest) -> Result<Option<String>, StoreFailure> {
    Ok(match from_json(body)? {
        HouseEvent::HouseRulesUsed { digest: own, text, .. } => (own == digest).then_some(text),
        _ => None,
    })
}

/// A digest from its column.
pub fn digest(column: Option<&[u8]>) -> Result<Digest, StoreFailure> {
    let bytes = column.and_then(|bytes| bytes.try_into().ok());
    bytes.map(Digest).ok_or_else(|| StoreFailure::Corrupt("an entry without a digest of 32 bytes".to_owned()))
}
