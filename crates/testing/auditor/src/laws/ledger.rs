//! Law: the ledger adds up. Balances and holds are computed again from the transfers alone, and compared with what is
//! stored. No purse falls below zero, and no debt rises above it. Knows no tables and no cards.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Record, Transfer, TransferKind};

pub(super) fn check(record: &Record) -> Vec<String> {
    let (balances, mut flaws) = refold(record);
    flaws.extend(compare(record, &balances));
    flaws.extend(record.transfers.iter().filter_map(|transfer| misfit(record, transfer)));
    flaws.extend(compare_holds(record, &balances));
    flaws
}

/// The balances that the transfers come to; what fell below zero on the way, and what was made twice.
fn refold(record: &Record) -> (BTreeMap<i64, i64>, Vec<String>) {
    let mut balances = BTreeMap::<i64, i64>::new();
    let (mut ids, mut flaws) = (BTreeSet::new(), Vec::new());
    for transfer in &record.transfers {
        let Transfer { no, from, to, amount, .. } = transfer;
        if !ids.insert(transfer.id) {
            flaws.push(format!("transfer {no} has the id of an earlier one"));
        }
        *balances.entry(*to).or_default() += amount;
        *balances.entry(*from).or_default() -= amount;
        let now = |account: &i64| balances.get(account).copied().unwrap_or(0);
        let (gives, gets) = (now(from), now(to));
        let Some((from, to)) = record.sides(transfer) else {
            flaws.push(format!("transfer {no} names an account that is not stored"));
            continue;
        };
        if gives < 0 && from.must_not_owe() {
            flaws.push(format!("transfer {no} takes {from} to {gives}, below zero"));
        }
        if gets > 0 && to.debtor().is_some() {
            flaws.push(format!("transfer {no} takes {to} to {gets}, above zero"));
        }
    }
    (balances, flaws)
}

fn compare(record: &Record, balances: &BTreeMap<i64, i64>) -> Vec<String> {
    let mut flaws = Vec::new();
    let mut sums = BTreeMap::<&str, i128>::new();
    for (no, account) in &record.accounts {
        let refolded = balances.get(no).copied().unwrap_or(0);
        if refolded != account.balance {
            let stored = account.balance;
            flaws.push(format!("{account} is stored as {stored}, its transfers come to {refolded}"));
        }
        if account.balance < 0 && account.must_not_owe() {
            flaws.push(format!("{account} is stored as {}, below zero", account.balance));
        }
        *sums.entry(&account.currency).or_default() += i128::from(account.balance);
    }
    let off = sums.iter().filter(|(_, sum)| **sum != 0);
    flaws.extend(
        off.map(|(currency, sum)| format!("all balances in {currency} add up to {sum}, not to zero")),
    );
    flaws
}

/// A transfer between accounts that its kind does not connect. Only loans and repayments change what is owed.
fn misfit(record: &Record, transfer: &Transfer) -> Option<String> {
    let (from, to) = record.sides(transfer)?;
    let about = transfer.about.and_then(|no| record.transfer(no));
    let hold = about.filter(|about| about.kind == TransferKind::Hold);
    let fits = match transfer.kind {
        TransferKind::Move => !from.holds_stakes() && !to.holds_stakes(),
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
    let lends = matches!(transfer.kind, TransferKind::Cover | TransferKind::Repay);
    let fits = fits && (lends || from.debtor().or(to.debtor()).is_none());
    let fits = fits && from.currency == to.currency && transfer.amount > 0;
    (!fits).then(|| format!("transfer {}: a {:?} from {from} to {to}", transfer.no, transfer.kind))
}

/// What is stored of each hold is what its transfers left, and what a table holds is the sum of it.
fn compare_holds(record: &Record, balances: &BTreeMap<i64, i64>) -> Vec<String> {
    let mut left = BTreeMap::<i64, i64>::new();
    for (hold, change) in record.transfers.iter().filter_map(|transfer| record.hold_of(transfer)) {
        *left.entry(hold).or_default() += change;
    }
    let mut held = BTreeMap::<i64, i64>::new();
    let mut flaws = Vec::new();
    for transfer in record.transfers.iter().filter(|transfer| transfer.kind == TransferKind::Hold) {
        let remains = left.get(&transfer.no).copied().unwrap_or(0);
        let stored = record.open_holds.get(&transfer.no).copied().unwrap_or(0);
        if remains != stored || remains < 0 {
            flaws.push(format!(
                "of hold {} {remains} of {} is left, {stored} is stored",
                transfer.no, transfer.amount
            ));
        }
        *held.entry(transfer.to).or_default() += remains;
    }
    let made = |hold: &i64| record.transfer(*hold).is_some_and(|it| it.kind == TransferKind::Hold);
    let strays = record.open_holds.keys().filter(|hold| !made(hold));
    flaws.extend(strays.map(|hold| format!("hold {hold} is open and was never made")));
    for (no, account) in record.accounts.iter().filter(|(_, account)| account.holds_stakes()) {
        let (holds, has) = (held.get(no).copied().unwrap_or(0), balances.get(no).copied().unwrap_or(0));
        if holds != has {
            flaws.push(format!("{account} has {has}, its open holds come to {holds}"));
        }
    }
    flaws
}
