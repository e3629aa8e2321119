//! Law: bonus money stays bonus money. It comes from a supervisor's hand, goes where stakes go, is staked only when no
//! cash is left, and never where the house rules forbid it. The arithmetic is this auditor's own.

use std::collections::BTreeMap;

use crate::event::{TableEvent, Wager};
use crate::record::{Purse, Record, TransferKind};
use crate::rules::Rules;

pub(super) fn check(record: &Record, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut flaws = purses(record);
    let mut wagers = BTreeMap::<(u32, u32), Vec<&Wager>>::new();
    for event in record.events.iter().filter(|event| rules.get(&event.id.table) == Some(&Rules::ThreeBet)) {
        let table = event.id.table;
        match &event.what {
            TableEvent::BettingOpened { .. } => wagers.retain(|(other, _), _| *other != table),
            TableEvent::WagersCleared { patron, .. } => _ = wagers.remove(&(table, *patron)),
            TableEvent::SlipAccepted { patron, wagers: placed, replaced, .. } => {
                let own = wagers.entry((table, *patron)).or_default();
                if replaced.is_some() {
                    own.clear();
                }
                own.extend(placed);
                if breaches(own) {
                    flaws.push(format!("{}: {own:?} breach the rule for bonus money", event.id));
                }
            }
            _ => {}
        }
    }
    flaws
}

/// What every transfer of bonus money has to be.
fn purses(record: &Record) -> Vec<String> {
    let mut cash = BTreeMap::<(u32, &str), i64>::new();
    let mut flaws = Vec::new();
    for transfer in &record.transfers {
        let Some((from, to)) = record.sides(transfer) else { continue };
        let (no, amount) = (transfer.no, transfer.amount);
        if let (TransferKind::Hold, Some((patron, Purse::Bonus))) = (transfer.kind, from.purse()) {
            let left = cash.get(&(patron, from.currency.as_str())).copied().unwrap_or_default();
            if left != 0 {
                flaws.push(format!(
                    "transfer {no} stakes bonus money of patron {patron}, who has {left} in cash"
                ));
            }
        }
        let purses = (from.purse().map(|(_, purse)| purse), to.purse().map(|(_, purse)| purse));
        if let (Some(Purse::Cash), Some(Purse::Bonus)) | (Some(Purse::Bonus), Some(Purse::Cash)) = purses {
            flaws.push(format!("transfer {no} moves {amount} from {from} to {to}"));
        }
        for (account, sign) in [(from, -1), (to, 1)] {
            if let Some(patron) = account.patron() {
                *cash.entry((patron, &account.currency)).or_default() += sign * amount;
            }
        }
    }
    flaws
}

/// The one set of the three spots that wins in more than nine coups of ten is Player with Banker, as long as a
/// Banker win pays anything: from a stake of two on.
fn breaches(wagers: &[&Wager]) -> bool {
    let on = |spot: &str| -> i64 {
        wagers.iter().filter(|wager| wager.spot == spot).map(|wager| wager.stake).sum()
    };
    let (staked, bonus) =
        wagers.iter().fold((0, 0), |(staked, bonus), wager| (staked + wager.stake, bonus + wager.bonus));
    on("player") > 0 && on("banker") > 1 && 2 * bonus > staked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_half_of_bonus_money_on_both_sides_is_found() {
        let wager = |spot: &str, stake, bonus| Wager { spot: spot.to_owned(), stake, bonus };
        let judged = |wagers: &[Wager]| breaches(&wagers.iter().collect::<Vec<_>>());
        assert!(judged(&[wager("player", 100, 1), wager("banker", 100, 100)]));
        assert!(!judged(&[wager("player", 100, 0), wager("banker", 100, 100)]));
        assert!(!judged(&[wager("player", 100, 100), wager("tie", 100, 100)]));
        assert!(!judged(&[wager("player", 100, 100), wager("banker", 1, 1)]));
    }
}
