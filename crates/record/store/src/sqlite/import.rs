//! Brings history into an empty file: all rows as they come, then everything that follows from them, then the digests
//! are held against the rows. In one transaction; what fails leaves the file empty. Knows no queue.

use std::path::Path;

use house::ports::StoreFailure;
use journal::{HouseHead, HouseRow, Origin, StoredPatron};
use ledger::Changes;
use rusqlite::{Connection, TransactionBehavior};

use super::book::Books;
use super::failure::failure;
use super::history::{self, EventRow};
use super::query::now;
use super::{notary, open, rebuild};
use crate::derived::Folded;
use crate::export::{ChainCheck, ExportCounts, ExportEntry, ExportRow, NextRow, RoundFinder, not_empty};
use crate::queries::records;
use crate::rows::{about, column};

/// How many transfers are written at a time.
const PAGE: u64 = 4_096;

const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT 1 FROM patron) AND NOT EXISTS (SELECT 1 FROM event)
    AND NOT EXISTS (SELECT 1 FROM house_event) AND NOT EXISTS (SELECT 1 FROM transfer)
    AND NOT EXISTS (SELECT 1 FROM shoe_seed) AND NOT EXISTS (SELECT 1 FROM checkpoint)";

/// Brings the rows in; answers how many they were.
pub(super) fn import(
    path: &Path,
    next: NextRow<'_>,
    folded: Folded<'_>,
) -> Result<ExportCounts, StoreFailure> {
    let _lock = open::lock(path)?;
    // Nobody else makes the file while the lock is held.
    let is_new = !path.exists();
    let done = open::writer(path).and_then(|conn| {
        into(conn, next, folded).map_err(|failure| match failure {
            // About what comes in, and not about the file.
            corrupt @ StoreFailure::Corrupt(_) => corrupt,
            failure => about(path.display(), failure),
        })
    });
    if is_new && done.is_err() {
        remove(path);
    }
    done
}

/// Leaves nothing of a file that was made in vain. Whoever made it says why.
fn remove(path: &Path) {
    for file in [path.to_owned(), open::beside(path, "-wal"), open::beside(path, "-shm")] {
        let _ = std::fs::remove_file(file);
    }
}

fn into(mut conn: Connection, next: NextRow<'_>, folded: Folded<'_>) -> Result<ExportCounts, StoreFailure> {
    // A temporary table of the rebuild cannot refer to one that is not. They are checked below.
    conn.pragma_update(None, "foreign_keys", false).map_err(failure)?;
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failure)?;
    if !transaction.query_row(IS_EMPTY, [], |row| row.get::<_, bool>(0)).map_err(failure)? {
        return Err(not_empty());
    }
    let mut arriving =
        Arriving { conn: &transaction, books: Books::default(), rounds: RoundFinder::default() };
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        arriving.write(row, &counts)?;
    }
    arriving.books.flush(&transaction)?;
    rebuild::refold(&transaction, true, folded)?;
    let mut chain = ChainCheck::default();
    let mut follow = |entry| chain.follow(&entry).map(|()| true);
    now(records::house_entries(&*transaction, &mut follow))?;
    now(records::table_entries(&*transaction, &mut follow))?;
    open::no_strays(&transaction)?;
    transaction.commit().map_err(failure)?;
    Ok(counts)
}

/// Writes rows as the writer does.
struct Arriving<'a> {
    conn: &'a Connection,
    /// Transfers on their way.
    books: Books,
    rounds: RoundFinder,
}

impl Arriving<'_> {
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
                    // What is left of holds is made anew later, so there is nothing to remember.
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
