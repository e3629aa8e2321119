//! The exact chances of a coup from eight decks, counted by `odds`. Every coup of a shoe has them, as long as nobody
//! looks at the cards before it.

use baccarat::Outcome;
use odds::{Composition, Law, Pair, PairLaw};

use crate::coups::EVENTS;
use crate::size::DECKS;

/// The chance of each event of [`EVENTS`].
#[derive(Clone, Copy, Debug)]
pub struct Exact(pub [f64; EVENTS.len()]);

impl Exact {
    /// The chances, counted now.
    ///
    /// # Panics
    /// Never: eight decks hold a coup.
    pub fn count() -> Self {
        let shoe = Composition::of_decks(DECKS).expect("eight decks are a shoe");
        let law = Law::of(&shoe).expect("eight decks hold a coup");
        let pairs = PairLaw::of(&shoe).expect("eight decks hold a coup");
        let share = |count: u128| count as f64 / law.draws() as f64;
        let of_pairs = |count: u128| count as f64 / pairs.draws() as f64;
        let cards = |count| share(law.sum(|ending| ending.cards() == count));
        Self([
            share(law.outcome(Outcome::Player)),
            share(law.outcome(Outcome::Banker)),
            share(law.outcome(Outcome::Tie)),
            of_pairs(pairs.sum(|it| it.pairs.player != Pair::None)),
            of_pairs(pairs.sum(|it| it.pairs.banker != Pair::None)),
            cards(4),
            cards(5),
            cards(6),
            share(law.sum(|ending| ending.outcome() == Outcome::Banker && ending.totals.banker == 6)),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_are_the_known_ones() {
        let Exact(chances) = Exact::count();
        // The trade's tables for eight decks: 44.6247, 45.8597 and 9.5156 percent, pairs 7.4699, Lucky 6 5.3864.
        let known = [0.446_247, 0.458_597, 0.095_156, 0.074_699, 0.074_699];
        for (chance, known) in chances.iter().zip(known) {
            assert!((chance - known).abs() < 1e-6, "{chance} {known}");
        }
        assert!((chances[8] - 0.053_864).abs() < 1e-5, "{}", chances[8]);
        assert!((chances[5] + chances[6] + chances[7] - 1.0).abs() < 1e-12);
    }
}
