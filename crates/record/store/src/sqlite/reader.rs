//! The thread that reads, on a connection of its own: it sees all that was acknowledged, and the writer never
//! waits for it. Changes nothing.

use std::collections::BTreeMap;

use house::ports::{Patron, StoreFailure, TrialBalance, Wallet};
use ledger::AccountKind;
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, ToSql};
use table::PatronId;
use tokio::sync::mpsc;

use super::failure::failure;
use crate::rows::{amount, currency, number};

/// Something to be read. It answers whoever asked by itself.
pub(super) type Query = Box<dyn FnOnce(&Connection) + Send>;

/// Serves the queue until it ends.
pub(super) fn run(conn: Connection, mut queue: mpsc::Receiver<Query>) -> Result<(), StoreFailure> {
    while let Some(query) = queue.blocking_recv() {
        query(&conn);
    }
    conn.close().map_err(|(_, error)| failure(error))
}

/// The patron whose secret has that hash.
pub(super) fn patron(conn: &Connection, token_hash: [u8; 32]) -> Result<Option<Patron>, StoreFailure> {
    let sql = "SELECT patron_id, nickname, currency, decimals FROM patron WHERE token_hash = ?1";
    one_patron(conn, sql, token_hash)
}

/// The patron of that number.
pub(super) fn patron_of(conn: &Connection, patron: PatronId) -> Result<Option<Patron>, StoreFailure> {
    one_patron(
        conn,
        "SELECT patron_id, nickname, currency, decimals FROM patron WHERE patron_id = ?1",
        patron.0,
    )
}

fn one_patron(conn: &Connection, sql: &str, key: impl ToSql) -> Result<Option<Patron>, StoreFailure> {
    let find = || {
        conn.prepare_cached(sql)?
            .query_row([key], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, String>(2)?, row.get(3)?)))
            .optional()
    };
    let found = find().map_err(failure)?;
    found
        .map(|(id, nickname, code, decimals)| {
            Ok(Patron { id: PatronId(id), nickname, currency: currency(&code, decimals)? })
        })
        .transpose()
}

/// What a patron has and owes in the currency of the wallet; nothing for a stranger.
pub(super) fn wallet(conn: &Connection, patron: PatronId) -> Result<Wallet, StoreFailure> {
    let sql = "SELECT account.kind, account.balance FROM patron
               JOIN account ON account.kind IN ('patron_cash', 'patron_bonus', 'receivable')
                    AND account.owner = patron.patron_id
                    AND account.currency = patron.currency AND account.decimals = patron.decimals
               WHERE patron.patron_id = ?1";
    let mut statement = conn.prepare_cached(sql).map_err(failure)?;
    let mut rows = statement.query([patron.0]).map_err(failure)?;
    let mut wallet = Wallet::default();
    while let Some(row) = rows.next().map_err(failure)? {
        let (kind, balance): (String, i64) = (row.get(0).map_err(failure)?, row.get(1).map_err(failure)?);
        match AccountKind::from_id(&kind) {
            Some(AccountKind::PatronCash) => wallet.cash = amount(balance)?,
            Some(AccountKind::PatronBonus) => wallet.bonus = amount(balance)?,
            _ => wallet.owed = amount(balance.saturating_neg())?,
        }
    }
    Ok(wallet)
}

/// What is left of the holds of a patron's stakes.
pub(super) fn held(conn: &Connection, patron: PatronId) -> Result<Amount, StoreFailure> {
    let sql = "SELECT coalesce(sum(hold.remaining), 0) FROM hold
               JOIN transfer USING (transfer_no)
               JOIN account ON account.account_no = transfer.from_account
               WHERE account.kind IN ('patron_cash', 'patron_bonus') AND account.owner = ?1";
    let find = || conn.prepare_cached(sql)?.query_row([patron.0], |row| row.get(0));
    find().map_err(failure).and_then(amount)
}

/// The sums of all balances, added up here: SQLite's own sum stops at 64 bits.
pub(super) fn trial_balance(conn: &Connection) -> Result<TrialBalance, StoreFailure> {
    let read = || {
        let snapshot = conn.unchecked_transaction()?;
        let mut sums = BTreeMap::<String, i128>::new();
        let mut statement = snapshot.prepare_cached("SELECT currency, balance FROM account")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let sum = sums.entry(row.get(0)?).or_default();
            *sum = sum.saturating_add(i128::from(row.get::<_, i64>(1)?));
        }
        let open_holds: i64 = snapshot.query_row("SELECT count(*) FROM hold", [], |row| row.get(0))?;
        let lowest: Option<i64> = snapshot.query_row(
            "SELECT min(balance) FROM account WHERE kind = ?1",
            [AccountKind::PatronCash.id()],
            |row| row.get(0),
        )?;
        Ok((sums, open_holds, lowest))
    };
    let (sums, open_holds, lowest) = read().map_err(failure)?;
    Ok(TrialBalance {
        sums: sums.into_iter().collect(),
        open_holds: number(open_holds)?,
        lowest_patron_balance: lowest.unwrap_or_default(),
    })
}
