//! Rebuilds and checks the derived tables of a database.

use tokio_postgres::{Config, IsolationLevel};

use super::failure::Trouble;
use super::{connect, migrate, replay};
use crate::derived::{OnProgress, Rebuilt};

/// Locks out every other writer until the end of the transaction, which is durable at its commit. A server that
/// writes locks the first of these tables first, so there is no deadlock.
const ALONE: &str = "
    SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE;
    UPDATE table_owner SET epoch = epoch + 1, owner = 'a rebuild', taken_at = now();";

/// Rebuilds the derived tables of the database, whose servers lose their tables.
pub(super) async fn rebuild(config: &Config, on_progress: OnProgress<'_>) -> Result<Rebuilt, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    let rebuilt = replay::rebuild(&transaction, true, on_progress).await?;
    transaction.commit().await?;
    Ok(rebuilt)
}

/// Rebuilds the derived tables beside the stored ones, as of one moment, and compares.
pub(super) async fn check(config: &Config, on_progress: OnProgress<'_>) -> Result<Rebuilt, Trouble> {
    let mut client = connect::auditor(config).await?;
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let snapshot = begin.start().await?;
    migrate::newest(&snapshot).await?;
    let checked = replay::rebuild(&snapshot, false, on_progress).await?;
    snapshot.rollback().await?;
    Ok(checked)
}
