//! Law: a correction that takes more than a purse holds empties it, and lends exactly the rest; what is earned while
//! something is owed repays it first, as far as it goes. So what a patron has less what they owe is always what their
//! rounds came to. And bonus money is staked only by who has no cash. Knows no cards.

use std::collections::BTreeMap;

use super::due::{Due, PURSES};
use super::record::{Place, Purse, Record, Transfer, TransferKind};
use super::story::Story;

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

/// What all patrons have, and the event that is at it.
#[derive(Default)]
struct Walk {
    purses: BTreeMap<(u32, Purse), i64>,
    owed: BTreeMap<u32, i64>,
    at: Option<Place>,
    turns: BTreeMap<u32, Turn>,
}

pub(super) fn check(record: &Record, story: &Story, due: &Due) -> Vec<String> {
    let (mut walk, mut found) = (Walk::default(), Vec::new());
    for transfer in &record.transfers {
        let place = transfer.origin.and_then(|origin| story.mover(origin));
        if place != walk.at || place.is_none() {
            found.extend(walk.end(story, due));
            walk.at = place;
        }
        found.extend(walk.step(record, transfer));
    }
    found.extend(walk.end(story, due));
    found
}

impl Walk {
    fn step(&mut self, record: &Record, transfer: &Transfer) -> Option<String> {
        let (from, to) = (record.accounts.get(&transfer.from)?, record.accounts.get(&transfer.to)?);
        if let (TransferKind::Hold, Some((patron, Purse::Bonus))) = (transfer.kind, from.purse())
            && let Some(cash) = self.purses.get(&(patron, Purse::Cash)).filter(|cash| **cash != 0)
        {
            let no = transfer.no;
            return Some(format!(
                "transfer {no} stakes bonus money of patron {patron}, who has {cash} in cash"
            ));
        }
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
        let (before, owed) = (PURSES.map(held), self.owed.get(&patron).copied().unwrap_or(0));
        self.turns.entry(patron).or_insert(Turn { before, owed, ..Turn::default() })
    }

    /// Closes the event at hand, and says what of its loans is not as it must be.
    fn end(&mut self, story: &Story, due: &Due) -> Vec<String> {
        let turns = std::mem::take(&mut self.turns);
        let Some(place) = self.at.take() else { return Vec::new() };
        let mut found = Vec::new();
        for (patron, turn) in turns {
            for purse in PURSES {
                let (before, change) = (turn.before[index(purse)], turn.change[index(purse)]);
                let lacks = if story.agreed(place).is_some() { (-(before + change)).max(0) } else { 0 };
                let lent = turn.lent[index(purse)];
                if lent != lacks {
                    found.push(format!(
                        "{place}: patron {patron} had {before}, lost {}, and was lent {lent} ({purse:?})",
                        -change
                    ));
                }
            }
            let owed = turn.owed + turn.lent.iter().sum::<i64>();
            let earned = due.earned.get(&(place, patron)).copied().unwrap_or(0);
            if turn.repaid != owed.min(earned) {
                let repaid = turn.repaid;
                found.push(format!("{place}: patron {patron} owed {owed}, earned {earned}, repaid {repaid}"));
            }
        }
        found
    }
}

const fn index(purse: Purse) -> usize {
    match purse {
        Purse::Cash => 0,
        Purse::Bonus => 1,
    }
}
