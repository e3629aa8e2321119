//! The notary's side of a file: the heads of all logs, single entries, the checkpoints.

use std::collections::BTreeMap;

use house::ports::{PortFuture, StoreFailure};
use journal::{Checkpoints, Digest, Head, Signed};
use rusqlite::{Connection, params};
use table::{TableId, Timestamp};

use super::SqliteStore;
use super::failure::failure;
use super::query::now;
use crate::queries::notary;
use crate::rows::column;

impl Checkpoints for SqliteStore {
    /// The writer answers, because it holds the heads that it wrote: a file that somebody edited since does not change
    /// them.
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        Box::pin(self.apart(|writer| {
            let stored = now(notary::heads(&writer.conn))?;
            let heads = stored.into_iter().chain(writer.cached_heads()).map(|head| (head.log, head));
            Ok(heads.collect::<BTreeMap<_, _>>().into_values().collect())
        }))
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |conn| now(notary::entry_head(conn, log, seq)))
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(|conn| now(notary::latest_checkpoint(conn)))
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        Box::pin(self.apart(move |writer| insert(&writer.conn, number, &signed)))
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
