//! The ledger's book in SQLite: what the judge asks, and how its changes are written down. Decides nothing.
//!
//! Balances and open holds that were used lately are remembered. What a transaction changes is written together at its
//! end by [`Books::flush`]: each new transfer, and each balance and hold once.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashSet};

use foldhash::HashMap;
use house::ports::StoreFailure;
use journal::Origin;
use ledger::{Account, Action, Book, Changes, Transfer, TransferId, TransferRequest};
use money::Amount;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::failure::failure;
use super::money_rows::{Found, Standing, blob, find, open_account, remaining, standing};
use crate::look::Look;
use crate::rows::{column, kind_of};

/// How many accounts and open holds are remembered before all are forgotten.
const REMEMBERED: usize = 65_536;

/// What is remembered of the ledger, and what is yet to be written. Wrong after a rollback: then drop it.
#[derive(Default)]
pub(super) struct Books {
    accounts: HashMap<Account, Standing>,
    holds: HashMap<TransferId, OpenHold>,
    /// The holds among them that were used up in this transaction.
    used_up: Vec<TransferId>,
    /// The number of the last transfer, once it was asked for.
    last_no: Option<i64>,
    /// The transfers to be written, and by their ids where they are.
    transfers: Vec<TransferRow>,
    places: HashMap<TransferId, usize>,
    /// The transfers that those to be written reverse.
    reversed: HashSet<TransferId>,
    /// Account numbers and the balances to be written; the last of each counts.
    balances: Vec<(i64, i64)>,
    /// Transfer numbers and what is left of the holds to be written; the last of each counts.
    remaining: Vec<(i64, Amount)>,
}

/// A transfer to be written.
struct TransferRow {
    transfer_no: i64,
    transfer: Transfer,
    /// Account numbers.
    from: i64,
    to: i64,
    /// The number of the transfer it is about.
    about: Option<i64>,
    /// The entry it belongs to: a table's event, or an entry of the house's own log.
    table: Option<u32>,
    seq: Option<i64>,
    house_seq: Option<i64>,
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
    pub(super) look: Look,
}

impl Book for SqlBook<'_> {
    type Failure = StoreFailure;

    fn transfer(&self, id: TransferId) -> Result<Option<Transfer>, StoreFailure> {
        self.books.find(self.conn, id)
    }

    fn posted(&self, posting: &TransferRequest) -> Result<Option<Transfer>, StoreFailure> {
        if self.look.reaches(posting) {
            self.transfer(posting.id)
        } else {
            Ok(self.books.remembered(posting.id))
        }
    }

    fn is_reversed(&self, id: TransferId) -> Result<bool, StoreFailure> {
        if self.books.reversed.contains(&id) {
            return Ok(true);
        }
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
    /// Takes in new transfers and what they change. `origin` is the entry they belong to.
    pub(super) fn write(
        &mut self,
        conn: &Connection,
        changes: &Changes,
        origin: Origin,
    ) -> Result<(), StoreFailure> {
        for transfer in &changes.transfers {
            self.transfer(conn, transfer, origin)?;
        }
        for (hold, left) in &changes.remaining {
            let open = self.open_hold(conn, *hold)?;
            open.remaining = *left;
            let transfer_no = open.transfer_no;
            self.remaining.push((transfer_no, *left));
            if left.is_zero() {
                self.used_up.push(*hold);
            }
        }
        for (account, balance) in &changes.balances {
            let standing = self.standing(conn, *account)?;
            standing.balance = *balance;
            let account_no = standing.account_no;
            self.balances.push((account_no, *balance));
        }
        Ok(())
    }

    /// Writes what has changed since the last time, in the order of the rows; of each row what came last.
    pub(super) fn flush(&mut self, conn: &Connection) -> Result<(), StoreFailure> {
        self.flush_transfers(conn)?;
        let write = |books: &mut Self| {
            let mut set = conn.prepare_cached("UPDATE account SET balance = ?2 WHERE account_no = ?1")?;
            for (account_no, balance) in BTreeMap::from_iter(std::mem::take(&mut books.balances)) {
                set.execute([account_no, balance])?;
            }
            let mut used_up = conn.prepare_cached("DELETE FROM hold WHERE transfer_no = ?1")?;
            let mut open = conn.prepare_cached(
                "INSERT INTO hold (transfer_no, remaining) VALUES (?1, ?2)
                 ON CONFLICT DO UPDATE SET remaining = excluded.remaining",
            )?;
            for (transfer_no, left) in BTreeMap::from_iter(std::mem::take(&mut books.remaining)) {
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
        for used_up in std::mem::take(&mut self.used_up) {
            // A correction may have restored it.
            if self.holds.get(&used_up).is_some_and(|hold| hold.remaining.is_zero()) {
                self.holds.remove(&used_up);
            }
        }
        if self.accounts.len() > REMEMBERED {
            self.accounts.clear();
        }
        if self.holds.len() > REMEMBERED {
            self.holds.clear();
        }
    }

    fn flush_transfers(&mut self, conn: &Connection) -> Result<(), StoreFailure> {
        let rows = std::mem::take(&mut self.transfers);
        self.places.clear();
        self.reversed.clear();
        let write = || {
            let mut insert = conn.prepare_cached(
                "INSERT INTO transfer
                 (transfer_no, id, kind, from_account, to_account, amount, asked, about, table_id, seq, house_seq)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?;
            for TransferRow { transfer_no, transfer, from, to, about, table, seq, house_seq } in &rows {
                let (kind, _, asked) = kind_of(&transfer.action);
                insert.execute(params![
                    transfer_no,
                    blob(transfer.id),
                    kind,
                    from,
                    to,
                    transfer.amount.signed(),
                    asked.map(Amount::signed),
                    about,
                    table,
                    seq,
                    house_seq
                ])?;
            }
            Ok(())
        };
        write().map_err(failure)
    }

    fn transfer(
        &mut self,
        conn: &Connection,
        transfer: &Transfer,
        origin: Origin,
    ) -> Result<(), StoreFailure> {
        let about = kind_of(&transfer.action).1.map(|id| self.transfer_no(conn, id)).transpose()?;
        let (from, to) =
            (self.standing(conn, transfer.from)?.account_no, self.standing(conn, transfer.to)?.account_no);
        let transfer_no = self.next_no(conn)?;
        match transfer.action {
            Action::Hold { .. } => {
                let open = OpenHold { transfer_no, transfer: *transfer, remaining: transfer.amount };
                self.holds.insert(transfer.id, open);
            }
            Action::Reverse { transfer: undone } => _ = self.reversed.insert(undone),
            _ => {}
        }
        self.places.insert(transfer.id, self.transfers.len());
        let (table, seq, house_seq) = match origin {
            Origin::Table(table, seq) => (Some(table.0), Some(column(seq)?), None),
            Origin::House(seq) => (None, None, Some(column(seq)?)),
        };
        let transfer = *transfer;
        self.transfers.push(TransferRow { transfer_no, transfer, from, to, about, table, seq, house_seq });
        Ok(())
    }

    /// The transfer of that id, if it was made.
    pub(super) fn find(&self, conn: &Connection, id: TransferId) -> Result<Option<Transfer>, StoreFailure> {
        match self.remembered(id) {
            Some(transfer) => Ok(Some(transfer)),
            None => Ok(find(conn, id)?.map(|found| found.transfer)),
        }
    }

    /// The transfer of that id, if it is an open hold that was used lately or yet to be written.
    fn remembered(&self, id: TransferId) -> Option<Transfer> {
        let open = self.holds.get(&id).map(|open| open.transfer);
        open.or_else(|| self.unwritten(id).map(|row| row.transfer))
    }

    /// The transfer of that id, if it is yet to be written.
    fn unwritten(&self, id: TransferId) -> Option<&TransferRow> {
        self.places.get(&id).and_then(|place| self.transfers.get(*place))
    }

    fn next_no(&mut self, conn: &Connection) -> Result<i64, StoreFailure> {
        let last = match self.last_no {
            Some(last) => last,
            None => conn
                .query_row("SELECT coalesce(max(transfer_no), 0) FROM transfer", [], |row| row.get(0))
                .map_err(failure)?,
        };
        let next = last.saturating_add(1);
        self.last_no = Some(next);
        Ok(next)
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
        if let Some(row) = self.unwritten(id) {
            return Ok(row.transfer_no);
        }
        let sql = "SELECT transfer_no FROM transfer WHERE id = ?1";
        let find = || conn.prepare_cached(sql)?.query_row([blob(id)], |row| row.get(0)).optional();
        find().map_err(failure)?.ok_or_else(|| StoreFailure::Corrupt(format!("transfer {id} is not there")))
    }
}
