//! Queries of the notary: the heads of all logs, the digests of single entries, and the checkpoints.

use house::ports::StoreFailure;
use journal::{Digest, Head, HouseEvent, Signed};
use table::{TableId, Timestamp};

use super::{Columns, Reads, Sql, Value, all, first};
use crate::rows::column;
use crate::trouble::Result;

/// The last entry of every log, found by the index alone: from each table to the next.
const HEADS: Sql<'_> = Sql {
    sqlite: "WITH RECURSIVE known (table_id) AS (
            SELECT min(table_id) FROM event
            UNION ALL
            SELECT (SELECT min(event.table_id) FROM event WHERE event.table_id > known.table_id) FROM known
            WHERE known.table_id IS NOT NULL)
        SELECT table_id, seq, hash FROM known JOIN event USING (table_id)
        WHERE seq = (SELECT max(last.seq) FROM event AS last WHERE last.table_id = known.table_id)
        UNION ALL
        SELECT 0, seq, hash FROM house_event WHERE seq = (SELECT max(seq) FROM house_event)
        ORDER BY 1",
    postgres: "WITH RECURSIVE known (table_id) AS (
            SELECT min(table_id) FROM event
            UNION ALL
            SELECT (SELECT min(event.table_id) FROM event WHERE event.table_id > known.table_id) FROM known
            WHERE known.table_id IS NOT NULL)
        SELECT table_id, last.seq, last.hash FROM known, LATERAL
            (SELECT seq, hash FROM event WHERE event.table_id = known.table_id ORDER BY seq DESC LIMIT 1) AS last
        UNION ALL
        SELECT 0, seq, hash FROM house_event WHERE seq = (SELECT max(seq) FROM house_event)
        ORDER BY 1",
};

/// The queries of the notary.
pub(crate) trait NotaryQueries: Reads + Sized {
    /// The head of every log, in the order of their numbers.
    async fn heads(&self) -> Result<Vec<Head>> {
        all(self, HEADS, &[], |row| {
            Ok(Head { log: TableId(row.number(0)?), seq: row.number(1)?, digest: row.digest(2)? })
        })
        .await
    }

    /// When an entry was written, and its digest.
    async fn entry_head(&self, log: TableId, seq: u64) -> Result<Option<(Timestamp, Digest)>> {
        let seq = Value::Number(column(seq)?);
        let read = |row: &dyn Columns| Ok((row.time(0)?, row.digest(1)?));
        if log == HouseEvent::LOG {
            first(self, "SELECT at, hash FROM house_event WHERE seq = $1", &[seq], read).await
        } else {
            let sql = "SELECT at, hash FROM event WHERE table_id = $1 AND seq = $2";
            first(self, sql, &[log.0.into(), seq], read).await
        }
    }

    /// The latest checkpoint and its number.
    async fn latest_checkpoint(&self) -> Result<Option<(u64, Signed)>> {
        let sql =
            "SELECT text, signature, key, checkpoint_no FROM checkpoint ORDER BY checkpoint_no DESC LIMIT 1";
        first(self, sql, &[], |row| Ok((row.number(3)?, checkpoint(row)?))).await
    }

    /// Writes a checkpoint; false when there is one of that number.
    async fn add_checkpoint(&self, number: u64, signed: &Signed) -> Result<bool> {
        let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING RETURNING checkpoint_no";
        let Signed { text, signature, key } = signed;
        let values = [column(number)?.into(), Value::Text(text), Value::Bytes(signature), Value::Bytes(key)];
        Ok(first(self, sql, &values, |_| Ok(())).await?.is_some())
    }
}

impl<R: Reads> NotaryQueries for R {}

/// A checkpoint from the first three columns: its text, its signature, the key.
pub(crate) fn checkpoint(row: &dyn Columns) -> Result<Signed, StoreFailure> {
    Ok(Signed { text: row.text(0)?.to_owned(), signature: row.bytes(1)?, key: row.bytes(2)? })
}
