//! The rounds of tables as they stand, where their events begin, and which later events are about them. Knows no
//! patrons.

use house::ports::{OpenRound, StoreFailure, StoredRound};
use journal::{RoundState, from_json};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, params};
use table::{RecordedEvent, RequestId, RoundRef, TableId, Timestamp};

use super::failure::failure;
use super::history::read_event;
use crate::rows::number;

/// Writes what an event says of a round. `cards` are its cards as they are stored.
pub(super) fn write(
    conn: &Connection,
    (table, seq): (TableId, i64),
    at: Timestamp,
    stands: &RoundState<'_>,
    cards: &str,
) -> Result<(), StoreFailure> {
    let RoundState { round, revision, voided, .. } = stands;
    let write = || {
        conn.prepare_cached(
            "INSERT INTO round (table_id, shoe_no, round_no, opened_seq, at, revision, voided, cards)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT DO UPDATE SET at = excluded.at, cards = excluded.cards,
                 revision = CASE excluded.revision WHEN 0 THEN revision ELSE excluded.revision END,
                 voided = CASE excluded.revision WHEN 0 THEN voided ELSE excluded.voided END",
        )?
        .execute(params![
            table.0,
            round.shoe_no,
            round.round_no,
            seq,
            at.0,
            revision,
            voided,
            cards
        ])
    };
    write().map(|_| ()).map_err(failure)
}

/// Notes that an event is about a round before it.
pub(super) fn write_correction(
    conn: &Connection,
    (table, seq): (TableId, i64),
    about: RoundRef,
) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO correction (table_id, seq, shoe_no, round_no) VALUES (?1, ?2, ?3, ?4)";
    conn.execute(sql, params![table.0, seq, about.shoe_no, about.round_no]).map(|_| ()).map_err(failure)
}

/// The events of a round, and after them the corrections of it.
pub(super) fn events(
    conn: &Connection,
    table: TableId,
    round: RoundRef,
) -> Result<Vec<RecordedEvent>, StoreFailure> {
    let place = params![table.0, round.shoe_no, round.round_no];
    let sql = "SELECT opened_seq FROM round WHERE table_id = ?1 AND shoe_no = ?2 AND round_no = ?3";
    let opened: Option<i64> = conn.query_row(sql, place, |row| row.get(0)).optional().map_err(failure)?;
    let Some(opened) = opened else { return Ok(Vec::new()) };
    let sql =
        "SELECT seq, at, body, shoe_no, round_no FROM event WHERE table_id = ?1 AND seq >= ?2 ORDER BY seq";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params![table.0, opened]).map_err(failure)?;
    let mut events = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        if read_place(row, 3)? != round {
            break;
        }
        let recorded = read_event(table, row)?;
        if recorded.event.corrects().is_none() {
            events.push(recorded);
        }
    }
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = ?1 AND correction.shoe_no = ?2 AND correction.round_no = ?3
               ORDER BY correction.seq";
    events.append(&mut select(conn, table, sql, place)?);
    Ok(events)
}

/// The latest events of a table that are about an earlier round, newest first.
pub(super) fn corrections(
    conn: &Connection,
    table: TableId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<RecordedEvent>, StoreFailure> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = ?1 AND correction.seq < ?2 ORDER BY correction.seq DESC LIMIT ?3";
    let before = before.and_then(|seq| i64::try_from(seq).ok()).unwrap_or(i64::MAX);
    select(conn, table, sql, params![table.0, before, limit])
}

/// The first proposal of a table that was asked for with this id.
pub(super) fn correction_asked(
    conn: &Connection,
    table: TableId,
    request_id: RequestId,
) -> Result<Option<RecordedEvent>, StoreFailure> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = ?1 AND body ->> 'type' = 'correction_proposed' AND body ->> 'request_id' = ?2
               ORDER BY correction.seq LIMIT 1";
    Ok(select(conn, table, sql, params![table.0, request_id.to_string()])?.pop())
}

/// The events of a table that are about rounds of a shoe, in order.
pub(super) fn corrections_of_shoe(
    conn: &Connection,
    table: TableId,
    shoe_no: u32,
) -> Result<Vec<RecordedEvent>, StoreFailure> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = ?1 AND correction.shoe_no = ?2 ORDER BY correction.seq";
    select(conn, table, sql, [table.0, shoe_no])
}

/// The events of a table that a query gives, as number, time and body.
fn select(
    conn: &Connection,
    table: TableId,
    sql: &str,
    params: impl Params,
) -> Result<Vec<RecordedEvent>, StoreFailure> {
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params).map_err(failure)?;
    let mut events = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        events.push(read_event(table, row)?);
    }
    Ok(events)
}

/// The rounds of a shoe, in order.
pub(super) fn of_shoe(
    conn: &Connection,
    table: TableId,
    shoe_no: u32,
) -> Result<Vec<StoredRound>, StoreFailure> {
    let sql = "SELECT shoe_no, round_no, at, revision, voided, cards FROM round
               WHERE table_id = ?1 AND shoe_no = ?2 ORDER BY round_no";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([table.0, shoe_no]).map_err(failure)?;
    let mut rounds = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        let cards: String = row.get(5).map_err(failure)?;
        rounds.push(StoredRound {
            round: read_place(row, 0)?,
            at: Timestamp(row.get(2).map_err(failure)?),
            revision: row.get(3).map_err(failure)?,
            voided: row.get(4).map_err(failure)?,
            cards: from_json(&cards)?,
        });
    }
    Ok(rounds)
}

/// The rounds that are under way, each the latest of its table.
pub(super) fn open(conn: &Connection) -> Result<Vec<OpenRound>, StoreFailure> {
    let sql = "SELECT round.table_id, round.shoe_no, round.round_no, last.seq, last.at
               FROM round JOIN event AS last ON last.table_id = round.table_id
                   AND last.seq = (SELECT max(seq) FROM event WHERE table_id = round.table_id)
                   AND last.shoe_no = round.shoe_no AND last.round_no = round.round_no
               WHERE round.revision = 0 AND round.round_no > 0 ORDER BY round.table_id";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([]).map_err(failure)?;
    let mut rounds = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        rounds.push(OpenRound {
            table: TableId(row.get(0).map_err(failure)?),
            round: read_place(row, 1)?,
            seq: number(row.get(3).map_err(failure)?)?,
            at: Timestamp(row.get(4).map_err(failure)?),
        });
    }
    Ok(rounds)
}

/// A round from two columns: its shoe and its number.
fn read_place(row: &Row<'_>, first: usize) -> Result<RoundRef, StoreFailure> {
    let read = || Ok(RoundRef { shoe_no: row.get(first)?, round_no: row.get(first.saturating_add(1))? });
    read().map_err(failure)
}
