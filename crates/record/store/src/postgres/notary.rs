//! What the notary asks of a database: where the logs stand, single entries, the checkpoints. Knows no events.
//!
//! Several servers may write to the logs, so nothing is remembered here: what is committed is read, in one statement.

use deadpool_postgres::Object;
use house::ports::PortFuture;
use journal::{Checkpoints, Digest, Head, HouseEvent, Signed};
use table::{TableId, Timestamp};
use tokio_postgres::{GenericClient, Row};

use super::PostgresStore;
use super::facts::small;
use super::failure::Trouble;
use super::records::bytes;
use crate::rows::{column, number};

/// The last entry of every log, found by the index alone: from each table to the next.
const HEADS: &str = "WITH RECURSIVE known (table_id) AS (
        SELECT min(table_id) FROM event
        UNION ALL
        SELECT (SELECT min(event.table_id) FROM event WHERE event.table_id > known.table_id) FROM known
        WHERE known.table_id IS NOT NULL)
    SELECT table_id, last.seq, last.hash FROM known, LATERAL
        (SELECT seq, hash FROM event WHERE event.table_id = known.table_id ORDER BY seq DESC LIMIT 1) AS last
    UNION ALL
    SELECT 0, seq, hash FROM house_event WHERE seq = (SELECT max(seq) FROM house_event)
    ORDER BY 1";

impl Checkpoints for PostgresStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        self.read(|client| async move {
            let rows = client.query(HEADS, &[]).await?;
            rows.iter().map(read_head).collect()
        })
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |client| async move { entry(&client, log, seq).await })
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(|client| async move {
            let sql = "SELECT checkpoint_no, text, signature, key FROM checkpoint
                       ORDER BY checkpoint_no DESC LIMIT 1";
            let Some(row) = client.query_opt(sql, &[]).await? else { return Ok(None) };
            let (text, signature, key) = (row.try_get(1)?, bytes(&row, 2)?, bytes(&row, 3)?);
            Ok(Some((number(row.try_get(0)?)?, Signed { text, signature, key })))
        })
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        self.read(move |client| {
            let signed = signed.clone();
            async move { add(&client, number, &signed).await }
        })
    }
}

fn read_head(row: &Row) -> Result<Head, Trouble> {
    let digest = journal::digest(row.try_get(2)?)?;
    Ok(Head { log: TableId(small(row, 0)?), seq: number(row.try_get(1)?)?, digest })
}

async fn entry(client: &Object, log: TableId, seq: u64) -> Result<Option<(Timestamp, Digest)>, Trouble> {
    let house = "SELECT at, hash FROM house_event WHERE $1::bigint = 0 AND seq = $2";
    let table = "SELECT at, hash FROM event WHERE table_id = $1 AND seq = $2";
    let sql = if log == HouseEvent::LOG { house } else { table };
    let found = client.query_opt(sql, &[&i64::from(log.0), &column(seq)?]).await?;
    found.map(|row| Ok((Timestamp(row.try_get(0)?), journal::digest(row.try_get(1)?)?))).transpose()
}

/// May be done again when its answer was lost: what counts is whether the checkpoint of that number is this one.
async fn add(client: &Object, number: u64, signed: &Signed) -> Result<bool, Trouble> {
    let number = column(number)?;
    // A session that reads has the server's settings, which may be less.
    client.batch_execute("SET synchronous_commit = on").await?;
    insert(&***client, number, signed).await?;
    let sql = "SELECT signature FROM checkpoint WHERE checkpoint_no = $1";
    Ok(bytes(&client.query_one(sql, &[&number]).await?, 0)? == signed.signature)
}

/// Writes a checkpoint, unless there is one of that number.
pub(super) async fn insert(client: &impl GenericClient, number: i64, signed: &Signed) -> Result<(), Trouble> {
    let Signed { text, signature, key } = signed;
    let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES ($1, $2, $3, $4)
               ON CONFLICT DO NOTHING";
    client.execute(sql, &[&number, text, &signature.as_slice(), &key.as_slice()]).await?;
    Ok(())
}
