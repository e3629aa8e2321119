//! Law: the ledger adds up. Balances are worked out again from the transfers alone, and compared with what is
//! stored. Nobody has less than nothing, and nobody owes less. Knows no tables and no cards.

use std::collections::BTreeMap;

use super::record::{Account, Record, Transfer, TransferKind};

pub(super) fn check(record: &Record) -> Vec<String> {
    let (balances, mut found) = refold(record);
    found.extend(compare(record, &balances));
    found.extend(record.transfers.iter().filter_map(|transfer| misfit(record, transfer)));
    found.extend(compare_holds(record, &balances));
    found
}

/// The balances that the transfers come to, and what fell below zero on the way.
fn refold(record: &Record) -> (BTreeMap<i64, i64>, Vec<String>) {
    let mut balances = BTreeMap::<i64, i64>::new();
    let mut found = Vec::new();
    for transfer in &record.transfers {
        *balances.entry(transfer.to).or_default() += transfer.amount;
        let gives = balances.entry(transfer.from).or_default();
        *gives -= transfer.amount;
        let account = record.accounts.get(&transfer.from);
        if let Some(account) = account.filter(|account| *gives < 0 && must_not_owe(account)) {
            found.push(format!("transfer {} takes {account} to {gives}, below zero", transfer.no));
        }
        let gets = balances.get(&transfer.to).copied().unwrap_or(0);
        let account = record.accounts.get(&transfer.to).filter(|account| account.debtor().is_some());
        if let Some(account) = account.filter(|_| gets > 0) {
            found.push(format!("transfer {} takes {account} to {gets}, above zero", transfer.no));
        }
    }
    (balances, found)
}

fn must_not_owe(account: &Account) -> bool {
    account.purse().is_some() || account.holds_stakes()
}

fn compare(record: &Record, balances: &BTreeMap<i64, i64>) -> Vec<String> {
    let mut found = Vec::new();
    let mut sums = BTreeMap::<&str, i128>::new();
    for (no, account) in &record.accounts {
        let refolded = balances.get(no).copied().unwrap_or(0);
        if refolded != account.balance {
            let stored = account.balance;
            found.push(format!("{account} is stored as {stored}, its transfers come to {refolded}"));
        }
        if account.balance < 0 && must_not_owe(account) {
            found.push(format!("{account} is stored as {}, below zero", account.balance));
        }
        *sums.entry(&account.currency).or_default() += i128::from(account.balance);
    }
    let off = sums.iter().filter(|(_, sum)| **sum != 0);
    found.extend(
        off.map(|(currency, sum)| format!("all balances in {currency} add up to {sum}, not to zero")),
    );
    found
}

/// A transfer between accounts it has no business with.
fn misfit(record: &Record, transfer: &Transfer) -> Option<String> {
    let (from, to) = (record.accounts.get(&transfer.from)?, record.accounts.get(&transfer.to)?);
    let about = transfer.about.and_then(|no| record.transfer(no));
    let hold = about.filter(|about| about.kind == TransferKind::Hold);
    let fits = match transfer.kind {
        TransferKind::Move => [from, to].iter().all(|each| !each.holds_stakes() && each.debtor().is_none()),
        TransferKind::Hold => from.purse().is_some() && to.holds_stakes(),
        TransferKind::Cover => {
            from.debtor().is_some() && from.debtor() == to.purse().map(|(patron, _)| patron)
        }
        TransferKind::Repay => to.debtor().is_some() && to.debtor() == from.patron(),
        TransferKind::Capture => hold.is_some_and(|hold| transfer.from == hold.to) && !to.holds_stakes(),
        TransferKind::Release => {
            hold.is_some_and(|hold| (transfer.from, transfer.to) == (hold.to, hold.from))
        }
        TransferKind::Reverse => about.is_some_and(|about| {
            (transfer.from, transfer.to, transfer.amount) == (about.to, about.from, about.amount)
        }),
    };
    let fits = fits && from.currency == to.currency && transfer.amount > 0;
    (!fits).then(|| format!("transfer {}: a {:?} from {from} to {to}", transfer.no, transfer.kind))
}

/// The hold of which a transfer took or gave back something.
fn hold_of(record: &Record, no: i64) -> Option<i64> {
    let used = record.transfer(no)?;
    matches!(used.kind, TransferKind::Capture | TransferKind::Release).then_some(used.about)?
}

/// What is left of each hold is what its transfers left, and what a table holds is the sum of it.
fn compare_holds(record: &Record, balances: &BTreeMap<i64, i64>) -> Vec<String> {
    let mut left = BTreeMap::<i64, i64>::new();
    let mut held = BTreeMap::<i64, i64>::new();
    for transfer in &record.transfers {
        match (transfer.kind, transfer.about) {
            (TransferKind::Hold, _) => *left.entry(transfer.no).or_default() += transfer.amount,
            (TransferKind::Capture | TransferKind::Release, Some(hold)) => {
                *left.entry(hold).or_default() -= transfer.amount;
            }
            (TransferKind::Reverse, Some(about)) => {
                if let Some(hold) = hold_of(record, about) {
                    *left.entry(hold).or_default() += transfer.amount;
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for transfer in record.transfers.iter().filter(|transfer| transfer.kind == TransferKind::Hold) {
        let remains = left.get(&transfer.no).copied().unwrap_or(0);
        let stored = record.open_holds.get(&transfer.no).copied().unwrap_or(0);
        if remains != stored || remains < 0 {
            found.push(format!(
                "of hold {} {remains} of {} is left, {stored} is stored",
                transfer.no, transfer.amount
            ));
        }
        *held.entry(transfer.to).or_default() += remains;
    }
    for (no, account) in record.accounts.iter().filter(|(_, account)| account.holds_stakes()) {
        let (holds, has) = (held.get(no).copied().unwrap_or(0), balances.get(no).copied().unwrap_or(0));
        if holds != has {
            found.push(format!("{account} has {has}, its open holds come to {holds}"));
        }
    }
    found
}
