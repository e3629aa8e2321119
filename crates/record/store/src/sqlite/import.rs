//! Imports history into an empty file, in one transaction: writes the rows, rebuilds the derived tables, verifies the
//! hash chains.

use std::path::Path;

use house::ports::StoreFailure;
use journal::{HouseHead, HouseRow, Origin, StoredPatron};
use ledger::Changes;
use rusqlite::{Connection, TransactionBehavior};

use super::book::Books;
use super::failure::failure;
use super::history::{self, EventRow};
use super::query::now;
use super::{notary, open, replay};
use crate::derived::OnProgress;
use crate::export::{self, ExportCounts, ExportEntry, ExportRow, NextRow, RoundFinder};
use crate::rows::{about, column};

/// How many transfers are written at a time.
const PAGE: u64 = 4_096;

/// Imports the rows; returns how many there were.
pub(super) fn import(
    path: &Path,
    next: NextRow<'_>,
    on_progress: OnProgress<'_>,
) -> Result<ExportCounts, StoreFailure> {
    let _lock = open::lock(path)?;
    // The lock keeps others from creating the file meanwhile.
    let is_new = !path.exists();
    let imported = open::writer(path).and_then(|conn| {
        into(conn, next, on_progress).map_err(|failure| match failure {
            // It is about a row of the import, not about the file.
            corrupt @ StoreFailure::Corrupt(_) => corrupt,
            failure => about(path.display(), failure),
        })
    });
    if is_new && imported.is_err() {
        remove(path);
    }
    imported
}

/// Removes the file of a failed import. The caller reports that failure, so one of removing is dropped.
fn remove(path: &Path) {
    for file in [path.to_owned(), open::beside(path, "-wal"), open::beside(path, "-shm")] {
        let _ = std::fs::remove_file(file);
    }
}

fn into(
    mut conn: Connection,
    next: NextRow<'_>,
    on_progress: OnProgress<'_>,
) -> Result<ExportCounts, StoreFailure> {
    // A temporary table of the rebuild cannot refer to a stored one. `no_strays` checks the references below.
    conn.pragma_update(None, "foreign_keys", false).map_err(failure)?;
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failure)?;
    now(export::must_be_empty(&*transaction))?;
    let mut importer =
        Importer { conn: &transaction, books: Books::default(), rounds: RoundFinder::default() };
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        importer.write(row, &counts)?;
    }
    importer.books.flush(&transaction)?;
    replay::rebuild(&transaction, true, on_progress)?;
    now(export::verify_chains(&*transaction))?;
    open::no_strays(&transaction)?;
    transaction.commit().map_err(failure)?;
    Ok(counts)
}

/// Writes the rows of an import.
struct Importer<'a> {
    conn: &'a Connection,
    /// Transfers that are not written yet.
    books: Books,
    rounds: RoundFinder,
}

impl Importer<'_> {
    fn write(&mut self, row: ExportRow, so_far: &ExportCounts) -> Result<(), StoreFailure> {
        match row {
            ExportRow::Counts(_) => Ok(()),
            ExportRow::Patron(StoredPatron { id, nickname, token_hash, currency }, at) => {
                history::write_patron(self.conn, Some(id), (&nickname, token_hash, currency), at).map(|_| ())
            }
            ExportRow::Seed(table, seed) => history::write_seed(self.conn, table, &seed),
            ExportRow::Entry(entry) => self.entry(entry),
            ExportRow::Transfer(transfer, (log, seq)) => {
                let named = |failure| about(format!("transfer {}", transfer.id), failure);
                let changes = Changes { transfers: vec![transfer], ..Changes::default() };
                self.books.write(self.conn, &changes, Origin::of(log, seq)).map_err(named)?;
                if so_far.transfers.is_multiple_of(PAGE) {
                    // The rebuild computes the open holds, so nothing must be remembered.
                    std::mem::take(&mut self.books).flush(self.conn)?;
                }
                Ok(())
            }
            ExportRow::Checkpoint(signed) => {
                notary::insert(self.conn, so_far.checkpoints, &signed).map(|_| ())
            }
        }
    }

    fn entry(&mut self, entry: ExportEntry) -> Result<(), StoreFailure> {
        let round = self.rounds.of(&entry)?;
        let ExportEntry { log: table, seq, at, body, digest } = entry;
        let Some(round) = round else {
            return history::write_house(self.conn, &HouseRow { head: HouseHead { seq, at, digest }, body });
        };
        history::write_events(self.conn, [EventRow { table, seq: column(seq)?, at, round, body, digest }])
    }
}
