//! The facts that a draft needs, from the writer's connection: each is read when it is asked for, unless the cache has
//! it. Judges nothing.

use std::cell::RefCell;

use foldhash::HashMap;
use house::ports::StoreFailure;
use journal::{HouseHead, TableProgress};
use ledger::{Account, Book, Transfer, TransferId};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, Row, params};
use table::{PatronId, RequestId, TableId, Timestamp};

use super::failure::failure;
use super::query::now;
use crate::draft::{Drafted, Facts, Lookup, NotJudged};
use crate::queries::{tables, transfers};
use crate::rows::{amount, number};

/// How many accounts or open holds the cache holds before it is emptied.
const CACHED: usize = 65_536;

/// Rows that the writer has read or written. Wrong after a rollback: then drop it.
#[derive(Default)]
pub(super) struct RowCache {
    pub(super) accounts: HashMap<Account, AccountRow>,
    pub(super) holds: HashMap<TransferId, HoldRow>,
    /// The number of the last transfer, once it was read.
    pub(super) last_transfer_no: Option<i64>,
    /// How far the tables have come that were written to.
    pub(super) tables: HashMap<TableId, TableProgress>,
    /// The head of the house's own log, once it was read.
    pub(super) house: Option<HouseHead>,
}

/// The number of an account, and its balance.
#[derive(Clone, Copy)]
pub(super) struct AccountRow {
    pub(super) account_no: i64,
    pub(super) balance: i64,
}

/// A hold, and what is left of it.
#[derive(Clone, Copy)]
pub(super) struct HoldRow {
    pub(super) transfer_no: i64,
    pub(super) transfer: Transfer,
    pub(super) remaining: Amount,
}

impl RowCache {
    /// Takes over what a committed batch has changed, and empties what is too large.
    pub(super) fn committed(&mut self, drafted: Drafted) {
        for (hold, left) in &drafted.rows.remaining {
            if left.is_zero() {
                self.holds.remove(hold);
            }
        }
        if self.accounts.len() > CACHED {
            self.accounts.clear();
        }
        if self.holds.len() > CACHED {
            self.holds.clear();
        }
        self.tables.extend(drafted.progress);
        self.house = drafted.house.or(self.house);
    }
}

/// The facts as the open transaction has them.
pub(super) struct Reading<'a> {
    pub(super) conn: &'a Connection,
    pub(super) cache: &'a RefCell<RowCache>,
    pub(super) lookup: Lookup,
}

impl Book for Reading<'_> {
    type Failure = NotJudged;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, NotJudged> {
        match self.cached(id) {
            Some(hold) => Ok(Some(hold)),
            None => Ok(now(transfers::transfer(self.conn, id))?),
        }
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, NotJudged> {
        let sql = "SELECT EXISTS (SELECT 1 FROM transfer
            WHERE kind = 'reverse' AND about = (SELECT transfer_no FROM transfer WHERE id = ?1))";
        let reversed = || self.conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0));
        Ok(reversed().map_err(failure)?)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, NotJudged> {
        if let Some(row) = self.cache.borrow().holds.get(&hold) {
            return Ok(row.remaining);
        }
        let transfer = now(transfers::transfer(self.conn, hold))?;
        let found = transfer.zip(left_of(self.conn, hold)?);
        let Some((transfer, (transfer_no, remaining))) = found else { return Ok(Amount::ZERO) };
        self.cache.borrow_mut().holds.insert(hold, HoldRow { transfer_no, transfer, remaining });
        Ok(remaining)
    }

    fn balance(&self, account: Account) -> Result<i64, NotJudged> {
        let mut cache = self.cache.borrow_mut();
        if let Some(row) = cache.accounts.get(&account) {
            return Ok(row.balance);
        }
        let Some(row) = account_row(self.conn, account)? else { return Ok(0) };
        cache.accounts.insert(account, row);
        Ok(row.balance)
    }
}

impl Facts for Reading<'_> {
    fn lookup(&self) -> Lookup {
        self.lookup
    }

    fn cached(&self, id: TransferId) -> Option<Transfer> {
        self.cache.borrow().holds.get(&id).map(|hold| hold.transfer)
    }

    /// One writer has the file to itself.
    fn confirm_rejection(&self) -> Result<(), NotJudged> {
        Ok(())
    }

    fn runs(&self, _table: TableId) -> bool {
        true
    }

    fn progress(&self, table: TableId) -> Result<TableProgress, NotJudged> {
        if let Some(progress) = self.cache.borrow().tables.get(&table) {
            return Ok(progress.clone());
        }
        Ok(now(tables::progress(self.conn, table))?)
    }

    fn house_head(&self) -> Result<HouseHead, NotJudged> {
        let cached = self.cache.borrow().house;
        Ok(cached.map_or_else(|| house_head(self.conn), Ok)?)
    }

    fn slip_accepted(&self, patron: PatronId, slip: RequestId) -> Result<bool, NotJudged> {
        let sql = "SELECT EXISTS (SELECT 1 FROM accepted_slip WHERE slip_id = ?1 AND patron_id = ?2)";
        let key = params![slip.0.to_be_bytes(), patron.0];
        let accepted = || self.conn.prepare_cached(sql)?.query_row(key, |row| row.get(0));
        Ok(accepted().map_err(failure)?)
    }

    fn token_used(&self, hash: &[u8; 32]) -> Result<bool, NotJudged> {
        let sql = "SELECT EXISTS (SELECT 1 FROM patron WHERE token_hash = ?1)";
        let used = || self.conn.prepare_cached(sql)?.query_row([hash], |row| row.get(0));
        Ok(used().map_err(failure)?)
    }

    fn patron_number(&self, earlier: usize) -> Result<PatronId, NotJudged> {
        let sql = "SELECT coalesce(max(patron_id), 0) FROM patron";
        let last = || self.conn.prepare_cached(sql)?.query_row([], |row| row.get::<_, u32>(0));
        let number = u32::try_from(earlier).ok().and_then(|earlier| earlier.checked_add(1));
        let number =
            number.zip(Some(last().map_err(failure)?)).and_then(|(next, last)| last.checked_add(next));
        let full = || StoreFailure::Storage("there is no number left for another patron".to_owned());
        Ok(PatronId(number.ok_or_else(full)?))
    }
}

/// The id as it is stored.
pub(super) fn blob(id: TransferId) -> [u8; 16] {
    id.0.to_be_bytes()
}

/// An account, if it was ever used.
pub(super) fn account_row(conn: &Connection, account: Account) -> Result<Option<AccountRow>, StoreFailure> {
    let find = || {
        conn.prepare_cached(
            "SELECT account_no, balance FROM account
             WHERE kind = ?1 AND owner = ?2 AND currency = ?3 AND decimals = ?4",
        )?
        .query_row(
            params![account.kind.id(), account.owner, account.currency.code(), account.currency.decimals()],
            |row| Ok(AccountRow { account_no: row.get(0)?, balance: row.get(1)? }),
        )
        .optional()
    };
    find().map_err(failure)
}

/// The number of a transfer and what is left of it as a hold, if it was made.
fn left_of(conn: &Connection, id: TransferId) -> Result<Option<(i64, Amount)>, StoreFailure> {
    let sql = "SELECT transfer_no, coalesce(remaining, 0) FROM transfer LEFT JOIN hold USING (transfer_no)
               WHERE id = ?1";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found = || conn.prepare_cached(sql)?.query_row([blob(id)], read).optional();
    found().map_err(failure)?.map(|(transfer_no, left)| Ok((transfer_no, amount(left)?))).transpose()
}

/// The head of the house's own log.
pub(super) fn house_head(conn: &Connection) -> Result<HouseHead, StoreFailure> {
    let sql = "SELECT seq, at, hash FROM house_event ORDER BY seq DESC LIMIT 1";
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?));
    let found = conn.query_row(sql, [], read).optional().map_err(failure)?;
    let Some((seq, at, hash)) = found else { return Ok(HouseHead::default()) };
    Ok(HouseHead { seq: number(seq)?, at: Timestamp(at), digest: journal::digest(Some(&hash))? })
}
