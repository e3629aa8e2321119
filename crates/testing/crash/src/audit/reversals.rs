//! Law: a correction takes back what the end before it had posted, transfer by transfer, each once and nothing else;
//! and what it lends itself meanwhile is back when it is done. Knows no amounts but that one.

use std::collections::{BTreeMap, BTreeSet};

use super::record::{Place, Record, Transfer, TransferKind};
use super::story::Story;

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

pub(super) fn check(record: &Record, story: &Story) -> Vec<String> {
    let mut posted = BTreeMap::<Place, Posted>::new();
    for transfer in &record.transfers {
        if let Some(place) = transfer.origin.and_then(|origin| story.mover(origin)) {
            posted.entry(place).or_default().take(record, transfer);
        }
    }
    let mut found = Vec::new();
    for (id, round) in &story.rounds {
        for pair in round.ends.windows(2) {
            let [(earlier, _), (later, _)] = pair else { continue };
            let stood = posted.get(earlier).map(|before| before.ends.clone()).unwrap_or_default();
            let now = posted.remove(later).unwrap_or_default();
            let undone: BTreeSet<i64> = now.undone.iter().copied().collect();
            if undone != stood || undone.len() != now.undone.len() {
                let odd: Vec<_> = undone.symmetric_difference(&stood).collect();
                found.push(format!("{id}, {later} does not undo {earlier}: it differs in transfers {odd:?}"));
            }
            if now.advanced != 0 {
                found.push(format!("{id}, {later} leaves {} in advance", now.advanced));
            }
            // It stands until the next one.
            posted.insert(*later, Posted { ends: now.ends, ..Posted::default() });
        }
    }
    let strays = posted.iter().filter(|(_, posted)| !posted.undone.is_empty());
    found.extend(strays.map(|(place, _)| format!("{place} reverses, though it corrects nothing")));
    found
}

impl Posted {
    fn take(&mut self, record: &Record, transfer: &Transfer) {
        let kind = |account| record.accounts.get(&account).map(|account| account.kind.as_str());
        match transfer.kind {
            TransferKind::Capture | TransferKind::Release => {
                self.ends.insert(transfer.no);
            }
            TransferKind::Move if kind(transfer.from) == Some("house_table") => {
                self.ends.insert(transfer.no);
            }
            TransferKind::Reverse => self.undone.extend(transfer.about),
            _ => {}
        }
        if kind(transfer.from) == Some("adjustments") {
            self.advanced += transfer.amount;
        }
        if kind(transfer.to) == Some("adjustments") {
            self.advanced -= transfer.amount;
        }
    }
}
