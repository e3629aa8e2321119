//! Turnover: the stakes, their results and the payouts, by spot. A fold of how rounds ended; pure.
//!
//! Effective turnover counts the stakes that won or lost (SPEC 1.2); a push counts nothing, and neither does a round
//! that was voided before it was settled. A correction counts as differences, on the day it is made: a day that is over
//! never changes.

use std::collections::BTreeMap;

use baccarat::Spot;
use table::event::{ResolutionKind, SettledSpot};
use table::{Event, PatronId, Timestamp};

/// A day in milliseconds. Every day has as many: leap seconds are none of the calendar of UTC as computers count it.
pub const DAY_MS: i64 = 86_400_000;

/// The first moment of the day of a moment, by the calendar of UTC.
pub const fn day_of(at: Timestamp) -> Timestamp {
    Timestamp(at.0.div_euclid(DAY_MS).saturating_mul(DAY_MS))
}

/// Sums over wagers, in minor units of one currency. Of corrections, differences: they may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turnover {
    /// How many wagers: one a patron and spot of a round.
    pub wagers: i64,
    /// Their stakes.
    pub staked: i64,
    /// The stakes of those that won or lost.
    pub effective: i64,
    /// What was paid, stakes that came back included.
    pub paid: i64,
}

impl Turnover {
    /// What the house has more of it, or less.
    pub const fn house_result(&self) -> i64 {
        self.staked.saturating_sub(self.paid)
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            wagers: self.wagers.saturating_add(other.wagers),
            staked: self.staked.saturating_add(other.staked),
            effective: self.effective.saturating_add(other.effective),
            paid: self.paid.saturating_add(other.paid),
        }
    }

    const fn minus(self, other: Self) -> Self {
        self.plus(Self {
            wagers: other.wagers.saturating_neg(),
            staked: other.staked.saturating_neg(),
            effective: other.effective.saturating_neg(),
            paid: other.paid.saturating_neg(),
        })
    }

    /// What one settled wager counts.
    pub fn of(wager: &SettledSpot) -> Self {
        let staked = wager.stake.amount().signed();
        let effective = if wager.resolution == ResolutionKind::Push { 0 } else { staked };
        Self { wagers: 1, staked, effective, paid: wager.payout.signed() }
    }
}

/// What an event counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Whether it corrects earlier counts.
    pub corrected: bool,
    /// By spot.
    pub spots: BTreeMap<Spot, Turnover>,
}

/// What an event counts, if it settles or corrects a round in which there were wagers.
pub fn counted(event: &Event) -> Option<Counted> {
    counted_if(event, |_| true)
}

/// What an event counts of the wagers of these patrons, if it settles or corrects a round in which they had any.
pub(crate) fn counted_if(event: &Event, counts: impl Fn(PatronId) -> bool) -> Option<Counted> {
    let mut counted = Counted::default();
    match event {
        Event::RoundSettled { patrons, .. } => {
            let own = patrons.iter().filter(|own| counts(own.patron));
            own.flat_map(|own| &own.wagers).for_each(|wager| counted.add(wager));
        }
        Event::RoundCorrected { agreed, .. } => {
            counted.corrected = true;
            for own in agreed.patrons.iter().filter(|own| counts(own.patron)) {
                own.before.iter().for_each(|wager| counted.take_off(wager));
                own.after.iter().for_each(|wager| counted.add(wager));
            }
        }
        _ => {}
    }
    counted.spots.retain(|_, sums| *sums != Turnover::default());
    (!counted.spots.is_empty()).then_some(counted)
}

impl Counted {
    pub(crate) fn add(&mut self, wager: &SettledSpot) {
        let sums = self.spots.entry(wager.spot).or_default();
        *sums = sums.plus(Turnover::of(wager));
    }

    fn take_off(&mut self, wager: &SettledSpot) {
        let sums = self.spots.entry(wager.spot).or_default();
        *sums = sums.minus(Turnover::of(wager));
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use money::{Amount, Stake};
    use table::event::{PatronSettlement, VoidReason};
    use table::{PatronCorrection, PatronId, Proposal, RoundRef, Ruling, StaffId};

    fn wager(spot: Spot, stake: u64, resolution: ResolutionKind, payout: u64) -> SettledSpot {
        SettledSpot {
            spot,
            stake: Stake::new(stake).unwrap(),
            resolution,
            payout: Amount::new(payout).unwrap(),
        }
    }

    pub(crate) fn tie() -> Vec<SettledSpot> {
        vec![
            wager(Spot::Player, 100, ResolutionKind::Push, 100),
            wager(Spot::Tie, 10, ResolutionKind::Win, 90),
        ]
    }

    pub(crate) fn banker_won() -> Vec<SettledSpot> {
        vec![wager(Spot::Player, 100, ResolutionKind::Lose, 0), wager(Spot::Tie, 10, ResolutionKind::Lose, 0)]
    }

    pub(crate) fn corrected(before: Vec<SettledSpot>, after: Vec<SettledSpot>) -> Event {
        let patrons =
            vec![PatronCorrection { patron: PatronId(1), staked: Amount::new(110).unwrap(), before, after }];
        let agreed = Proposal {
            round: RoundRef { shoe_no: 1, round_no: 1 },
            revision: 2,
            ruling: Ruling::Void { reason: VoidReason::Supervisor },
            by: StaffId(1),
            why: String::new(),
            cards_before: Vec::new(),
            request_id: None,
            rules: None,
            evidence: None,
            surplus_before: Vec::new(),
            patrons,
        };
        Event::RoundCorrected { correction_no: 1, approved_by: StaffId(2), agreed }
    }

    fn sums(event: &Event, spot: Spot) -> [i64; 5] {
        let sums = counted(event).unwrap().spots[&spot];
        [sums.wagers, sums.staked, sums.effective, sums.paid, sums.house_result()]
    }

    #[test]
    fn a_push_counts_no_effective_turnover() {
        let settled = |patron, wagers| PatronSettlement { patron: PatronId(patron), wagers };
        let patrons = vec![settled(1, tie()), settled(2, tie())];
        let event = Event::RoundSettled { revision: 1, patrons };
        assert_eq!(sums(&event, Spot::Player), [2, 200, 0, 200, 0]);
        assert_eq!(sums(&event, Spot::Tie), [2, 20, 20, 180, -160]);
        assert!(!counted(&event).unwrap().corrected);
        assert_eq!(counted(&Event::RoundSettled { revision: 1, patrons: Vec::new() }), None);
        assert_eq!(counted(&Event::BettingClosed { wagers: None, draw: None, squeeze: None }), None);
    }

    #[test]
    fn a_correction_counts_the_difference() {
        let event = corrected(tie(), banker_won());
        assert_eq!(sums(&event, Spot::Player), [0, 0, 100, -100, 100]);
        assert_eq!(sums(&event, Spot::Tie), [0, 0, 0, -90, 90]);
        assert!(counted(&event).unwrap().corrected);
        let void = corrected(banker_won(), Vec::new());
        assert_eq!(sums(&void, Spot::Player), [-1, -100, -100, 0, -100]);
        assert_eq!(counted(&corrected(tie(), tie())), None, "nothing is different");
    }

    #[test]
    fn a_day_begins_at_midnight() {
        for (at, day) in [(0, 0), (DAY_MS - 1, 0), (DAY_MS, DAY_MS), (-1, -DAY_MS)] {
            assert_eq!(day_of(Timestamp(at)), Timestamp(day));
        }
    }
}
