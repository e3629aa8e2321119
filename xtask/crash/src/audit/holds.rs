//! Law: every stake is held for an accepted slip; it stays whole while the slip's round is under way, and then
//! goes, all at once, to the house or back. Knows no odds.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Place, Record, Transfer, TransferKind};
use super::story::{Slip, Story};

/// What became of the holds of one slip.
#[derive(Default)]
struct Held {
    amount: i64,
    open: i64,
    /// The events that took or gave back something of it, with how much.
    uses: BTreeMap<Place, i64>,
    /// From whose cash it was taken.
    owners: BTreeSet<u32>,
}

pub(super) fn check(record: &Record, story: &Story) -> Vec<String> {
    let (mut held, mut found) = gather(record, story);
    for (round, slip) in story.slips() {
        let held = held.remove(&slip.place).unwrap_or_default();
        let flaws = flaws(slip, &held);
        let named = |flaw| format!("{round}, slip {} of patron {}: {flaw}", slip.id, slip.patron);
        found.extend(flaws.into_iter().map(named));
    }
    found.extend(held.into_keys().map(|place| format!("{place} is no slip, and yet a stake is held for it")));
    found
}

/// The holds by the event that made them.
fn gather(record: &Record, story: &Story) -> (BTreeMap<Place, Held>, Vec<String>) {
    let mut slips = BTreeMap::<Place, Held>::new();
    let mut slip_of = BTreeMap::<i64, Place>::new();
    let mut found = Vec::new();
    let owner = |transfer: &Transfer| record.accounts.get(&transfer.from).map(|account| account.owner);
    for transfer in &record.transfers {
        let mover = transfer.origin.and_then(|origin| story.mover(origin));
        match (transfer.kind, mover) {
            (TransferKind::Move, _) => {}
            (TransferKind::Hold, Some(place)) => {
                slip_of.insert(transfer.no, place);
                let held = slips.entry(place).or_default();
                held.amount += transfer.amount;
                held.open += record.open_holds.get(&transfer.no).copied().unwrap_or(0);
                held.owners.extend(owner(transfer));
            }
            (TransferKind::Capture | TransferKind::Release, Some(place)) => {
                match transfer.about.and_then(|hold| slip_of.get(&hold)) {
                    Some(slip) => {
                        *slips.entry(*slip).or_default().uses.entry(place).or_default() += transfer.amount;
                    }
                    None => found.push(format!("transfer {} uses a hold that was never made", transfer.no)),
                }
            }
            (TransferKind::Reverse, _) => {
                found
                    .push(format!("transfer {} reverses another, though nothing was corrected", transfer.no));
            }
            (_, None) => found.push(format!("transfer {} moves stakes without any event", transfer.no)),
        }
    }
    (slips, found)
}

fn flaws(slip: &Slip, held: &Held) -> Vec<String> {
    let mut flaws = Vec::new();
    let staked = slip.staked();
    if held.amount != staked {
        flaws.push(format!("{} was held for stakes of {staked}", held.amount));
    }
    if held.owners.iter().any(|owner| *owner != slip.patron) {
        flaws.push("its stakes were held from the cash of another".to_owned());
    }
    let used: i64 = held.uses.values().sum();
    match slip.over {
        None if held.open != staked || used > 0 => {
            flaws.push(format!("its round is under way, and of {staked} only {} is held", held.open));
        }
        Some(over) if held.open > 0 => {
            flaws.push(format!("it was over with {over}, and {} is still held", held.open));
        }
        Some(over) if used != staked || !held.uses.keys().eq([&over]) => {
            let uses = held.uses.iter().map(|(place, amount)| format!("{amount} with {place}"));
            let uses = uses.collect::<Vec<_>>().join(", ");
            flaws.push(format!("it was over with {over}; of {staked} was taken or given back: {uses}"));
        }
        _ => {}
    }
    flaws
}
