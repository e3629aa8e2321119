//! Writes the rounds of tables, and which later events correct them.

use house::ports::StoreFailure;
use journal::RoundState;
use rusqlite::{Connection, params};
use table::{RoundRef, TableId, Timestamp};

use super::failure::failure;

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
