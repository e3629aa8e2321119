//! Brings the schema of a database up to date, one step a version.

use house::ports::StoreFailure;
use tokio_postgres::{Client, IsolationLevel, Transaction};

use crate::derived::Rebuilds as _;
use crate::schema;
use crate::trouble::Result;

/// Keeps two servers from taking the same step: the letters `PNTO`. It is released with the transaction.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1347310671)";

/// Records the steps that were taken.
const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS punto_schema (
    version  integer     PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT now()
)";

/// Counts the tables of other programs; 0 once our schema exists.
const STRANGERS: &str = "SELECT count(*) FROM pg_class
    WHERE to_regclass('punto_schema') IS NULL AND relnamespace = current_schema()::regnamespace
        AND relkind IN ('r', 'p', 'v', 'm', 'f')";

/// Begins a transaction that reads the database as of one moment. Its schema must be the newest. PostgreSQL creates no
/// temporary tables in a transaction that is read only.
pub(super) async fn snapshot(client: &mut Client, temporary: bool) -> Result<Transaction<'_>> {
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let snapshot = begin.read_only(!temporary).start().await?;
    let version = snapshot.query_one("SELECT max(version) FROM punto_schema", &[]).await?;
    let (version, newest) = (version.try_get::<_, i32>(0)?, Transaction::MIGRATIONS.len());
    if usize::try_from(version) != Ok(newest) {
        let message =
            format!("its schema is {version} and not {newest}: run `punto serve` to bring it up to date");
        return Err(StoreFailure::Storage(message).into());
    }
    Ok(snapshot)
}

/// Takes each step that the database has not seen, all in one transaction.
pub(super) async fn migrate(client: &mut Client) -> Result<()> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(LOCK).await?;
    let strangers: i64 = transaction.query_one(STRANGERS, &[]).await?.try_get(0)?;
    if strangers > 0 {
        let message = "it is not empty and belongs to another program; give this one a database of its own";
        return Err(StoreFailure::Storage(message.to_owned()).into());
    }
    transaction.batch_execute(VERSIONS).await?;
    let version = "SELECT coalesce(max(version), 0)::bigint FROM punto_schema";
    let version = transaction.query_one(version, &[]).await?.try_get(0)?;
    schema::bring_up(&transaction, schema::known::<Transaction<'_>>(version, "it")?).await?;
    Ok(transaction.commit().await?)
}

#[cfg(test)]
mod tests {
    use postgres::Cluster;

    use super::*;
    use crate::postgres::connect;

    #[tokio::test]
    async fn a_snapshot_writes_nothing_but_temporary_tables() {
        let url = Cluster::shared().create_database().unwrap();
        let mut client = connect::auditor(&connect::address(&url).unwrap()).await.unwrap();
        migrate(&mut client).await.unwrap();
        for temporary in [false, true] {
            let snapshot = snapshot(&mut client, temporary).await.unwrap();
            let created = snapshot.batch_execute("CREATE TEMP TABLE step (seq bigint)").await;
            assert_eq!(created.is_ok(), temporary, "{created:?}");
        }
    }
}
