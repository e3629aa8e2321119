//! Accounts, transfers and holds, read one at a time.

use house::ports::StoreFailure;
use ledger::{Account, Transfer, TransferId};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::failure::failure;
use crate::rows::{self, amount};

/// The place of an account, and its balance.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub(super) account_no: i64,
    pub(super) balance: i64,
}

/// The id as it is stored.
pub(super) fn blob(id: TransferId) -> [u8; 16] {
    id.0.to_be_bytes()
}

/// An account, if it was ever used.
pub(super) fn standing(conn: &Connection, account: Account) -> Result<Option<Standing>, StoreFailure> {
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

/// Opens an account with nothing in it.
pub(super) fn open_account(conn: &Connection, account: Account) -> Result<Standing, StoreFailure> {
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

/// What is left of the hold that this transfer made.
pub(super) fn remaining(conn: &Connection, transfer_no: i64) -> Result<Amount, StoreFailure> {
    let sql = "SELECT remaining FROM hold WHERE transfer_no = ?1";
    let find = || conn.prepare_cached(sql)?.query_row([transfer_no], |row| row.get(0)).optional();
    find().map_err(failure)?.map_or(Ok(Amount::ZERO), amount)
}

/// A transfer and its number.
pub(super) struct Found {
    pub(super) transfer_no: i64,
    pub(super) transfer: Transfer,
}

/// A transfer as it was written.
pub(super) fn find(conn: &Connection, id: TransferId) -> Result<Option<Found>, StoreFailure> {
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
