//! Queries about the proof of shoes: locked secrets and bulletins.

use fair::Bytes;
use house::ports::{LockedSecret, StoreFailure, StoredBulletin};
use table::TableId;

use super::{Columns, Reads, Sql, Value, all, first};
use crate::rows::column;
use crate::trouble::Result;

/// The queries about proofs.
pub(crate) trait ProofQueries: Reads + Sized {
    /// The locked secret of a shoe.
    async fn locked_secret(&self, table: TableId, shoe_no: u32) -> Result<Option<LockedSecret>> {
        let sql = "SELECT table_id, shoe_no, commitment, locked FROM locked_secret
             WHERE table_id = $1 AND shoe_no = $2";
        first(self, sql, &[table.0.into(), shoe_no.into()], |row| Ok(read_secret(row)?.1)).await
    }

    /// The bulletins of a table from a number on.
    async fn bulletins(&self, table: TableId, from: u64, limit: u16) -> Result<Vec<StoredBulletin>> {
        let sql = "SELECT table_id, no, seq, shoe_no, text, key, signature FROM bulletin
             WHERE table_id = $1 AND no >= $2 ORDER BY no LIMIT $3";
        let values = [table.0.into(), Value::Number(column(from)?), limit.into()];
        all(self, sql, &values, |row| Ok(read_bulletin(row)?.1)).await
    }

    /// The bulletins that are about a shoe.
    async fn shoe_bulletins(&self, table: TableId, shoe_no: u32) -> Result<Vec<StoredBulletin>> {
        let sql = "SELECT table_id, no, seq, shoe_no, text, key, signature FROM bulletin
             WHERE table_id = $1 AND shoe_no = $2 ORDER BY no";
        all(self, sql, &[table.0.into(), shoe_no.into()], |row| Ok(read_bulletin(row)?.1)).await
    }

    /// The last bulletin of a table.
    async fn last_bulletin(&self, table: TableId) -> Result<Option<StoredBulletin>> {
        let sql = "SELECT table_id, no, seq, shoe_no, text, key, signature FROM bulletin
             WHERE table_id = $1 ORDER BY no DESC LIMIT 1";
        first(self, sql, &[table.0.into()], |row| Ok(read_bulletin(row)?.1)).await
    }
}

impl<R: Reads> ProofQueries for R {}

/// Locked secrets by table and shoe.
pub(crate) const SECRETS: Sql<'static> =
    Sql::both("SELECT table_id, shoe_no, commitment, locked FROM locked_secret ORDER BY 1, 2");

/// Bulletins by table and number.
pub(crate) const BULLETINS: Sql<'static> =
    Sql::both("SELECT table_id, no, seq, shoe_no, text, key, signature FROM bulletin ORDER BY 1, 2");

/// A secret of [`SECRETS`], and its table.
pub(crate) fn read_secret(row: &dyn Columns) -> Result<(TableId, LockedSecret), StoreFailure> {
    let (commitment, locked) = (Bytes(row.bytes(2)?), Bytes(row.bytes(3)?));
    Ok((TableId(row.number(0)?), LockedSecret { shoe_no: row.number(1)?, commitment, locked }))
}

/// A bulletin of [`BULLETINS`], and its table.
pub(crate) fn read_bulletin(row: &dyn Columns) -> Result<(TableId, StoredBulletin), StoreFailure> {
    let bulletin = StoredBulletin {
        no: row.number(1)?,
        seq: row.number(2)?,
        shoe_no: row.number(3)?,
        text: row.text(4)?.to_owned(),
        key: Bytes(row.bytes(5)?),
        signature: Bytes(row.bytes(6)?),
    };
    Ok((TableId(row.number(0)?), bulletin))
}
