//! How entries follow one another in a log, whichever database keeps them. Pure; knows no SQL.

use audit::{Digest, Entry, HouseEvent};
use house::ports::{Adjustment, StoreFailure};
use ledger::{Posted, Transfer, TransferRefusal};
use table::{Event, RulesDigest, TableId, Timestamp};

use crate::projection::Progress;
use crate::rows::{from_json, json};

/// The entry that transfers belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The first event of a table's unit.
    Table(TableId, u64),
    /// An entry of the house's own log.
    House(u64),
}

impl Origin {
    /// The entry of that number in a log.
    pub(crate) fn of(log: TableId, seq: u64) -> Self {
        if log == HouseEvent::LOG { Self::House(seq) } else { Self::Table(log, seq) }
    }
}

/// Takes in the next event of a table as it is stored, with the transfers that refer to it; answers its digest.
pub(crate) fn follow(
    progress: &mut Progress,
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

/// Where the house's own log stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HouseHead {
    pub(crate) seq: u64,
    pub(crate) at: Timestamp,
    pub(crate) digest: Digest,
}

impl Default for HouseHead {
    fn default() -> Self {
        Self { seq: 0, at: Timestamp::default(), digest: Digest::start(HouseEvent::LOG) }
    }
}

/// An entry of the house's own log, to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HouseRow {
    pub(crate) head: HouseHead,
    pub(crate) body: String,
}

impl HouseHead {
    /// The next entry. Its time is never before the one of the entry before, and the same when it has none of its own.
    pub(crate) fn next(
        self,
        at: Option<Timestamp>,
        event: &HouseEvent,
        transfers: &[Transfer],
    ) -> Result<HouseRow, StoreFailure> {
        let (seq, at) = (self.seq.saturating_add(1), at.map_or(self.at, |at| at.max(self.at)));
        let body = json(event)?;
        let digest = self.digest.then(&Entry { seq, at, body: &body, transfers });
        Ok(HouseRow { head: Self { seq, at, digest }, body })
    }
}

/// The document in an entry of the house's own log, if it puts the rules with this digest on record.
pub(crate) fn rules_text(body: &str, wanted: RulesDigest) -> Result<Option<String>, StoreFailure> {
    Ok(match from_json(body)? {
        HouseEvent::HouseRulesUsed { digest, text, .. } => (digest == wanted).then_some(text),
        _ => None,
    })
}

/// Whether the entry of the house's own log in which this id was used says the same as the adjustment that has it now.
pub(crate) fn adjusted_before(
    body: Option<&str>,
    adjustment: &Adjustment,
) -> Result<Result<Posted, TransferRefusal>, StoreFailure> {
    let same = body.map(from_json::<HouseEvent>).transpose()? == Some(HouseEvent::adjusted(adjustment));
    let differs = TransferRefusal::ExistsDifferent { id: adjustment.posting().id };
    Ok(if same { Ok(Posted::Exists) } else { Err(differs) })
}

/// A digest from its column.
pub(crate) fn digest(column: Option<&[u8]>) -> Result<Digest, StoreFailure> {
    let bytes = column.and_then(|bytes| bytes.try_into().ok());
    bytes.map(Digest).ok_or_else(|| StoreFailure::Corrupt("an entry without a digest of 32 bytes".to_owned()))
}
