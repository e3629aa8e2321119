//! Runs a prepared statement for many rows. Knows no tables.

use house::ports::StoreFailure;
use rusqlite::{Connection, Params};

use crate::trouble::Result;

/// Runs a statement once for each of these rows.
pub(super) fn write_all<T, P: Params>(
    conn: &Connection,
    sql: &str,
    rows: impl IntoIterator<Item = T>,
    columns: impl Fn(T) -> Result<P, StoreFailure>,
) -> Result<()> {
    let mut rows = rows.into_iter().peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let mut statement = conn.prepare_cached(sql)?;
    for row in rows {
        statement.execute(columns(row)?)?;
    }
    Ok(())
}
