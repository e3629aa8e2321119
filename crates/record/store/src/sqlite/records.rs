//! Every row of a file, in the order an audit wants them. Changes nothing and judges nothing.

use std::path::Path;

use house::ports::{ShoeSeed, StoreFailure, StoredRound};
use journal::{Digest, Record, Signed, StoredEnding, StoredEntry, StoredPatron, StoredSlip, from_json};
use ledger::{Transfer, TransferId};
use rusqlite::{Connection, Row, params};
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};

use super::failure::failure;
use super::money_rows::{blob, read_account};
use super::open;
use crate::records::{Each, TransferRow, Unattached};
use crate::rows::{self, about, amount, currency, number};

/// Gives every row of the file to `each`, as of one moment, while servers go on; until it says that it has enough.
pub(crate) fn read(path: &Path, each: Each<'_>) -> Result<(), StoreFailure> {
    let conn = open::auditor(path)?;
    let snapshot = conn.unchecked_transaction().map_err(failure)?;
    let go_on = checkpoints(&snapshot, each)?
        && accounts(&snapshot, each)?
        && patrons(&snapshot, &mut |patron, _| each(Record::Patron(patron)))?
        && seeds(&snapshot, each)?
        && corrections(&snapshot, each)?
        && house_entries(&snapshot, &mut |entry| each(Record::Entry(entry)))?
        && table_entries(&snapshot, &mut |entry| each(Record::Entry(entry)))?
        && transfers(&snapshot, "ORDER BY t.transfer_no", &mut |row| each(Record::Transfer(row.transfer?)))?
        && holds(&snapshot, each)?
        && slips(&snapshot, each)?
        && rounds(&snapshot, each)?;
    if go_on {
        patron_rounds(&snapshot, each)?;
    }
    Ok(())
}

/// Gives each row of a query to `each`; says whether it wants to go on.
pub(super) fn rows_of(
    conn: &Connection,
    sql: &str,
    what: &str,
    each: &mut dyn FnMut(&Row<'_>) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    let mut statement = conn.prepare(sql).map_err(failure)?;
    let mut rows = statement.query([]).map_err(failure)?;
    while let Some(row) = rows.next().map_err(failure)? {
        if !each(row).map_err(|failure| about(what, failure))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A column of a row.
pub(super) fn get<T: rusqlite::types::FromSql>(row: &Row<'_>, column: usize) -> Result<T, StoreFailure> {
    row.get(column).map_err(failure)
}

pub(super) fn checkpoints(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT text, signature, key FROM checkpoint ORDER BY checkpoint_no";
    rows_of(conn, sql, "a checkpoint", &mut |row| {
        each(Record::Checkpoint(Signed { text: get(row, 0)?, signature: get(row, 1)?, key: get(row, 2)? }))
    })
}

fn accounts(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT kind, owner, currency, decimals, balance FROM account ORDER BY account_no";
    rows_of(conn, sql, "an account", &mut |row| each(Record::Account(read_account(row, 0)?, get(row, 4)?)))
}

/// Patrons by number, each with the time it was created.
pub(super) fn patrons(
    conn: &Connection,
    each: &mut dyn FnMut(StoredPatron, Timestamp) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    let sql = "SELECT patron_id, nickname, token_hash, currency, decimals, created_at FROM patron ORDER BY 1";
    rows_of(conn, sql, "a patron", &mut |row| {
        let currency = currency(&get::<String>(row, 3)?, get(row, 4)?)?;
        let id = PatronId(get(row, 0)?);
        let patron = StoredPatron { id, nickname: get(row, 1)?, token_hash: get(row, 2)?, currency };
        each(patron, Timestamp(get(row, 5)?))
    })
}

pub(super) fn seeds(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    rows_of(conn, "SELECT table_id, shoe_no, seed FROM shoe_seed ORDER BY 1, 2", "a seed", &mut |row| {
        each(Record::Seed(TableId(get(row, 0)?), ShoeSeed { shoe_no: get(row, 1)?, seed: get(row, 2)? }))
    })
}

fn corrections(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT table_id, seq, shoe_no, round_no FROM correction ORDER BY 1, 2";
    rows_of(conn, sql, "a correction", &mut |row| {
        each(Record::Correction(TableId(get(row, 0)?), number(get(row, 1)?)?, round(row, 2)?))
    })
}

fn round(row: &Row<'_>, first: usize) -> Result<RoundRef, StoreFailure> {
    Ok(RoundRef { shoe_no: get(row, first)?, round_no: get(row, first.saturating_add(1))? })
}

/// The entries of the house's own log.
pub(super) fn house_entries(
    conn: &Connection,
    each: &mut dyn FnMut(StoredEntry) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    let moved = "WHERE t.table_id IS NULL ORDER BY t.house_seq, t.transfer_no";
    let entries = "SELECT 0, seq, at, 0, 0, body, hash FROM house_event ORDER BY seq";
    entries_with(conn, entries, moved, each)
}

/// The entries of all tables.
pub(super) fn table_entries(
    conn: &Connection,
    each: &mut dyn FnMut(StoredEntry) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    let moved = "WHERE t.table_id IS NOT NULL ORDER BY t.table_id, t.seq, t.transfer_no";
    let entries = "SELECT table_id, seq, at, shoe_no, round_no, body, hash FROM event ORDER BY 1, 2";
    entries_with(conn, entries, moved, each)
}

/// Entries, each with the transfers that refer to it: both come in the order of logs and numbers.
fn entries_with(
    conn: &Connection,
    entries: &str,
    moved: &str,
    each: &mut dyn FnMut(StoredEntry) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    let sql = format!("{TRANSFERS} {moved}");
    let mut statement = conn.prepare(&sql).map_err(failure)?;
    let mut moved = statement.query([]).map_err(failure)?;
    let mut unattached = Unattached::default();
    let mut more = move || moved.next().map_err(failure)?.map(read_transfer).transpose();
    let go_on = rows_of(conn, entries, "an event", &mut |row| {
        let (log, seq) = (TableId(get(row, 0)?), number(get(row, 1)?)?);
        let (at, round, body) = (Timestamp(get(row, 2)?), round(row, 3)?, get(row, 5)?);
        let digest = get::<Option<Vec<u8>>>(row, 6)?.and_then(|hash| hash.try_into().ok()).map(Digest);
        while unattached.wants_more(log, seq)
            && let Some(row) = more()?
        {
            unattached.push(row);
        }
        let transfers = unattached.of(log, seq)?;
        each(StoredEntry { log, seq, at, round, body, transfers, digest })
    })?;
    if go_on {
        more()?.into_iter().for_each(|row| unattached.push(row));
        unattached.none_left()?;
    }
    Ok(go_on)
}

const TRANSFERS: &str = "SELECT t.id, t.kind, t.amount, about.id,
        gives.kind, gives.owner, gives.currency, gives.decimals,
        gets.kind, gets.owner, gets.currency, gets.decimals, t.asked, t.table_id, t.seq, t.house_seq
    FROM transfer t
    LEFT JOIN account gives ON gives.account_no = t.from_account
    LEFT JOIN account gets ON gets.account_no = t.to_account
    LEFT JOIN transfer about ON about.transfer_no = t.about";

/// All transfers, in the order in which they were made.
pub(super) fn all_transfers() -> String {
    format!("{TRANSFERS} ORDER BY t.transfer_no")
}

/// All transfers in that order, to be taken entry by entry. Those of one entry were made together.
pub(super) struct Transfers<'a> {
    rows: rusqlite::Rows<'a>,
    next: Option<TransferRow>,
}

impl<'a> Transfers<'a> {
    pub(super) fn of(rows: rusqlite::Rows<'a>) -> Result<Self, StoreFailure> {
        let mut transfers = Self { rows, next: None };
        transfers.next = transfers.read()?;
        Ok(transfers)
    }

    fn read(&mut self) -> Result<Option<TransferRow>, StoreFailure> {
        self.rows.next().map_err(failure)?.map(read_transfer).transpose()
    }

    /// The next transfers, as far as they belong to this entry.
    pub(super) fn of_entry(&mut self, log: TableId, seq: u64) -> Result<Vec<Transfer>, StoreFailure> {
        let mut own = Vec::new();
        while let Some(row) = self.next.take_if(|row| row.origin == Some((log, seq))) {
            own.push(row.transfer?);
            self.next = self.read()?;
        }
        Ok(own)
    }

    /// Refuses a transfer that belongs to no entry.
    pub(super) fn none_left(&self) -> Result<(), StoreFailure> {
        self.next.as_ref().map_or(Ok(()), |row| Err(row.stray()))
    }
}

/// The transfers of a condition and an order.
pub(super) fn transfers(
    conn: &Connection,
    which: &str,
    each: &mut dyn FnMut(TransferRow) -> Result<bool, StoreFailure>,
) -> Result<bool, StoreFailure> {
    rows_of(conn, &format!("{TRANSFERS} {which}"), "a transfer", &mut |row| each(read_transfer(row)?))
}

/// The transfer of that id, if there is one.
pub(super) fn transfer(conn: &Connection, id: TransferId) -> Result<Option<Transfer>, StoreFailure> {
    let mut statement = conn.prepare_cached(&format!("{TRANSFERS} WHERE t.id = ?1")).map_err(failure)?;
    let mut rows = statement.query(params![blob(id)]).map_err(failure)?;
    let found = rows.next().map_err(failure)?.map(read_transfer).transpose()?;
    found.map(|row| row.transfer).transpose()
}

fn read_transfer(row: &Row<'_>) -> Result<TransferRow, StoreFailure> {
    let id = TransferId(u128::from_be_bytes(get(row, 0)?));
    let read = || {
        let about = get::<Option<[u8; 16]>>(row, 3)?.map(|id| TransferId(u128::from_be_bytes(id)));
        let kind: String = get(row, 1)?;
        let accounts = (read_account(row, 4)?, read_account(row, 8)?);
        rows::transfer(id, (&kind, about, get(row, 12)?), accounts, get(row, 2)?)
    };
    let transfer = read().map_err(|failure| about(format!("transfer {id}"), failure));
    TransferRow::of(id, transfer, get(row, 13)?, get(row, 14)?, get(row, 15)?)
}

fn holds(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT transfer.id, remaining FROM hold LEFT JOIN transfer USING (transfer_no) ORDER BY 1";
    rows_of(conn, sql, "a hold", &mut |row| {
        each(Record::Hold(TransferId(u128::from_be_bytes(get(row, 0)?)), amount(get(row, 1)?)?))
    })
}

fn slips(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT patron_id, slip_id, table_id, shoe_no, round_no, seq FROM accepted_slip ORDER BY 3, 6";
    rows_of(conn, sql, "an accepted slip", &mut |row| {
        let (patron, slip) = (PatronId(get(row, 0)?), RequestId(u128::from_be_bytes(get(row, 1)?)));
        let (table, seq) = (TableId(get(row, 2)?), number(get(row, 5)?)?);
        each(Record::Slip(StoredSlip { patron, slip, table, round: round(row, 3)?, seq }))
    })
}

fn rounds(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT table_id, shoe_no, round_no, opened_seq, at, revision, voided, cards FROM round ORDER BY 1, 2, 3";
    rows_of(conn, sql, "a round", &mut |row| {
        let cards = from_json(&get::<String>(row, 7)?)?;
        let (at, revision, voided) = (Timestamp(get(row, 4)?), get(row, 5)?, get(row, 6)?);
        let stands = StoredRound { round: round(row, 1)?, at, revision, voided, cards };
        each(Record::Round(TableId(get(row, 0)?), stands, number(get(row, 3)?)?))
    })
}

fn patron_rounds(conn: &Connection, each: Each<'_>) -> Result<bool, StoreFailure> {
    let sql = "SELECT patron_id, table_id, shoe_no, round_no, at, revision, cards, wagers, voided
               FROM patron_round ORDER BY 2, 3, 4, 1";
    rows_of(conn, sql, "a round of a patron", &mut |row| {
        let (cards, wagers) = (from_json(&get::<String>(row, 6)?)?, from_json(&get::<String>(row, 7)?)?);
        let voided = get::<Option<i64>>(row, 8)?.map(amount).transpose()?;
        let (round, at, revision) = (round(row, 2)?, Timestamp(get(row, 4)?), get(row, 5)?);
        let ending = StoredEnding { round, at, revision, cards, wagers, voided };
        each(Record::PatronRound(PatronId(get(row, 0)?), TableId(get(row, 1)?), ending))
    })
}
