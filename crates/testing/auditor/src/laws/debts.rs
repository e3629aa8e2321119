//! Law: a correction that takes more than a purse holds empties it and lends exactly the rest, and what a patron in
//! debt earns repays the debt first. So cash less debt is always what the patron's rounds came to. Knows no cards.

use super::due::Due;
use super::wallets::Unit;
use crate::record::Purse;
use crate::round_history::RoundHistory;

pub(super) fn check(units: &[Unit], history: &RoundHistory, due: &Due) -> Vec<String> {
    let mut flaws = Vec::new();
    for unit in units {
        let Some(event) = unit.origin.and_then(|origin| history.mover(origin)) else { continue };
        for (patron, turn) in &unit.turns {
            for purse in Purse::ALL {
                let (before, change, lent) = (turn.before.of(purse), turn.change(purse), turn.lent(purse));
                let corrects = history.corrects(event);
                let lacks = if corrects { (-(before + change)).max(0) } else { 0 };
                if lent != lacks {
                    let lost = -change;
                    flaws.push(format!(
                        "{event}: patron {patron} had {before}, lost {lost}, and was lent {lent} ({purse:?})"
                    ));
                }
            }
            let owed = turn.before.owed + turn.lent.values().sum::<i64>();
            let earned = due.earned.get(&(event, *patron)).copied().unwrap_or(0);
            if turn.repaid != owed.min(earned) {
                let repaid = turn.repaid;
                flaws.push(format!("{event}: patron {patron} owed {owed}, earned {earned}, repaid {repaid}"));
            }
        }
    }
    flaws
}
