//! Law for the end, when every round was let finish: nothing is held, every slip is over, and each patron has
//! what they were given, less what they staked, and what was paid or given back. Only for a server at rest.

use std::collections::BTreeMap;

use super::record::{Record, TransferKind};
use super::story::Story;
use crate::notebook::Notebook;

pub(super) fn check(record: &Record, story: &Story, notebooks: &[Notebook]) -> Vec<String> {
    let mut found: Vec<String> = record
        .open_holds
        .iter()
        .map(|(hold, remaining)| format!("hold {hold} is still open with {remaining}"))
        .collect();
    for (round, slip) in story.slips().filter(|(_, slip)| slip.over.is_none()) {
        found.push(format!("{round}: slip {} of patron {} never ended", slip.id, slip.patron));
    }
    let due = due(record, story);
    for (patron, balance) in stored(record) {
        let due = due.get(&patron).copied().unwrap_or(0);
        if due != balance {
            found.push(format!("patron {patron} should have {due} at the end, the ledger has {balance}"));
        }
        let told = notebooks.iter().find(|notebook| notebook.patron == Some(patron));
        if let Some(told) = told.and_then(|notebook| notebook.last_balance).filter(|told| *told != balance) {
            found.push(format!("patron {patron} was told {told} at last, the ledger has {balance}"));
        }
    }
    found
}

fn stored(record: &Record) -> BTreeMap<u32, i64> {
    record.accounts.values().filter_map(|account| Some((account.patron()?, account.balance))).collect()
}

/// Gifts of play money, less stakes, with all that came back: gifts from the ledger, the rest from the events.
fn due(record: &Record, story: &Story) -> BTreeMap<u32, i64> {
    let mut due = BTreeMap::<u32, i64>::new();
    let gifts =
        record.transfers.iter().filter(|each| each.origin.is_none() && each.kind == TransferKind::Move);
    for gift in gifts {
        if let Some(patron) = record.accounts.get(&gift.to).and_then(super::record::Account::patron) {
            *due.entry(patron).or_default() += gift.amount;
        }
    }
    for round in story.rounds.values() {
        for slip in &round.slips {
            *due.entry(slip.patron).or_default() -= slip.staked();
        }
        for clear in &round.clears {
            *due.entry(clear.patron).or_default() += clear.returned;
        }
        for (patron, paid) in round.end.as_ref().map(|(_, end)| end.paid()).unwrap_or_default() {
            *due.entry(patron).or_default() += paid;
        }
    }
    due
}
