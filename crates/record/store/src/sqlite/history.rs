//! Writes the events of tables, and what is stored beside them: seeds, accepted slips, the rounds of patrons.

use house::ports::{ShoeSeed, StoreFailure};
use journal::{
    Digest, Ending, HouseHead, HouseRow, RoundState, TableProgress, endings, round_state, to_json,
};
use money::Currency;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use table::{Event, PatronId, RequestId, RoundRef, TableId, Timestamp};

use super::failure::failure;
use super::rounds;
use crate::rows::{column, number};

/// Writes what follows from an event, but for the slip it takes. `progress` has taken it in.
pub(super) fn project(
    conn: &Connection,
    (table, seq): (TableId, i64),
    (at, event): (Timestamp, &Event),
    progress: &TableProgress,
) -> Result<(), StoreFailure> {
    if let Some(about) = event.corrects() {
        rounds::write_correction(conn, (table, seq), about)?;
    }
    let Some(stands) = round_state(event, progress) else { return Ok(()) };
    let cards = to_json(stands.cards)?;
    rounds::write(conn, (table, seq), at, &stands, &cards)?;
    let ended = endings(event);
    ended.iter().try_for_each(|ending| write_ending(conn, table, at, (&stands, &cards), ending))
}

/// An event to be written.
pub(super) struct EventRow {
    pub(super) table: TableId,
    pub(super) seq: i64,
    pub(super) at: Timestamp,
    /// The round it belongs to.
    pub(super) round: RoundRef,
    pub(super) body: String,
    pub(super) digest: Digest,
}

/// Writes events.
pub(super) fn write_events(
    conn: &Connection,
    events: impl IntoIterator<Item = EventRow>,
) -> Result<(), StoreFailure> {
    let write = || {
        let mut insert = conn.prepare_cached(
            "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        for EventRow { table, seq, at, round, body, digest } in events {
            insert.execute(params![table.0, seq, at.0, round.shoe_no, round.round_no, body, digest.0])?;
        }
        Ok(())
    };
    write().map_err(failure)
}

/// A slip that was taken, and the event that takes it.
pub(super) struct SlipRow {
    pub(super) slip: RequestId,
    pub(super) patron: PatronId,
    pub(super) table: TableId,
    pub(super) round: RoundRef,
    pub(super) seq: i64,
}

/// Writes slips.
pub(super) fn write_slips(
    conn: &Connection,
    slips: impl IntoIterator<Item = SlipRow>,
) -> Result<(), StoreFailure> {
    let write = || {
        let mut insert = conn.prepare_cached(
            "INSERT INTO accepted_slip (slip_id, patron_id, table_id, shoe_no, round_no, seq)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for SlipRow { slip, patron, table, round, seq } in slips {
            let RoundRef { shoe_no, round_no } = round;
            insert.execute(params![slip.0.to_be_bytes(), patron.0, table.0, shoe_no, round_no, seq])?;
        }
        Ok(())
    };
    write().map_err(failure)
}

fn write_ending(
    conn: &Connection,
    table: TableId,
    at: Timestamp,
    (stands, cards): (&RoundState<'_>, &str),
    ending: &Ending<'_>,
) -> Result<(), StoreFailure> {
    let RoundState { round, revision, .. } = *stands;
    let wagers = to_json(ending.wagers)?;
    let voided = ending.voided.map(money::Amount::signed);
    let write = || {
        conn.prepare_cached(
            "INSERT INTO patron_round
             (patron_id, entry_no, table_id, shoe_no, round_no, at, cards, wagers, voided, revision)
             VALUES (?1, (SELECT coalesce(max(entry_no), 0) + 1 FROM patron_round WHERE patron_id = ?1),
                     ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             ON CONFLICT (patron_id, table_id, shoe_no, round_no) DO UPDATE
             SET at = excluded.at, cards = excluded.cards, wagers = excluded.wagers, voided = excluded.voided,
                 revision = excluded.revision",
        )?
        .execute(params![
            ending.patron.0,
            table.0,
            round.shoe_no,
            round.round_no,
            at.0,
            cards,
            wagers,
            voided,
            revision
        ])
    };
    write().map(|_| ()).map_err(failure)
}

/// Writes a patron, whose number is the next one unless they have one; answers it.
pub(super) fn write_patron(
    conn: &Connection,
    id: Option<PatronId>,
    (nickname, token_hash, currency): (&str, [u8; 32], Currency),
    at: Timestamp,
) -> Result<i64, StoreFailure> {
    let insert = || {
        conn.prepare_cached(
            "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .insert(params![
            id.map(|id| id.0),
            nickname,
            token_hash,
            currency.code(),
            currency.decimals(),
            at.0
        ])
    };
    insert().map_err(failure)
}

/// Writes the seed of a shoe.
pub(super) fn write_seed(conn: &Connection, table: TableId, seed: &ShoeSeed) -> Result<(), StoreFailure> {
    conn.execute(
        "INSERT INTO shoe_seed (table_id, shoe_no, seed) VALUES (?1, ?2, ?3)",
        params![table.0, seed.shoe_no, seed.seed],
    )
    .map(|_| ())
    .map_err(failure)
}

/// Where the house's own log stands.
pub(super) fn house_head(conn: &Connection) -> Result<HouseHead, StoreFailure> {
    let sql = "SELECT seq, at, hash FROM house_event ORDER BY seq DESC LIMIT 1";
    let find = || {
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?));
        conn.query_row(sql, [], read).optional()
    };
    let Some((seq, at, hash)) = find().map_err(failure)? else { return Ok(HouseHead::default()) };
    Ok(HouseHead { seq: number(seq)?, at: Timestamp(at), digest: journal::digest(Some(&hash))? })
}

/// Writes an entry of the house's own log.
pub(super) fn write_house(conn: &Connection, row: &HouseRow) -> Result<(), StoreFailure> {
    let HouseRow { head: HouseHead { seq, at, digest }, body } = row;
    let seq = column(*seq)?;
    let insert = || {
        conn.prepare_cached("INSERT INTO house_event (seq, at, body, hash) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![seq, at.0, body, digest.0])
    };
    insert().map(|_| ()).map_err(failure)
}

/// Whether a slip of that id was taken.
pub(super) fn knows_slip(conn: &Connection, patron: PatronId, slip: RequestId) -> Result<bool, StoreFailure> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accepted_slip WHERE slip_id = ?1 AND patron_id = ?2)";
    let find =
        || conn.prepare_cached(sql)?.query_row(params![slip.0.to_be_bytes(), patron.0], |row| row.get(0));
    find().map_err(failure)
}
