//! What each spot of the house rules came to, round by round while it took wagers. Stakes are of one; no money is
//! moved.

use baccarat::{Facts, HouseRules, Resolution, Spot, SpotRules};
use money::Odds;

use crate::estimate::RatioSums;

/// A spot made ready for counting.
#[derive(Clone, Debug)]
pub(super) struct SpotPlan<'a> {
    rules: &'a SpotRules,
    /// The odds it can pay, each once, in the order of its lines.
    odds: Vec<Odds>,
    /// Into how many parts a stake is divided so that every profit is whole.
    parts: i64,
}

impl<'a> SpotPlan<'a> {
    /// The spots of a layout, in its order.
    pub(super) fn of_rules(rules: &'a HouseRules) -> Vec<Self> {
        rules.spots.iter().map(Self::new).collect()
    }

    fn new(rules: &'a SpotRules) -> Self {
        let mut odds = Vec::new();
        for line in rules.paytable.odds() {
            if !odds.contains(&line) {
                odds.push(line);
            }
        }
        let parts = odds.iter().map(|odds| odds.denominator()).fold(1, lcm);
        Self { rules, odds, parts: signed(parts) }
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

fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What a spot came to, over any number of shoes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotTally {
    /// The spot.
    pub spot: Spot,
    /// How often it was paid, by odds in the order of the paytable's lines.
    pub wins: Vec<(Odds, u64)>,
    /// How often the stake went back.
    pub push: u64,
    /// How often it was lost.
    pub lose: u64,
    /// Profits over stakes, shoe by shoe, both in parts of a stake.
    pub profit: RatioSums,
    /// What the running shoe came to: profit in parts, stakes.
    running: (i64, i64),
}

impl SpotTally {
    pub(super) fn new(plan: &SpotPlan<'_>) -> Self {
        Self {
            spot: plan.rules.spot,
            wins: plan.odds.iter().map(|odds| (*odds, 0)).collect(),
            push: 0,
            lose: 0,
            profit: RatioSums::default(),
            running: (0, 0),
        }
    }

    /// A stake of one was resolved like this.
    pub(super) fn count(&mut self, plan: &SpotPlan<'_>, resolution: Resolution) {
        let (profit, stakes) = self.running;
        self.running = (profit + plan.profit(resolution), stakes + 1);
        match resolution {
            Resolution::Win(odds) => {
                if let Some((_, count)) = self.wins.iter_mut().find(|(line, _)| *line == odds) {
                    *count += 1;
                }
            }
            Resolution::Push => self.push += 1,
            Resolution::Lose => self.lose += 1,
        }
    }

    /// The shoe is over.
    pub(super) fn end_shoe(&mut self, plan: &SpotPlan<'_>) {
        let (profit, stakes) = std::mem::take(&mut self.running);
        self.profit.add(profit, stakes * plan.parts);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.wins.iter_mut().zip(&other.wins) {
            mine.1 += theirs.1;
        }
        self.push += other.push;
        self.lose += other.lose;
        self.profit.merge(&other.profit);
    }

    /// How often a stake came to this.
    pub fn count_of(&self, resolution: Resolution) -> u64 {
        match resolution {
            Resolution::Win(odds) => {
                self.wins.iter().filter(|(line, _)| *line == odds).map(|(_, count)| count).sum()
            }
            Resolution::Push => self.push,
            Resolution::Lose => self.lose,
        }
    }

    /// How many stakes were resolved.
    pub fn coups(&self) -> u64 {
        self.wins.iter().map(|(_, count)| count).sum::<u64>() + self.push + self.lose
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
        let counts: Vec<_> = banker.wins.iter().map(|(odds, count)| (odds.to_string(), *count)).collect();
        assert_eq!(counts, [("0.5".to_owned(), 1), ("1".to_owned(), 1)]);
        assert_eq!((banker.push, banker.lose, banker.coups()), (1, 1, 4));
        assert_eq!((banker.profit.num(), banker.profit.den()), (1 + 2 - 2, 8));
        assert_eq!(banker.profit.groups(), 2);
    }

    #[test]
    fn rounds_in_which_a_spot_is_closed_do_not_count() {
        let small = tally("sixty-round", Spot::Small, &[&[(29, TIE), (30, TIE), (60, TIE)]]);
        assert_eq!(small.coups(), 1);
    }
}
