//! What every event must do to every purse, computed from the events alone: stakes leave the purse that paid them and
//! come back to it, a profit is shared as the stake was, and a correction pays the difference between two ends. Reads
//! no transfer and no odds: the events have what a wager came to.

use std::collections::BTreeMap;

use crate::event::SpotResult;
use crate::ids::EventId;
use crate::record::Purse;
use crate::round_history::{Outcome, Round, RoundHistory, Stake};

/// What is due with each event.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// What each purse gets, by event, loans and repayments left out.
    pub(super) moves: BTreeMap<(EventId, u32, Purse), i64>,
    /// How much of it repays a debt, if there is one so large.
    pub(super) earned: BTreeMap<(EventId, u32), i64>,
}

impl Due {
    pub(super) fn of(history: &RoundHistory) -> Self {
        let mut due = Self::default();
        for round in history.rounds.values() {
            for slip in &round.slips {
                for purse in Purse::ALL {
                    due.add((slip.event, slip.patron, purse), -slip.staked_from(purse));
                    if let Some(clear) = slip.ended_by.filter(|event| round.gave_back(*event)) {
                        due.add((clear, slip.patron, purse), slip.staked_from(purse));
                    }
                }
            }
            due.add_ends(round);
        }
        due.moves.retain(|_, amount| *amount != 0);
        due
    }

    fn add_ends(&mut self, round: &Round) {
        for (patron, stakes) in round.final_stakes() {
            let mut before: Option<&Outcome> = None;
            for end in &round.ends {
                let key = (end.event, patron);
                for purse in Purse::ALL {
                    let had = before.map_or(0, |before| brought(&stakes, before, patron, purse));
                    let change = brought(&stakes, &end.outcome, patron, purse) - had;
                    self.add((end.event, patron, purse), change);
                    if purse == Purse::Cash && before.is_some() {
                        self.earned.insert(key, change.max(0));
                    }
                }
                // At first the stakes that come back are the patron's own; later all of it was the house's.
                if before.is_none() {
                    self.earned.insert(key, profit(&stakes, &end.outcome, patron, Purse::Cash));
                }
                before = Some(&end.outcome);
            }
        }
    }

    fn add(&mut self, key: (EventId, u32, Purse), amount: i64) {
        *self.moves.entry(key).or_default() += amount;
    }
}

/// What an end brings to a purse: stakes that come back, and profits.
fn brought(stakes: &BTreeMap<&str, Stake>, end: &Outcome, patron: u32, purse: Purse) -> i64 {
    let staked = |spot: &str| stakes.get(spot).copied().unwrap_or_default().from(purse);
    let back: i64 = match end {
        Outcome::Voided { .. } => stakes.values().map(|stake| stake.from(purse)).sum(),
        Outcome::Settled(_) => {
            let results = end.results(patron).unwrap_or_default();
            results.iter().filter(|it| it.resolution != "lose").map(|it| staked(&it.spot)).sum()
        }
    };
    back + profit(stakes, end, patron, purse)
}

/// What an end earns for a purse beyond its stakes.
fn profit(stakes: &BTreeMap<&str, Stake>, end: &Outcome, patron: u32, purse: Purse) -> i64 {
    let share = |result: &SpotResult| {
        let profit = (result.payout - result.stake).max(0);
        let stake = stakes.get(result.spot.as_str()).copied().unwrap_or_default();
        let bonus = i128::from(profit) * i128::from(stake.bonus) / i128::from(result.stake.max(1));
        let bonus = i64::try_from(bonus).unwrap_or(i64::MAX);
        match purse {
            Purse::Cash => profit - bonus,
            Purse::Bonus => bonus,
        }
    };
    end.results(patron).unwrap_or_default().iter().map(share).sum()
}
