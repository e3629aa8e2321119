//! Law: the ledger adds up. Every balance is the sum of its transfers, all balances of a currency sum to zero, a
//! patron's cash and held stakes never fell below zero on the way, and what is left of each hold is what its
//! transfers left. Knows no tables.

use std::collections::BTreeMap;

use super::record::{Account, Record, Transfer, TransferKind};

pub(super) fn check(record: &Record) -> Vec<String> {
    let by_id: BTreeMap<u128, &Transfer> = record.transfers.iter().map(|each| (each.id, each)).collect();
    let mut found = Vec::new();
    if by_id.len() != record.transfers.len() {
        found.push("two transfers have one id".to_owned());
    }
    found.extend(balances(record));
    found.extend(record.transfers.iter().filter_map(|transfer| misfit(&by_id, transfer)));
    found.extend(holds(record, &by_id));
    found
}

/// Adds the transfers up, one after the other, and compares with what is stored.
fn balances(record: &Record) -> Vec<String> {
    let mut running = BTreeMap::<&Account, i64>::new();
    let mut found = Vec::new();
    for transfer in &record.transfers {
        *running.entry(&transfer.to).or_default() += transfer.amount;
        let gives = running.entry(&transfer.from).or_default();
        *gives -= transfer.amount;
        if *gives < 0 && transfer.from.must_not_owe() {
            found.push(format!("transfer {:032x} takes {} to {gives}", transfer.id, transfer.from));
        }
    }
    let mut sums = BTreeMap::<&str, i128>::new();
    for (account, stored) in &record.balances {
        let refolded = running.remove(account).unwrap_or(0);
        if refolded != *stored {
            found.push(format!("{account} is stored as {stored}, its transfers come to {refolded}"));
        }
        *sums.entry(&account.currency).or_default() += i128::from(*stored);
    }
    let lost = running.into_iter().filter(|(_, balance)| *balance != 0);
    found.extend(lost.map(|(account, balance)| format!("{account} is not stored, and should be {balance}")));
    let off = sums.into_iter().filter(|(_, sum)| *sum != 0);
    found.extend(off.map(|(currency, sum)| format!("all balances in {currency} sum to {sum}, not to zero")));
    found
}

/// A transfer between accounts it has no business with.
fn misfit(by_id: &BTreeMap<u128, &Transfer>, transfer: &Transfer) -> Option<String> {
    let Transfer { from, to, amount, .. } = transfer;
    let about = transfer.about.and_then(|id| by_id.get(&id));
    let hold = about.filter(|about| about.kind == TransferKind::Hold);
    let fits = match transfer.kind {
        TransferKind::Move => [from, to].iter().all(|it| !it.holds_stakes() && it.debtor().is_none()),
        TransferKind::Cover => from.debtor().is_some() && from.debtor() == to.purse(),
        TransferKind::Repay => to.debtor().is_some() && to.debtor() == from.patron(),
        TransferKind::Hold => from.purse().is_some() && to.holds_stakes(),
        TransferKind::Capture => hold.is_some_and(|hold| *from == hold.to) && !to.holds_stakes(),
        TransferKind::Release => hold.is_some_and(|hold| (from, to) == (&hold.to, &hold.from)),
        TransferKind::Reverse => {
            about.is_some_and(|about| (from, to, amount) == (&about.to, &about.from, &about.amount))
        }
    };
    let fits = fits && from.currency == to.currency && *amount > 0;
    (!fits).then(|| format!("transfer {:032x}: a {:?} from {from} to {to}", transfer.id, transfer.kind))
}

fn holds(record: &Record, by_id: &BTreeMap<u128, &Transfer>) -> Vec<String> {
    let mut left = BTreeMap::<u128, i64>::new();
    for transfer in &record.transfers {
        let undone = transfer.about.and_then(|id| by_id.get(&id));
        match (transfer.kind, transfer.about, undone.map(|undone| (undone.kind, undone.about))) {
            (TransferKind::Hold, ..) => *left.entry(transfer.id).or_default() += transfer.amount,
            (TransferKind::Capture | TransferKind::Release, Some(hold), _)
            | (TransferKind::Reverse, Some(hold), Some((TransferKind::Hold, _))) => {
                *left.entry(hold).or_default() -= transfer.amount;
            }
            (TransferKind::Reverse, _, Some((TransferKind::Capture | TransferKind::Release, Some(hold)))) => {
                *left.entry(hold).or_default() += transfer.amount;
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (hold, remains) in &left {
        let stored = record.open_holds.get(hold).copied().unwrap_or(0);
        if *remains != stored || *remains < 0 {
            found.push(format!("of hold {hold:032x} {remains} is left, {stored} is stored"));
        }
    }
    let strays = record.open_holds.keys().filter(|hold| !left.contains_key(hold));
    found.extend(strays.map(|hold| format!("hold {hold:032x} is open and was never made")));
    found
}
