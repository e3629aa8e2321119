//! Brings the schema of a database up to date, one step a version.

use house::ports::StoreFailure;
use tokio_postgres::{Client, IsolationLevel, Transaction};
use tracing::info;

use super::failure::Trouble;
use super::{fill, replay};
use crate::rows::number;

/// The schema, one step a version. A step is never changed once it was released; a new one is added.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_first.sql"),
    include_str!("migrations/0002_corrections.sql"),
    include_str!("migrations/0003_chain.sql"),
    include_str!("migrations/0004_rebuild.sql"),
    include_str!("migrations/0005_house_rules.sql"),
    include_str!("migrations/0006_slips.sql"),
    include_str!("migrations/0007_statements.sql"),
];

/// The step after which the program fills in digests.
const CHAIN: i32 = 3;

/// The last step that leaves a derived table empty. The program fills it after all steps.
const EMPTIED: usize = 7;

/// Keeps two servers from taking the same step: the letters `PNTO`. It is released with the transaction.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1347310671)";

/// Records the steps that were taken.
const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS punto_schema (
    version  integer     PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT now()
)";

/// Counts what else is in the schema where our tables would be created.
const STRANGERS: &str = "SELECT count(*) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')";

/// Refuses a database that has not the newest schema, and changes nothing.
pub(super) async fn newest(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    let version: i32 =
        transaction.query_one("SELECT max(version) FROM punto_schema", &[]).await?.try_get(0)?;
    if usize::try_from(version) == Ok(MIGRATIONS.len()) {
        return Ok(());
    }
    let newest = MIGRATIONS.len();
    let message =
        format!("its schema is {version} and not {newest}: run `punto serve` to bring it up to date");
    Err(StoreFailure::Storage(message).into())
}

/// Begins a transaction that reads the database as of one moment. Its schema must be the newest.
pub(super) async fn snapshot(client: &mut Client) -> Result<Transaction<'_>, Trouble> {
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).read_only(true);
    let snapshot = begin.start().await?;
    newest(&snapshot).await?;
    Ok(snapshot)
}

/// Takes each step that the database has not seen, all in one transaction.
pub(super) async fn migrate(client: &mut Client) -> Result<(), Trouble> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(LOCK).await?;
    let exists = "SELECT to_regclass('punto_schema') IS NOT NULL";
    if !transaction.query_one(exists, &[]).await?.try_get::<_, bool>(0)? {
        let strangers: i64 = transaction.query_one(STRANGERS, &[]).await?.try_get(0)?;
        if strangers > 0 {
            let message =
                "it is not empty and belongs to another program; give this one a database of its own";
            return Err(StoreFailure::Storage(message.to_owned()).into());
        }
    }
    transaction.batch_execute(VERSIONS).await?;
    let version = "SELECT coalesce(max(version), 0)::bigint FROM punto_schema";
    let version = number(transaction.query_one(version, &[]).await?.try_get(0)?)?;
    let known = MIGRATIONS.len();
    let taken = usize::try_from(version).ok().filter(|version| *version <= known).ok_or_else(|| {
        StoreFailure::Storage(format!(
            "it was written by a newer version of this program: its schema is {version}, the newest known here \
             is {known}"
        ))
    })?;
    for (step, sql) in (1_i32..).zip(MIGRATIONS).skip(taken) {
        let run = transaction.batch_execute(sql).await.map_err(Trouble::from);
        run.map_err(|trouble| trouble.about(format!("migration {step}")))?;
        if step == CHAIN {
            fill::chain(&transaction).await.map_err(|trouble| trouble.about("the digests of the past"))?;
        }
        transaction.execute("INSERT INTO punto_schema (version) VALUES ($1)", &[&step]).await?;
        info!(step, "schema brought up");
    }
    // A new database has no history.
    if (1..EMPTIED).contains(&taken) {
        replay::rebuild(&transaction, true, &mut |_, _| {})
            .await
            .map_err(|trouble| trouble.about("what follows from history"))?;
    }
    transaction.commit().await?;
    Ok(())
}
