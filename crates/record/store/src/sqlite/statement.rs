//! Statements and turnover: how their lines are written down and read. What they are is the house's business.

use house::ports::{DayTurnover, StatementLine, StoreFailure};
use house::statement::{Cause, Line, Sums, lines};
use house::turnover::{PatronTurnover, Turnover, counted, day_of};
use ledger::{Transfer, TransferId};
use money::Currency;
use rusqlite::{Connection, Row, params};
use table::{Event, PatronId, RoundRef, TableId, Timestamp};

use super::failure::failure;
use super::money_rows::read_account;
use super::{history, reader, rounds};
use crate::HouseResults;
use crate::rows::{self, about, currency, number};

/// How many rounds of a patron are read at a time.
const ROUNDS: u16 = 1_024;

/// Writes the lines that transfers of one cause make. `find` gives a transfer that one of them uses or reverses.
pub(super) fn write(
    conn: &Connection,
    cause: &Cause,
    transfers: &[Transfer],
    find: impl FnMut(TransferId) -> Result<Option<Transfer>, StoreFailure>,
) -> Result<(), StoreFailure> {
    lines(cause, transfers, find)?.iter().try_for_each(|line| write_line(conn, cause, line).map_err(failure))
}

fn write_line(conn: &Connection, cause: &Cause, line: &Line) -> Result<(), rusqlite::Error> {
    let Sums { staked, paid, lent, repaid, change } = line.sums;
    let mut insert = conn.prepare_cached(
        "INSERT INTO statement
         SELECT ?1, ?2, ?3, coalesce(last.entry_no, 0) + 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                coalesce(last.balance, 0) + ?14, coalesce(last.owed, 0) + ?12 - ?13
         FROM (SELECT 1) LEFT JOIN (SELECT entry_no, balance, owed FROM statement
             WHERE patron_id = ?1 AND currency = ?2 AND decimals = ?3 ORDER BY entry_no DESC LIMIT 1) AS last",
    )?;
    let (table, round) = cause.round.unzip();
    insert.execute(params![
        line.patron.0,
        line.currency.code(),
        line.currency.decimals(),
        cause.at.0,
        cause.kind.id(),
        table.map(|table| table.0),
        round.map(|round| round.shoe_no),
        round.map(|round| round.round_no),
        cause.revision,
        staked,
        paid,
        lent,
        repaid,
        change
    ])?;
    Ok(())
}

/// Counts what an event turned over. `moved` is the money of its unit, which says in which currency.
pub(super) fn count(
    conn: &Connection,
    table: TableId,
    (at, event): (Timestamp, &Event),
    moved: Option<Currency>,
) -> Result<(), StoreFailure> {
    let (Some(counted), Some(currency)) = (counted(event), moved) else { return Ok(()) };
    let write = || {
        let mut upsert = conn.prepare_cached(
            "INSERT INTO turnover VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT DO UPDATE SET wagers = wagers + excluded.wagers, staked = staked + excluded.staked,
                 effective = effective + excluded.effective, paid = paid + excluded.paid",
        )?;
        for (spot, sums) in &counted.spots {
            let Turnover { wagers, staked, effective, paid } = sums;
            let (day, spot, corrected) = (day_of(at).0, spot.id(), counted.corrected);
            let (code, decimals) = (currency.code(), currency.decimals());
            upsert.execute(params![
                day, table.0, spot, code, decimals, corrected, wagers, staked, effective, paid
            ])?;
        }
        Ok(())
    };
    write().map_err(failure)
}

/// The latest lines of a patron's statement, newest first.
pub(super) fn read(
    conn: &Connection,
    patron: PatronId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<StatementLine>, StoreFailure> {
    let sql = "SELECT entry_no, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent, repaid, change,
                      balance, owed, currency, decimals
               FROM patron JOIN statement USING (patron_id, currency, decimals)
               WHERE patron_id = ?1 AND entry_no < ?2 ORDER BY entry_no DESC LIMIT ?3";
    let before = before.and_then(|cursor| i64::try_from(cursor).ok()).unwrap_or(i64::MAX);
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params![patron.0, before, limit]).map_err(failure)?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        let what = format!("a line of the statement of patron {}", patron.0);
        lines.push(read_line(row).map_err(|failure| about(what, failure))?);
    }
    Ok(lines)
}

fn read_line(row: &Row<'_>) -> Result<StatementLine, StoreFailure> {
    let kind = rows::cause_kind(&row.get::<_, String>(2).map_err(failure)?)?;
    let read = || {
        let (table, shoe_no, round_no): (Option<u32>, Option<u32>, Option<u16>) =
            (row.get(3)?, row.get(4)?, row.get(5)?);
        let round = shoe_no.zip(round_no).map(|(shoe_no, round_no)| RoundRef { shoe_no, round_no });
        let round = table.map(TableId).zip(round);
        let cause = Cause { at: Timestamp(row.get(1)?), kind, round, revision: row.get(6)? };
        let sums = Sums {
            staked: row.get(7)?,
            paid: row.get(8)?,
            lent: row.get(9)?,
            repaid: row.get(10)?,
            change: row.get(11)?,
        };
        Ok((row.get(0)?, cause, sums, row.get(12)?, row.get(13)?))
    };
    let (entry_no, cause, sums, balance, owed) = read().map_err(failure)?;
    let code: String = row.get(14).map_err(failure)?;
    let currency = currency(&code, row.get(15).map_err(failure)?)?;
    Ok(StatementLine { cursor: number(entry_no)?, currency, cause, sums, balance, owed })
}

/// What was staked and paid on the days that begin within these moments.
pub(super) fn turnover(
    conn: &Connection,
    (from, until): (Timestamp, Timestamp),
    table: Option<TableId>,
) -> Result<Vec<DayTurnover>, StoreFailure> {
    let sql = "SELECT day, table_id, spot, currency, decimals, corrected, wagers, staked, effective, paid
               FROM turnover WHERE day >= ?1 AND day < ?2 AND table_id = coalesce(?3, table_id)";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query(params![from.0, until.0, table.map(|table| table.0)]).map_err(failure)?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        lines.push(read_turnover(row).map_err(|failure| about("a line of the turnover", failure))?);
    }
    rows::in_order(&mut lines);
    Ok(lines)
}

fn read_turnover(row: &Row<'_>) -> Result<DayTurnover, StoreFailure> {
    let text = |column: usize| row.get::<_, String>(column).map_err(failure);
    let (spot, currency) = (rows::spot(&text(2)?)?, currency(&text(3)?, row.get(4).map_err(failure)?)?);
    let read = || {
        let sums =
            Turnover { wagers: row.get(6)?, staked: row.get(7)?, effective: row.get(8)?, paid: row.get(9)? };
        let (day, table) = (Timestamp(row.get(0)?), TableId(row.get(1)?));
        Ok(DayTurnover { day, table, spot, currency, corrected: row.get(5)?, sums })
    };
    read().map_err(failure)
}

/// What each table has won, by its account.
pub(super) fn house_results(conn: &Connection) -> Result<HouseResults, StoreFailure> {
    let sql = "SELECT kind, owner, currency, decimals, balance FROM account WHERE kind = 'house_table' ORDER BY 2, 3";
    let mut statement = conn.prepare(sql).map_err(failure)?;
    let mut rows = statement.query([]).map_err(failure)?;
    let mut results = Vec::new();
    while let Some(row) = rows.next().map_err(failure)? {
        results.push((read_account(row, 0)?, row.get(4).map_err(failure)?));
    }
    Ok(results)
}

/// What a patron staked and was paid, by day, table and spot; none for a stranger.
pub(super) fn turnover_of(
    conn: &Connection,
    patron: PatronId,
) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
    let Some(known) = reader::patron_of(conn, patron)? else { return Ok(None) };
    let (mut turnover, mut before) = (PatronTurnover::new(patron), None);
    loop {
        let page = history::patron_rounds(conn, patron, before, ROUNDS)?;
        let Some(oldest) = page.last() else { return Ok(Some(turnover.lines(known.currency))) };
        before = Some(oldest.cursor);
        for round in &page {
            if !turnover.add(round) {
                let events = rounds::events(conn, round.table, round.round)?;
                for recorded in &events {
                    turnover.follow(round.table, recorded);
                }
            }
        }
    }
}
