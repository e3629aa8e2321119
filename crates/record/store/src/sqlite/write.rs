//! Writes the rows of a batch: each statement is prepared once for all of its rows, and rows come in the order of
//! their tables where that is quicker. Decides nothing.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use house::ports::StoreFailure;
use house::statement::Sums;
use house::turnover::Turnover;
use journal::{HouseHead, HouseRow, Origin, StoredPatron};
use ledger::{Account, Action, TransferId};
use money::Amount;
use rusqlite::{Connection, Error, OptionalExtension as _, params};

use super::facts::{AccountRow, HoldRow, RowCache, account_row, blob};
use super::failure::failure;
use crate::draft::{Rows, TransferRow};
use crate::rows::{column, kind_of};

/// Writes everything that a batch changes, and notes it in the cache.
pub(super) fn batch(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<(), StoreFailure> {
    history(conn, cache, rows)?;
    derived(conn, rows)?;
    balances(conn, cache, rows)?;
    holds(conn, cache, rows)
}

/// Writes history, and of what follows from it the accounts that transfers name.
pub(super) fn history(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<(), StoreFailure> {
    patrons(conn, rows).map_err(failure)?;
    seeds(conn, rows).map_err(failure)?;
    rows.house.iter().try_for_each(|row| house_event(conn, row))?;
    events(conn, rows)?;
    transfers(conn, cache, rows)
}

/// Writes what follows from history, balances and holds aside.
pub(super) fn derived(conn: &Connection, rows: &Rows) -> Result<(), StoreFailure> {
    slips(conn, rows)?;
    patron_rounds(conn, rows).map_err(failure)?;
    round_states(conn, rows)?;
    corrections(conn, rows)?;
    lines(conn, rows).map_err(failure)?;
    turnover(conn, rows).map_err(failure)
}

fn patrons(conn: &Connection, rows: &Rows) -> Result<(), Error> {
    let mut insert = conn.prepare_cached(
        "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (StoredPatron { id, nickname, token_hash, currency }, at) in &rows.patrons {
        insert.execute(params![id.0, nickname, token_hash, currency.code(), currency.decimals(), at.0])?;
    }
    Ok(())
}

fn seeds(conn: &Connection, rows: &Rows) -> Result<(), Error> {
    for (table, seed) in &rows.seeds {
        conn.prepare_cached("INSERT INTO shoe_seed (table_id, shoe_no, seed) VALUES (?1, ?2, ?3)")?
            .execute(params![table.0, seed.shoe_no, seed.seed])?;
    }
    Ok(())
}

/// Writes an entry of the house's own log.
pub(super) fn house_event(conn: &Connection, row: &HouseRow) -> Result<(), StoreFailure> {
    let HouseRow { head: HouseHead { seq, at, digest }, body } = row;
    let seq = column(*seq)?;
    let insert = || {
        conn.prepare_cached("INSERT INTO house_event (seq, at, body, hash) VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![seq, at.0, body, digest.0])
    };
    insert().map(|_| ()).map_err(failure)
}

fn events(conn: &Connection, rows: &Rows) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let mut insert = conn.prepare_cached(sql).map_err(failure)?;
    for row in &rows.events {
        let (seq, round) = (column(row.seq)?, row.round);
        let row = params![row.table.0, seq, row.at.0, round.shoe_no, round.round_no, row.body, row.digest.0];
        insert.execute(row).map_err(failure)?;
    }
    Ok(())
}

/// Slips in the order of their index.
fn slips(conn: &Connection, rows: &Rows) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO accepted_slip (slip_id, patron_id, table_id, shoe_no, round_no, seq)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut insert = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows: Vec<_> = rows.slips.iter().collect();
    rows.sort_unstable_by_key(|row| (row.slip, row.patron));
    for row in rows {
        let (slip, seq, round) = (row.slip.0.to_be_bytes(), column(row.seq)?, row.round);
        let row = params![slip, row.patron.0, row.table.0, round.shoe_no, round.round_no, seq];
        insert.execute(row).map_err(failure)?;
    }
    Ok(())
}

/// Rounds of patrons as they ended. One that is there keeps its number, a new one gets the patron's next.
fn patron_rounds(conn: &Connection, rows: &Rows) -> Result<(), Error> {
    let mut insert = conn.prepare_cached(
        "INSERT INTO patron_round
         (patron_id, entry_no, table_id, shoe_no, round_no, at, cards, wagers, voided, revision)
         VALUES (?1, (SELECT coalesce(max(entry_no), 0) + 1 FROM patron_round WHERE patron_id = ?1),
                 ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (patron_id, table_id, shoe_no, round_no) DO UPDATE
         SET at = excluded.at, cards = excluded.cards, wagers = excluded.wagers, voided = excluded.voided,
             revision = excluded.revision",
    )?;
    for row in &rows.patron_rounds {
        insert.execute(params![
            row.patron.0,
            row.table.0,
            row.round.shoe_no,
            row.round.round_no,
            row.at.0,
            row.cards,
            row.wagers,
            row.voided,
            row.revision
        ])?;
    }
    Ok(())
}

/// The states of rounds. A card leaves how a round ended.
fn round_states(conn: &Connection, rows: &Rows) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO round (table_id, shoe_no, round_no, opened_seq, at, revision, voided, cards)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
               ON CONFLICT DO UPDATE SET at = excluded.at, cards = excluded.cards,
                   revision = CASE excluded.revision WHEN 0 THEN revision ELSE excluded.revision END,
                   voided = CASE excluded.revision WHEN 0 THEN voided ELSE excluded.voided END";
    let mut upsert = conn.prepare_cached(sql).map_err(failure)?;
    for ((table, round), row) in &rows.round_states {
        let opened = column(row.opened_seq)?;
        let place = (table.0, round.shoe_no, round.round_no);
        let row = params![place.0, place.1, place.2, opened, row.at.0, row.revision, row.voided, row.cards];
        upsert.execute(row).map_err(failure)?;
    }
    Ok(())
}

fn corrections(conn: &Connection, rows: &Rows) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO correction (table_id, seq, shoe_no, round_no) VALUES (?1, ?2, ?3, ?4)";
    for (table, seq, about) in &rows.corrections {
        let row = params![table.0, column(*seq)?, about.shoe_no, about.round_no];
        conn.prepare_cached(sql).and_then(|mut insert| insert.execute(row)).map_err(failure)?;
    }
    Ok(())
}

/// Lines of statements, each after the line before it of its wallet.
fn lines(conn: &Connection, rows: &Rows) -> Result<(), Error> {
    let mut insert = conn.prepare_cached(
        "INSERT INTO statement
         SELECT ?1, ?2, ?3, coalesce(last.entry_no, 0) + 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                coalesce(last.balance, 0) + ?14, coalesce(last.owed, 0) + ?12 - ?13
         FROM (SELECT 1) LEFT JOIN (SELECT entry_no, balance, owed FROM statement
             WHERE patron_id = ?1 AND currency = ?2 AND decimals = ?3 ORDER BY entry_no DESC LIMIT 1) AS last",
    )?;
    for (cause, line) in &rows.lines {
        let Sums { staked, paid, lent, repaid, change } = line.sums;
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
    }
    Ok(())
}

fn turnover(conn: &Connection, rows: &Rows) -> Result<(), Error> {
    let mut upsert = conn.prepare_cached(
        "INSERT INTO turnover VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT DO UPDATE SET wagers = wagers + excluded.wagers, staked = staked + excluded.staked,
             effective = effective + excluded.effective, paid = paid + excluded.paid",
    )?;
    for ((day, table, spot, currency, corrected), sums) in &rows.turnover {
        let Turnover { wagers, staked, effective, paid } = sums;
        let (code, decimals) = (currency.code(), currency.decimals());
        let key = (day.0, table.0, spot.id());
        upsert.execute(params![
            key.0, key.1, key.2, code, decimals, corrected, wagers, staked, effective, paid
        ])?;
    }
    Ok(())
}

fn transfers(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<(), StoreFailure> {
    let sql = "INSERT INTO transfer
               (transfer_no, id, kind, from_account, to_account, amount, asked, about, table_id, seq, house_seq)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let mut insert = conn.prepare_cached(sql).map_err(failure)?;
    for TransferRow { transfer, origin } in &rows.transfers {
        let (kind, about, asked) = kind_of(&transfer.action);
        let about = about.map(|id| transfer_no(conn, cache, id)).transpose()?;
        let from = account(conn, cache, transfer.from)?.account_no;
        let to = account(conn, cache, transfer.to)?.account_no;
        let transfer_no = next_transfer_no(conn, cache)?;
        if let Action::Hold { .. } = transfer.action {
            let row = HoldRow { transfer_no, transfer: *transfer, remaining: transfer.amount };
            cache.holds.insert(transfer.id, row);
        }
        let (table, seq, house_seq) = match *origin {
            Origin::Table(table, seq) => (Some(table.0), Some(column(seq)?), None),
            Origin::House(seq) => (None, None, Some(column(seq)?)),
        };
        let (amount, asked) = (transfer.amount.signed(), asked.map(Amount::signed));
        let id = blob(transfer.id);
        let row = params![transfer_no, id, kind, from, to, amount, asked, about, table, seq, house_seq];
        insert.execute(row).map_err(failure)?;
    }
    Ok(())
}

/// The number of a transfer that was written before, be it in this transaction.
fn transfer_no(conn: &Connection, cache: &RowCache, id: TransferId) -> Result<i64, StoreFailure> {
    if let Some(hold) = cache.holds.get(&id) {
        return Ok(hold.transfer_no);
    }
    let sql = "SELECT transfer_no FROM transfer WHERE id = ?1";
    let find = || conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0)).optional();
    find().map_err(failure)?.ok_or_else(|| StoreFailure::Corrupt(format!("transfer {id} is not there")))
}

fn next_transfer_no(conn: &Connection, cache: &mut RowCache) -> Result<i64, StoreFailure> {
    let sql = "SELECT coalesce(max(transfer_no), 0) FROM transfer";
    let last = match cache.last_transfer_no {
        Some(last) => last,
        None => conn.query_row(sql, [], |row| row.get(0)).map_err(failure)?,
    };
    let next: i64 = last.saturating_add(1);
    cache.last_transfer_no = Some(next);
    Ok(next)
}

/// The row of an account, which is opened when it is new.
fn account<'a>(
    conn: &Connection,
    cache: &'a mut RowCache,
    account: Account,
) -> Result<&'a mut AccountRow, StoreFailure> {
    Ok(match cache.accounts.entry(account) {
        Entry::Occupied(cached) => cached.into_mut(),
        Entry::Vacant(vacant) => vacant.insert(match account_row(conn, account)? {
            Some(row) => row,
            None => open_account(conn, account)?,
        }),
    })
}

fn open_account(conn: &Connection, account: Account) -> Result<AccountRow, StoreFailure> {
    let sql = "INSERT INTO account (kind, owner, currency, decimals) VALUES (?1, ?2, ?3, ?4)";
    let (code, decimals) = (account.currency.code(), account.currency.decimals());
    let row = params![account.kind.id(), account.owner, code, decimals];
    let account_no = conn.prepare_cached(sql).and_then(|mut insert| insert.insert(row)).map_err(failure)?;
    Ok(AccountRow { account_no, balance: 0 })
}

/// Balances in the order of their rows.
fn balances(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<(), StoreFailure> {
    let mut balances = BTreeMap::new();
    for (account, balance) in &rows.balances {
        let row = self::account(conn, cache, *account)?;
        row.balance = *balance;
        balances.insert(row.account_no, *balance);
    }
    let write = || {
        let mut set = conn.prepare_cached("UPDATE account SET balance = ?2 WHERE account_no = ?1")?;
        for (account_no, balance) in balances {
            set.execute([account_no, balance])?;
        }
        Ok(())
    };
    write().map_err(failure)
}

/// What is left of holds, in the order of their rows.
fn holds(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<(), StoreFailure> {
    let mut remaining = BTreeMap::new();
    for (hold, left) in &rows.remaining {
        let transfer_no = transfer_no(conn, cache, *hold)?;
        if let Some(row) = cache.holds.get_mut(hold) {
            row.remaining = *left;
        }
        remaining.insert(transfer_no, *left);
    }
    let write = || {
        let mut used_up = conn.prepare_cached("DELETE FROM hold WHERE transfer_no = ?1")?;
        let mut open = conn.prepare_cached(
            "INSERT INTO hold (transfer_no, remaining) VALUES (?1, ?2)
             ON CONFLICT DO UPDATE SET remaining = excluded.remaining",
        )?;
        for (transfer_no, left) in remaining {
            if left.is_zero() {
                used_up.execute([transfer_no])?;
            } else {
                open.execute([transfer_no, left.signed()])?;
            }
        }
        Ok(())
    };
    write().map_err(failure)
}
