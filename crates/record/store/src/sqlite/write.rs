//! Writes the rows of a batch: each statement is prepared once for all of its rows, and rows come in the order of
//! their tables where that is quicker. Decides nothing.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use house::ports::{StoreFailure, StoredRecord};
use house::statement::Sums;
use house::turnover::Turnover;
use journal::{HouseHead, HouseRow, Origin, StoredPatron};
use ledger::{Account, Action, TransferId};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _};
use table::RoundRef;

use super::entries;
use super::facts::{AccountRow, HoldRow, RowCache, account_row, blob};
use super::write_all::write_all;
use crate::draft::{Rows, TransferRow};
use crate::rows::{column, kind_of};
use crate::trouble::Result;

/// Writes everything that a batch changes, and notes it in the cache.
pub(super) fn batch(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<()> {
    history(conn, cache, rows)?;
    derived(conn, rows)?;
    balances(conn, cache, rows)?;
    holds(conn, cache, rows)
}

/// Writes history and credentials, and of what follows from history the accounts that transfers name.
pub(super) fn history(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<()> {
    patrons(conn, rows)?;
    seeds(conn, rows)?;
    proofs(conn, rows)?;
    records(conn, rows)?;
    house_events(conn, rows)?;
    entries::credentials(conn, &rows.credentials)?;
    events(conn, rows)?;
    transfers(conn, cache, rows)
}

/// Writes what follows from history, balances and holds aside.
pub(super) fn derived(conn: &Connection, rows: &Rows) -> Result<()> {
    slips(conn, rows)?;
    patron_rounds(conn, rows)?;
    cleared_rounds(conn, rows)?;
    round_states(conn, rows)?;
    corrections(conn, rows)?;
    lines(conn, rows)?;
    entries::entities(conn, rows)?;
    turnover(conn, rows)
}

fn patrons(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    write_all(conn, sql, &rows.patrons, |(StoredPatron { id, nickname, token_hash, currency }, at)| {
        Ok((id.0, nickname, token_hash, currency.code(), currency.decimals(), at.0))
    })
}

fn seeds(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO shoe_seed (table_id, shoe_no, seed) VALUES (?1, ?2, ?3)";
    write_all(conn, sql, &rows.seeds, |(table, seed)| Ok((table.0, seed.shoe_no, seed.seed)))
}

/// Writes what proves shoes.
fn proofs(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO locked_secret (table_id, shoe_no, commitment, locked) VALUES (?1, ?2, ?3, ?4)";
    write_all(conn, sql, &rows.secrets, |(table, secret)| {
        Ok((table.0, secret.shoe_no, secret.commitment.0, secret.locked.0))
    })?;
    let sql = "INSERT INTO bulletin (table_id, no, seq, shoe_no, text, key, signature)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    write_all(conn, sql, &rows.bulletins, |(table, it)| {
        let (no, seq) = (column(it.no)?, column(it.seq)?);
        Ok((table.0, no, seq, it.shoe_no, &it.text, it.key.0, it.signature.0))
    })
}

/// Writes records of devices.
fn records(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO device_record
               (table_id, no, seq, device, n, received_at, read_at, late, body, sig)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    write_all(conn, sql, &rows.records, |(table, StoredRecord { no, seq, record: it })| {
        let (no, seq, n) = (column(*no)?, column(*seq)?, column(it.n)?);
        let (received_at, read_at) = (it.received_at.0, it.read_at.0);
        Ok((table.0, no, seq, it.device.0, n, received_at, read_at, it.late, &it.body, it.sig.0))
    })
}

/// Writes entries of the house's own log.
fn house_events(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO house_event (seq, at, body, hash) VALUES (?1, ?2, ?3, ?4)";
    write_all(conn, sql, &rows.house, |HouseRow { head: HouseHead { seq, at, digest }, body }| {
        Ok((column(*seq)?, at.0, body, digest.0))
    })
}

fn events(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    write_all(conn, sql, &rows.events, |row| {
        let (seq, round) = (column(row.seq)?, row.round);
        Ok((row.table.0, seq, row.at.0, round.shoe_no, round.round_no, &row.body, row.digest.0))
    })
}

/// Slips in the order of their index.
fn slips(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO accepted_slip (slip_id, patron_id, table_id, shoe_no, round_no, seq)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let mut slips: Vec<_> = rows.slips.iter().collect();
    slips.sort_unstable_by_key(|row| (row.slip, row.patron));
    write_all(conn, sql, slips, |row| {
        let (slip, seq, round) = (row.slip.0.to_be_bytes(), column(row.seq)?, row.round);
        Ok((slip, row.patron.0, row.table.0, round.shoe_no, round.round_no, seq))
    })
}

/// Rounds of patrons as they ended. One that is there keeps its number, a new one gets the patron's next.
fn patron_rounds(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO patron_round
         (patron_id, entry_no, table_id, shoe_no, round_no, at, cards, wagers, voided, revision)
         VALUES (?1, (SELECT coalesce(max(entry_no), 0) + 1 FROM patron_round WHERE patron_id = ?1),
                 ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (patron_id, table_id, shoe_no, round_no) DO UPDATE
         SET at = excluded.at, cards = excluded.cards, wagers = excluded.wagers, voided = excluded.voided,
             revision = excluded.revision";
    write_all(conn, sql, &rows.patron_rounds, |row| {
        let (patron, table, RoundRef { shoe_no, round_no }) = (row.patron.0, row.table.0, row.round);
        let (at, voided, revision) = (row.at.0, row.voided, row.revision);
        Ok((patron, table, shoe_no, round_no, at, &row.cards, &row.wagers, voided, revision))
    })
}

/// Rounds in which a patron took all wagers back, each once.
fn cleared_rounds(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO cleared_round (table_id, shoe_no, round_no, patron_id) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO NOTHING";
    write_all(conn, sql, &rows.cleared_rounds, |(table, RoundRef { shoe_no, round_no }, patron)| {
        Ok((table.0, shoe_no, round_no, patron.0))
    })
}

/// The states of rounds. A card leaves how a round ended.
fn round_states(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql =
        "INSERT INTO round (table_id, shoe_no, round_no, opened_seq, opened_at, at, revision, voided, cards)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
               ON CONFLICT DO UPDATE SET at = excluded.at, cards = excluded.cards,
                   revision = CASE excluded.revision WHEN 0 THEN revision ELSE excluded.revision END,
                   voided = CASE excluded.revision WHEN 0 THEN voided ELSE excluded.voided END";
    write_all(conn, sql, &rows.round_states, |((table, RoundRef { shoe_no, round_no }), row)| {
        let (opened, opened_at, at) = (column(row.opened_seq)?, row.opened_at.0, row.at.0);
        Ok((table.0, shoe_no, round_no, opened, opened_at, at, row.revision, row.voided, &row.cards))
    })
}

fn corrections(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO correction (table_id, seq, shoe_no, round_no) VALUES (?1, ?2, ?3, ?4)";
    write_all(conn, sql, &rows.corrections, |(table, seq, about)| {
        Ok((table.0, column(*seq)?, about.shoe_no, about.round_no))
    })
}

/// Lines of statements, each after the line before it of its wallet.
fn lines(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO statement
         SELECT ?1, ?2, ?3, coalesce(last.entry_no, 0) + 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,
                coalesce(last.balance, 0) + ?14, coalesce(last.owed, 0) + ?12 - ?13
         FROM (SELECT 1) LEFT JOIN (SELECT entry_no, balance, owed FROM statement
             WHERE patron_id = ?1 AND currency = ?2 AND decimals = ?3 ORDER BY entry_no DESC LIMIT 1) AS last";
    write_all(conn, sql, &rows.lines, |(cause, line)| {
        let Sums { staked, paid, lent, repaid, change } = line.sums;
        let (patron, code, decimals) = (line.patron.0, line.currency.code(), line.currency.decimals());
        let (at, kind, revision) = (cause.at.0, cause.kind.id(), cause.revision);
        let (table, round) = cause.round.unzip();
        let (table, shoe) = (table.map(|table| table.0), round.map(|round| round.shoe_no));
        let round = round.map(|round| round.round_no);
        Ok((
            patron, code, decimals, at, kind, table, shoe, round, revision, staked, paid, lent, repaid,
            change,
        ))
    })
}

fn turnover(conn: &Connection, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO turnover VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT DO UPDATE SET wagers = wagers + excluded.wagers, staked = staked + excluded.staked,
             effective = effective + excluded.effective, paid = paid + excluded.paid";
    write_all(conn, sql, &rows.turnover, |((day, table, spot, currency, corrected), sums)| {
        let Turnover { wagers, staked, effective, paid } = sums;
        let (code, decimals) = (currency.code(), currency.decimals());
        Ok((day.0, table.0, spot.id(), code, decimals, corrected, wagers, staked, effective, paid))
    })
}

fn transfers(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<()> {
    let sql = "INSERT INTO transfer
               (transfer_no, id, kind, from_account, to_account, amount, asked, about, table_id, seq, house_seq)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    let mut insert = conn.prepare_cached(sql)?;
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
        insert.execute((transfer_no, id, kind, from, to, amount, asked, about, table, seq, house_seq))?;
    }
    Ok(())
}

/// The number of a transfer that was written before, also earlier in this transaction.
fn transfer_no(conn: &Connection, cache: &RowCache, id: TransferId) -> Result<i64> {
    if let Some(hold) = cache.holds.get(&id) {
        return Ok(hold.transfer_no);
    }
    let sql = "SELECT transfer_no FROM transfer WHERE id = ?1";
    let known = conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0)).optional()?;
    Ok(known.ok_or_else(|| StoreFailure::Corrupt(format!("transfer {id} is not there")))?)
}

fn next_transfer_no(conn: &Connection, cache: &mut RowCache) -> Result<i64> {
    let sql = "SELECT coalesce(max(transfer_no), 0) FROM transfer";
    let last = match cache.last_transfer_no {
        Some(last) => last,
        None => conn.query_row(sql, [], |row| row.get(0))?,
    };
    let next: i64 = last.saturating_add(1);
    cache.last_transfer_no = Some(next);
    Ok(next)
}

/// The row of an account, which is opened when it is new.
fn account<'a>(conn: &Connection, cache: &'a mut RowCache, account: Account) -> Result<&'a mut AccountRow> {
    Ok(match cache.accounts.entry(account) {
        Entry::Occupied(cached) => cached.into_mut(),
        Entry::Vacant(vacant) => {
            cache.unopened.remove(&account);
            vacant.insert(match account_row(conn, account)? {
                Some(row) => row,
                None => open_account(conn, account)?,
            })
        }
    })
}

fn open_account(conn: &Connection, account: Account) -> Result<AccountRow> {
    let sql = "INSERT INTO account (kind, owner, currency, decimals) VALUES (?1, ?2, ?3, ?4)";
    let (code, decimals) = (account.currency.code(), account.currency.decimals());
    let account_no = conn.prepare_cached(sql)?.insert((account.kind.id(), account.owner, code, decimals))?;
    Ok(AccountRow { account_no, ..AccountRow::default() })
}

/// Balances and counts of transfers, in the order of their rows.
fn balances(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<()> {
    let mut balances = BTreeMap::new();
    for (account, balance) in &rows.balances {
        let row = self::account(conn, cache, *account)?;
        let moves = rows.moves.get(account).copied().unwrap_or_default();
        row.balance = *balance;
        row.transfers = row.transfers.saturating_add(moves);
        balances.insert(row.account_no, (*balance, moves));
    }
    let sql = "UPDATE account SET balance = ?2, transfers = transfers + ?3 WHERE account_no = ?1";
    write_all(conn, sql, balances, |(account_no, (balance, moves))| Ok((account_no, balance, moves)))
}

/// What is left of holds, in the order of their rows.
fn holds(conn: &Connection, cache: &mut RowCache, rows: &Rows) -> Result<()> {
    let mut remaining = BTreeMap::new();
    for (hold, left) in &rows.remaining {
        let transfer_no = transfer_no(conn, cache, *hold)?;
        if let Some(row) = cache.holds.get_mut(hold) {
            row.remaining = *left;
        }
        remaining.insert(transfer_no, *left);
    }
    let (used_up, open): (Vec<_>, Vec<_>) = remaining.into_iter().partition(|(_, left)| left.is_zero());
    let delete = "DELETE FROM hold WHERE transfer_no = ?1";
    write_all(conn, delete, used_up, |(transfer_no, _)| Ok([transfer_no]))?;
    let set = "INSERT INTO hold (transfer_no, remaining) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET remaining = excluded.remaining";
    write_all(conn, set, open, |(transfer_no, left)| Ok((transfer_no, left.signed())))
}
