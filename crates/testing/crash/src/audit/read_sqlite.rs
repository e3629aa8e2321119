//! Reads the file of a stopped server into a [`Record`]. Opens it for reading only; judges nothing but whether
//! it can be read.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row, types::FromSql};

use super::record::{Account, Entry, Event, Place, Record, RoundId, Transfer, TransferKind};

/// Everything in the file; nothing when there is none yet, or when the server was killed before its first
/// migration.
pub(super) fn record(path: &Path) -> Result<Record, String> {
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
        events: all(&conn, "SELECT table_id, seq, shoe_no, round_no, body FROM event ORDER BY 1, 2", event)?,
        transfers: all(
            &conn,
            "SELECT transfer_no, kind, from_account, to_account, amount, about, table_id, seq, house_seq
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
        slips: all(
            &conn,
            "SELECT table_id, shoe_no, round_no, patron_id, lower(hex(slip_id)) FROM accepted_slip",
            |row| Ok((get(row, 3)?, get(row, 4)?, round(row, 0)?)),
        )?
        .into_iter()
        .collect(),
        endings: all(
            &conn,
            "SELECT table_id, shoe_no, round_no, patron_id, voided FROM patron_round",
            |row| Ok((get(row, 3)?, round(row, 0)?, get(row, 4)?)),
        )?
        .into_iter()
        .collect(),
        house: all(&conn, "SELECT seq, body FROM house_event", entry)?.into_iter().collect(),
        seeds: all(&conn, "SELECT table_id, shoe_no, seed FROM shoe_seed", |row| {
            Ok(((get(row, 0)?, get(row, 1)?), get(row, 2)?))
        })?
        .into_iter()
        .collect(),
    })
}

fn damage(conn: &Connection) -> Result<Vec<String>, String> {
    let mut found = all(conn, "PRAGMA integrity_check", |row| text(row, 0))?;
    found.retain(|said| said != "ok");
    let strays = all(conn, "PRAGMA foreign_key_check", |row| text(row, 0))?;
    found.extend(strays.iter().map(|table| format!("a row of {table} refers to one that is not there")));
    Ok(found)
}

fn event(row: &Row<'_>) -> Result<Event, String> {
    let place = Place { table: get(row, 0)?, seq: get(row, 1)? };
    let round = RoundId { table: place.table, shoe_no: get(row, 2)?, round_no: get(row, 3)? };
    let body = text(row, 4)?;
    let what = serde_json::from_str(&body).map_err(|error| format!("{place}: {error} in {body}"))?;
    Ok(Event { place, round, what })
}

fn transfer(row: &Row<'_>) -> Result<Transfer, String> {
    let word = text(row, 1)?;
    let kind = TransferKind::of(&word).ok_or_else(|| format!("{word:?} is no kind of transfer"))?;
    let origin = match (get(row, 6)?, get(row, 7)?) {
        (Some(table), Some(seq)) => Some(Place { table, seq }),
        _ => None,
    };
    Ok(Transfer {
        no: get(row, 0)?,
        kind,
        from: get(row, 2)?,
        to: get(row, 3)?,
        amount: get(row, 4)?,
        about: get(row, 5)?,
        origin,
        entry: get(row, 8)?,
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

/// A round from three columns: table, shoe, round.
fn round(row: &Row<'_>, from: usize) -> Result<RoundId, String> {
    Ok(RoundId { table: get(row, from)?, shoe_no: get(row, from + 1)?, round_no: get(row, from + 2)? })
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
    let said = |error: rusqlite::Error| format!("{sql}: {error}");
    let mut statement = conn.prepare(sql).map_err(said)?;
    let mut rows = statement.query([]).map_err(said)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(said)? {
        found.push(each(row)?);
    }
    Ok(found)
}
