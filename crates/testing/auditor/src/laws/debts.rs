//! Law: a correction that takes more than a purse holds empties it and lends exactly the rest, and what a patron in
//! debt earns repays the debt first. So cash less debt is always what the patron's rounds came to. Knows no cards.

use std::collections::BTreeMap;

use super::due::Due;
use crate::ids::EventId;
use crate::record::{Purse, Record, Transfer, TransferKind};
use crate::round_history::RoundHistory;

/// What one event does to the money of one patron.
#[derive(Clone, Copy, Debug, Default)]
struct Turn {
    /// What the purses held before, cash and bonus.
    before: [i64; 2],
    owed: i64,
    /// What they got, loans and repayments left out.
    change: [i64; 2],
    lent: [i64; 2],
    repaid: i64,
}

/// What all patrons have, and the event whose transfers are being read.
#[derive(Default)]
struct Walk {
    purses: BTreeMap<(u32, Purse), i64>,
    owed: BTreeMap<u32, i64>,
    at: Option<EventId>,
    turns: BTreeMap<u32, Turn>,
}

pub(super) fn check(record: &Record, history: &RoundHistory, due: &Due) -> Vec<String> {
    let (mut walk, mut flaws) = (Walk::default(), Vec::new());
    for transfer in &record.transfers {
        let event = transfer.origin.and_then(|origin| history.mover(origin));
        if event != walk.at || event.is_none() {
            flaws.extend(walk.end(history, due));
            walk.at = event;
        }
        flaws.extend(walk.step(record, transfer));
    }
    flaws.extend(walk.end(history, due));
    flaws
}

impl Walk {
    fn step(&mut self, record: &Record, transfer: &Transfer) -> Option<String> {
        let (from, to) = record.sides(transfer)?;
        for (account, amount) in [(from, -transfer.amount), (to, transfer.amount)] {
            if let Some((patron, purse)) = account.purse() {
                let turn = self.turn(patron);
                let loan = matches!(transfer.kind, TransferKind::Cover | TransferKind::Repay);
                turn.change[index(purse)] += if loan { 0 } else { amount };
                *self.purses.entry((patron, purse)).or_default() += amount;
            }
        }
        match (transfer.kind, from.debtor(), to.debtor()) {
            (TransferKind::Cover, Some(debtor), None) => {
                let (patron, purse) = to.purse().filter(|(patron, _)| *patron == debtor)?;
                self.turn(patron).lent[index(purse)] += transfer.amount;
                *self.owed.entry(patron).or_default() += transfer.amount;
            }
            (TransferKind::Repay, None, Some(debtor)) => {
                self.turn(debtor).repaid += transfer.amount;
                *self.owed.entry(debtor).or_default() -= transfer.amount;
            }
            (_, None, None) => {}
            _ => {
                return Some(format!(
                    "transfer {} changes what is owed as a {:?}",
                    transfer.no, transfer.kind
                ));
            }
        }
        None
    }

    fn turn(&mut self, patron: u32) -> &mut Turn {
        let held = |purse| self.purses.get(&(patron, purse)).copied().unwrap_or(0);
        let (before, owed) = (Purse::ALL.map(held), self.owed.get(&patron).copied().unwrap_or(0));
        self.turns.entry(patron).or_insert(Turn { before, owed, ..Turn::default() })
    }

    /// Closes the event at hand; answers with what is wrong with its loans and repayments.
    fn end(&mut self, history: &RoundHistory, due: &Due) -> Vec<String> {
        let turns = std::mem::take(&mut self.turns);
        let Some(event) = self.at.take() else { return Vec::new() };
        let mut flaws = Vec::new();
        for (patron, turn) in turns {
            for purse in Purse::ALL {
                let (before, change) = (turn.before[index(purse)], turn.change[index(purse)]);
                let lacks =
                    if history.approvals.contains_key(&event) { (-(before + change)).max(0) } else { 0 };
                let lent = turn.lent[index(purse)];
                if lent != lacks {
                    flaws.push(format!(
                        "{event}: patron {patron} had {before}, lost {}, and was lent {lent} ({purse:?})",
                        -change
                    ));
                }
            }
            let owed = turn.owed + turn.lent.iter().sum::<i64>();
            let earned = due.earned.get(&(event, patron)).copied().unwrap_or(0);
            if turn.repaid != owed.min(earned) {
                let repaid = turn.repaid;
                flaws.push(format!("{event}: patron {patron} owed {owed}, earned {earned}, repaid {repaid}"));
            }
        }
        flaws
    }
}

const fn index(purse: Purse) -> usize {
    match purse {
        Purse::Cash => 0,
        Purse::Bonus => 1,
    }
}
