//! Brings history into an empty file: all rows as they come, then everything that follows from them, then the digests
//! are held against the rows. In one transaction; what fails leaves the file empty. Knows no queue.

use std::collections::HashMap;
use std::path::Path;

use audit::{HouseEvent, Signed, StoredPatron};
use house::ports::StoreFailure;
use ledger::{Account, Transfer};
use money::Amount;
use rusqlite::{Connection, ToSql, TransactionBehavior, params};
use table::{TableId, Timestamp};

use super::failure::failure;
use super::{history, open, rebuild, records};
use crate::past::{Chained, NextRow, PastCounts, PastEntry, PastRow, Rounds, not_empty};
use crate::rows::{about, column, kind_of};

const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT 1 FROM patron) AND NOT EXISTS (SELECT 1 FROM event)
    AND NOT EXISTS (SELECT 1 FROM house_event) AND NOT EXISTS (SELECT 1 FROM transfer)
    AND NOT EXISTS (SELECT 1 FROM shoe_seed) AND NOT EXISTS (SELECT 1 FROM checkpoint)";

/// Brings the rows in; answers how many they were.
pub(super) fn import(path: &Path, next: NextRow<'_>) -> Result<PastCounts, StoreFailure> {
    let _lock = open::lock(path)?;
    // Nobody else makes the file while the lock is held.
    let is_new = !path.exists();
    let done = open::writer(path).and_then(|conn| {
        into(conn, next).map_err(|failure| match failure {
            // About what comes in, and not about the file.
            corrupt @ StoreFailure::Corrupt(_) => corrupt,
            failure => about(path.display(), failure),
        })
    });
    if is_new && done.is_err() {
        remove(path);
    }
    done
}

/// Leaves nothing of a file that was made in vain. Whoever made it says why.
fn remove(path: &Path) {
    for file in [path.to_owned(), open::beside(path, "-wal"), open::beside(path, "-shm")] {
        let _ = std::fs::remove_file(file);
    }
}

fn into(mut conn: Connection, next: NextRow<'_>) -> Result<PastCounts, StoreFailure> {
    // A temporary table of the rebuild cannot refer to one that is not. They are checked below.
    conn.pragma_update(None, "foreign_keys", false).map_err(failure)?;
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failure)?;
    if !transaction.query_row(IS_EMPTY, [], |row| row.get::<_, bool>(0)).map_err(failure)? {
        return Err(not_empty());
    }
    let mut arriving = Arriving { conn: &transaction, accounts: HashMap::new(), rounds: Rounds::default() };
    let mut counts = PastCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        arriving.write(&row)?;
    }
    rebuild::refold(&transaction, true)?;
    let mut chained = Chained::default();
    let mut follow = |entry| chained.follow(&entry).map(|()| true);
    records::house_entries(&transaction, &mut follow)?;
    records::table_entries(&transaction, &mut follow)?;
    open::no_strays(&transaction)?;
    transaction.commit().map_err(failure)?;
    Ok(counts)
}

/// What must be known of the rows before.
struct Arriving<'a> {
    conn: &'a Connection,
    accounts: HashMap<Account, i64>,
    rounds: Rounds,
}

impl Arriving<'_> {
    fn write(&mut self, row: &PastRow) -> Result<(), StoreFailure> {
        match row {
            PastRow::Counts(_) => Ok(()),
            PastRow::Patron(patron, created_at) => self.patron(patron, *created_at),
            PastRow::Seed(table, seed) => history::write_seed(self.conn, *table, seed),
            PastRow::Entry(entry) => self.entry(entry),
            PastRow::Transfer(transfer, origin) => self
                .transfer(transfer, *origin)
                .map_err(|failure| about(format!("transfer {}", transfer.id), failure)),
            PastRow::Checkpoint(Signed { text, signature, key }) => {
                let sql = "INSERT INTO checkpoint (text, signature, key) VALUES (?1, ?2, ?3)";
                self.insert(sql, params![text, signature, key]).map(|_| ())
            }
        }
    }

    fn patron(&self, patron: &StoredPatron, created_at: Timestamp) -> Result<(), StoreFailure> {
        let StoredPatron { id, nickname, token_hash, currency } = patron;
        let sql = "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let (code, decimals) = (currency.code(), currency.decimals());
        self.insert(sql, params![id.0, nickname, token_hash, code, decimals, created_at.0]).map(|_| ())
    }

    fn entry(&mut self, entry: &PastEntry) -> Result<(), StoreFailure> {
        let round = self.rounds.of(entry)?;
        let PastEntry { log, seq, at, body, digest } = entry;
        let seq = column(*seq)?;
        let Some(round) = round else {
            let sql = "INSERT INTO house_event (seq, at, body, hash) VALUES (?1, ?2, ?3, ?4)";
            return self.insert(sql, params![seq, at.0, body, digest.0]).map(|_| ());
        };
        let sql = "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let (shoe_no, round_no) = (round.shoe_no, round.round_no);
        self.insert(sql, params![log.0, seq, at.0, shoe_no, round_no, body, digest.0]).map(|_| ())
    }

    fn transfer(&mut self, transfer: &Transfer, (log, seq): (TableId, u64)) -> Result<(), StoreFailure> {
        let (kind, about, asked) = kind_of(&transfer.action);
        let (from, to) = (self.account(transfer.from)?, self.account(transfer.to)?);
        let seq = column(seq)?;
        let (table, seq, house_seq) =
            if log == HouseEvent::LOG { (None, None, Some(seq)) } else { (Some(log.0), Some(seq), None) };
        let sql = "INSERT INTO transfer
            (id, kind, from_account, to_account, amount, asked, about, table_id, seq, house_seq)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT transfer_no FROM transfer WHERE id = ?7), ?8, ?9, ?10)";
        let (id, about) = (transfer.id.0.to_be_bytes(), about.map(|id| id.0.to_be_bytes()));
        let (amount, asked) = (transfer.amount.signed(), asked.map(Amount::signed));
        self.insert(sql, params![id, kind, from, to, amount, asked, about, table, seq, house_seq]).map(|_| ())
    }

    /// The number of an account, which is opened with nothing in it.
    fn account(&mut self, account: Account) -> Result<i64, StoreFailure> {
        if let Some(number) = self.accounts.get(&account) {
            return Ok(*number);
        }
        let Account { kind, owner, currency } = account;
        let sql = "INSERT INTO account (kind, owner, currency, decimals) VALUES (?1, ?2, ?3, ?4)";
        let number = self.insert(sql, params![kind.id(), owner, currency.code(), currency.decimals()])?;
        self.accounts.insert(account, number);
        Ok(number)
    }

    fn insert(&self, sql: &str, values: &[&dyn ToSql]) -> Result<i64, StoreFailure> {
        let insert = || {
            self.conn.prepare_cached(sql)?.execute(values)?;
            Ok(self.conn.last_insert_rowid())
        };
        insert().map_err(failure)
    }
}
