//! Rebuilds and checks the derived tables of a file.

use std::path::Path;

use house::ports::StoreFailure;
use rusqlite::{Connection, TransactionBehavior};

use super::failure::failure;
use super::{open, replay};
use crate::derived::{OnProgress, Rebuilt};
use crate::rows::about;

/// Rebuilds the derived tables of the file, which no server may have open.
pub(super) fn rebuild(path: &Path, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
    open::reader(path)?;
    let _lock = open::lock(path)?;
    let mut conn = open::writer(path)?;
    let mut run = || {
        without_foreign_keys(&conn)?;
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failure)?;
        let rebuilt = replay::rebuild(&transaction, true, on_progress)?;
        open::no_strays(&transaction)?;
        transaction.commit().map_err(failure)?;
        Ok(rebuilt)
    };
    run().map_err(|failure| about(path.display(), failure))
}

/// Rebuilds the derived tables beside the stored ones, as of one moment, and compares. A server may run meanwhile.
pub(super) fn check(path: &Path, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
    let conn = open::auditor(path)?;
    let mut run = || {
        without_foreign_keys(&conn)?;
        let snapshot = conn.unchecked_transaction().map_err(failure)?;
        replay::rebuild(&snapshot, false, on_progress)
    };
    run().map_err(|failure| about(path.display(), failure))
}

/// Turns foreign keys off: a temporary table cannot refer to a stored one.
fn without_foreign_keys(conn: &Connection) -> Result<(), StoreFailure> {
    conn.pragma_update(None, "foreign_keys", false).map_err(failure)
}
