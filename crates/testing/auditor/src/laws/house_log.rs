//! Law: the house's own log has no gap, its dates never go back, and money outside the tables moves only as an entry of
//! the log says: a gift of play money, or what a supervisor adjusted by hand, once for each request. Knows no table.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Entry, Purse, Record, Transfer, TransferKind};

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut transfers = BTreeMap::<i64, Vec<&Transfer>>::new();
    for transfer in &record.transfers {
        if let Some(entry) = transfer.entry {
            transfers.entry(entry).or_default().push(transfer);
        }
    }
    let mut requests = BTreeSet::new();
    let mut flaws = Vec::new();
    for (expected, (no, entry)) in (1..).zip(&record.house) {
        if *no != expected {
            flaws.push(format!("entry {no} follows entry {}", expected - 1));
            break;
        }
        if let Entry::MoneyAdjusted { request_id, .. } = entry
            && !requests.insert(request_id)
        {
            flaws.push(format!("entry {no} adjusts by {request_id} again"));
        }
    }
    let dates = record.house_times.iter().zip(record.house_times.iter().skip(1));
    let back = dates.filter(|((_, before), (_, at))| at < before);
    flaws.extend(back.map(|(_, (no, _))| format!("entry {no} is dated before the one before it")));
    for (no, entry) in &record.house {
        let moved = transfers.remove(no).unwrap_or_default();
        if !fits(record, entry, &moved) {
            flaws.push(format!("entry {no} is {entry:?}, and moved {moved:?}"));
        }
    }
    flaws.extend(transfers.keys().map(|no| format!("money was moved with entry {no}, which is lost")));
    flaws
}

/// Whether these are the transfers of such an entry.
fn fits(record: &Record, entry: &Entry, moved: &[&Transfer]) -> bool {
    // Who gives and who gets, if the transfer only moves money.
    let sides = |transfer: &Transfer| record.sides(transfer).filter(|_| transfer.kind == TransferKind::Move);
    let gift = |transfer: &&Transfer| {
        sides(transfer).is_some_and(|(from, to)| from.kind == "issue" && to.patron().is_some())
    };
    match entry {
        Entry::HouseRulesUsed {}
        | Entry::PatronRead {}
        | Entry::RecordingClosed {}
        | Entry::RecordingHeld {}
        | Entry::RecordingReleased {} => moved.is_empty(),
        Entry::PatronCreated {} => moved.len() <= 1 && moved.iter().all(gift),
        Entry::MoneyPosted => moved.len() == 1 && moved.iter().all(gift),
        Entry::MoneyAdjusted { .. } | Entry::Changed { .. } => {
            let Some((patron, purse, change)) = entry.adjusts() else { return moved.is_empty() };
            let [transfer] = moved else { return false };
            let Some((from, to)) = sides(transfer) else { return false };
            let (fund, own) = if change < 0 { (to, from) } else { (from, to) };
            let fits = fund.kind == "adjustments" && own.purse() == Some((patron, purse));
            fits && transfer.amount == change.abs()
        }
    }
}

/// An adjustment on record: patron, purse, change, supervisor and reason.
pub(super) type Adjusted<'a> = (u32, Purse, i64, u32, &'a str);

/// All adjustments by the ids of their requests.
pub(super) fn adjustments(record: &Record) -> BTreeMap<&str, Vec<Adjusted<'_>>> {
    let mut by_request = BTreeMap::<&str, Vec<Adjusted<'_>>>::new();
    for entry in record.house.values() {
        if let Entry::MoneyAdjusted { patron, purse, change, by, why, request_id, .. } = entry {
            by_request.entry(request_id).or_default().push((*patron, *purse, *change, *by, why));
        }
    }
    by_request
}
