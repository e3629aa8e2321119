//! What a store in memory holds, as a record for the auditor: events as the text they would be written as, accounts and
//! transfers by number. Such a store does not keep what caused a transfer, so this is noted beside it, and outlasts a
//! house like the store itself. Judges nothing.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use auditor::{Account, Entry, Event, EventId, Record, Transfer, TransferKind};
use house::ports::CommitStore as _;
use ledger::{Action, TransferId};
use store::MemoryStore;
use table::TableId;

use crate::blocking::wait;

/// What caused the transfers of a store in memory.
#[derive(Debug, Default)]
pub(crate) struct Causes(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// The first event of the unit that each transfer was committed with.
    origins: BTreeMap<TransferId, EventId>,
    /// The entry of the house's own log that each other transfer belongs to.
    entries: BTreeMap<TransferId, i64>,
    /// The house's own log.
    house: BTreeMap<i64, Entry>,
}

impl Causes {
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the transfers of a unit that was committed from this event on.
    pub(crate) fn note_unit(&self, table: TableId, first_seq: u64, transfers: &[TransferId]) {
        let origin = EventId { table: table.0, seq: first_seq };
        self.noted().origins.extend(transfers.iter().map(|transfer| (*transfer, origin)));
    }

    /// Notes an entry of the house's own log with its transfers. A repeat, of which every transfer is known, is none.
    pub(crate) fn note_entry(&self, entry: Entry, transfers: &[TransferId]) {
        let mut noted = self.noted();
        if !transfers.is_empty() && transfers.iter().all(|transfer| noted.entries.contains_key(transfer)) {
            return;
        }
        let no = noted.house.last_key_value().map_or(1, |(last, _)| last + 1);
        noted.entries.extend(transfers.iter().map(|transfer| (*transfer, no)));
        noted.house.insert(no, entry);
    }
}

/// Reads everything in a store in memory, with what caused it.
pub(crate) fn record(store: &MemoryStore, causes: &Causes, tables: &[TableId]) -> Result<Record, String> {
    let noted = causes.noted();
    let mut record = Record { house: noted.house.clone(), ..Record::default() };
    for table in tables {
        for recorded in store.events(*table) {
            let body = serde_json::to_string(&recorded.event).map_err(|error| error.to_string())?;
            let id = EventId { table: table.0, seq: recorded.seq };
            record.events.push(Event::read(id, recorded.at.0, None, body)?);
        }
    }
    let shoes: Vec<_> = record.shoes().collect();
    for (table, shoe_no) in shoes {
        let seed = wait(store.shoe_seed(TableId(table), shoe_no)).map_err(|error| error.to_string())?;
        record.seeds.extend(seed.map(|seed| ((table, shoe_no), seed.seed)));
    }
    let ledger = store.ledger();
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
    record.transfers = ledger
        .transfers()
        .iter()
        .zip(1..)
        .map(|(made, no)| {
            let (kind, about) = kind(&made.action);
            Transfer {
                no,
                id: made.id.0,
                kind,
                from: account_no(&made.from),
                to: account_no(&made.to),
                amount: made.amount.signed(),
                about: about.as_ref().map(transfer_no),
                origin: noted.origins.get(&made.id).copied(),
                entry: noted.entries.get(&made.id).copied(),
            }
        })
        .collect();
    Ok(record)
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

fn account(its: &ledger::Account, balance: i64) -> Account {
    let (kind, currency) = (its.kind.id().to_owned(), its.currency.code().to_owned());
    Account { kind, owner: its.owner, currency, balance }
}
