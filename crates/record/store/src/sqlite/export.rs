//! The history of a file, row by row, as it is carried to another store. Changes nothing.

use std::path::Path;

use house::ports::StoreFailure;
use rusqlite::Connection;
use table::{TableId, Timestamp};

use super::failure::failure;
use super::open;
use super::records::{self, get, rows_of};
use crate::past::{COUNTS, EachRow, PastCounts, PastEntry, PastRow, as_stored};
use crate::rows::number;

/// The entries of all logs, the house's own first.
const ENTRIES: [&str; 2] = [
    "SELECT 0, seq, at, body, hash FROM house_event ORDER BY seq",
    "SELECT table_id, seq, at, body, hash FROM event ORDER BY 1, 2",
];

/// Gives the history of the file to `each`, as of one moment, while servers go on; until it says that it has enough.
pub(super) fn read(path: &Path, each: EachRow<'_>) -> Result<(), StoreFailure> {
    let conn = open::auditor(path)?;
    let snapshot = conn.unchecked_transaction().map_err(failure)?;
    let go_on = rows_of(&snapshot, COUNTS, "the numbers of rows", &mut |row| {
        let count = |column| number(get(row, column)?);
        let (patrons, seeds, entries) = (count(0)?, count(1)?, count(2)?);
        let (transfers, checkpoints) = (count(3)?, count(4)?);
        Ok(each(PastRow::Counts(PastCounts { patrons, seeds, entries, transfers, checkpoints })))
    })?;
    let go_on = go_on
        && records::patrons(&snapshot, &mut |patron, at| Ok(each(PastRow::Patron(patron, at))))?
        && records::seeds(&snapshot, &mut |record| Ok(as_stored(record).is_none_or(&mut *each)))?
        && entries(&snapshot, each)?
        && records::transfers(&snapshot, "ORDER BY t.transfer_no", &mut |row| {
            let origin = row.origin.ok_or_else(|| row.stray())?;
            Ok(each(PastRow::Transfer(row.transfer?, origin)))
        })?;
    if go_on {
        records::checkpoints(&snapshot, &mut |record| Ok(as_stored(record).is_none_or(&mut *each)))?;
    }
    Ok(())
}

fn entries(conn: &Connection, each: EachRow<'_>) -> Result<bool, StoreFailure> {
    for sql in ENTRIES {
        let go_on = rows_of(conn, sql, "an entry", &mut |row| {
            let (log, seq) = (TableId(get(row, 0)?), number(get(row, 1)?)?);
            let (at, body) = (Timestamp(get(row, 2)?), get(row, 3)?);
            let digest = journal::digest(get::<Option<Vec<u8>>>(row, 4)?.as_deref())?;
            Ok(each(PastRow::Entry(PastEntry { log, seq, at, body, digest })))
        })?;
        if !go_on {
            return Ok(false);
        }
    }
    Ok(true)
}
