//! Every row of a database, in the order an audit wants them. Changes nothing and judges nothing.

use std::collections::VecDeque;

use house::ports::{ShoeSeed, StoreFailure, StoredRound};
use journal::{Digest, Record, Signed, StoredEnding, StoredEntry, StoredPatron, StoredSlip, from_json};
use ledger::{Transfer, TransferId};
use table::{PatronId, RequestId, TableId, Timestamp};
use tokio_postgres::{Config, Portal, Row, Transaction};

use super::facts::{read_account, small};
use super::failure::Trouble;
use super::history::{revision, round};
use super::id::Id;
use super::{connect, migrate};
use crate::records::{Each, TransferRow, Unattached};
use crate::rows::{self, about, amount, currency, number};

/// How many rows are read at a time.
pub(super) const PAGE: i32 = 4_096;

/// Takes what was read; says whether it wants more.
type Wants<'a, T> = &'a mut dyn FnMut(T) -> Result<bool, StoreFailure>;

/// Gives every row of the database to `each`, as of one moment, while servers go on; until it says that it has
/// enough.
pub(super) async fn read(config: &Config, each: Each<'_>) -> Result<(), Trouble> {
    let mut client = connect::auditor(config).await?;
    let snapshot = migrate::snapshot(&mut client).await?;
    let go_on = checkpoints(&snapshot, each).await?
        && accounts(&snapshot, each).await?
        && patrons(&snapshot, &mut |patron, _| each(Record::Patron(patron))).await?
        && seeds(&snapshot, each).await?
        && corrections(&snapshot, each).await?
        && house_entries(&snapshot, &mut |entry| each(Record::Entry(entry))).await?
        && table_entries(&snapshot, &mut |entry| each(Record::Entry(entry))).await?
        && transfers(&snapshot, "ORDER BY t.transfer_no", &mut |row| each(Record::Transfer(row.transfer?)))
            .await?
        && holds(&snapshot, each).await?
        && slips(&snapshot, each).await?
        && rounds(&snapshot, each).await?;
    if go_on {
        patron_rounds(&snapshot, each).await?;
    }
    Ok(())
}

/// Gives each row of a query to `each`; says whether it wants to go on.
pub(super) async fn rows_of(
    snapshot: &Transaction<'_>,
    sql: &str,
    what: &str,
    each: &mut dyn FnMut(&Row) -> Result<bool, Trouble>,
) -> Result<bool, Trouble> {
    let portal = snapshot.bind(sql, &[]).await?;
    loop {
        let page = snapshot.query_portal(&portal, PAGE).await?;
        for row in &page {
            if !each(row).map_err(|trouble| trouble.about(what))? {
                return Ok(false);
            }
        }
        if page.is_empty() {
            return Ok(true);
        }
    }
}

pub(super) async fn checkpoints(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT text, signature, key FROM checkpoint ORDER BY checkpoint_no";
    rows_of(snapshot, sql, "a checkpoint", &mut |row| {
        let (text, signature, key) = (row.try_get(0)?, bytes(row, 1)?, bytes(row, 2)?);
        Ok(each(Record::Checkpoint(Signed { text, signature, key }))?)
    })
    .await
}

/// A column of exactly so many bytes.
pub(super) fn bytes<const N: usize>(row: &Row, column: usize) -> Result<[u8; N], Trouble> {
    let bytes = row.try_get::<_, &[u8]>(column)?.try_into();
    Ok(bytes.map_err(|_| StoreFailure::Corrupt(format!("a column of no {N} bytes")))?)
}

async fn accounts(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT kind, owner, currency, decimals, balance FROM account ORDER BY account_no";
    rows_of(snapshot, sql, "an account", &mut |row| {
        Ok(each(Record::Account(read_account(row, 0)?, row.try_get(4)?))?)
    })
    .await
}

/// Patrons by number, each with the time it was created.
pub(super) async fn patrons(
    snapshot: &Transaction<'_>,
    each: &mut dyn FnMut(StoredPatron, Timestamp) -> Result<bool, StoreFailure>,
) -> Result<bool, Trouble> {
    let sql = "SELECT patron_id, nickname, token_hash, currency, decimals::bigint, created_at FROM patron ORDER BY 1";
    rows_of(snapshot, sql, "a patron", &mut |row| {
        let decimals = u8::try_from(small(row, 4)?).unwrap_or(u8::MAX);
        let currency = currency(row.try_get(3)?, decimals)?;
        let (nickname, token_hash) = (row.try_get(1)?, bytes(row, 2)?);
        let patron = StoredPatron { id: PatronId(small(row, 0)?), nickname, token_hash, currency };
        Ok(each(patron, Timestamp(row.try_get(5)?))?)
    })
    .await
}

pub(super) async fn seeds(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT table_id, shoe_no, seed FROM shoe_seed ORDER BY 1, 2";
    rows_of(snapshot, sql, "a seed", &mut |row| {
        let seed = ShoeSeed { shoe_no: small(row, 1)?, seed: bytes(row, 2)? };
        Ok(each(Record::Seed(TableId(small(row, 0)?), seed))?)
    })
    .await
}

async fn corrections(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT table_id, seq, shoe_no, round_no FROM correction ORDER BY 1, 2";
    rows_of(snapshot, sql, "a correction", &mut |row| {
        let seq = number(row.try_get(1)?)?;
        Ok(each(Record::Correction(TableId(small(row, 0)?), seq, round(row, 2)?))?)
    })
    .await
}

/// The entries of the house's own log.
pub(super) async fn house_entries(
    snapshot: &Transaction<'_>,
    each: Wants<'_, StoredEntry>,
) -> Result<bool, Trouble> {
    let moved = "WHERE t.table_id IS NULL ORDER BY t.house_seq, t.transfer_no";
    let entries = "SELECT 0::bigint, seq, at, 0::bigint, 0, body, hash FROM house_event ORDER BY seq";
    entries_with(snapshot, entries, moved, each).await
}

/// The entries of all tables.
pub(super) async fn table_entries(
    snapshot: &Transaction<'_>,
    each: Wants<'_, StoredEntry>,
) -> Result<bool, Trouble> {
    let moved = "WHERE t.table_id IS NOT NULL ORDER BY t.table_id, t.seq, t.transfer_no";
    let entries = "SELECT table_id, seq, at, shoe_no, round_no, body, hash FROM event ORDER BY 1, 2";
    entries_with(snapshot, entries, moved, each).await
}

/// Entries, each with the transfers that refer to it: both come in the order of logs and numbers.
async fn entries_with(
    snapshot: &Transaction<'_>,
    entries: &str,
    moved: &str,
    each: Wants<'_, StoredEntry>,
) -> Result<bool, Trouble> {
    let entries = snapshot.bind(entries, &[]).await?;
    let moved = snapshot.bind(&format!("{TRANSFERS} {moved}"), &[]).await?;
    let (mut unattached, mut more) = (Unattached::default(), true);
    loop {
        let page = snapshot.query_portal(&entries, PAGE).await?;
        for row in &page {
            let mut entry = read_entry(row)?;
            while more && unattached.wants_more(entry.log, entry.seq) {
                more = attach(&snapshot.query_portal(&moved, PAGE).await?, &mut unattached)?;
            }
            entry.transfers = unattached.of(entry.log, entry.seq)?;
            if !each(entry)? {
                return Ok(false);
            }
        }
        if page.is_empty() {
            attach(&snapshot.query_portal(&moved, PAGE).await?, &mut unattached)?;
            unattached.none_left()?;
            return Ok(true);
        }
    }
}

/// Takes a page of transfers in; says whether there was any.
fn attach(page: &[Row], unattached: &mut Unattached) -> Result<bool, Trouble> {
    for row in page {
        unattached.push(read_transfer(row)?);
    }
    Ok(!page.is_empty())
}

/// An entry without its transfers.
fn read_entry(row: &Row) -> Result<StoredEntry, Trouble> {
    let (log, seq) = (TableId(small(row, 0)?), number(row.try_get(1)?)?);
    let (at, round, body) = (Timestamp(row.try_get(2)?), round(row, 3)?, row.try_get(5)?);
    let digest = row.try_get::<_, Option<&[u8]>>(6)?.and_then(|hash| hash.try_into().ok()).map(Digest);
    Ok(StoredEntry { log, seq, at, round, body, transfers: Vec::new(), digest })
}

const TRANSFERS: &str = "SELECT t.id, t.kind, t.amount, t.about,
        gives.kind, gives.owner, gives.currency, gives.decimals,
        gets.kind, gets.owner, gets.currency, gets.decimals, t.asked, t.table_id, t.seq, t.house_seq
    FROM transfer t
    LEFT JOIN account gives ON gives.account_no = t.from_account
    LEFT JOIN account gets ON gets.account_no = t.to_account";

/// The transfers of a condition and an order.
pub(super) async fn transfers(
    snapshot: &Transaction<'_>,
    which: &str,
    each: Wants<'_, TransferRow>,
) -> Result<bool, Trouble> {
    rows_of(snapshot, &format!("{TRANSFERS} {which}"), "a transfer", &mut |row| {
        Ok(each(read_transfer(row)?)?)
    })
    .await
}

/// The transfer of that id, if there is one.
pub(super) async fn transfer(
    snapshot: &Transaction<'_>,
    id: TransferId,
) -> Result<Option<Transfer>, Trouble> {
    let found = snapshot.query_opt(&format!("{TRANSFERS} WHERE t.id = $1"), &[&Id(id.0)]).await?;
    found.map(|row| Ok(read_transfer(&row)?.transfer?)).transpose()
}

/// All transfers in the order of the entries they belong to, to be taken entry by entry. The entries are in the
/// temporary table `step`.
pub(super) struct Transfers {
    portal: Portal,
    page: VecDeque<TransferRow>,
}

impl Transfers {
    pub(super) async fn of(transaction: &Transaction<'_>) -> Result<Self, Trouble> {
        let sql = format!(
            "{TRANSFERS}
            LEFT JOIN step ON step.table_id = coalesce(t.table_id, 0) AND step.seq = coalesce(t.seq, t.house_seq)
            ORDER BY step.moved, t.transfer_no"
        );
        let portal = transaction.bind(&sql, &[]).await?;
        let mut transfers = Self { portal, page: VecDeque::new() };
        transfers.turn(transaction).await?;
        Ok(transfers)
    }

    /// Reads on when everything was taken.
    async fn turn(&mut self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        if self.page.is_empty() {
            for row in transaction.query_portal(&self.portal, PAGE).await? {
                self.page.push_back(read_transfer(&row)?);
            }
        }
        Ok(())
    }

    /// The next transfers, as far as they belong to this entry.
    pub(super) async fn of_entry(
        &mut self,
        transaction: &Transaction<'_>,
        log: TableId,
        seq: u64,
    ) -> Result<Vec<Transfer>, Trouble> {
        let mut own = Vec::new();
        while let Some(row) = self.page.pop_front_if(|row| row.origin == Some((log, seq))) {
            own.push(row.transfer?);
            self.turn(transaction).await?;
        }
        Ok(own)
    }

    /// Refuses a transfer that belongs to no entry.
    pub(super) fn none_left(&self) -> Result<(), StoreFailure> {
        self.page.front().map_or(Ok(()), |row| Err(row.stray()))
    }
}

/// A transfer from its row.
fn read_transfer(row: &Row) -> Result<TransferRow, Trouble> {
    let id = TransferId(row.try_get::<_, Id>(0)?.0);
    let read = || {
        let about = row.try_get::<_, Option<Id>>(3)?.map(|id| TransferId(id.0));
        let accounts = (read_account(row, 4)?, read_account(row, 8)?);
        let kind = (row.try_get(1)?, about, row.try_get(12)?);
        Ok::<_, Trouble>(rows::transfer(id, kind, accounts, row.try_get(2)?)?)
    };
    let transfer = read().map_err(|trouble| about(format!("transfer {id}"), trouble.failure()));
    let table = row.try_get::<_, Option<i64>>(13)?.map(|_| small(row, 13)).transpose()?;
    Ok(TransferRow::of(id, transfer, table, row.try_get(14)?, row.try_get(15)?)?)
}

async fn holds(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    rows_of(snapshot, "SELECT id, remaining FROM hold ORDER BY 1", "a hold", &mut |row| {
        Ok(each(Record::Hold(TransferId(row.try_get::<_, Id>(0)?.0), amount(row.try_get(1)?)?))?)
    })
    .await
}

async fn slips(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT patron_id, slip_id, table_id, shoe_no, round_no, seq FROM accepted_slip ORDER BY 3, 6";
    rows_of(snapshot, sql, "an accepted slip", &mut |row| {
        let (patron, slip) = (PatronId(small(row, 0)?), RequestId(row.try_get::<_, Id>(1)?.0));
        let (table, seq) = (TableId(small(row, 2)?), number(row.try_get(5)?)?);
        Ok(each(Record::Slip(StoredSlip { patron, slip, table, round: round(row, 3)?, seq }))?)
    })
    .await
}

async fn rounds(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT table_id, shoe_no, round_no, opened_seq, at, revision, voided, cards FROM round ORDER BY 1, 2, 3";
    rows_of(snapshot, sql, "a round", &mut |row| {
        let cards = from_json(row.try_get(7)?)?;
        let (at, revision, voided) = (Timestamp(row.try_get(4)?), revision(row, 5)?, row.try_get(6)?);
        let stands = StoredRound { round: round(row, 1)?, at, revision, voided, cards };
        Ok(each(Record::Round(TableId(small(row, 0)?), stands, number(row.try_get(3)?)?))?)
    })
    .await
}

async fn patron_rounds(snapshot: &Transaction<'_>, each: Each<'_>) -> Result<bool, Trouble> {
    let sql = "SELECT patron_id, table_id, shoe_no, round_no, at, revision, cards, wagers, voided
               FROM patron_round ORDER BY 2, 3, 4, 1";
    rows_of(snapshot, sql, "a round of a patron", &mut |row| {
        let (cards, wagers) = (from_json(row.try_get(6)?)?, from_json(row.try_get(7)?)?);
        let voided = row.try_get::<_, Option<i64>>(8)?.map(amount).transpose()?;
        let (round, at, revision) = (round(row, 2)?, Timestamp(row.try_get(4)?), revision(row, 5)?);
        let ending = StoredEnding { round, at, revision, cards, wagers, voided };
        Ok(each(Record::PatronRound(PatronId(small(row, 0)?), TableId(small(row, 1)?), ending))?)
    })
    .await
}
