//! What the writer does for the notary: it gives the heads of all logs, and stores checkpoints.

use std::collections::BTreeMap;

use journal::{Head, Signed};
use rusqlite::Connection;

use super::query::now;
use super::writer::Writer;
use crate::queries::notary::NotaryQueries as _;
use crate::rows::column;
use crate::trouble::Result;

/// The heads of all logs. The writer answers, because it holds the heads that it wrote: a file that somebody edited
/// since does not change them.
pub(super) fn heads(writer: &Writer) -> Result<Vec<Head>> {
    let stored = now(writer.conn.heads())?;
    let heads = stored.into_iter().chain(writer.cached_heads()).map(|head| (head.log, head));
    Ok(heads.collect::<BTreeMap<_, _>>().into_values().collect())
}

/// Writes a checkpoint; false when there is one of that number.
pub(super) fn insert(conn: &Connection, number: u64, signed: &Signed) -> Result<bool> {
    let Signed { text, signature, key } = signed;
    let sql = "INSERT INTO checkpoint (checkpoint_no, text, signature, key) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO NOTHING";
    Ok(conn.execute(sql, (column(number)?, text, signature, key))? == 1)
}
