//! Imports history into an empty file, in one transaction: writes the rows, rebuilds the derived tables, verifies the
//! hash chains.

use std::path::Path;

use house::ports::StoreFailure;
use rusqlite::{Connection, TransactionBehavior};

use super::facts::RowCache;
use super::failure::failure;
use super::query::now;
use super::{notary, open, replay, write};
use crate::derived::OnProgress;
use crate::export::{self, ExportCounts, ImportBatch, NextRow};
use crate::rows::about;

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
    let (mut batch, mut cache) = (ImportBatch::default(), RowCache::default());
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        if batch.take(row)? {
            write(&transaction, &mut cache, &mut batch)?;
        }
    }
    write(&transaction, &mut cache, &mut batch)?;
    replay::rebuild(&transaction, true, on_progress)?;
    now(export::verify_chains(&*transaction))?;
    open::no_strays(&transaction)?;
    transaction.commit().map_err(failure)?;
    Ok(counts)
}

/// Writes the rows that have arrived. Balances and holds follow from them later.
fn write(conn: &Connection, cache: &mut RowCache, batch: &mut ImportBatch) -> Result<(), StoreFailure> {
    let (rows, checkpoints) = batch.take_rows();
    cache.holds.clear();
    write::history(conn, cache, &rows)?;
    checkpoints.iter().try_for_each(|(number, signed)| notary::insert(conn, *number, signed).map(|_| ()))
}
