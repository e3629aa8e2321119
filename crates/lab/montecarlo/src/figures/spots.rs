//! The simulated results of a stake of one on each spot, beside its exact law.

use baccarat::{HouseRules, Outcome, Resolution, ShoeEnd, Spot, SpotRules};
use odds::{Composition, CompositionError, Law, Plan, Ratio, SpotLaw, TooFewCards};

use crate::estimate::Estimate;
use crate::fixed::Check;
use crate::number::{real_ratio, share};
use crate::shoes::Tally;

/// What a comparison of a simulated mean with the exact law shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Every coup that was counted follows the law of a fresh shoe, so z scores test the simulation.
    ///
    /// Each coup is the next six cards of a random order, so it follows that law as long as no decision depends on
    /// earlier cards. This holds where the number of coups of a shoe is fixed in advance.
    Exact,
    /// Which coups were counted depends on their own cards, so their law is a little off.
    ///
    /// A coup of six cards reaches the cut card more easily than one of four, so the last rounds of a shoe hold more of
    /// them than a fresh shoe deals: four-card coups are short by about 5.5 in 100,000.
    Shifted,
}

/// The figures of one spot.
#[derive(Clone, Debug)]
pub struct SpotFigures {
    /// The spot.
    pub spot: Spot,
    /// How many stakes of one were resolved.
    pub coups: u64,
    /// How often it was paid, by odds in the order of the paytable's lines; then returned, if it can be; then lost.
    pub resolutions: Vec<ResolutionFigures>,
    /// The mean profit on a stake of one, with its standard error; none of fewer than two shoes.
    pub mean: Option<Estimate>,
    /// The exact mean.
    pub exact_mean: f64,
    /// The same, exactly.
    pub exact: Ratio,
    /// What a comparison of the two shows.
    pub comparison: Comparison,
}

/// How often a stake on a spot had one resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResolutionFigures {
    /// What it came to.
    pub resolution: Resolution,
    /// How often.
    pub count: u64,
    /// As a share of all.
    pub share: Option<f64>,
    /// The exact share.
    pub exact: f64,
}

impl SpotFigures {
    /// Holds coups against a law.
    fn new(
        spot: Spot,
        law: &SpotLaw,
        seen: &SpotLaw,
        mean: Option<Estimate>,
        comparison: Comparison,
    ) -> Self {
        let pushes = law.push > 0 || seen.push > 0;
        let resolutions = seen.resolutions().filter(|(it, _)| pushes || *it != Resolution::Push);
        let counts: Vec<_> =
            resolutions.map(|(it, count)| (it, u64::try_from(count).unwrap_or(u64::MAX))).collect();
        let coups = counts.iter().map(|(_, count)| count).sum();
        let figures = |(resolution, count)| ResolutionFigures {
            resolution,
            count,
            share: share(count, coups),
            exact: real_ratio(&Ratio::share(law.count(resolution), law.draws())),
        };
        let exact = law.expectation();
        Self {
            spot,
            coups,
            resolutions: counts.into_iter().map(figures).collect(),
            mean,
            exact_mean: real_ratio(&exact),
            exact,
            comparison,
        }
    }

    /// The figures of all spots of whole shoes, in layout order.
    ///
    /// # Errors
    /// [`NoLaw`] where the shoe of these house rules is too small for a coup.
    pub fn of_shoes(rules: &HouseRules, tally: &Tally) -> Result<Vec<Self>, NoLaw> {
        let laws = Plan::of_rules(rules).laws(&Composition::of_rules(rules)?)?;
        let figures = |((spot, law), counted): ((&SpotRules, &SpotLaw), &crate::shoes::SpotTally)| {
            let fixed = open_rounds_are_fixed(rules, spot);
            let comparison = if fixed { Comparison::Exact } else { Comparison::Shifted };
            Self::new(spot.spot, law, &counted.seen, counted.profit.estimate(), comparison)
        };
        Ok(rules.spots.iter().zip(&laws).zip(&tally.spots).map(figures).collect())
    }

    /// The figures of all spots of coups dealt by a fixed number of each shoe, in layout order.
    pub fn of_checks(rules: &HouseRules, checks: &[Check]) -> Vec<Self> {
        let figures = |(spot, check): (&SpotRules, &Check)| {
            Self::new(spot.spot, &check.law, &check.seen, check.profit, Comparison::Exact)
        };
        rules.spots.iter().zip(checks).map(figures).collect()
    }

    /// The exact house edge of a stake.
    pub fn exact_edge(&self) -> f64 {
        -self.exact_mean
    }
}

/// Why there is no exact law to compare with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLaw {
    /// There is no such shoe.
    #[error(transparent)]
    Shoe(#[from] CompositionError),
    /// The shoe is too small.
    #[error(transparent)]
    TooFewCards(#[from] TooFewCards),
}

/// The exact chances of the first coup of a fresh shoe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoupChances {
    /// Of Player, Banker and a tie.
    pub outcomes: [f64; 3],
    /// Of four, five and six cards.
    pub cards: [f64; 3],
}

impl CoupChances {
    /// Those of a shoe of these house rules.
    ///
    /// # Errors
    /// [`NoLaw`] where it is too small for a coup.
    pub fn of_rules(rules: &HouseRules) -> Result<Self, NoLaw> {
        let law = Law::of(&Composition::of_rules(rules)?)?;
        let chance = |count| real_ratio(&Ratio::share(count, law.draws()));
        Ok(Self {
            outcomes: [Outcome::Player, Outcome::Banker, Outcome::Tie].map(|it| chance(law.outcome(it))),
            cards: [4, 5, 6].map(|cards| chance(law.sum(|ending| ending.cards() == cards))),
        })
    }

    /// Banker's share of the coups that one side wins.
    pub fn banker_share(&self) -> f64 {
        let [player, banker, _] = self.outcomes;
        banker / (player + banker)
    }

    /// How many cards a coup takes in the mean.
    pub fn mean_cards(&self) -> f64 {
        let [four, five, six] = self.cards;
        4.0 * four + 5.0 * five + 6.0 * six
    }
}

/// Whether a spot takes wagers in equally many rounds of every shoe under these house rules, however its cards fall.
fn open_rounds_are_fixed(rules: &HouseRules, spot: &SpotRules) -> bool {
    let shoe = rules.new_shoe();
    let in_front =
        |behind: u16| shoe.size().saturating_sub(u16::from(rules.burn.at_most())).saturating_sub(behind);
    // The fewest rounds of a shoe, if every coup takes six cards; the last begins with six cards or more.
    let by_cards = in_front(0) / 6;
    let (least, all) = match rules.shoe_end {
        ShoeEnd::Rounds(rounds) => (by_cards.min(rounds), by_cards >= rounds),
        ShoeEnd::CutCard { from_end, .. } => (by_cards.min(in_front(from_end) / 6), false),
    };
    all || spot.closed_from_round.is_some_and(|from| from <= least.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_cut_card_lets_cards_choose_the_rounds() {
        let fixed = |id: &str| -> Vec<&str> {
            let rules = HouseRules::builtin(id).unwrap();
            let spots = rules.spots.iter().filter(|spot| open_rounds_are_fixed(rules, spot));
            spots.map(|spot| spot.spot.id()).collect()
        };
        assert_eq!(fixed("live-commission"), ["big", "small"], "they close before any shoe can end");
        assert_eq!(fixed("gold-card"), Vec::<&str>::new());
        assert_eq!(fixed("sixty-round").len(), 7);
    }

    #[test]
    fn chances_of_a_coup_are_those_everybody_counts() {
        let chances = CoupChances::of_rules(HouseRules::builtin("live-commission").unwrap()).unwrap();
        assert!((chances.banker_share() - 0.506_825).abs() < 1e-6);
        assert!((chances.mean_cards() - 4.938_8).abs() < 1e-4, "{}", chances.mean_cards());
    }

    #[test]
    fn a_shoe_that_may_run_out_has_no_fixed_rounds() {
        let mut rules = HouseRules::builtin("sixty-round").unwrap().clone();
        rules.decks = 6;
        assert!(open_rounds_are_fixed(&rules, &rules.spots[6]), "closed from round 30");
        assert!(!open_rounds_are_fixed(&rules, &rules.spots[0]), "60 coups of six are 360 of 312 cards");
    }
}
