//! Law: a correction takes back what the end before it had posted, transfer by transfer, each once and nothing else,
//! and returns the advance that it takes from the account of adjustments. Knows no other amounts.

use std::collections::{BTreeMap, BTreeSet};

use crate::ids::EventId;
use crate::record::{Record, Transfer, TransferKind};
use crate::round_history::RoundHistory;

/// What one event did, as far as a correction of it must take it back.
#[derive(Default)]
struct Posted {
    /// What ended holds or paid profits, by transfer.
    ends: BTreeSet<i64>,
    /// The transfers it took back, each as often as it did.
    undone: Vec<i64>,
    /// What it took out of the account of adjustments and did not bring back.
    advanced: i64,
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let mut posted = BTreeMap::<EventId, Posted>::new();
    for transfer in &record.transfers {
        if let Some(event) = transfer.origin.and_then(|origin| history.mover(origin)) {
            posted.entry(event).or_default().take(record, transfer);
        }
    }
    let mut flaws = Vec::new();
    for (id, round) in &history.rounds {
        for pair in round.ends.windows(2) {
            let [earlier, later] = pair else { continue };
            let (earlier, later) = (earlier.event, later.event);
            let expected = posted.get(&earlier).map(|before| before.ends.clone()).unwrap_or_default();
            let now = posted.remove(&later).unwrap_or_default();
            let undone: BTreeSet<i64> = now.undone.iter().copied().collect();
            if undone != expected || undone.len() != now.undone.len() {
                let odd: Vec<_> = undone.symmetric_difference(&expected).collect();
                flaws.push(format!("{id}, {later} does not undo {earlier}: it differs in transfers {odd:?}"));
            }
            if now.advanced != 0 {
                flaws.push(format!("{id}, {later} leaves {} in advance", now.advanced));
            }
            // It holds until the next one.
            posted.insert(later, Posted { ends: now.ends, ..Posted::default() });
        }
    }
    let strays = posted.iter().filter(|(_, posted)| !posted.undone.is_empty());
    flaws.extend(strays.map(|(event, _)| format!("{event} reverses, though it corrects nothing")));
    flaws
}

impl Posted {
    fn take(&mut self, record: &Record, transfer: &Transfer) {
        let kind = |account: i64| record.accounts.get(&account).map(|account| account.kind.as_str());
        match (transfer.kind, kind(transfer.from)) {
            (TransferKind::Capture | TransferKind::Release, _)
            | (TransferKind::Move, Some("house_table")) => {
                self.ends.insert(transfer.no);
            }
            (TransferKind::Reverse, _) => self.undone.extend(transfer.about),
            _ => {}
        }
        for (account, amount) in [(transfer.from, transfer.amount), (transfer.to, -transfer.amount)] {
            self.advanced += if kind(account) == Some("adjustments") { amount } else { 0 };
        }
    }
}
