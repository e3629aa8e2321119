//! The ledger's book in SQLite: what the judge asks, and how its changes are written down. Decides nothing.
//!
//! Balances and open holds that were used lately are remembered. New transfers are written at once, but the
//! balances and holds they change are written together by [`Books::flush`], each once a transaction.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use house::ports::StoreFailure;
use ledger::{Account, Action, Book, Changes, Transfer, TransferId};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::failure::failure;
use crate::chain::Origin;
use crate::rows::{self, amount, column, kind_of};

/// How many accounts are remembered before all are forgotten.
const REMEMBERED: usize = 65_536;

/// What is remembered of the ledger, and what is yet to be written. Wrong after a rollback: then drop it.
#[derive(Default)]
pub(super) struct Books {
    accounts: HashMap<Account, Standing>,
    holds: HashMap<TransferId, OpenHold>,
    /// By account number: the balances to be written.
    balances: BTreeMap<i64, i64>,
    /// By transfer number: what is left of the holds to be written.
    remaining: BTreeMap<i64, Amount>,
}

#[derive(Clone, Copy)]
struct Standing {
    account_no: i64,
    balance: i64,
}

struct OpenHold {
    transfer_no: i64,
    transfer: Transfer,
    remaining: Amount,
}

/// The book as it stands in the open transaction.
pub(super) struct SqlBook<'a> {
    pub(super) conn: &'a Connection,
    pub(super) books: &'a Books,
}

impl Book for SqlBook<'_> {
    type Failure = StoreFailure;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, StoreFailure> {
        if let Some(open) = self.books.holds.get(&id) {
            return Ok(Some(open.transfer));
        }
        Ok(find(self.conn, id)?.map(|found| found.transfer))
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, StoreFailure> {
        let sql = "SELECT EXISTS (SELECT 1 FROM transfer
            WHERE kind = 'reverse' AND about = (SELECT transfer_no FROM transfer WHERE id = ?1))";
        let reversed = || self.conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0));
        reversed().map_err(failure)
    }

    fn remaining(&self, hold: TransferId) -> Result<Amount, StoreFailure> {
        if let Some(open) = self.books.holds.get(&hold) {
            return Ok(open.remaining);
        }
        find(self.conn, hold)?.map_or(Ok(Amount::ZERO), |found| remaining(self.conn, found.transfer_no))
    }

    fn balance(&self, account: Account) -> Result<i64, StoreFailure> {
        if let Some(standing) = self.books.accounts.get(&account) {
            return Ok(standing.balance);
        }
        Ok(standing(self.conn, account)?.map_or(0, |standing| standing.balance))
    }
}

impl Books {
    /// Writes the new transfers and remembers what they change. `origin` is the entry they belong to.
    pub(super) fn write(
        &mut self,
        conn: &Connection,
        changes: &Changes,
        origin: Origin,
    ) -> Result<(), StoreFailure> {
        for transfer in &changes.transfers {
            self.write_transfer(conn, transfer, origin)?;
        }
        for (hold, left) in &changes.remaining {
            let open = self.open_hold(conn, *hold)?;
            open.remaining = *left;
            let transfer_no = open.transfer_no;
            self.remaining.insert(transfer_no, *left);
        }
        for (account, balance) in &changes.balances {
            let standing = self.standing(conn, *account)?;
            standing.balance = *balance;
            let account_no = standing.account_no;
            self.balances.insert(account_no, *balance);
        }
        Ok(())
    }

    /// Writes what has changed since the last time, in the order of the rows.
    pub(super) fn flush(&mut self, conn: &Connection) -> Result<(), StoreFailure> {
        let write = |books: &mut Self| {
            let mut set = conn.prepare_cached("UPDATE account SET balance = ?2 WHERE account_no = ?1")?;
            for (account_no, balance) in std::mem::take(&mut books.balances) {
                set.execute([account_no, balance])?;
            }
            let mut used_up = conn.prepare_cached("DELETE FROM hold WHERE transfer_no = ?1")?;
            let mut open = conn.prepare_cached(
                "INSERT INTO hold (transfer_no, remaining) VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET remaining = excluded.remaining",
            )?;
            for (transfer_no, left) in std::mem::take(&mut books.remaining) {
                if left.is_zero() {
                    used_up.execute([transfer_no])?;
                } else {
                    open.execute([transfer_no, left.signed()])?;
                }
            }
            Ok(())
        };
        write(self).map_err(failure)
    }

    /// Forgets what is not worth remembering. Only after a commit.
    pub(super) fn trim(&mut self) {
        self.holds.retain(|_, hold| !hold.remaining.is_zero());
        if self.accounts.len() > REMEMBERED {
            self.accounts.clear();
        }
    }

    fn write_transfer(
        &mut self,
        conn: &Connection,
        transfer: &Transfer,
        origin: Origin,
    ) -> Result<(), StoreFailure> {
        let (kind, about, asked) = kind_of(&transfer.action);
        let about = about.map(|id| self.transfer_no(conn, id)).transpose()?;
        let (from, to) =
            (self.standing(conn, transfer.from)?.account_no, self.standing(conn, transfer.to)?.account_no);
        let (table_id, seq, house_seq) = match origin {
            Origin::Table(table, seq) => (Some(table.0), Some(column(seq)?), None),
            Origin::House(seq) => (None, None, Some(column(seq)?)),
        };
        let insert = || {
            conn.prepare_cached(
                "INSERT INTO transfer
                 (id, kind, from_account, to_account, amount, asked, about, table_id, seq, house_seq)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .insert(params![
                blob(transfer.id),
                kind,
                from,
                to,
                transfer.amount.signed(),
                asked.map(Amount::signed),
                about,
                table_id,
                seq,
                house_seq
            ])
        };
        let transfer_no = insert().map_err(failure)?;
        if matches!(transfer.action, Action::Hold { .. }) {
            let open = OpenHold { transfer_no, transfer: *transfer, remaining: transfer.amount };
            self.holds.insert(transfer.id, open);
        }
        Ok(())
    }

    /// The account's place and balance; the account is opened when it is new.
    fn standing(&mut self, conn: &Connection, account: Account) -> Result<&mut Standing, StoreFailure> {
        match self.accounts.entry(account) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => Ok(unknown.insert(match standing(conn, account)? {
                Some(found) => found,
                None => open_account(conn, account)?,
            })),
        }
    }

    fn open_hold(&mut self, conn: &Connection, hold: TransferId) -> Result<&mut OpenHold, StoreFailure> {
        match self.holds.entry(hold) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => {
                let lost = || StoreFailure::Corrupt(format!("the hold {hold} was judged and is not there"));
                let Found { transfer_no, transfer } = find(conn, hold)?.ok_or_else(lost)?;
                let remaining = remaining(conn, transfer_no)?;
                Ok(unknown.insert(OpenHold { transfer_no, transfer, remaining }))
            }
        }
    }

    fn transfer_no(&self, conn: &Connection, id: TransferId) -> Result<i64, StoreFailure> {
        if let Some(open) = self.holds.get(&id) {
            return Ok(open.transfer_no);
        }
        let sql = "SELECT transfer_no FROM transfer WHERE id = ?1";
        let find = || conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0));
        find().map_err(failure)
    }
}

fn blob(id: TransferId) -> [u8; 16] {
    id.0.to_be_bytes()
}

fn standing(conn: &Connection, account: Account) -> Result<Option<Standing>, StoreFailure> {
    let find = || {
        conn.prepare_cached(
            "SELECT account_no, balance FROM account
             WHERE kind = ?1 AND owner = ?2 AND currency = ?3 AND decimals = ?4",
        )?
        .query_row(
            params![account.kind.id(), account.owner, account.currency.code(), account.currency.decimals()],
            |row| Ok(Standing { account_no: row.get(0)?, balance: row.get(1)? }),
        )
        .optional()
    };
    find().map_err(failure)
}

fn open_account(conn: &Connection, account: Account) -> Result<Standing, StoreFailure> {
    let insert = || {
        conn.prepare_cached("INSERT INTO account (kind, owner, currency, decimals) VALUES (?1, ?2, ?3, ?4)")?
            .insert(params![
                account.kind.id(),
                account.owner,
                account.currency.code(),
                account.currency.decimals()
            ])
    };
    Ok(Standing { account_no: insert().map_err(failure)?, balance: 0 })
}

fn remaining(conn: &Connection, transfer_no: i64) -> Result<Amount, StoreFailure> {
    let sql = "SELECT remaining FROM hold WHERE transfer_no = ?1";
    let find = || conn.prepare_cached(sql)?.query_row([transfer_no], |row| row.get(0)).optional();
    find().map_err(failure)?.map_or(Ok(Amount::ZERO), amount)
}

struct Found {
    transfer_no: i64,
    transfer: Transfer,
}

/// A transfer as it was written.
fn find(conn: &Connection, id: TransferId) -> Result<Option<Found>, StoreFailure> {
    let sql = "SELECT t.transfer_no, t.kind, t.amount, about.id,
                      gives.kind, gives.owner, gives.currency, gives.decimals,
                      gets.kind, gets.owner, gets.currency, gets.decimals, t.asked
               FROM transfer t
               JOIN account gives ON gives.account_no = t.from_account
               JOIN account gets ON gets.account_no = t.to_account
               LEFT JOIN transfer about ON about.transfer_no = t.about
               WHERE t.id = ?1";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([blob(id)]).map_err(failure)?;
    rows.next().map_err(failure)?.map(|row| read_transfer(id, row)).transpose()
}

fn read_transfer(id: TransferId, row: &Row<'_>) -> Result<Found, StoreFailure> {
    let kind: String = row.get(1).map_err(failure)?;
    let about = row.get::<_, Option<[u8; 16]>>(3).map_err(failure)?;
    let about = about.map(|bytes| TransferId(u128::from_be_bytes(bytes)));
    let accounts = (read_account(row, 4)?, read_account(row, 8)?);
    let asked = row.get(12).map_err(failure)?;
    let transfer = rows::transfer(id, (&kind, about, asked), accounts, row.get(2).map_err(failure)?)?;
    Ok(Found { transfer_no: row.get(0).map_err(failure)?, transfer })
}

/// An account from four columns of a row: kind, owner, currency, decimals.
pub(super) fn read_account(row: &Row<'_>, first: usize) -> Result<Account, StoreFailure> {
    let at = |offset: usize| first.saturating_add(offset);
    let kind: String = row.get(at(0)).map_err(failure)?;
    let code: String = row.get(at(2)).map_err(failure)?;
    let (owner, decimals) = (row.get(at(1)).map_err(failure)?, row.get(at(3)).map_err(failure)?);
    rows::account(&kind, owner, &code, decimals)
}
