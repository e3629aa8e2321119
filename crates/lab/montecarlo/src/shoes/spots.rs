//! What each spot of the house rules came to, round by round while it took wagers. Stakes are of one; no money is
//! moved.

use baccarat::{Facts, HouseRules, Resolution, Spot, SpotRules};
use odds::SpotLaw;

use crate::estimate::RatioSums;

/// A spot made ready for counting.
#[derive(Clone, Debug)]
pub(super) struct SpotPlan<'a> {
    rules: &'a SpotRules,
    /// Nothing counted yet.
    blank: SpotLaw,
    /// Into how many parts a stake is divided so that every profit is whole.
    parts: i64,
}

impl<'a> SpotPlan<'a> {
    /// The spots of a layout, in its order.
    pub(super) fn of_rules(rules: &'a HouseRules) -> Vec<Self> {
        rules.spots.iter().map(Self::new).collect()
    }

    fn new(rules: &'a SpotRules) -> Self {
        let blank = SpotLaw::blank(&rules.paytable);
        let parts = blank.wins.iter().map(|win| win.odds.denominator()).fold(1, num_integer::lcm);
        Self { rules, blank, parts: signed(parts) }
    }

    /// What a stake of one on this round comes to; none where it is not taken.
    pub(super) fn resolve(&self, round_no: u16, facts: Facts) -> Option<Resolution> {
        (!self.rules.is_closed(round_no)).then(|| self.rules.paytable.resolve(facts))
    }

    /// The profit in parts of a stake.
    fn profit(&self, resolution: Resolution) -> i64 {
        match resolution {
            Resolution::Win(odds) => self.parts / signed(odds.denominator()) * signed(odds.numerator()),
            Resolution::Push => 0,
            Resolution::Lose => -self.parts,
        }
    }
}

/// Odds have denominators up to a million, a layout pays at most 900 times the stake: all far below 2^63.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// What a spot came to, over any number of shoes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotTally {
    /// The spot.
    pub spot: Spot,
    /// What stakes of one came to, in coups.
    pub seen: SpotLaw,
    /// Profits over stakes, shoe by shoe, both in parts of a stake.
    pub profit: RatioSums,
    /// What the running shoe came to: profit in parts, stakes.
    running: (i64, i64),
}

impl SpotTally {
    pub(super) fn new(plan: &SpotPlan<'_>) -> Self {
        let seen = plan.blank.clone();
        Self { spot: plan.rules.spot, seen, profit: RatioSums::default(), running: (0, 0) }
    }

    /// A stake of one was resolved like this.
    pub(super) fn count(&mut self, plan: &SpotPlan<'_>, resolution: Resolution) {
        let (profit, stakes) = self.running;
        self.running = (profit + plan.profit(resolution), stakes + 1);
        self.seen.add(resolution, 1);
    }

    /// The shoe is over.
    pub(super) fn end_shoe(&mut self, plan: &SpotPlan<'_>) {
        let (profit, stakes) = std::mem::take(&mut self.running);
        self.profit.add(profit, stakes * plan.parts);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.seen.merge(&other.seen);
        self.profit.merge(&other.profit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::Coup;

    fn tally(id: &str, spot: Spot, shoes: &[&[(u16, &str)]]) -> SpotTally {
        let plan = SpotPlan::new(HouseRules::builtin(id).unwrap().spot(spot).unwrap());
        let mut tally = SpotTally::new(&plan);
        for shoe in shoes {
            for (round_no, coup) in *shoe {
                let coup: Coup = coup.parse().unwrap();
                if let Some(resolution) = plan.resolve(*round_no, Facts::of(&coup)) {
                    tally.count(&plan, resolution);
                }
            }
            tally.end_shoe(&plan);
        }
        tally
    }

    const BANKER_TWO_CARD_SIX: &str = "Kh 6d Qs Kc 2h";
    const BANKER_SEVEN: &str = "6h 7d Ks Kc";
    const TIE: &str = "6h 6d Ks Kc";
    const PLAYER: &str = "7h 6d Ks Kc";

    #[test]
    fn profits_are_counted_in_parts_of_a_stake() {
        // No commission: even money, a half on a six. Two parts a stake.
        let shoes: &[&[_]] = &[&[(1, BANKER_TWO_CARD_SIX), (2, BANKER_SEVEN), (3, TIE)], &[(1, PLAYER)]];
        let banker = tally("live-no-commission", Spot::Banker, shoes);
        let counts: Vec<_> = banker.seen.wins.iter().map(|win| (win.odds.to_string(), win.count)).collect();
        assert_eq!(counts, [("0.5".to_owned(), 1), ("1".to_owned(), 1)]);
        assert_eq!((banker.seen.push, banker.seen.lose, banker.seen.draws()), (1, 1, 4));
        assert_eq!((banker.profit.num(), banker.profit.den()), (1 + 2 - 2, 8));
        assert_eq!(banker.profit.groups(), 2);
    }

    #[test]
    fn rounds_in_which_a_spot_is_closed_do_not_count() {
        let small = tally("sixty-round", Spot::Small, &[&[(29, TIE), (30, TIE), (60, TIE)]]);
        assert_eq!(small.seen.draws(), 1);
    }
}
