//! The law of a coup by endings: the number of orders of six cards that lead to each. Knows no pairs.

use baccarat::Outcome;

use crate::composition::{Composition, TooFewCards};
use crate::ending::Ending;
use crate::kernel::{Counts, Path};

/// The most cards a coup takes.
pub(crate) const COUP_CARDS: u16 = 6;

/// The number of ordered draws of six cards for each ending.
///
/// A coup that ends on four or five cards is counted with all that could have come after it, so that every count is
/// of the same draws and a probability is a count over [`Law::draws`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Law {
    draws: u128,
    counts: Counts,
}

impl Law {
    /// The law of the next coup from this shoe.
    ///
    /// # Errors
    /// [`TooFewCards`] when fewer than six are left.
    pub fn of(shoe: &Composition) -> Result<Self, TooFewCards> {
        Self::by(Path::fastest(), shoe)
    }

    /// The same, counted on a given path.
    ///
    /// # Errors
    /// As [`Law::of`].
    pub fn by(path: Path, shoe: &Composition) -> Result<Self, TooFewCards> {
        shoe.must_hold(COUP_CARDS)?;
        Ok(Self { draws: shoe.orders(COUP_CARDS), counts: path.count(shoe.by_points()) })
    }

    /// The laws of several shoes on a given path, faster than one after the other.
    ///
    /// # Errors
    /// As [`Law::of`], of the first shoe that holds too few.
    pub fn of_each_by(path: Path, shoes: &[Composition]) -> Result<Vec<Self>, TooFewCards> {
        shoes.iter().try_for_each(|shoe| shoe.must_hold(COUP_CARDS))?;
        let points: Vec<_> = shoes.iter().map(|shoe| *shoe.by_points()).collect();
        let mut counts = vec![[[[0; 10]; 10]; 4]; shoes.len()];
        for (points, counts) in points.chunks(Path::SHOES).zip(counts.chunks_mut(Path::SHOES)) {
            path.count_each(points, counts);
        }
        let draws = shoes.iter().map(|shoe| shoe.orders(COUP_CARDS));
        Ok(draws.zip(counts).map(|(draws, counts)| Self { draws, counts }).collect())
    }

    /// How many draws there are: `n (n - 1) ... (n - 5)`.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// How many of them end so.
    pub fn count(&self, ending: Ending) -> u64 {
        self.flat()[ending.place()]
    }

    /// How many draws end in any of the ways that `counts` takes.
    pub fn sum(&self, counts: impl Fn(Ending) -> bool) -> u128 {
        Ending::all().filter(|ending| counts(*ending)).map(|ending| u128::from(self.count(ending))).sum()
    }

    /// How many end with that outcome.
    pub fn outcome(&self, outcome: Outcome) -> u128 {
        self.sum(|ending| ending.outcome() == outcome)
    }

    /// The counts by [`Ending::place`].
    pub(crate) fn flat(&self) -> &[u64] {
        self.counts.as_flattened().as_flattened()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_decks_come_out_as_everybody_counts_them() {
        let law = Law::of(&Composition::of_decks(8).unwrap()).unwrap();
        assert_eq!(law.draws(), 4_998_398_275_503_360);
        assert_eq!(law.outcome(Outcome::Banker), 2_292_252_566_437_888);
        assert_eq!(law.outcome(Outcome::Player), 2_230_518_282_592_256);
        assert_eq!(law.outcome(Outcome::Tie), 475_627_426_473_216);
        assert_eq!(law.sum(|ending| ending.cards() == 4), 1_893_735_611_458_560);
    }
}
