//! Reads an SQLite file into a [`Record`]. Opens it for reading only, and judges nothing but whether it can be read.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row, types::FromSql};

use crate::ids::{EventId, RoundId};
use crate::record::{Account, Derived, Entry, Event, Record, Transfer, TransferKind};

/// Reads everything in the file. The record is empty when there is no file, or no schema in it yet.
///
/// # Errors
/// When the file cannot be read, or a row in it makes no sense.
pub fn record(path: &Path) -> Result<Record, String> {
    if !path.exists() {
        return Ok(Record::default());
    }
    read(path).map_err(|why| format!("{}: {why}", path.display()))
}

fn read(path: &Path) -> Result<Record, String> {
    let open = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let conn = open.map_err(|error| error.to_string())?;
    let version: i64 = one(&conn, "PRAGMA user_version")?;
    if version == 0 {
        return Ok(Record::default());
    }
    Ok(Record {
        damage: damage(&conn)?,
        events: all(
            &conn,
            "SELECT table_id, shoe_no, round_no, seq, at, body FROM event ORDER BY table_id, seq",
            event,
        )?,
        transfers: all(
            &conn,
            "SELECT transfer_no, id, kind, from_account, to_account, amount, about, table_id, seq, house_seq
             FROM transfer ORDER BY 1",
            transfer,
        )?,
        accounts: all(&conn, "SELECT account_no, kind, owner, currency, balance FROM account", account)?
            .into_iter()
            .collect(),
        open_holds: all(&conn, "SELECT transfer_no, remaining FROM hold", |row| {
            Ok((get(row, 0)?, get(row, 1)?))
        })?
        .into_iter()
        .collect(),
        derived: Some(derived(&conn)?),
        house: all(&conn, "SELECT seq, body FROM house_event", entry)?.into_iter().collect(),
        seeds: all(&conn, "SELECT table_id, shoe_no, seed FROM shoe_seed", |row| {
            Ok(((get(row, 0)?, get(row, 1)?), get(row, 2)?))
        })?
        .into_iter()
        .collect(),
    })
}

fn damage(conn: &Connection) -> Result<Vec<String>, String> {
    let mut damage = all(conn, "PRAGMA integrity_check", |row| text(row, 0))?;
    damage.retain(|line| line != "ok");
    let strays = all(conn, "PRAGMA foreign_key_check", |row| text(row, 0))?;
    damage.extend(strays.iter().map(|table| format!("a row of {table} refers to one that is not there")));
    Ok(damage)
}

fn derived(conn: &Connection) -> Result<Derived, String> {
    let slips = "SELECT table_id, shoe_no, round_no, patron_id, lower(hex(slip_id)) FROM accepted_slip";
    let slips = all(conn, slips, |row| Ok((get(row, 3)?, get(row, 4)?, round(row)?)))?;
    let ended = "SELECT table_id, shoe_no, round_no, patron_id, voided FROM patron_round";
    let ended = all(conn, ended, |row| Ok((get(row, 3)?, round(row)?, get(row, 4)?)))?;
    Ok(Derived { slips: slips.into_iter().collect(), ended: ended.into_iter().collect() })
}

fn event(row: &Row<'_>) -> Result<Event, String> {
    let round = round(row)?;
    Event::read(event_id(round.table, get(row, 3)?)?, get(row, 4)?, Some(round), text(row, 5)?)
}

fn event_id(table: u32, seq: i64) -> Result<EventId, String> {
    let seq = u64::try_from(seq).map_err(|_| format!("table {table} has an event {seq}"))?;
    Ok(EventId { table, seq })
}

fn transfer(row: &Row<'_>) -> Result<Transfer, String> {
    let origin = match (get(row, 7)?, get(row, 8)?) {
        (Some(table), Some(seq)) => Some(event_id(table, seq)?),
        _ => None,
    };
    Ok(Transfer {
        no: get(row, 0)?,
        id: u128::from_be_bytes(get(row, 1)?),
        kind: TransferKind::of(&text(row, 2)?)?,
        from: get(row, 3)?,
        to: get(row, 4)?,
        amount: get(row, 5)?,
        about: get(row, 6)?,
        origin,
        entry: get(row, 9)?,
    })
}

fn entry(row: &Row<'_>) -> Result<(i64, Entry), String> {
    let (seq, body) = (get(row, 0)?, text(row, 1)?);
    let what = serde_json::from_str(&body).map_err(|error| format!("entry {seq}: {error} in {body}"))?;
    Ok((seq, what))
}

fn account(row: &Row<'_>) -> Result<(i64, Account), String> {
    let account =
        Account { kind: text(row, 1)?, owner: get(row, 2)?, currency: text(row, 3)?, balance: get(row, 4)? };
    Ok((get(row, 0)?, account))
}

/// The round in the first three columns: table, shoe, round.
fn round(row: &Row<'_>) -> Result<RoundId, String> {
    Ok(RoundId { table: get(row, 0)?, shoe_no: get(row, 1)?, round_no: get(row, 2)? })
}

fn text(row: &Row<'_>, column: usize) -> Result<String, String> {
    get(row, column)
}

fn get<T: FromSql>(row: &Row<'_>, column: usize) -> Result<T, String> {
    row.get(column).map_err(|error| error.to_string())
}

fn one<T: FromSql>(conn: &Connection, sql: &str) -> Result<T, String> {
    conn.query_row(sql, [], |row| row.get(0)).map_err(|error| format!("{sql}: {error}"))
}

fn all<T>(
    conn: &Connection,
    sql: &str,
    mut each: impl FnMut(&Row<'_>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let failed = |error: rusqlite::Error| format!("{sql}: {error}");
    let mut statement = conn.prepare(sql).map_err(failed)?;
    let mut rows = statement.query([]).map_err(failed)?;
    let mut read = Vec::new();
    while let Some(row) = rows.next().map_err(failed)? {
        read.push(each(row)?);
    }
    Ok(read)
}
