//! The most that one slip can cost the house, with all spots on the same coup. Knows no table limits.

use std::collections::BTreeMap;

use baccarat::{HouseRules, Resolution, Spot, SpotRules};
use money::{Amount, Odds, Rounding, Stake};
use odds::{Composition, Ending, JointLaw, Pairing, Ratio};
use serde::Serialize;

use crate::figures::{self, CURRENCY_DECIMALS, Chance, Money};

/// The most one slip with all spots of the layout can be paid.
///
/// Where the rules refuse Player and Banker in one round, the slip leaves out the one that is worth less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SlipFacts {
    /// With one stake on every spot, in stakes.
    pub equal_stakes: Worst<String>,
    /// With the maximum on every spot; only where the rules name all of them.
    pub maximum_stakes: Option<Worst<Money>>,
}

/// The worst case, measured in two ways.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Worst<A> {
    /// The largest payout, stakes included, to a slip with every spot.
    pub payout: Peak<A>,
    /// The largest profit of any slip: one that holds only winning wagers.
    pub profit: Peak<A>,
}

/// The largest amount, and the coups it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Peak<A> {
    /// How much.
    pub amount: A,
    /// The spots that win then; the likeliest ones where there are several ways.
    pub wins: Vec<Paid>,
    /// The number of draws that lead to this amount, in any way.
    #[serde(flatten)]
    pub chance: Chance,
}

/// A spot that wins, and at what odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paid {
    /// The spot's id.
    pub spot: &'static str,
    /// The odds, to one.
    pub odds: String,
}

impl SlipFacts {
    pub(crate) fn of(rules: &HouseRules, shoe: &Composition) -> Self {
        let coups = Coups::of(rules, shoe);
        let one = Ratio::share(1, 1);
        let equal_stakes = coups.worst(|_| one.clone(), |_, odds| figures::in_stakes(odds), figures::stakes);
        let maximum = |spot: &SpotRules| spot.limit(CURRENCY_DECIMALS).maximum;
        let maxima: Option<Vec<Amount>> = rules.spots.iter().map(maximum).collect();
        let maximum_stakes = maxima.map(|maxima| {
            let in_minor = |amount: Amount| Ratio::share(amount.minor().into(), 1);
            coups.worst(
                |idx| in_minor(maxima[idx]),
                |idx, odds| in_minor(profit(odds, maxima[idx], rules.rounding)),
                money,
            )
        });
        Self { equal_stakes, maximum_stakes }
    }
}

fn profit(odds: Odds, stake: Amount, rounding: Rounding) -> Amount {
    Stake::try_from(stake).map_or(Amount::ZERO, |stake| odds.profit(stake, rounding))
}

/// A whole number of minor units as an amount. House rules keep the payouts of a layout within one.
fn money(ratio: &Ratio) -> Money {
    let minor = ratio.numerator().parse().ok().and_then(|minor| Amount::new(minor).ok());
    Money::of(minor.unwrap_or(Amount::MAX))
}

/// All coups, grouped by the resolution of each spot.
struct Coups {
    spots: Vec<Spot>,
    /// The places of Player and Banker, where a slip may not hold both.
    opposing: Option<[usize; 2]>,
    draws: u128,
    classes: Vec<(Vec<Resolution>, u128)>,
}

impl Coups {
    fn of(rules: &HouseRules, shoe: &Composition) -> Self {
        let law = JointLaw::of(shoe).expect("a deck has 52 cards");
        let mut classes: BTreeMap<Vec<Key>, (Vec<Resolution>, u128)> = BTreeMap::new();
        for (pairing, pairs) in Pairing::all().map(|pairing| (pairing, pairing.facts())) {
            for ending in Ending::all().filter(|ending| law.count(pairing, *ending) > 0) {
                let facts = pairs.and(ending.facts());
                let resolutions: Vec<_> =
                    rules.spots.iter().map(|spot| spot.paytable.resolve(facts)).collect();
                let key = resolutions.iter().copied().map(key).collect();
                classes.entry(key).or_insert((resolutions, 0)).1 += u128::from(law.count(pairing, ending));
            }
        }
        let place = |of| rules.spots.iter().position(|spot| spot.spot == of);
        let both = place(Spot::Player).zip(place(Spot::Banker)).map(|(player, banker)| [player, banker]);
        Self {
            spots: rules.spots.iter().map(|spot| spot.spot).collect(),
            opposing: both.filter(|_| !rules.opposing_sides),
            draws: law.draws(),
            classes: classes.into_values().collect(),
        }
    }

    /// The worst case where these are the stakes and the profits by spot, and `amount` writes a sum of them.
    fn worst<A>(
        &self,
        stake: impl Fn(usize) -> Ratio,
        profit: impl Fn(usize, Odds) -> Ratio,
        amount: fn(&Ratio) -> A,
    ) -> Worst<A> {
        let nothing = Ratio::share(0, 1);
        let payout = |idx, resolution| match resolution {
            Resolution::Win(odds) => stake(idx).plus(&profit(idx, odds)),
            Resolution::Push => stake(idx),
            Resolution::Lose => nothing.clone(),
        };
        let profit = |idx, resolution| match resolution {
            Resolution::Win(odds) => profit(idx, odds),
            Resolution::Push | Resolution::Lose => nothing.clone(),
        };
        Worst { payout: self.peak(payout, amount), profit: self.peak(profit, amount) }
    }

    /// The largest sum over the spots of what each is worth.
    fn peak<A>(&self, worth: impl Fn(usize, Resolution) -> Ratio, amount: fn(&Ratio) -> A) -> Peak<A> {
        let nothing = Ratio::share(0, 1);
        let sums = self.classes.iter().map(|(resolutions, count)| {
            let worths: Vec<Ratio> =
                resolutions.iter().enumerate().map(|(idx, resolution)| worth(idx, *resolution)).collect();
            let left_out =
                self.opposing.and_then(|both| both.into_iter().min_by_key(|idx| worths[*idx].clone()));
            let kept = worths.iter().enumerate().filter(|(idx, _)| Some(*idx) != left_out);
            (kept.fold(nothing.clone(), |sum, (_, worth)| sum.plus(worth)), *count, resolutions, left_out)
        });
        let sums: Vec<_> = sums.collect();
        let most = sums.iter().map(|(sum, ..)| sum).max().unwrap_or(&nothing);
        let reached: Vec<_> = sums.iter().filter(|(sum, ..)| sum == most).collect();
        let likeliest = reached.iter().max_by_key(|(_, count, ..)| *count);
        let wins = likeliest
            .map_or_else(Vec::new, |(_, _, resolutions, left_out)| self.wins(resolutions, *left_out));
        Peak {
            amount: amount(most),
            wins,
            chance: Chance::of(reached.iter().map(|(_, count, ..)| count).sum(), self.draws),
        }
    }

    fn wins(&self, resolutions: &[Resolution], left_out: Option<usize>) -> Vec<Paid> {
        let spots = self.spots.iter().zip(resolutions).enumerate();
        let kept = spots.filter(|(idx, _)| Some(*idx) != left_out);
        kept.filter_map(|(_, (spot, resolution))| match resolution {
            Resolution::Win(odds) => Some(Paid { spot: spot.id(), odds: odds.to_string() }),
            Resolution::Push | Resolution::Lose => None,
        })
        .collect()
    }
}

/// A resolution in a form that can be sorted.
type Key = (u8, u64, u64);

fn key(resolution: Resolution) -> Key {
    match resolution {
        Resolution::Win(odds) => (2, odds.numerator(), odds.denominator()),
        Resolution::Push => (1, 0, 0),
        Resolution::Lose => (0, 0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(rules: &HouseRules) -> SlipFacts {
        SlipFacts::of(rules, &Composition::of_rules(rules).unwrap())
    }

    fn wins<A>(peak: &Peak<A>) -> String {
        let wins: Vec<_> = peak.wins.iter().map(|paid| format!("{} {}", paid.spot, paid.odds)).collect();
        wins.join(", ")
    }

    #[test]
    fn a_tie_of_pairs_on_four_cards_pays_most() {
        let slips = facts(HouseRules::builtin("live-commission").unwrap());
        let Worst { payout, profit } = slips.equal_stakes;
        // Both sides' stakes come back, 9 and 12 and 12, and 2.5 for Small.
        assert_eq!((payout.amount.as_str(), profit.amount.as_str()), ("37.5", "31.5"));
        assert_eq!(wins(&payout), "tie 8, player_pair 11, banker_pair 11, small 1.5");
        assert_eq!(payout.chance, profit.chance);
        assert!(slips.maximum_stakes.is_none(), "the table's own");
    }

    #[test]
    fn maxima_and_opposing_sides_are_kept() {
        let rules = HouseRules::builtin("sixty-round").unwrap();
        let Worst { payout, profit } = facts(rules).maximum_stakes.unwrap();
        // 185,000 back, 75,000 x9, 60,000 x12 twice, 300,000 x2.5.
        assert_eq!(payout.amount.major, "3050000.00");
        assert_eq!(profit.amount.major, "2370000.00");
        let both = HouseRules { opposing_sides: true, ..rules.clone() };
        assert_eq!(
            facts(&both).maximum_stakes.unwrap().payout.amount.major,
            "3235000.00",
            "both stakes back"
        );
    }

    #[test]
    fn the_commission_is_in_it_where_no_tie_helps() {
        let slips = facts(HouseRules::builtin("gold-card").unwrap()).equal_stakes;
        // Banker wins with six on three cards, with two pairs: 1.95, 12, 12, 21; a tie of pairs makes 35.
        assert_eq!(slips.payout.amount, "46.95");
        assert_eq!(wins(&slips.profit), "banker 0.95, player_pair 11, banker_pair 11, lucky_6 20");
    }
}
