//! Writes lines of statements and turnover, which the house computes.

use house::ports::StoreFailure;
use house::statement::{Cause, Sums, WalletLine, lines};
use house::turnover::{Turnover, counted, day_of};
use ledger::{Transfer, TransferId};
use money::Currency;
use rusqlite::{Connection, params};
use table::{Event, TableId, Timestamp};

use super::failure::failure;

/// Writes the lines that transfers of one cause make. `find` gives a transfer that one of them uses or reverses.
pub(super) fn write(
    conn: &Connection,
    cause: &Cause,
    transfers: &[Transfer],
    find: impl FnMut(TransferId) -> Result<Option<Transfer>, StoreFailure>,
) -> Result<(), StoreFailure> {
    lines(cause, transfers, find)?.iter().try_for_each(|line| write_line(conn, cause, line).map_err(failure))
}

fn write_line(conn: &Connection, cause: &Cause, line: &WalletLine) -> Result<(), rusqlite::Error> {
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
