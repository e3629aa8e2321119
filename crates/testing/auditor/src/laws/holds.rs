//! Law: every stake is held for an accepted slip, from the purse that the slip names. It stays whole while the slip's
//! round is under way; then it goes, all at once, to the house or back. A correction that undoes this does it again
//! with the same stake. Knows no odds.

use std::collections::BTreeMap;

use crate::ids::EventId;
use crate::record::{Account, Purse, Record, TransferKind};
use crate::round_history::{RoundHistory, Slip};

/// What became of the holds of one slip.
#[derive(Default)]
struct Held {
    amount: i64,
    open: i64,
    /// The events that took or gave back something of it, with how much.
    uses: BTreeMap<EventId, i64>,
    /// How much of it was taken from the cash, and how much from the bonus money of patrons.
    purses: BTreeMap<(u32, Purse), i64>,
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let (mut held, mut flaws) = gather(record, history);
    for (round, slip) in history.slips() {
        let held = held.remove(&slip.event).unwrap_or_default();
        let of_slip = check_slip(slip, &held);
        let named = |flaw| format!("{round}, slip {} of patron {}: {flaw}", slip.id, slip.patron);
        flaws.extend(of_slip.into_iter().map(named));
    }
    flaws.extend(held.into_keys().map(|event| format!("{event} is no slip, and yet a stake is held for it")));
    flaws
}

/// The holds by the event that made them.
fn gather(record: &Record, history: &RoundHistory) -> (BTreeMap<EventId, Held>, Vec<String>) {
    let mut slips = BTreeMap::<EventId, Held>::new();
    let mut slip_of = BTreeMap::<i64, EventId>::new();
    let mut flaws = Vec::new();
    for transfer in &record.transfers {
        let Some((hold, change)) = record.hold_of(transfer) else { continue };
        let Some(event) = transfer.origin.and_then(|origin| history.mover(origin)) else {
            flaws.push(format!("transfer {} moves stakes without any event", transfer.no));
            continue;
        };
        match (transfer.kind, slip_of.get(&hold)) {
            (TransferKind::Hold, _) => {
                slip_of.insert(hold, event);
                let held = slips.entry(event).or_default();
                held.amount += change;
                held.open += record.open_holds.get(&hold).copied().unwrap_or(0);
                if let Some(purse) = record.accounts.get(&transfer.from).and_then(Account::purse) {
                    *held.purses.entry(purse).or_default() += change;
                }
            }
            (_, None) => flaws.push(format!("transfer {} uses a hold that was never made", transfer.no)),
            // A hold that was reversed went neither to the house nor back.
            (TransferKind::Reverse, _) if change < 0 => {}
            (_, Some(slip)) => *slips.entry(*slip).or_default().uses.entry(event).or_default() -= change,
        }
    }
    // An event that undoes a use and does it again leaves it as it was.
    for held in slips.values_mut() {
        held.uses.retain(|_, amount| *amount != 0);
    }
    (slips, flaws)
}

fn check_slip(slip: &Slip, held: &Held) -> Vec<String> {
    let mut flaws = Vec::new();
    let staked = slip.staked();
    if held.amount != staked {
        flaws.push(format!("{} was held for stakes of {staked}", held.amount));
    }
    let named = Purse::ALL.map(|purse| ((slip.patron, purse), slip.staked_from(purse)));
    let named: BTreeMap<_, _> = named.into_iter().filter(|(_, amount)| *amount != 0).collect();
    if held.amount == staked && held.purses != named {
        flaws.push(format!("its stakes were held from {:?}, it names {named:?}", held.purses));
    }
    let used: i64 = held.uses.values().sum();
    match slip.ended_by {
        None if held.open != staked || used > 0 => {
            flaws.push(format!("its round is under way, and of {staked} only {} is held", held.open));
        }
        Some(over) if held.open > 0 => {
            flaws.push(format!("it was over with {over}, and {} is still held", held.open));
        }
        Some(over) if used != staked || staked > 0 && !held.uses.keys().eq([&over]) => {
            let uses = held.uses.iter().map(|(event, amount)| format!("{amount} with {event}"));
            let uses = uses.collect::<Vec<_>>().join(", ");
            flaws.push(format!("it was over with {over}; of {staked} was taken or given back: {uses}"));
        }
        _ => {}
    }
    flaws
}
