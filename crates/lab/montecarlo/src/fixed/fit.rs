//! How well all endings, and all pairings, fit the exact law: one figure each. Knows no paytables.
//!
//! A paytable distinguishes few coups, so it hides many faults. Pearson's sum over all endings shows more: for each,
//! the square of the difference over the expected number.

use odds::{Composition, Ending, Law, PairLaw, Pairing, Ratio, TooFewCards};

use super::check::spread;
use super::tally::Tally;
use crate::number::{real, real_ratio};

/// Ways that are expected less often are taken together, for the law of the sum to hold.
const RARE: f64 = 10.0;

/// Pearson's chi-square of a tally.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The sum over all ways, divided by what coups of one shoe may add to it: see [`Check`](super::Check).
    pub chi_square: f64,
    /// Its mean: the number of ways, less one.
    pub degrees: f64,
}

impl Fit {
    /// Holds the ways to end against the law of a coup from this shoe, when it is full.
    ///
    /// # Errors
    /// [`TooFewCards`] when it holds fewer than six.
    pub fn of_endings(tally: &Tally, shoe: &Composition) -> Result<Self, TooFewCards> {
        let law = Law::of(shoe)?;
        let ways = Ending::all().map(|ending| (tally.ending(ending), u128::from(law.count(ending))));
        Ok(Self::of(tally, ways, law.draws()))
    }

    /// The same for the ways to pair, as far as the tally tells them apart.
    ///
    /// # Errors
    /// As [`Fit::of_endings`].
    pub fn of_pairings(tally: &Tally, shoe: &Composition) -> Result<Self, TooFewCards> {
        let law = PairLaw::of(shoe)?;
        let counted_as = |pairing| tally.detail().counts_as(pairing);
        let ways = Pairing::all().filter(|pairing| counted_as(*pairing) == *pairing);
        let ways =
            ways.map(|pairing| (tally.pairing(pairing), law.sum(|finer| counted_as(finer) == pairing)));
        Ok(Self::of(tally, ways, law.draws()))
    }

    /// From how often each way was seen, and in how many of all draws it is.
    fn of(tally: &Tally, ways: impl Iterator<Item = (u64, u128)>, draws: u128) -> Self {
        let coups = real(tally.coups());
        let (mut chi_square, mut degrees, mut rare) = (0.0, -1.0, (0.0, 0.0));
        let mut add = |seen: f64, expected: f64| {
            chi_square += (seen - expected).powi(2) / expected;
            degrees += 1.0;
        };
        for (seen, count) in ways {
            let (seen, expected) = (real(seen), coups * real_ratio(&Ratio::share(count, draws)));
            if count == 0 && seen > 0.0 {
                add(seen, 0.0);
            } else if expected < RARE {
                rare = (rare.0 + seen, rare.1 + expected);
            } else {
                add(seen, expected);
            }
        }
        if rare.1 > 0.0 {
            add(rare.0, rare.1);
        }
        Self { chi_square: chi_square / spread(tally.coups_per_shoe(), tally.shoe_cards()), degrees }
    }

    /// How many standard deviations it lies above its mean. Far above zero, the coups follow another law; far below,
    /// they are too even for chance; infinitely far, some of them cannot be.
    pub fn z(&self) -> f64 {
        (self.chi_square - self.degrees) / (2.0 * self.degrees.max(1.0)).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed::{Detail, Path, Run};

    fn fits(tally: &Tally, shoe: &Composition) -> [Fit; 2] {
        [Fit::of_endings(tally, shoe).unwrap(), Fit::of_pairings(tally, shoe).unwrap()]
    }

    #[test]
    fn a_run_fits_and_half_of_it_four_times_does_not() {
        let shoe = Composition::of_decks(8).unwrap();
        for (detail, pairings) in [(Detail::Totals, "1"), (Detail::Ranks, "5"), (Detail::Cards, "11")] {
            let run = Run::new(&shoe, 60, detail, 1).unwrap();
            let tally = run.block_by(Path::fastest(), 0, 1000);
            let [endings, pairs] = fits(&tally, &shoe);
            assert!(endings.z().abs() < 4.0 && pairs.z().abs() < 4.0, "{detail:?}: {endings:?} {pairs:?}");
            // In so few coups, six of the 210 ways to end and three of the 13 ways to pair are rare, and counted as
            // one.
            let ways = [endings, pairs].map(|fit| format!("{:.0}", fit.degrees + 1.0));
            assert_eq!(ways, ["205", pairings]);
            let half = run.block_by(Path::fastest(), 0, 500);
            let mut fourfold = run.blank();
            (0..4).for_each(|_| fourfold += &half);
            assert!(fits(&fourfold, &shoe)[0].z() > 8.0, "every way is four times as far off");
        }
    }

    #[test]
    fn the_only_way_always_fits_and_what_cannot_be_never() {
        // Nothing but cards that count zero: every coup takes six and ties.
        let tens: Vec<i64> = (0..52).map(|place| i64::from(place % 13 > 8)).collect();
        let shoe = Composition::from_counts(&tens).unwrap();
        let run = Run::new(&shoe, 1, Detail::Totals, 1).unwrap();
        for fit in fits(&run.block_by(Path::fastest(), 0, 100), &shoe) {
            assert!([fit.chi_square, fit.degrees, fit.z()].iter().all(|zero| zero.abs() < 1e-9), "{fit:?}");
        }
        let mut tally = run.blank();
        tally.push(&"9h Kd Ks Kc".parse().unwrap());
        assert!(fits(&tally, &shoe)[0].z().is_infinite());
    }
}
