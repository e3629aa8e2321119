//! Every row of a store, in the order in which an audit reads them.

use house::ports::{ShoeSeed, StoreFailure, StoredRound};
use journal::{Digest, Record, StoredEnding, StoredEntry, StoredPatron, StoredSlip};
use ledger::TransferId;
use table::{PatronId, RequestId, TableId, Timestamp};

use super::devices::{COVERED, CoveredRecords, UNCOVERED, read_record};
use super::entries::{read_entity, read_place};
use super::notary::checkpoint;
use super::proofs::{BULLETINS, SECRETS, read_bulletin, read_secret};
use super::reports::{read_line, read_turnover};
use super::transfers::{Transfers, transfer_row, transfers_by};
use super::{Columns, Rows as _, Snapshot, Sql, Statement as _};
use crate::rows::{self, about};
use crate::trouble::Result;

/// Takes rows one by one; false ends the reading.
pub(crate) type Take<'a, T> = &'a mut dyn FnMut(T) -> Result<bool, StoreFailure>;

/// The rows of one kind: what one is called, their query, and how one is read.
pub(crate) type Kind<T> = (&'static str, Sql<'static>, fn(&dyn Columns) -> Result<T, StoreFailure>);

/// Gives every row of a store to `take`, until that returns false.
pub(crate) async fn records(snapshot: &impl Snapshot, take: Take<'_, Record>) -> Result<()> {
    let go_on = each_of(snapshot, &BEFORE_ENTRIES, take).await?
        && entries(snapshot, &[HOUSE, TABLES], &mut |entry| take(Record::Entry(entry))).await?;
    if go_on {
        each_of(snapshot, &AFTER_ENTRIES, take).await?;
    }
    Ok(())
}

const BEFORE_ENTRIES: [Kind<Record>; 7] = [
    ("a checkpoint", CHECKPOINTS, |row| Ok(Record::Checkpoint(checkpoint(row)?))),
    (
        "an account",
        Sql::both(
            "SELECT kind, owner, currency, decimals, balance, transfers FROM account ORDER BY account_no",
        ),
        |row| Ok(Record::Account(row.account(0)?, row.number(4)?, row.number(5)?)),
    ),
    ("a patron", PATRONS, |row| Ok(Record::Patron(patron(row)?.0))),
    ("a seed", SEEDS, |row| seed(row).map(|(table, seed)| Record::Seed(table, seed))),
    ("a locked secret", SECRETS, |row| read_secret(row).map(|(table, secret)| Record::Secret(table, secret))),
    ("a bulletin", BULLETINS, |row| {
        read_bulletin(row).map(|(table, bulletin)| Record::Bulletin(table, bulletin))
    }),
    (
        "a correction",
        Sql::both("SELECT table_id, seq, shoe_no, round_no FROM correction ORDER BY 1, 2"),
        |row| Ok(Record::Correction(TableId(row.number(0)?), row.number(1)?, row.round(2)?)),
    ),
];

const AFTER_ENTRIES: [Kind<Record>; 11] = [
    ("a record of a device", UNCOVERED, |row| {
        read_record(row).map(|(table, stored)| Record::Uncovered(table, stored))
    }),
    ("a transfer", TRANSFERS, |row| Ok(Record::Transfer(transfer_row(row)?.transfer?))),
    (
        "a hold",
        Sql {
            sqlite: "SELECT transfer.id, remaining FROM hold LEFT JOIN transfer USING (transfer_no) ORDER BY 1",
            postgres: "SELECT id, remaining FROM hold ORDER BY 1",
        },
        |row| Ok(Record::Hold(TransferId(row.id(0)?), row.amount(1)?)),
    ),
    (
        "an accepted slip",
        Sql::both(
            "SELECT patron_id, slip_id, table_id, shoe_no, round_no, seq FROM accepted_slip ORDER BY 3, 6",
        ),
        slip,
    ),
    (
        "a round",
        Sql::both(
            "SELECT table_id, shoe_no, round_no, opened_seq, opened_at, at, revision, voided, cards
             FROM round ORDER BY 1, 2, 3",
        ),
        round,
    ),
    ("an entity", Sql::both("SELECT kind, number, name, seq FROM entity ORDER BY 1, 2"), |row| {
        Ok(Record::Entity(read_entity(row)?))
    }),
    (
        "an entry of an entity",
        Sql::both("SELECT kind, number, seq FROM entity_entry ORDER BY 1, 2, 3"),
        |row| Ok(Record::EntityEntry(read_place(row)?, row.number(2)?)),
    ),
    (
        "a round of a patron",
        Sql::both(
            "SELECT patron_id, table_id, shoe_no, round_no, at, revision, cards, wagers, voided
             FROM patron_round ORDER BY 2, 3, 4, 1",
        ),
        patron_round,
    ),
    (
        "a round in which a patron took all wagers back",
        Sql::both("SELECT table_id, shoe_no, round_no, patron_id FROM cleared_round ORDER BY 1, 2, 3, 4"),
        |row| {
            Ok(Record::ClearedRound(PatronId(row.number(3)?), TableId(row.number(0)?), row.round(1)?))
        },
    ),
    (
        "a line of a statement",
        Sql::both(
            "SELECT entry_no, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent, repaid, change,
                balance, owed, currency, decimals, patron_id
             FROM statement ORDER BY patron_id, currency, decimals, entry_no",
        ),
        |row| Ok(Record::Statement(PatronId(row.number(16)?), read_line(row)?)),
    ),
    (
        "a line of the turnover",
        Sql::both(
            "SELECT day, table_id, spot, currency, decimals, corrected, wagers, staked, effective, paid
             FROM turnover ORDER BY 1, 2, 3, 4, 5, 6",
        ),
        |row| Ok(Record::Turnover(read_turnover(row)?)),
    ),
];

/// Checkpoints from the oldest on.
pub(crate) const CHECKPOINTS: Sql<'static> =
    Sql::both("SELECT text, signature, key FROM checkpoint ORDER BY checkpoint_no");

/// Patrons by number.
pub(crate) const PATRONS: Sql<'static> = Sql::both(
    "SELECT patron_id, nickname, token_hash, currency, decimals, created_at FROM patron ORDER BY 1",
);

/// The seeds of shoes by table and shoe.
pub(crate) const SEEDS: Sql<'static> =
    Sql::both("SELECT table_id, shoe_no, seed FROM shoe_seed ORDER BY 1, 2");

/// Transfers in the order in which they were made.
pub(crate) const TRANSFERS: Sql<'static> = transfers_by!("ORDER BY t.transfer_no");

/// A patron of [`PATRONS`], and when it was created.
pub(crate) fn patron(row: &dyn Columns) -> Result<(StoredPatron, Timestamp), StoreFailure> {
    let (id, nickname) = (PatronId(row.number(0)?), row.text(1)?.to_owned());
    let patron = StoredPatron { id, nickname, token_hash: row.bytes(2)?, currency: row.currency(3)? };
    Ok((patron, row.time(5)?))
}

/// A seed of [`SEEDS`], and its table.
pub(crate) fn seed(row: &dyn Columns) -> Result<(TableId, ShoeSeed), StoreFailure> {
    Ok((TableId(row.number(0)?), ShoeSeed { shoe_no: row.number(1)?, seed: row.bytes(2)? }))
}

fn slip(row: &dyn Columns) -> Result<Record, StoreFailure> {
    Ok(Record::Slip(StoredSlip {
        patron: PatronId(row.number(0)?),
        slip: RequestId(row.id(1)?),
        table: TableId(row.number(2)?),
        round: row.round(3)?,
        seq: row.number(5)?,
    }))
}

fn round(row: &dyn Columns) -> Result<Record, StoreFailure> {
    let round = StoredRound {
        round: row.round(1)?,
        opened_at: row.time(4)?,
        at: row.time(5)?,
        revision: row.number(6)?,
        voided: row.flag(7)?,
        cards: row.json(8)?,
    };
    Ok(Record::Round(TableId(row.number(0)?), round, row.number(3)?))
}

fn patron_round(row: &dyn Columns) -> Result<Record, StoreFailure> {
    let ending = StoredEnding {
        round: row.round(2)?,
        at: row.time(4)?,
        revision: row.number(5)?,
        cards: row.json(6)?,
        wagers: row.json(7)?,
        voided: row.optional_number(8)?.map(rows::amount).transpose()?,
    };
    Ok(Record::PatronRound(PatronId(row.number(0)?), TableId(row.number(1)?), ending))
}

/// Gives the rows of these kinds to `take`; false when it ended the reading.
pub(crate) async fn each_of<T>(
    snapshot: &impl Snapshot,
    kinds: &[Kind<T>],
    take: Take<'_, T>,
) -> Result<bool> {
    for (what, sql, read) in kinds {
        let mut statement = snapshot.select(*sql).await?;
        let mut rows = statement.rows()?;
        while let Some(row) = rows.next(|row| read(row).map_err(|failure| about(what, failure))).await? {
            if !take(row)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The entries of some logs, the transfers that refer to them, and the records of devices before them, if there may be
/// any: all in the order of logs and numbers.
#[derive(Clone, Copy)]
pub(crate) struct Logs {
    entries: Sql<'static>,
    transfers: Sql<'static>,
    records: Option<Sql<'static>>,
}

/// The house's own log.
pub(crate) const HOUSE: Logs = Logs {
    entries: Sql::both("SELECT 0, seq, at, 0, 0, body, hash FROM house_event ORDER BY seq"),
    transfers: transfers_by!("WHERE t.table_id IS NULL ORDER BY t.house_seq, t.transfer_no"),
    records: None,
};

/// The logs of all tables.
pub(crate) const TABLES: Logs = Logs {
    entries: Sql::both("SELECT table_id, seq, at, shoe_no, round_no, body, hash FROM event ORDER BY 1, 2"),
    transfers: transfers_by!("WHERE t.table_id IS NOT NULL ORDER BY t.table_id, t.seq, t.transfer_no"),
    records: Some(COVERED),
};

/// The logs of all tables in a store of a version that knew no records of devices.
pub(crate) const TABLES_ALONE: Logs = Logs { records: None, ..TABLES };

/// Gives the entries of logs to `take`, each with the transfers that refer to it and the records of devices before it;
/// false when it ended the reading.
pub(crate) async fn entries(
    snapshot: &impl Snapshot,
    logs: &[Logs],
    take: Take<'_, StoredEntry>,
) -> Result<bool> {
    for logs in logs {
        if !entries_of(snapshot, logs, &mut *take).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn entries_of(snapshot: &impl Snapshot, logs: &Logs, take: Take<'_, StoredEntry>) -> Result<bool> {
    let (mut entries, mut transfers) =
        (snapshot.select(logs.entries).await?, snapshot.select(logs.transfers).await?);
    let mut covered = match logs.records {
        Some(sql) => Some(snapshot.select(sql).await?),
        None => None,
    };
    let (mut entries, mut transfers) = (entries.rows()?, Transfers::new(transfers.rows()?).await?);
    let mut covered = match &mut covered {
        Some(records) => Some(CoveredRecords::new(records.rows()?).await?),
        None => None,
    };
    let named = |failure| about("an event", failure);
    while let Some(mut entry) = entries.next(|row| read_entry(row).map_err(named)).await? {
        let place = (entry.log, entry.seq);
        if let Some(stray) = transfers.peek().filter(|row| row.origin.is_none_or(|origin| origin < place)) {
            return Err(stray.stray().into());
        }
        entry.transfers = transfers.of_entry(entry.log, entry.seq).await?;
        if let Some(covered) = &mut covered {
            entry.records = covered.before(entry.log, entry.seq).await?;
        }
        if !take(entry)? {
            return Ok(false);
        }
    }
    transfers.none_left()?;
    Ok(true)
}

/// An entry without its transfers and records. A digest that is no digest is none: the audit reports it.
fn read_entry(row: &dyn Columns) -> Result<StoredEntry, StoreFailure> {
    let (log, seq, at, round) = (TableId(row.number(0)?), row.number(1)?, row.time(2)?, row.round(3)?);
    let (body, digest) = (row.text(5)?.to_owned(), row.blob(6)?.and_then(|hash| hash.try_into().ok()));
    let (transfers, records, digest) = (Vec::new(), Vec::new(), digest.map(Digest));
    Ok(StoredEntry { log, seq, at, round, body, transfers, records, digest })
}
