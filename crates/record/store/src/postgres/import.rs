//! Imports history into an empty database, in one transaction: writes the rows, rebuilds the derived tables, verifies
//! the hash chains.

use tokio_postgres::{Config, Transaction};

use super::facts::RowCache;
use super::failure::Trouble;
use super::{connect, migrate, notary, replay, write};
use crate::derived::OnProgress;
use crate::export::{self, ExportCounts, ImportBatch, NextRow};
use crate::rows::column;

/// Locks out every server until the end of the transaction, which is durable at its commit. A server that writes locks
/// the first of these tables first.
const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

/// Gives the next patron the next number.
const NUMBERS: &str = "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0";

/// Imports the rows; returns how many there were.
pub(super) async fn import(
    config: &Config,
    next: NextRow<'_>,
    on_progress: OnProgress<'_>,
) -> Result<ExportCounts, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    export::must_be_empty(&transaction).await?;
    let (mut batch, mut cache) = (ImportBatch::default(), RowCache::default());
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        if batch.take(row)? {
            write(&transaction, &mut cache, &mut batch).await?;
        }
    }
    write(&transaction, &mut cache, &mut batch).await?;
    transaction.execute(NUMBERS, &[]).await?;
    transaction.batch_execute("ANALYZE").await?;
    replay::rebuild(&transaction, true, on_progress).await?;
    export::verify_chains(&transaction).await?;
    transaction.commit().await?;
    Ok(counts)
}

/// Writes the rows that have arrived. Balances and holds follow from them later.
async fn write(
    transaction: &Transaction<'_>,
    cache: &mut RowCache,
    batch: &mut ImportBatch,
) -> Result<(), Trouble> {
    let (rows, checkpoints) = batch.take_rows();
    let opened = write::history(transaction, cache, &rows).await?;
    cache.numbers.extend(opened);
    for (number, signed) in &checkpoints {
        notary::insert(transaction, column(*number)?, signed).await?;
    }
    Ok(())
}
