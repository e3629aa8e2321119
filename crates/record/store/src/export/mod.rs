//! Export and import: the rows of history, which nothing else can be computed from, and credentials. An import computes
//! the derived tables again.

mod file;
mod header;
mod import_batch;
mod line;
mod row;

use house::ports::StoreFailure;
use journal::{Digest, Head, StoredEntry};
use table::TableId;

use crate::derived::{OnProgress, Rebuilds};
use crate::queries::records::{self, Kind, each_of};
use crate::queries::transfers::transfer_row;
use crate::queries::{Columns, Reads, Snapshot, Sql, devices, entries, first, notary, proofs};
use crate::trouble::Result;
use crate::{fill, replay};
use import_batch::ImportBatch;

pub use file::{ExportError, ExportReader, ExportWriter};
pub use row::{ExportCounts, ExportEntry, ExportRow};

/// Gives the next row; none after the last.
pub type NextRow<'a> = &'a mut dyn FnMut() -> Result<Option<ExportRow>, StoreFailure>;

/// Takes rows one by one; false ends the export.
pub type TakeRow<'a> = &'a mut dyn FnMut(ExportRow) -> bool;

/// Gives the history of a store to `take`, until that returns false.
pub(crate) async fn rows(snapshot: &impl Snapshot, take: TakeRow<'_>) -> Result<()> {
    each_of(snapshot, &KINDS, &mut |row| Ok(take(row))).await.map(|_| ())
}

const KINDS: [Kind<ExportRow>; 11] = [
    (
        "the numbers of rows",
        Sql::both(
            "SELECT (SELECT count(*) FROM patron), (SELECT count(*) FROM shoe_seed),
                (SELECT count(*) FROM event) + (SELECT count(*) FROM house_event), (SELECT count(*) FROM transfer),
                (SELECT count(*) FROM checkpoint), (SELECT count(*) FROM credential),
                (SELECT count(*) FROM locked_secret), (SELECT count(*) FROM bulletin),
                (SELECT count(*) FROM device_record)",
        ),
        counts,
    ),
    ("a patron", records::PATRONS, |row| records::patron(row).map(|(patron, at)| ExportRow::Patron(patron, at))),
    ("a seed", records::SEEDS, |row| records::seed(row).map(|(table, seed)| ExportRow::Seed(table, seed))),
    ("a locked secret", proofs::SECRETS, |row| {
        proofs::read_secret(row).map(|(table, secret)| ExportRow::Secret(table, secret))
    }),
    ("a bulletin", proofs::BULLETINS, |row| {
        proofs::read_bulletin(row).map(|(table, bulletin)| ExportRow::Bulletin(table, bulletin))
    }),
    ("a record of a device", devices::RECORDS, |row| {
        devices::read_record(row).map(|(table, stored)| ExportRow::Record(table, stored))
    }),
    ("an entry", Sql::both("SELECT 0, seq, at, body, hash FROM house_event ORDER BY seq"), entry),
    ("an entry", Sql::both("SELECT table_id, seq, at, body, hash FROM event ORDER BY 1, 2"), entry),
    ("a transfer", records::TRANSFERS, transfer),
    ("a checkpoint", records::CHECKPOINTS, |row| notary::checkpoint(row).map(ExportRow::Checkpoint)),
    ("a credential", entries::CREDENTIALS, |row| entries::read_credential(row).map(ExportRow::Credential)),
];

fn counts(row: &dyn Columns) -> Result<ExportRow, StoreFailure> {
    let (patrons, seeds, entries) = (row.number(0)?, row.number(1)?, row.number(2)?);
    let (transfers, checkpoints, credentials) = (row.number(3)?, row.number(4)?, Some(row.number(5)?));
    let (proofs, records) = (Some((row.number(6)?, row.number(7)?)), Some(row.number(8)?));
    Ok(ExportRow::Counts(ExportCounts {
        patrons,
        seeds,
        entries,
        transfers,
        checkpoints,
        credentials,
        proofs,
        records,
    }))
}

fn entry(row: &dyn Columns) -> Result<ExportRow, StoreFailure> {
    let (log, seq, at) = (TableId(row.number(0)?), row.number(1)?, row.time(2)?);
    let (body, digest) = (row.text(3)?.to_owned(), row.digest(4)?);
    Ok(ExportRow::Entry(ExportEntry { log, seq, at, body, digest }))
}

fn transfer(row: &dyn Columns) -> Result<ExportRow, StoreFailure> {
    let row = transfer_row(row)?;
    let origin = row.origin.ok_or_else(|| row.stray())?;
    Ok(ExportRow::Transfer(row.transfer?, origin))
}

/// Imports history into an empty store within the open transaction. Returns how many rows there were.
///
/// It writes the rows, rebuilds the derived tables, and verifies the hash chains.
pub(crate) async fn import<R: Rebuilds>(
    session: &R,
    next: NextRow<'_>,
    on_progress: OnProgress<'_>,
) -> Result<ExportCounts> {
    must_be_empty(session).await?;
    let (mut batch, mut cache) = (ImportBatch::default(), R::Cache::default());
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        if batch.take(row)? {
            batch.write(session, &mut cache).await?;
        }
    }
    batch.write(session, &mut cache).await?;
    if counts.credentials.is_none() {
        fill::sessions(session).await?;
    }
    session.execute(R::IMPORTED).await?;
    replay::rebuild(session, true, on_progress).await?;
    verify_chains(session).await?;
    Ok(counts)
}

/// Refuses a store that has history: an import needs an empty one.
async fn must_be_empty(session: &impl Reads) -> Result<()> {
    let sql = "SELECT 1 WHERE EXISTS (SELECT 1 FROM patron) OR EXISTS (SELECT 1 FROM event)
            OR EXISTS (SELECT 1 FROM house_event) OR EXISTS (SELECT 1 FROM transfer)
            OR EXISTS (SELECT 1 FROM shoe_seed) OR EXISTS (SELECT 1 FROM checkpoint)
            OR EXISTS (SELECT 1 FROM credential) OR EXISTS (SELECT 1 FROM locked_secret)
            OR EXISTS (SELECT 1 FROM bulletin) OR EXISTS (SELECT 1 FROM device_record)";
    if first(session, sql, &[], |_| Ok(())).await?.is_none() {
        return Ok(());
    }
    Err(StoreFailure::Storage("it is not empty: only an empty store can be imported into".to_owned()).into())
}

/// Verifies the hash chains of all logs.
async fn verify_chains(snapshot: &impl Snapshot) -> Result<()> {
    let mut last: Option<Head> = None;
    let follow = &mut |entry: StoredEntry| {
        let StoredEntry { log, seq, digest, .. } = &entry;
        let start = Head { log: *log, seq: 0, digest: Digest::start(*log) };
        let before = last.filter(|head| head.log == *log).unwrap_or(start);
        let expected = entry.digest_after(before.digest);
        if before.seq.checked_add(1) != Some(*seq) || *digest != Some(expected) {
            let message = format!("entry {seq} of log {} does not follow the one before it", log.0);
            return Err(StoreFailure::Corrupt(message));
        }
        last = Some(Head { log: *log, seq: *seq, digest: expected });
        Ok(true)
    };
    records::entries(snapshot, &[records::HOUSE, records::TABLES], follow).await.map(|_| ())
}
