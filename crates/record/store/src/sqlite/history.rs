//! The events of tables and what is kept beside them: seeds, accepted slips, the rounds of patrons. Knows no
//! money but what an ending says.

use house::ports::{AcceptedSlip, PatronRound, ShoeSeed, StoreFailure};
use journal::{
    Digest, Ending, HouseHead, HouseRow, RoundState, TableProgress, endings, from_json, round_state, to_json,
};
use ledger::TransferId;
use money::Currency;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, TableId, Timestamp};

use super::failure::failure;
use super::money_rows::blob;
use super::rounds;
use crate::rows::{self, about, amount, column, number};

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

/// The seed of a shoe.
pub(super) fn seed(
    conn: &Connection,
    table: TableId,
    shoe_no: u32,
) -> Result<Option<ShoeSeed>, StoreFailure> {
    let sql = "SELECT seed FROM shoe_seed WHERE table_id = ?1 AND shoe_no = ?2";
    conn.query_row(sql, [table.0, shoe_no], |row| Ok(ShoeSeed { shoe_no, seed: row.get(0)? }))
        .optional()
        .map_err(failure)
}

/// The events of the table's latest shoe, in order.
pub(super) fn latest_shoe(conn: &Connection, table: TableId) -> Result<Vec<RecordedEvent>, StoreFailure> {
    let sql = "SELECT seq, at, body, shoe_no FROM event WHERE table_id = ?1 ORDER BY seq DESC";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([table.0]).map_err(failure)?;
    let (mut events, mut latest) = (Vec::<RecordedEvent>::new(), None);
    while let Some(row) = rows.next().map_err(failure)? {
        let shoe_no: u32 = row.get(3).map_err(failure)?;
        if *latest.get_or_insert(shoe_no) != shoe_no {
            break;
        }
        let recorded = read_event(table, row)?;
        rows::no_gap(table, &recorded, events.last())?;
        events.push(recorded);
    }
    events.reverse();
    Ok(events)
}

/// The digest of a table's last event, if it has any.
pub(super) fn head(conn: &Connection, table: TableId) -> Result<Option<Digest>, StoreFailure> {
    let sql = "SELECT hash FROM event WHERE table_id = ?1 ORDER BY seq DESC LIMIT 1";
    let find = || conn.query_row(sql, [table.0], |row| row.get::<_, Option<Vec<u8>>>(0)).optional();
    let found = find().map_err(failure)?;
    found.map(|hash| journal::digest(hash.as_deref())).transpose()
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

/// The document of house rules that are on record: the first one that was put there under that digest.
pub(super) fn house_rules(conn: &Connection, digest: RulesDigest) -> Result<Option<String>, StoreFailure> {
    // Word for word what the index of these entries says.
    let sql = r#"SELECT body FROM house_event WHERE substr(body, 1, 26) = '{"type":"house_rules_used"'
                 ORDER BY seq"#;
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([]).map_err(failure)?;
    while let Some(row) = rows.next().map_err(failure)? {
        let body: String = row.get(0).map_err(failure)?;
        if let Some(text) = journal::rules_text(&body, digest)? {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// An event from three columns: its number, its time, its body.
pub(super) fn read_event(table: TableId, row: &Row<'_>) -> Result<RecordedEvent, StoreFailure> {
    let body: String = row.get(2).map_err(failure)?;
    let (seq, at) = (row.get(0).map_err(failure)?, Timestamp(row.get(1).map_err(failure)?));
    rows::event(table, seq, at, &body)
}

/// Whether a slip of that id was taken.
pub(super) fn knows_slip(conn: &Connection, patron: PatronId, slip: RequestId) -> Result<bool, StoreFailure> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accepted_slip WHERE slip_id = ?1 AND patron_id = ?2)";
    let find =
        || conn.prepare_cached(sql)?.query_row(params![slip.0.to_be_bytes(), patron.0], |row| row.get(0));
    find().map_err(failure)
}

/// A slip as it was taken.
pub(super) fn slip(
    conn: &Connection,
    patron: PatronId,
    slip: RequestId,
) -> Result<Option<AcceptedSlip>, StoreFailure> {
    let sql = "SELECT seq, at, body, table_id, event.shoe_no, event.round_no
               FROM accepted_slip JOIN event USING (table_id, seq)
               WHERE patron_id = ?1 AND slip_id = ?2";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params![patron.0, slip.0.to_be_bytes()]).map_err(failure)?;
    let Some(row) = rows.next().map_err(failure)? else { return Ok(None) };
    let table = TableId(row.get(3).map_err(failure)?);
    let round = RoundRef { shoe_no: row.get(4).map_err(failure)?, round_no: row.get(5).map_err(failure)? };
    match read_event(table, row)?.event {
        Event::SlipAccepted { wagers, .. } => Ok(Some(AcceptedSlip { table, round, wagers })),
        _ => Err(StoreFailure::Corrupt(format!("slip {slip} of patron {} is no slip", patron.0))),
    }
}

/// The latest rounds of a patron, newest first.
pub(super) fn patron_rounds(
    conn: &Connection,
    patron: PatronId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<PatronRound>, StoreFailure> {
    let sql = "SELECT entry_no, table_id, shoe_no, round_no, at, voided, cards, wagers, revision
               FROM patron_round
               WHERE patron_id = ?1 AND entry_no < ?2 ORDER BY entry_no DESC LIMIT ?3";
    let before = before.and_then(|cursor| i64::try_from(cursor).ok()).unwrap_or(i64::MAX);
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params![patron.0, before, limit]).map_err(failure)?;
    let mut rounds = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        let what = format!("a round of patron {}", patron.0);
        rounds.push(read_round(row).map_err(|failure| about(what, failure))?);
    }
    Ok(rounds)
}

fn read_round(row: &Row<'_>) -> Result<PatronRound, StoreFailure> {
    let (cards, wagers): (String, String) = (row.get(6).map_err(failure)?, row.get(7).map_err(failure)?);
    let voided: Option<i64> = row.get(5).map_err(failure)?;
    Ok(PatronRound {
        cursor: number(row.get(0).map_err(failure)?)?,
        table: TableId(row.get(1).map_err(failure)?),
        round: RoundRef { shoe_no: row.get(2).map_err(failure)?, round_no: row.get(3).map_err(failure)? },
        at: Timestamp(row.get(4).map_err(failure)?),
        revision: row.get(8).map_err(failure)?,
        cards: from_json(&cards)?,
        wagers: from_json(&wagers)?,
        voided: voided.map(amount).transpose()?,
    })
}

/// The entry of the house's own log that this transfer belongs to, as it is written there.
pub(super) fn house_entry_of(
    conn: &Connection,
    transfer: TransferId,
) -> Result<Option<String>, StoreFailure> {
    let sql =
        "SELECT body FROM transfer JOIN house_event ON house_event.seq = house_seq WHERE transfer.id = ?1";
    conn.query_row(sql, [blob(transfer)], |row| row.get(0)).optional().map_err(failure)
}
