//! Brings history into an empty file: all rows as they come, then everything that follows from them, then the digests
//! are held against the rows. In one transaction; what fails leaves the file empty. Knows no queue.

use std::path::Path;

use house::ports::StoreFailure;
use rusqlite::{Connection, TransactionBehavior};

use super::facts::RowCache;
use super::failure::failure;
use super::query::now;
use super::{notary, open, rebuild, write};
use crate::derived::Folded;
use crate::export::{Arriving, ChainCheck, ExportCounts, NextRow, not_empty};
use crate::queries::records;
use crate::rows::about;

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
    let (mut arriving, mut cache) = (Arriving::default(), RowCache::default());
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        if arriving.take(row)? {
            write(&transaction, &mut cache, &mut arriving)?;
        }
    }
    write(&transaction, &mut cache, &mut arriving)?;
    rebuild::refold(&transaction, true, folded)?;
    let mut chain = ChainCheck::default();
    let mut follow = |entry| chain.follow(&entry).map(|()| true);
    now(records::house_entries(&*transaction, &mut follow))?;
    now(records::table_entries(&*transaction, &mut follow))?;
    open::no_strays(&transaction)?;
    transaction.commit().map_err(failure)?;
    Ok(counts)
}

/// Writes the rows that have arrived. Balances and holds follow from them later.
fn write(conn: &Connection, cache: &mut RowCache, arriving: &mut Arriving) -> Result<(), StoreFailure> {
    let (rows, checkpoints) = arriving.take_rows();
    cache.holds.clear();
    write::history(conn, cache, &rows)?;
    checkpoints.iter().try_for_each(|(number, signed)| notary::insert(conn, *number, signed).map(|_| ()))
}
