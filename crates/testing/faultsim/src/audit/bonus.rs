//! Law: bonus money stays bonus money. It comes from a supervisor's hand, goes where stakes go, is staked only when no
//! cash is left, and never where the house rules forbid it. The arithmetic is this auditor's own.

use std::collections::BTreeMap;

use super::Tables;
use super::coup::Rules;
use super::happening::{Happening, Wager};
use super::record::{Record, Transfer, TransferKind};

pub(super) fn check(record: &Record, tables: &Tables) -> Vec<String> {
    let mut found = purses(record);
    for (table, events) in &record.events {
        if tables.get(table).is_none_or(|table| table.rules != Rules::ThreeBet) {
            continue;
        }
        let mut standing = BTreeMap::<u32, Vec<&Wager>>::new();
        for event in events {
            match &event.what {
                Happening::BettingOpened { .. } => standing.clear(),
                Happening::WagersCleared { patron, .. } => _ = standing.remove(patron),
                Happening::SlipAccepted { patron, wagers, .. } => {
                    let own = standing.entry(*patron).or_default();
                    own.extend(wagers);
                    if breaches(own) {
                        found.push(format!("table {table} event {}: {own:?} breach the rule", event.seq));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// What every transfer of bonus money has to be.
fn purses(record: &Record) -> Vec<String> {
    let mut cash = BTreeMap::<(u32, &str), i64>::new();
    let mut found = Vec::new();
    for transfer in &record.transfers {
        let Transfer { id, kind, from, to, amount, .. } = transfer;
        let left = cash.get(&(from.owner, from.currency.as_str())).copied().unwrap_or_default();
        if from.is_bonus() && *kind == TransferKind::Hold && left > 0 {
            found.push(format!("transfer {id:032x} stakes bonus money while there is {left} in cash"));
        }
        if from.is_bonus() && to.patron().is_some() || to.is_bonus() && from.patron().is_some() {
            found.push(format!("transfer {id:032x} moves {amount} from {from} to {to}"));
        }
        for (account, sign) in [(from, -1), (to, 1)] {
            if let Some(patron) = account.patron() {
                *cash.entry((patron, &account.currency)).or_default() += sign * amount;
            }
        }
    }
    found
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
