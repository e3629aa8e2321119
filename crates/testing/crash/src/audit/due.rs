//! What every event must do to every purse, worked out from the events alone: stakes leave the purse that paid them and
//! come back to it, a profit is shared as the stake was, and a correction makes the difference between two ends. Reads
//! no transfer, and no odds: what a wager came to stands in the events.

use std::collections::BTreeMap;

use super::happening::Line;
use super::record::{Place, Purse, RoundId};
use super::story::{End, Round, Stake, Story};

/// Both purses of a patron.
pub(super) const PURSES: [Purse; 2] = [Purse::Cash, Purse::Bonus];

/// What is due with each event.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// What each purse gets, by event; what is lent and repaid meanwhile is not in it.
    pub(super) moves: BTreeMap<(Place, u32, Purse), (RoundId, i64)>,
    /// How much of it pays back what is owed, if so much is.
    pub(super) earned: BTreeMap<(Place, u32), i64>,
}

impl Due {
    pub(super) fn of(story: &Story) -> Self {
        let mut due = Self::default();
        for (id, round) in &story.rounds {
            for slip in &round.slips {
                for purse in PURSES {
                    due.add(*id, (slip.place, slip.patron, purse), -slip.staked_from(purse));
                    if let Some(clear) = slip.over.filter(|over| round.is_clear(*over)) {
                        due.add(*id, (clear, slip.patron, purse), slip.staked_from(purse));
                    }
                }
            }
            due.ends(*id, round);
        }
        due.moves.retain(|_, (_, amount)| *amount != 0);
        due
    }

    fn ends(&mut self, id: RoundId, round: &Round) {
        for (patron, stakes) in round.stood() {
            let mut before: Option<&End> = None;
            for (place, end) in &round.ends {
                for purse in PURSES {
                    let had = before.map_or(0, |before| brought(&stakes, before, patron, purse));
                    let change = brought(&stakes, end, patron, purse) - had;
                    self.add(id, (*place, patron, purse), change);
                    if purse == Purse::Cash && before.is_some() {
                        self.earned.insert((*place, patron), change.max(0));
                    }
                }
                // At first the stakes are the patron's own that come back; later all of it was the house's.
                if before.is_none() {
                    self.earned.insert((*place, patron), profit(&stakes, end, patron, Purse::Cash));
                }
                before = Some(end);
            }
        }
    }

    fn add(&mut self, id: RoundId, key: (Place, u32, Purse), amount: i64) {
        self.moves.entry(key).or_insert((id, 0)).1 += amount;
    }
}

/// What an end brings to a purse: stakes that come back, and profits.
fn brought(stakes: &BTreeMap<&str, Stake>, end: &End, patron: u32, purse: Purse) -> i64 {
    let staked = |spot: &str| stakes.get(spot).copied().unwrap_or_default().from(purse);
    let back: i64 = match end {
        End::Voided(_) => stakes.values().map(|stake| stake.from(purse)).sum(),
        End::Settled(_) => {
            let lines = end.lines(patron).unwrap_or_default();
            lines.iter().filter(|line| line.resolution != "lose").map(|line| staked(&line.spot)).sum()
        }
    };
    back + profit(stakes, end, patron, purse)
}

/// What an end earns for a purse beyond its stakes.
fn profit(stakes: &BTreeMap<&str, Stake>, end: &End, patron: u32, purse: Purse) -> i64 {
    let share = |line: &Line| {
        let profit = (line.payout - line.stake).max(0);
        let stake = stakes.get(line.spot.as_str()).copied().unwrap_or_default();
        let bonus = i128::from(profit) * i128::from(stake.bonus) / i128::from(line.stake.max(1));
        let bonus = i64::try_from(bonus).unwrap_or(i64::MAX);
        match purse {
            Purse::Cash => profit - bonus,
            Purse::Bonus => bonus,
        }
    };
    end.lines(patron).unwrap_or_default().iter().map(share).sum()
}
