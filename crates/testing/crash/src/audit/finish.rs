//! Law for the end, when every round was let finish: nothing is held, every slip is over, and each patron has, less
//! what they owe, what they were given, less what they staked, and what was paid or given back by the last word on
//! every round. Only for a server at rest.

use std::collections::BTreeMap;

use super::house_log::adjusted;
use super::record::{Account, Purse, Record};
use super::story::{End, Story};
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
        found.extend(told.into_iter().flat_map(|told| told_otherwise(record, patron, told)));
    }
    found
}

/// What a patron was told of their money at last, where the ledger has something else.
fn told_otherwise(record: &Record, patron: u32, told: &Notebook) -> Vec<String> {
    let balance = |is: &dyn Fn(&Account) -> bool| -> i64 {
        record.accounts.values().filter(|account| is(account)).map(|account| account.balance).sum()
    };
    let has = |purse| balance(&|account| account.purse() == Some((patron, purse)));
    let compared = [
        ("", told.last_balance, has(Purse::Cash)),
        ("bonus money of ", told.last_bonus, has(Purse::Bonus)),
        ("a debt of ", told.last_owed, -balance(&|account| account.debtor() == Some(patron))),
    ];
    let told = compared.into_iter().filter_map(|(what, told, has)| Some((what, told?, has)));
    told.filter(|(_, told, has)| told != has)
        .map(|(what, told, has)| {
            format!("patron {patron} was told {what}{told} at last, the ledger has {has}")
        })
        .collect()
}

/// What each patron has less what they owe.
fn stored(record: &Record) -> BTreeMap<u32, i64> {
    let mut stored = BTreeMap::new();
    for account in record.accounts.values() {
        let patron = account.purse().map(|(patron, _)| patron).or_else(|| account.debtor());
        if let Some(patron) = patron {
            *stored.entry(patron).or_default() += account.balance;
        }
    }
    stored
}

/// Gifts of play money and what supervisors adjusted, less stakes, with all that came back: gifts from the ledger, the
/// rest from the logs.
fn due(record: &Record, story: &Story) -> BTreeMap<u32, i64> {
    let mut due = adjusted(record);
    let issued = |from: i64| record.accounts.get(&from).is_some_and(|from| from.kind == "issue");
    for gift in record.transfers.iter().filter(|each| issued(each.from)) {
        if let Some(patron) = record.accounts.get(&gift.to).and_then(Account::patron) {
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
        for (patron, paid) in round.end().map(End::paid).unwrap_or_default() {
            *due.entry(patron).or_default() += paid;
        }
    }
    due
}
