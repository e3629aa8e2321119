//! What the notary asks of a file: where the logs stand, single entries, the checkpoints. Knows no events.

use std::collections::BTreeMap;

use house::ports::{PortFuture, StoreFailure};
use journal::{Checkpoints, Digest, Head, HouseEvent, Signed};
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use table::{TableId, Timestamp};

use super::SqliteStore;
use super::failure::failure;
use super::writer::{Work, Writer};
use crate::rows::{column, number};

/// The last entry of every log, found by the index alone: from each table to the next.
const HEADS: &str = "WITH RECURSIVE known (table_id) AS (
        SELECT min(table_id) FROM event
        UNION ALL
        SELECT (SELECT min(event.table_id) FROM event WHERE event.table_id > known.table_id) FROM known
        WHERE known.table_id IS NOT NULL)
    SELECT table_id, seq, hash FROM known JOIN event USING (table_id)
    WHERE seq = (SELECT max(last.seq) FROM event AS last WHERE last.table_id = known.table_id)
    UNION ALL
    SELECT 0, seq, hash FROM house_event WHERE seq = (SELECT max(seq) FROM house_event)";

impl Checkpoints for SqliteStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        Box::pin(self.write(Heads))
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |conn| entry(conn, log, seq))
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(latest)
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        Box::pin(self.write(Add { number, signed }))
    }
}

/// Where every log stands. It is asked of the writer, because what that remembers is what it wrote, whatever was done
/// to the file since.
struct Heads;

impl Work for Heads {
    type Answer = Vec<Head>;

    fn run(&self, writer: &mut Writer) -> Result<Vec<Head>, StoreFailure> {
        let mut heads = BTreeMap::new();
        let mut statement = writer.conn.prepare_cached(HEADS).map_err(failure)?;
        let mut rows = statement.query([]).map_err(failure)?;
        while let Some(row) = rows.next().map_err(failure)? {
            let head = read_head(row)?;
            heads.insert(head.log, head);
        }
        for head in writer.remembered() {
            heads.insert(head.log, head);
        }
        Ok(heads.into_values().collect())
    }
}

fn read_head(row: &Row<'_>) -> Result<Head, StoreFailure> {
    let hash: Option<Vec<u8>> = row.get(2).map_err(failure)?;
    let (log, seq) = (TableId(row.get(0).map_err(failure)?), number(row.get(1).map_err(failure)?)?);
    Ok(Head { log, seq, digest: journal::digest(hash.as_deref())? })
}

fn entry(conn: &Connection, log: TableId, seq: u64) -> Result<Option<(Timestamp, Digest)>, StoreFailure> {
    let house = "SELECT at, hash FROM house_event WHERE ?1 = 0 AND seq = ?2";
    let table = "SELECT at, hash FROM event WHERE table_id = ?1 AND seq = ?2";
    let sql = if log == HouseEvent::LOG { house } else { table };
    let seq = column(seq)?;
    let find = || {
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, Option<Vec<u8>>>(1)?));
        conn.prepare_cached(sql)?.query_row(params![log.0, seq], read).optional()
    };
    let found = find().map_err(failure)?;
    found.map(|(at, hash)| Ok((Timestamp(at), journal::digest(hash.as_deref())?))).transpose()
}

fn latest(conn: &Connection) -> Result<Option<(u64, Signed)>, StoreFailure> {
    let sql =
        "SELECT checkpoint_no, text, signature, key FROM checkpoint ORDER BY checkpoint_no DESC LIMIT 1";
    let read = |row: &Row<'_>| {
        Ok((row.get(0)?, Signed { text: row.get(1)?, signature: row.get(2)?, key: row.get(3)? }))
    };
    let found = conn.query_row(sql, [], read).optional().map_err(failure)?;
    found.map(|(no, signed)| Ok((number(no)?, signed))).transpose()
}

/// A checkpoint to be kept.
struct Add {
    number: u64,
    signed: Signed,
}

impl Work for Add {
    type Answer = bool;

    fn run(&self, writer: &mut Writer) -> Result<bool, StoreFailure> {
        insert(&writer.conn, self.number, &self.signed)
    }
}

/// Writes a checkpoint; false when there is one of that number.
pub(super) fn insert(conn: &Connection, number: u64, signed: &Signed) -> Result<bool, StoreFailure> {
    let Signed { text, signature, key } = signed;
    let number = column(number)?;
    let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO NOTHING";
    let written = conn.execute(sql, params![number, text, signature, key]).map_err(failure)?;
    Ok(written == 1)
}
