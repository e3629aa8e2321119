//! Brings history into an empty database: all rows as they come, then everything that follows from them, then the
//! digests are held against the rows. In one transaction; what fails leaves the database empty.

use tokio_postgres::{Config, Transaction};

use super::facts::RowCache;
use super::failure::Trouble;
use super::{connect, migrate, notary, rebuild, write};
use crate::derived::Folded;
use crate::export::{Arriving, ChainCheck, ExportCounts, NextRow, not_empty};
use crate::queries::records;
use crate::rows::column;

/// Lets no server write until the end of the transaction, and has it on the disk then. A server that writes begins with
/// the first of these tables.
const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT FROM patron) AND NOT EXISTS (SELECT FROM event)
    AND NOT EXISTS (SELECT FROM house_event) AND NOT EXISTS (SELECT FROM transfer)
    AND NOT EXISTS (SELECT FROM shoe_seed) AND NOT EXISTS (SELECT FROM checkpoint)";

/// The next patron gets the next number.
const NUMBERS: &str = "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0";

/// Brings the rows in; answers how many they were.
pub(super) async fn import(
    config: &Config,
    next: NextRow<'_>,
    folded: Folded<'_>,
) -> Result<ExportCounts, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    if !transaction.query_one(IS_EMPTY, &[]).await?.try_get::<_, bool>(0)? {
        return Err(not_empty().into());
    }
    let (mut arriving, mut cache) = (Arriving::default(), RowCache::default());
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        if arriving.take(row)? {
            write(&transaction, &mut cache, &mut arriving).await?;
        }
    }
    write(&transaction, &mut cache, &mut arriving).await?;
    transaction.execute(NUMBERS, &[]).await?;
    transaction.batch_execute("ANALYZE").await?;
    rebuild::refold(&transaction, true, folded).await?;
    let mut chain = ChainCheck::default();
    let follow = &mut |entry| chain.follow(&entry).map(|()| true);
    records::house_entries(&transaction, follow).await?;
    records::table_entries(&transaction, follow).await?;
    transaction.commit().await?;
    Ok(counts)
}

/// Writes the rows that have arrived. Balances and holds follow from them later.
async fn write(
    transaction: &Transaction<'_>,
    cache: &mut RowCache,
    arriving: &mut Arriving,
) -> Result<(), Trouble> {
    let (rows, checkpoints) = arriving.take_rows();
    let opened = write::history(transaction, cache, &rows).await?;
    cache.numbers.extend(opened);
    for (number, signed) in &checkpoints {
        notary::insert(transaction, column(*number)?, signed).await?;
    }
    Ok(())
}
