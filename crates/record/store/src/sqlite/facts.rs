//! The facts that a draft needs, from the writer's connection: each is read when it is asked for, unless the cache has
//! it. Judges nothing.

use std::cell::RefCell;

use foldhash::{HashMap, HashSet};
use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind};
use house::ports::StoreFailure;
use journal::{HouseHead, StoredEntity, TableProgress};
use ledger::{Account, Book, Transfer, TransferId};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, Params, Row};
use table::{PatronId, RecordRef, RequestId, TableId};

use super::query::now;
use crate::draft::{Drafted, Facts, Lookup, NotJudged};
use crate::queries::entries::EntryQueries as _;
use crate::queries::{Columns, Value, first, tables, transfers};
use crate::rows::column;
use crate::trouble::Result;

/// How many accounts or open holds the cache holds before it is emptied.
const CACHED: usize = 65_536;

/// Rows that the writer has read or written. Wrong after a rollback: then drop it.
#[derive(Default)]
pub(crate) struct RowCache {
    pub(super) accounts: HashMap<Account, AccountRow>,
    /// Accounts that were looked for and have no row.
    pub(super) unopened: HashSet<Account>,
    pub(super) holds: HashMap<TransferId, HoldRow>,
    /// The number of the last transfer, once it was read.
    pub(super) last_transfer_no: Option<i64>,
    /// How far the tables have come that were written to.
    pub(super) tables: HashMap<TableId, TableProgress>,
    /// The head of the house's own log, once it was read.
    pub(super) house: Option<HouseHead>,
}

/// The number of an account, its balance, and in how many transfers it gave or got.
#[derive(Clone, Copy, Default)]
pub(super) struct AccountRow {
    pub(super) account_no: i64,
    pub(super) balance: i64,
    pub(super) transfers: i64,
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
        if self.unopened.len() > CACHED {
            self.unopened.clear();
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
        let sql = "SELECT 1 FROM transfer
            WHERE kind = 'reverse' AND about = (SELECT transfer_no FROM transfer WHERE id = ?1)";
        self.exists(sql, [blob(id)])
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, NotJudged> {
        if let Some(row) = self.cache.borrow().holds.get(&hold) {
            return Ok(row.remaining);
        }
        let sql =
            "SELECT transfer_no, coalesce(remaining, 0) FROM transfer LEFT JOIN hold USING (transfer_no)
                   WHERE id = $1";
        let left = self.read(sql, &[Value::id(hold.0)], |row| Ok((row.number(0)?, row.amount(1)?)))?;
        let known = now(transfers::transfer(self.conn, hold))?.zip(left);
        let Some((transfer, (transfer_no, remaining))) = known else { return Ok(Amount::ZERO) };
        self.cache.borrow_mut().holds.insert(hold, HoldRow { transfer_no, transfer, remaining });
        Ok(remaining)
    }

    fn balance(&self, account: Account) -> Result<i64, NotJudged> {
        Ok(self.account(account)?.balance)
    }
}

impl Facts for Reading<'_> {
    fn lookup(&self) -> Lookup {
        self.lookup
    }

    fn cached(&self, id: TransferId) -> Option<Transfer> {
        self.cache.borrow().holds.get(&id).map(|hold| hold.transfer)
    }

    fn progress(&self, table: TableId) -> Result<TableProgress, NotJudged> {
        if let Some(progress) = self.cache.borrow().tables.get(&table) {
            return Ok(progress.clone());
        }
        Ok(now(tables::progress(self.conn, table))?)
    }

    fn house_head(&self) -> Result<HouseHead, NotJudged> {
        if let Some(head) = self.cache.borrow().house {
            return Ok(head);
        }
        let sql = "SELECT seq, at, hash FROM house_event ORDER BY seq DESC LIMIT 1";
        let head = self.read(sql, &[], |row| {
            Ok(HouseHead { seq: row.number(0)?, at: row.time(1)?, digest: row.digest(2)? })
        });
        Ok(head?.unwrap_or_default())
    }

    fn entity(&self, entity: EntityRef) -> Result<Option<StoredEntity>, NotJudged> {
        Ok(now(self.conn.stored_entity(entity))?)
    }

    fn name_holder(&self, kind: EntityKind, name: &str) -> Result<Option<u32>, NotJudged> {
        Ok(now(self.conn.name_holder(kind, name))?)
    }

    fn credential(&self, kind: CredentialKind, key: &str) -> Result<Option<Credential>, NotJudged> {
        Ok(now(self.conn.credential(kind, key))?)
    }

    fn slip_accepted(&self, patron: PatronId, slip: RequestId) -> Result<bool, NotJudged> {
        let sql = "SELECT 1 FROM accepted_slip WHERE slip_id = ?1 AND patron_id = ?2";
        self.exists(sql, (slip.0.to_be_bytes(), patron.0))
    }

    fn record_taken(&self, record: RecordRef) -> Result<bool, NotJudged> {
        let sql = "SELECT 1 FROM device_record WHERE device = ?1 AND n = ?2";
        self.exists(sql, (record.device.0, column(record.n)?))
    }

    fn transfers(&self, account: Account) -> Result<Option<i64>, NotJudged> {
        Ok(Some(self.account(account)?.transfers))
    }

    fn token_used(&self, hash: &[u8; 32]) -> Result<bool, NotJudged> {
        self.exists("SELECT 1 FROM patron WHERE token_hash = ?1", [hash])
    }

    fn patron_number(&self, earlier: usize) -> Result<PatronId, NotJudged> {
        let sql = "SELECT coalesce(max(patron_id), 0) FROM patron";
        let last: u32 = self.read(sql, &[], |row| row.number(0))?.unwrap_or_default();
        let number =
            u32::try_from(earlier).ok().and_then(|earlier| last.checked_add(earlier)?.checked_add(1));
        let full = || StoreFailure::Storage("there is no number left for another patron".to_owned());
        Ok(PatronId(number.ok_or_else(full)?))
    }
}

impl Reading<'_> {
    /// The row of an account; one without money or transfers where there is none.
    fn account(&self, account: Account) -> Result<AccountRow, NotJudged> {
        let mut cache = self.cache.borrow_mut();
        if let Some(row) = cache.accounts.get(&account) {
            return Ok(*row);
        }
        if cache.unopened.contains(&account) {
            return Ok(AccountRow::default());
        }
        let row = account_row(self.conn, account)?;
        match row {
            Some(row) => _ = cache.accounts.insert(account, row),
            None => _ = cache.unopened.insert(account),
        }
        Ok(row.unwrap_or_default())
    }

    /// Whether a query has a row.
    fn exists(&self, sql: &str, key: impl Params) -> Result<bool, NotJudged> {
        Ok(self.conn.prepare_cached(sql)?.exists(key)?)
    }

    /// The first row of a query.
    fn read<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnMut(&dyn Columns) -> Result<T, StoreFailure>,
    ) -> Result<Option<T>, StoreFailure> {
        now(first(self.conn, sql, values, read))
    }
}

/// The id as it is stored.
pub(super) fn blob(id: TransferId) -> [u8; 16] {
    id.0.to_be_bytes()
}

/// An account, if it was ever used.
pub(super) fn account_row(conn: &Connection, account: Account) -> Result<Option<AccountRow>> {
    let sql = "SELECT account_no, balance, transfers FROM account
               WHERE kind = ?1 AND owner = ?2 AND currency = ?3 AND decimals = ?4";
    let Account { kind, owner, currency } = account;
    let key = (kind.id(), owner, currency.code(), currency.decimals());
    let read = |row: &Row<'_>| {
        Ok(AccountRow { account_no: row.get(0)?, balance: row.get(1)?, transfers: row.get(2)? })
    };
    Ok(conn.prepare_cached(sql)?.query_row(key, read).optional()?)
}
