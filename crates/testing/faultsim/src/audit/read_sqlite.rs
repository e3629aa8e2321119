//! Reads the file of a store in SQLite into a [`Record`], with SQL of its own, for reading only. Judges nothing
//! but whether it can be read.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::types::FromSql;
use rusqlite::{Connection, OpenFlags, Row};

use super::record::{Account, Event, Record, Transfer, TransferKind};

pub(crate) fn record(path: &Path) -> Result<Record, String> {
    let open = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let conn = open.map_err(|error| error.to_string())?;
    let mut events = BTreeMap::<u32, Vec<Event>>::new();
    for (table, event) in all(&conn, "SELECT table_id, seq, at, body FROM event ORDER BY 1, 2", event)? {
        events.entry(table).or_default().push(event);
    }
    let holds = "SELECT transfer.id, hold.remaining FROM hold JOIN transfer USING (transfer_no)";
    let seeds = "SELECT table_id, shoe_no, seed FROM shoe_seed";
    let balances = "SELECT kind, owner, currency, balance FROM account";
    Ok(Record {
        damage: damage(&conn)?,
        events,
        transfers: transfers(&conn)?,
        balances: all(&conn, balances, |row| Ok((account(row, 0)?, get(row, 3)?)))?.into_iter().collect(),
        open_holds: all(&conn, holds, |row| Ok((id(get(row, 0)?), get(row, 1)?)))?.into_iter().collect(),
        seeds: all(&conn, seeds, |row| Ok(((get(row, 0)?, get(row, 1)?), get(row, 2)?)))?
            .into_iter()
            .collect(),
    })
}

fn damage(conn: &Connection) -> Result<Vec<String>, String> {
    let mut found = all(conn, "PRAGMA integrity_check", |row| get::<String>(row, 0))?;
    found.retain(|said| said != "ok");
    let strays = all(conn, "PRAGMA foreign_key_check", |row| get::<String>(row, 0))?;
    found.extend(strays.iter().map(|table| format!("a row of {table} refers to one that is not there")));
    Ok(found)
}

fn event(row: &Row<'_>) -> Result<(u32, Event), String> {
    let table = get(row, 0)?;
    let seq = get::<i64>(row, 1)?;
    let seq = u64::try_from(seq).map_err(|_| format!("table {table} has event {seq}"))?;
    Ok((table, Event::read(table, seq, get(row, 2)?, get(row, 3)?)?))
}

fn transfers(conn: &Connection) -> Result<Vec<Transfer>, String> {
    let sql = "SELECT gives.kind, gives.owner, gives.currency, gets.kind, gets.owner, gets.currency,
                      made.id, made.kind, made.amount, about.id
               FROM transfer made
               JOIN account gives ON gives.account_no = made.from_account
               JOIN account gets ON gets.account_no = made.to_account
               LEFT JOIN transfer about ON about.transfer_no = made.about
               ORDER BY made.transfer_no";
    all(conn, sql, |row| {
        let word: String = get(row, 7)?;
        Ok(Transfer {
            id: id(get(row, 6)?),
            kind: TransferKind::of(&word).ok_or_else(|| format!("{word:?} is no kind of transfer"))?,
            from: account(row, 0)?,
            to: account(row, 3)?,
            amount: get(row, 8)?,
            about: get::<Option<[u8; 16]>>(row, 9)?.map(id),
        })
    })
}

/// An account from three columns of a row: kind, owner, currency.
fn account(row: &Row<'_>, first: usize) -> Result<Account, String> {
    Ok(Account { kind: get(row, first)?, owner: get(row, first + 1)?, currency: get(row, first + 2)? })
}

fn id(bytes: [u8; 16]) -> u128 {
    u128::from_be_bytes(bytes)
}

fn get<T: FromSql>(row: &Row<'_>, column: usize) -> Result<T, String> {
    row.get(column).map_err(|error| error.to_string())
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
