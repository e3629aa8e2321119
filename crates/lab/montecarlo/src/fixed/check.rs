//! A tally held against the exact law of each spot. Knows no dealing.
//!
//! # What a standard error is worth
//!
//! Coups of one shoe are not independent. Let `v` be the variance of what a wager comes to on one coup, and `g` the
//! covariance of two coups of a shoe of `n` cards. It is the same for any two of them, and that of two draws of six
//! cards from one shoe, without a common card: what a coup leaves undrawn is as good as any other card that nobody saw.
//! So the sum over the `c` coups of a shoe has the variance `c v (1 + (c - 1) g / v)`.
//!
//! Two draws of six without a common card are neighbours in a Kneser graph. Laid out along its eigenspaces, the
//! variance of the wager (of its mean over the orders of the six) is a sum of seven parts, and the covariance is the
//! sum of the same parts, each times the eigenvalue over the degree: for part `k` that is, with the sign of `(-1)^k`,
//! the product of `(6 - i) / (n - 6 - i)` for `i` below `k` (Lovasz, "On the Shannon capacity of a graph", 1979). Part
//! 0 is the mean, which varies not. The largest of the rest is that of `k = 2`, and therefore
//!
//! `-6 / (n - 6)  <=  g / v  <=  30 / ((n - 6) (n - 7))`
//!
//! The standard errors here take the upper bound, so the true ones are never larger, and no z score is overstated: of
//! eight decks and 60 coups a shoe, a variance is widened by 1.06 % and an error by 0.53 %. How far below the bound the
//! truth lies can be counted, two coups in every way: of the trade's paytables that ask for no pairs, it is below
//! independent coups by 0.01 % (Player) to 4.2 % (Big and Small) of the variance.

use baccarat::{HouseRules, Paytable, Resolution};
use odds::{Composition, Plan, Ratio, SpotLaw, TooFewCards, asks};

use super::detail::Detail;
use super::tally::Tally;
use crate::estimate::Estimate;
use crate::number::{real, real_ratio};

/// Paytables with their exact laws, to check tallies against.
#[derive(Clone, Debug)]
pub struct Checks {
    plan: Plan,
    laws: Vec<SpotLaw>,
    detail: Detail,
}

/// The result of a paytable beside its exact law.
#[derive(Clone, Debug)]
pub struct Check {
    /// The exact law, in draws.
    pub law: SpotLaw,
    /// What was dealt, in coups.
    pub seen: SpotLaw,
    /// The mean profit on a stake of one with its standard error; none without coups.
    pub profit: Option<Estimate>,
    /// By how much coups of one shoe may widen a variance.
    spread: f64,
}

/// A tally has less detail than a paytable needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tally tells {counted:?}, but the paytables ask for {needed:?}")]
pub struct TooCoarse {
    /// What the tally tells.
    pub counted: Detail,
    /// What it would have to tell.
    pub needed: Detail,
}

impl Detail {
    /// The least detail that these paytables need.
    pub fn of<'a>(paytables: impl IntoIterator<Item = &'a Paytable>) -> Self {
        paytables.into_iter().map(Self::of_one).max().unwrap_or(Self::Totals)
    }

    fn of_one(paytable: &Paytable) -> Self {
        match ["perfect", "pair"].map(|word| asks(paytable, |name| name.contains(word))) {
            [true, _] => Self::Cards,
            [false, true] => Self::Ranks,
            [false, false] => Self::Totals,
        }
    }
}

impl Checks {
    /// The laws of these paytables on a coup from this shoe, when it is full.
    ///
    /// # Errors
    /// [`TooFewCards`] when it holds fewer than six.
    pub fn new<'a>(
        paytables: impl IntoIterator<Item = &'a Paytable>,
        shoe: &Composition,
    ) -> Result<Self, TooFewCards> {
        let paytables: Vec<&Paytable> = paytables.into_iter().collect();
        let plan = Plan::of(paytables.iter().copied());
        Ok(Self { laws: plan.laws(shoe)?, plan, detail: Detail::of(paytables) })
    }

    /// The spots of these house rules, in layout order.
    ///
    /// # Errors
    /// As [`Checks::new`].
    pub fn of_rules(rules: &HouseRules, shoe: &Composition) -> Result<Self, TooFewCards> {
        Self::new(rules.spots.iter().map(|spot| &spot.paytable), shoe)
    }

    /// What a tally must tell.
    pub const fn detail(&self) -> Detail {
        self.detail
    }

    /// Holds a tally against the laws, in the order of the paytables.
    ///
    /// # Errors [`TooCoarse`] when the tally has less detail than a paytable needs.
    pub fn of_tally(&self, tally: &Tally) -> Result<Vec<Check>, TooCoarse> {
        if tally.detail() < self.detail {
            return Err(TooCoarse { counted: tally.detail(), needed: self.detail });
        }
        let spread = spread(tally.coups_per_shoe(), tally.shoe_cards());
        let seen = self.plan.fold(|pairing, ending| tally.count(pairing, ending));
        Ok(self.laws.iter().zip(seen).map(|(law, seen)| Check::new(law.clone(), seen, spread)).collect())
    }
}

/// By how much the variance of a mean over coups may be larger than if they were independent: see the head of this
/// file.
pub(super) fn spread(coups_per_shoe: u16, shoe_cards: u16) -> f64 {
    let others = f64::from(coups_per_shoe.saturating_sub(1));
    let rest = |used: u16| f64::from(shoe_cards.saturating_sub(used));
    // A second coup is only dealt where there are twelve cards or more.
    if others > 0.0 { 1.0 + others * 30.0 / (rest(6) * rest(7)) } else { 1.0 }
}

impl Check {
    fn new(law: SpotLaw, seen: SpotLaw, spread: f64) -> Self {
        let coups = seen.draws();
        let profit = (coups > 0).then(|| Estimate {
            mean: real_ratio(&seen.expectation()),
            std_error: std_error(real_ratio(&law.variance()), coups, spread),
        });
        Self { law, seen, profit, spread }
    }

    /// How many standard errors the mean profit lies above the exact one. None of no coups; infinite where nothing may
    /// vary and something did.
    pub fn z(&self) -> Option<f64> {
        self.profit.map(|profit| z(profit, real_ratio(&self.law.expectation())))
    }

    /// The same for how often a wager has this resolution.
    pub fn z_of(&self, resolution: Resolution) -> Option<f64> {
        let share = |law: &SpotLaw| real_ratio(&Ratio::share(law.count(resolution), law.draws()));
        let (coups, exact) = (self.seen.draws(), share(&self.law));
        let error = std_error(exact * (1.0 - exact), coups, self.spread);
        (coups > 0).then(|| z(Estimate { mean: share(&self.seen), std_error: error }, exact))
    }

    /// The z score that lies farthest from zero, of the profit and of all resolutions.
    pub fn farthest_z(&self) -> Option<f64> {
        let each = self.law.resolutions().map(|(resolution, _)| self.z_of(resolution));
        each.chain([self.z()]).flatten().max_by(|one, other| one.abs().total_cmp(&other.abs()))
    }
}

fn std_error(variance: f64, coups: u128, spread: f64) -> f64 {
    (variance * spread / real(coups)).sqrt()
}

fn z(estimate: Estimate, exact: f64) -> f64 {
    let apart = estimate.mean - exact;
    estimate.z(exact).unwrap_or(if apart.abs() < 1e-12 { 0.0 } else { f64::INFINITY.copysign(apart) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::Spot;
    use baccarat::rules::catalogue;

    fn paytable(spot: Spot, name: &str) -> &'static Paytable {
        &catalogue::paytable(spot, name).unwrap().paytable
    }

    #[test]
    fn a_paytable_asks_for_no_more_than_it_needs() {
        assert_eq!(Detail::of([paytable(Spot::Banker, "half-on-6")]), Detail::Totals);
        assert_eq!(Detail::of([paytable(Spot::TigerPair, "4-20-100")]), Detail::Ranks);
        let all = catalogue::entries().iter().map(|entry| &entry.paytable);
        assert_eq!(Detail::of(all), Detail::Cards);
        assert_eq!(Detail::of([]), Detail::Totals);
    }

    #[test]
    fn what_a_tally_does_not_tell_is_not_judged() {
        let shoe = Composition::of_decks(8).unwrap();
        let checks = Checks::new([paytable(Spot::PlayerPair, "11")], &shoe).unwrap();
        let refused = checks.of_tally(&Tally::blank(Detail::Totals, 60, 416)).unwrap_err();
        assert_eq!(refused, TooCoarse { counted: Detail::Totals, needed: Detail::Ranks });
        assert_eq!(refused.to_string(), "the tally tells Totals, but the paytables ask for Ranks");
        let nothing = &checks.of_tally(&Tally::blank(Detail::Cards, 60, 416)).unwrap()[0];
        assert_eq!((nothing.z(), nothing.farthest_z(), nothing.profit), (None, None, None));
    }

    #[test]
    fn z_scores_of_a_handful_of_coups() {
        let shoe = Composition::of_decks(8).unwrap();
        let mut tally = Tally::blank(Detail::Totals, 1, 416);
        let coups = ["6h 7d Ks Kc", "7h 6d Ks Kc", "8h 6d Ks Kc", "6h 6d Ks Kc"];
        for coup in coups {
            tally.push(&coup.parse().unwrap());
        }
        let check =
            Checks::new([paytable(Spot::Tie, "8")], &shoe).unwrap().of_tally(&tally).unwrap().remove(0);
        assert_eq!((check.seen.won(), check.seen.lose), (1, 3));
        // p = 0.0951560, and one of four: 0.25 - p over sqrt(p (1 - p) / 4).
        let expected = 0.154_844_0 / (0.095_156_0 * 0.904_844_0 / 4.0_f64).sqrt();
        assert!((check.z().unwrap() - expected).abs() < 1e-4, "{:?}", check.z());
        for resolution in [Resolution::Win("8".parse().unwrap()), Resolution::Lose] {
            assert!((check.z_of(resolution).unwrap().abs() - expected).abs() < 1e-4);
        }
        assert!((check.farthest_z().unwrap().abs() - expected).abs() < 1e-4);
        assert_eq!(check.z_of(Resolution::Push), Some(0.0), "there is none, and none was seen");
    }

    #[test]
    fn what_cannot_be_is_infinitely_far() {
        let tens: Vec<i64> = (0..52).map(|place| if place % 13 < 9 { 0 } else { 8 }).collect();
        let shoe = Composition::from_counts(&tens).unwrap();
        let checks = Checks::new([paytable(Spot::Tie, "8")], &shoe).unwrap();
        let mut tally = Tally::blank(Detail::Totals, 1, 128);
        tally.push(&"Kh Qd Ks Kc Th Jd".parse().unwrap());
        let z = |tally: &Tally| checks.of_tally(tally).unwrap()[0].farthest_z().unwrap();
        assert!(z(&tally).abs() < 1e-9, "all coups tie");
        tally.push(&"6h 7d Ks Kc".parse().unwrap());
        assert!(z(&tally).is_infinite());
    }

    #[test]
    fn coups_of_one_shoe_widen_errors_a_little() {
        assert!((spread(60, 416) - 1.010_555).abs() < 1e-6);
        assert!((spread(1, 6) - 1.0).abs() < 1e-12);
        assert!((spread(2, 12) - 2.0).abs() < 1e-12, "what is left of twelve decides the other coup");
    }
}
