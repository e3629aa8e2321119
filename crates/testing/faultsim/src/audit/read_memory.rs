//! Reads a store in memory into a [`Record`]. Takes events as the text they would be written as.

use std::collections::BTreeMap;

use ledger::{Action, TransferId};
use store::MemoryStore;
use table::TableId;

use super::record::{Account, Event, Record, Transfer, TransferKind};

pub(crate) fn record(store: &MemoryStore, tables: &[TableId]) -> Result<Record, String> {
    let mut events = BTreeMap::new();
    for table in tables {
        let of_table = store.events(*table).into_iter().map(|recorded| {
            let body = serde_json::to_string(&recorded.event).map_err(|error| error.to_string())?;
            Event::read(table.0, recorded.seq, recorded.at.0, body)
        });
        events.insert(table.0, of_table.collect::<Result<Vec<_>, _>>()?);
    }
    let ledger = store.ledger();
    let balances = ledger.balances().iter().map(|(its, balance)| (account(its), *balance));
    let open_holds = ledger.open_holds().iter().map(|(hold, left)| (hold.0, left.signed()));
    Ok(Record {
        damage: Vec::new(),
        events,
        transfers: ledger.transfers().iter().map(transfer).collect(),
        balances: balances.collect(),
        open_holds: open_holds.collect(),
        seeds: BTreeMap::new(),
    })
}

fn transfer(made: &ledger::Transfer) -> Transfer {
    let (kind, about) = match made.action {
        Action::Move { .. } => (TransferKind::Move, None),
        Action::Cover { .. } => (TransferKind::Cover, None),
        Action::Repay { .. } => (TransferKind::Repay, None),
        Action::Hold { .. } => (TransferKind::Hold, None),
        Action::Capture { hold, .. } => (TransferKind::Capture, Some(hold)),
        Action::Release { hold, .. } => (TransferKind::Release, Some(hold)),
        Action::Reverse { transfer } => (TransferKind::Reverse, Some(transfer)),
    };
    Transfer {
        id: made.id.0,
        kind,
        from: account(&made.from),
        to: account(&made.to),
        amount: made.amount.signed(),
        about: about.map(|TransferId(id)| id),
    }
}

fn account(its: &ledger::Account) -> Account {
    Account::new(its.kind.id(), its.owner, its.currency.code())
}
