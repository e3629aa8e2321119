//! Reads an SQLite file into a [`Record`]. Opens it for reading only, and judges nothing but whether it can be read.

use std::path::Path;

use rusqlite::fallible_iterator::FallibleIterator as _;
use rusqlite::{Batch, Connection, OpenFlags};

use super::rows;
use crate::record::Record;

const ROWS: &str = "
    SELECT json_object('event', json_array(json_array(table_id, seq), at,
            json_array(table_id, shoe_no, round_no), body))
        FROM event ORDER BY table_id, seq;
    SELECT json_object('transfer', json_array(transfer_no, lower(hex(id)), kind, from_account, to_account, amount,
            about, json(iif(seq IS NULL, NULL, json_array(table_id, seq))), house_seq))
        FROM transfer ORDER BY transfer_no;
    SELECT json_object('account', json_array(account_no, json_array(kind, owner, currency, balance))) FROM account;
    SELECT json_object('hold', json_array(transfer_no, remaining)) FROM hold;
    SELECT json_object('slip', json_array(patron_id, lower(hex(slip_id)), json_array(table_id, shoe_no, round_no)))
        FROM accepted_slip;
    SELECT json_object('ending', json_array(patron_id, json_array(table_id, shoe_no, round_no), voided))
        FROM patron_round;
    SELECT json_object('seed', json_array(table_id, shoe_no, hex(seed))) FROM shoe_seed;
    SELECT json_object('locked', json_array(table_id, shoe_no, lower(hex(commitment)))) FROM locked_secret;
    SELECT json_object('bulletin', json_array(table_id, seq, text)) FROM bulletin;
    SELECT json_object('entry', json_array(seq, at, json(body))) FROM house_event;
    SELECT json_object('entity', json_array(kind, number, name, seq)) FROM entity;
    SELECT json_object('entity_entry', json_array(kind, number, seq)) FROM entity_entry;
    SELECT json_object('credential', json_array(kind, key, body)) FROM credential;
    SELECT json_object('statement', json_array(patron_id, currency, entry_no, json_array(at, kind,
            json(iif(table_id IS NULL, NULL, json_array(table_id, shoe_no, round_no))), revision, staked, paid, lent,
            repaid, change, balance, owed))) FROM statement ORDER BY patron_id, currency, entry_no;
    SELECT json_object('turnover', json_array(json_array(day, table_id, spot, currency,
            json(iif(corrected, 'true', 'false'))), json_array(wagers, staked, effective, paid))) FROM turnover;
    SELECT json_object('device_record', json_array(table_id, json_array(no, seq, device, n, read_at,
            json(iif(late, 'true', 'false')), body)))
        FROM device_record ORDER BY table_id, no;
    SELECT json_object('damage', integrity_check) FROM pragma_integrity_check WHERE integrity_check <> 'ok';
    SELECT json_object('damage', 'a row of ' || \"table\" || ' refers to one that is not there')
        FROM pragma_foreign_key_check;";

/// Reads everything in the file. The record is empty when there is no file, or no schema in it yet.
///
/// # Errors
/// When the file cannot be read, or a row in it makes no sense.
pub fn record(path: &Path) -> Result<Record, String> {
    if !path.exists() {
        return Ok(Record::default());
    }
    let rows = read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    rows::record(rows.iter().map(String::as_str))
}

/// The rows of the file; none when it has no schema.
fn read(path: &Path) -> rusqlite::Result<Vec<String>> {
    let conn = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let version: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let (mut batch, mut rows) = (Batch::new(&conn, if version == 0 { "" } else { ROWS }), Vec::new());
    while let Some(mut select) = batch.next()? {
        rows.extend(select.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?);
    }
    Ok(rows)
}
