//! A run: which shoes are dealt, how many coups of each, and by how many threads. Knows no paytables.

use std::num::NonZeroUsize;

use odds::Composition;

use super::block::{BY_CARD, BY_POINTS, BY_RANK, Block};
use super::detail::Detail;
use super::path::Path;
use super::stream::Stream;
use super::tally::Tally;
use crate::crew::do_blocks;

/// The name of this algorithm. The record of a run holds it, so that old runs can be repeated after a change.
pub const ALGORITHM: &str = "punto-fixed-1";

/// Shoes to be dealt. The same run comes to the same tally on any machine, by any number of threads.
#[derive(Clone, Debug)]
pub struct Run {
    shoe: Composition,
    coups: u16,
    detail: Detail,
    seed: u64,
}

/// Such a run cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The run has no coups.
    #[error("a run deals at least one coup of each shoe")]
    NoCoups,
    /// The shoe may run out.
    #[error("{coups} coups may need {needed} cards, and the shoe has {cards}")]
    TooFewCards {
        /// The number of coups of a shoe.
        coups: u16,
        /// How many cards they need if each takes six.
        needed: u32,
        /// How many there are.
        cards: u16,
    },
}

impl Run {
    /// How many shoes a block has. The last block of a run may have fewer.
    pub const BLOCK_SHOES: u32 = 16_384;

    /// `coups` coups of every shoe, each of them full and in an order of its own.
    ///
    /// # Errors
    /// [`RunError`] for no coups, or for so many that a shoe might run out.
    pub fn new(shoe: &Composition, coups: u16, detail: Detail, seed: u64) -> Result<Self, RunError> {
        let (cards, needed) = (shoe.cards(), 6 * u32::from(coups));
        if coups == 0 {
            return Err(RunError::NoCoups);
        }
        if needed > u32::from(cards) {
            return Err(RunError::TooFewCards { coups, needed, cards });
        }
        Ok(Self { shoe: shoe.clone(), coups, detail, seed })
    }

    /// An empty tally of this run.
    pub fn blank(&self) -> Tally {
        Tally::blank(self.detail, self.coups, self.shoe.cards())
    }

    /// Deals the first `shoes` shoes of a block on a given path. A block has at most [`Run::BLOCK_SHOES`].
    pub fn block_by(&self, path: Path, number: u64, shoes: u32) -> Tally {
        let (stream, shoes) = (Stream::new(self.seed, number), shoes.min(Self::BLOCK_SHOES));
        match self.detail {
            Detail::Totals => self.deal(path, stream, shoes, cuts::<10, BY_POINTS>(self.shoe.by_points())),
            Detail::Ranks => self.deal(path, stream, shoes, cuts::<13, BY_RANK>(&by_rank(&self.shoe))),
            Detail::Cards => self.deal(path, stream, shoes, cuts::<52, BY_CARD>(&by_card(&self.shoe))),
        }
    }

    fn deal<const CUTS: usize>(&self, path: Path, stream: Stream, shoes: u32, cuts: [u16; CUTS]) -> Tally {
        let mut tally = self.blank();
        let block = Block { stream, cuts, cards: self.shoe.cards(), coups: self.coups, shoes };
        tally.fill(|cells| path.deal(&block, cells));
        tally
    }

    /// The coups of so many shoes. `progress` gets, every now and then, the number of coups since its last call.
    pub fn all(&self, shoes: u64, threads: NonZeroUsize, mut progress: impl FnMut(u64)) -> Tally {
        let mut whole = self.blank();
        let (path, of_block) = (Path::fastest(), u64::from(Self::BLOCK_SHOES));
        let work = |number: u64| {
            let shoes = (shoes - number * of_block).min(of_block);
            self.block_by(path, number, u32::try_from(shoes).unwrap_or(Self::BLOCK_SHOES))
        };
        do_blocks(shoes.div_ceil(of_block), threads, work, |block: Tally| {
            progress(block.coups());
            whole += &block;
        });
        whole
    }
}

/// How many cards are of each kind or one before it, without the last.
fn cuts<const KINDS: usize, const CUTS: usize>(counts: &[u16; KINDS]) -> [u16; CUTS] {
    let mut sum = 0;
    let mut cuts = [0; CUTS];
    for (cut, count) in cuts.iter_mut().zip(counts) {
        sum += count;
        *cut = sum;
    }
    cuts
}

/// How many cards there are of each rank, those that count zero first.
fn by_rank(shoe: &Composition) -> [u16; 13] {
    let mut counts = *shoe.by_rank();
    counts.rotate_right(4);
    counts
}

/// How many there are of each card: by rank as [`by_rank`], and of each rank by suit.
fn by_card(shoe: &Composition) -> [u16; 52] {
    let mut counts = [0; 52];
    for (place, count) in shoe.counts().iter().enumerate() {
        counts[(place + 4) % 13 * 4 + place / 13] = u16::from(*count);
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_cannot_be_say_why() {
        let shoe = Composition::of_decks(1).unwrap();
        assert_eq!(Run::new(&shoe, 0, Detail::Totals, 1).unwrap_err(), RunError::NoCoups);
        assert!(Run::new(&shoe, 8, Detail::Totals, 1).is_ok());
        let refused = Run::new(&shoe, 9, Detail::Cards, 1).unwrap_err();
        assert_eq!(refused, RunError::TooFewCards { coups: 9, needed: 54, cards: 52 });
        assert_eq!(refused.to_string(), "9 coups may need 54 cards, and the shoe has 52");
    }

    #[test]
    fn the_parts_of_a_run_are_its_blocks() {
        let run = Run::new(&Composition::of_decks(8).unwrap(), 1, Detail::Totals, 5).unwrap();
        let shoes = 2 * u64::from(Run::BLOCK_SHOES) + 77;
        let mut reported = 0;
        let whole = run.all(shoes, NonZeroUsize::MIN, |coups| reported += coups);
        let mut sum = run.blank();
        for (block, shoes) in [(0, Run::BLOCK_SHOES), (1, Run::BLOCK_SHOES), (2, 77)] {
            sum += &run.block_by(Path::fastest(), block, shoes);
        }
        assert_eq!(whole, sum);
        assert_eq!((whole.coups(), whole.shoes(), reported), (shoes, shoes, shoes));
    }
}
