//! The drawing of `punto-proof-2`: which cards of a sealed row a round gets, decided after its betting has closed.
//!
//! The sealed order is a row of cards, face down. The burn takes the lowest indices. The cards of a round are drawn
//! from the rest by a number that did not exist when betting closed. Knows no card, only indices.
//!
//! ```text
//! D = TH("punto/2/draw"; digest of the bulletin `closed` || u16 len(value) || value)
//! ```
//!
//! A *draw* is a number from the `ChaCha20` stream of key D, as in the [shuffle](crate::shuffle()). The next card of
//! the round is the one at place `below(u)`, counted from 0, among the `u` undealt indices in ascending order. A round
//! has one stream.

use crate::bytes::Digest;
use crate::hash::TaggedHash;
use crate::shoe::BeaconValue;
use crate::shuffle::{Draws, below};

/// The name of the whole way from a secret, what outsiders gave and the draw of each round to the cards.
pub const ALGORITHM: &str = "punto-proof-2";

/// The least time between the end of betting and the beacon's round that draws the cards, in milliseconds.
pub const DRAW_AFTER_MS: u64 = 1_000;

/// The undealt indices of a sealed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Ascending.
    undealt: Vec<u16>,
}

impl Row {
    /// A row of so many cards, none of them dealt.
    pub fn new(cards: u16) -> Self {
        Self { undealt: (0..cards).collect() }
    }

    /// Takes the lowest `count` indices out and returns them; fewer when the row has fewer.
    pub fn burn(&mut self, count: u16) -> Vec<u16> {
        let count = usize::from(count).min(self.undealt.len());
        self.undealt.drain(..count).collect()
    }

    /// Takes this index out. Returns false when it is out already, or beyond the row.
    pub fn take(&mut self, index: u16) -> bool {
        let found = self.undealt.binary_search(&index);
        if let Ok(place) = found {
            self.undealt.remove(place);
        }
        found.is_ok()
    }

    /// Whether this index is undealt.
    pub fn has(&self, index: u16) -> bool {
        self.undealt.binary_search(&index).is_ok()
    }

    /// How many cards are undealt.
    pub fn left(&self) -> u16 {
        u16::try_from(self.undealt.len()).unwrap_or(u16::MAX)
    }

    /// The undealt indices, ascending.
    pub fn undealt(&self) -> &[u16] {
        &self.undealt
    }
}

/// What decides the cards of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundDraw {
    /// D.
    key: Digest,
    /// How many numbers of its stream were taken.
    taken: usize,
}

impl RoundDraw {
    /// The draw by the digest of the round's bulletin `closed` and the value of the beacon that it names.
    pub fn new(closed: &Digest, value: &BeaconValue) -> Self {
        let length = u16::try_from(value.0.len()).unwrap_or(u16::MAX);
        let hash = TaggedHash::new("punto/2/draw").bytes(&closed.0).u16(length).bytes(&value.0);
        Self { key: hash.finish(), taken: 0 }
    }

    /// The index of the next card, taken out of the row; none when the row is empty.
    pub fn next(&mut self, row: &mut Row) -> Option<u16> {
        if row.undealt.is_empty() {
            return None;
        }
        let mut draws = Draws::new(&self.key.0);
        for _ in 0..self.taken {
            draws.draw();
        }
        let draw = || {
            self.taken = self.taken.saturating_add(1);
            draws.draw()
        };
        let place = below(draw, row.undealt.len());
        Some(row.undealt.remove(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bytes;

    const CLOSED: Digest = Bytes([5; 32]);
    const VALUE: BeaconValue = Bytes([6; 48]);

    fn all(closed: Digest, value: BeaconValue, cards: u16) -> Vec<u16> {
        let (mut row, mut draw) = (Row::new(cards), RoundDraw::new(&closed, &value));
        std::iter::from_fn(|| draw.next(&mut row)).collect()
    }

    #[test]
    fn every_index_comes_once_and_then_none() {
        for cards in [0, 1, 2, 52, 1_664] {
            let mut drawn = all(CLOSED, VALUE, cards);
            drawn.sort_unstable();
            assert_eq!(drawn, (0..cards).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_bulletin_and_the_value_decide() {
        let drawn = all(CLOSED, VALUE, 416);
        assert_eq!(drawn, all(CLOSED, VALUE, 416));
        assert_ne!(drawn, all(Bytes([4; 32]), VALUE, 416));
        assert_ne!(drawn, all(CLOSED, Bytes([4; 48]), 416));
    }

    #[test]
    fn the_burn_takes_the_lowest_indices_and_no_index_comes_twice() {
        let mut row = Row::new(10);
        assert!(row.take(1));
        assert!(!row.take(1) && !row.take(10));
        assert!(!row.has(1) && !row.has(10) && row.has(0));
        assert_eq!(row.burn(3), [0, 2, 3]);
        assert_eq!((row.left(), row.undealt()), (6, &[4, 5, 6, 7, 8, 9][..]));
        assert_eq!(row.burn(99).len(), 6);
        assert_eq!((row.left(), row.burn(1)), (0, Vec::new()));
        assert_eq!(RoundDraw::new(&CLOSED, &VALUE).next(&mut row), None);
    }

    #[test]
    fn a_copy_of_a_draw_goes_on_alike() {
        let (mut row, mut draw) = (Row::new(416), RoundDraw::new(&CLOSED, &VALUE));
        for _ in 0..20 {
            draw.next(&mut row);
        }
        let (mut row_again, mut again) = (row.clone(), draw.clone());
        for _ in 0..100 {
            assert_eq!(draw.next(&mut row), again.next(&mut row_again));
        }
        assert_eq!(row, row_again);
    }

    #[test]
    fn a_refused_draw_is_passed_over() {
        let drawn: serde_json::Value =
            serde_json::from_str(include_str!("../../../../corpora/fair/drawn.json")).unwrap();
        let refused = &drawn["refused"];
        let key = refused["key"].as_str().unwrap().parse().unwrap();
        let (mut row, mut draw) = (Row::new(416), RoundDraw { key, taken: 0 });
        let place = usize::try_from(refused["place"].as_u64().unwrap()).unwrap();
        let indices: Vec<u16> = (0..=place).map_while(|_| draw.next(&mut row)).collect();
        assert_eq!(indices.last().map(|index| u64::from(*index)), refused["index"].as_u64());
        assert_eq!((draw.taken, refused["draws"][0].as_str()), (place + 2, Some("fffffff8")));
    }
}
