//! What a store in memory holds, as a record for the auditor: events as the text they would be written as, accounts and
//! transfers by number. Judges nothing.

use std::collections::BTreeMap;

use auditor::{
    Account, DeviceRecord, Event, EventId, Record, StatementLine, Statements, Transfer, TransferKind,
    Turnover, TurnoverPlace, Turnovers,
};
use house::ports::{CommitStore as _, ReadStore as _, StoredRecord};
use journal::Origin;
use ledger::{AccountKind, Action, Ledger, TransferId};
use store::MemoryStore;
use table::{PatronId, TableId, Timestamp};

use crate::blocking::wait;
use crate::sim_house::round_id;

/// Reads everything in a store in memory.
pub(crate) fn record(store: &MemoryStore, tables: &[TableId]) -> Result<Record, String> {
    let mut record = Record::default();
    for row in store.house_rows() {
        let entry = serde_json::from_str(&row.body).map_err(|error| format!("{error} in {}", row.body))?;
        record.house.insert(number(row.head.seq), entry);
        record.house_times.insert(number(row.head.seq), row.head.at.0);
    }
    for table in tables {
        for recorded in store.events(*table) {
            let body = serde_json::to_string(&recorded.event).map_err(|error| error.to_string())?;
            let id = EventId { table: table.0, seq: recorded.seq };
            record.events.push(Event::read(id, recorded.at.0, None, body)?);
        }
        record.locked.extend(locked(store, *table)?);
        let records: Vec<_> = store.device_records(*table).into_iter().map(device_record).collect();
        record.device_records.extend((!records.is_empty()).then_some((table.0, records)));
        let bulletins = wait(store.bulletins(*table, 1, u16::MAX)).map_err(|failure| failure.to_string())?;
        let texts = bulletins.into_iter().map(|own| ((table.0, own.seq), own.text));
        record.bulletins.extend(texts);
    }
    let credentials = store.credentials().into_iter();
    record.credentials = credentials.map(|own| ((own.kind.as_ref().to_owned(), own.key), own.body)).collect();
    let seeds = store.seeds().into_iter();
    record.seeds = seeds.map(|((table, shoe_no), seed)| ((table.0, shoe_no), seed.seed)).collect();
    let ledger = store.ledger();
    (record.statements, record.turnover) = (statements(store, &ledger)?, turnover(store)?);
    // By the order in which they come up, so that a number stays when others are added.
    let mut accounts = BTreeMap::<&ledger::Account, i64>::new();
    let sides = ledger.transfers().iter().flat_map(|made| [&made.from, &made.to]);
    for (account, next) in sides.chain(ledger.balances().keys()).zip(1..) {
        accounts.entry(account).or_insert(next);
    }
    let transfers: BTreeMap<TransferId, i64> = ledger.transfers().iter().map(|it| it.id).zip(1..).collect();
    let transfer_no = |id: &TransferId| transfers.get(id).copied().unwrap_or_default();
    let balances = ledger.balances().iter();
    let account_no = |account| accounts.get(account).copied().unwrap_or_default();
    record.accounts = balances.map(|(its, balance)| (account_no(its), account(its, *balance))).collect();
    record.open_holds =
        ledger.open_holds().iter().map(|(hold, left)| (transfer_no(hold), left.signed())).collect();
    let origins = store.origins();
    record.transfers = ledger
        .transfers()
        .iter()
        .zip(1..)
        .map(|(made, no)| {
            let (kind, about) = kind(&made.action);
            let (origin, entry) = match origins.get(&made.id) {
                Some(Origin::Table(table, seq)) => (Some(EventId { table: table.0, seq: *seq }), None),
                Some(Origin::House(seq)) => (None, Some(number(*seq))),
                None => (None, None),
            };
            Transfer {
                no,
                id: made.id.0,
                kind,
                from: account_no(&made.from),
                to: account_no(&made.to),
                amount: made.amount.signed(),
                about: about.as_ref().map(transfer_no),
                origin,
                entry,
            }
        })
        .collect();
    Ok(record)
}

fn device_record(stored: StoredRecord) -> DeviceRecord {
    let StoredRecord { no, seq, record } = stored;
    let (device, n, read_at, late) = (record.device.0, record.n, record.read_at.0, record.late);
    DeviceRecord { no, seq, device, n, read_at, late, body: record.body }
}

/// The commitments of the locked secrets of a table, of the shoes that it committed.
fn locked(store: &MemoryStore, table: TableId) -> Result<BTreeMap<(u32, u32), String>, String> {
    let mut locked = BTreeMap::new();
    for recorded in store.events(table) {
        if let table::Event::ShoeCommitted { shoe_no, .. } = recorded.event {
            let stored = wait(store.locked_secret(table, shoe_no)).map_err(|failure| failure.to_string())?;
            locked.extend(stored.map(|stored| ((table.0, shoe_no), stored.commitment.to_string())));
        }
    }
    Ok(locked)
}

/// The statement of each patron who has an account.
fn statements(store: &MemoryStore, ledger: &Ledger) -> Result<Statements, String> {
    let purses = ledger.balances().keys().filter(|account| account.kind == AccountKind::PatronCash);
    let mut statements = Statements::new();
    for account in purses {
        let shown = wait(store.statement(PatronId(account.owner), None, u16::MAX));
        let lines = shown.map_err(|failure| failure.to_string())?.into_iter().rev().map(line).collect();
        statements.insert((account.owner, account.currency.code().to_owned()), lines);
    }
    Ok(statements)
}

fn line(line: house::ports::StatementLine) -> StatementLine {
    let (house::statement::Cause { at, kind, round, revision }, sums) = (line.cause, line.sums);
    StatementLine {
        at: at.0,
        kind: kind.id().to_owned(),
        round: round.map(|(table, round)| round_id(table, round)),
        revision,
        staked: sums.staked,
        paid: sums.paid,
        lent: sums.lent,
        repaid: sums.repaid,
        change: sums.change,
        balance: line.balance,
        owed: line.owed,
    }
}

/// What every table turned over.
fn turnover(store: &MemoryStore) -> Result<Turnovers, String> {
    let all = wait(store.turnover(Timestamp(i64::MIN), Timestamp(i64::MAX), None));
    let kept = all.map_err(|failure| failure.to_string())?.into_iter().map(|day| {
        let (table, spot, currency) = (day.table.0, day.spot.id().to_owned(), day.currency.code().to_owned());
        let place = TurnoverPlace { day: day.day.0, table, spot, currency, corrected: day.corrected };
        let house::turnover::Turnover { wagers, staked, effective, paid } = day.sums;
        (place, Turnover { wagers, staked, effective, paid })
    });
    Ok(kept.collect())
}

/// What a transfer does, and the transfer it uses or reverses.
const fn kind(action: &Action) -> (TransferKind, Option<TransferId>) {
    match action {
        Action::Move { .. } => (TransferKind::Move, None),
        Action::Cover { .. } => (TransferKind::Cover, None),
        Action::Repay { .. } => (TransferKind::Repay, None),
        Action::Hold { .. } => (TransferKind::Hold, None),
        Action::Capture { hold, .. } => (TransferKind::Capture, Some(*hold)),
        Action::Release { hold, .. } => (TransferKind::Release, Some(*hold)),
        Action::Reverse { transfer } => (TransferKind::Reverse, Some(*transfer)),
    }
}

fn number(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

fn account(its: &ledger::Account, balance: i64) -> Account {
    let (kind, currency) = (its.kind.id().to_owned(), its.currency.code().to_owned());
    Account { kind, owner: its.owner, currency, balance }
}
