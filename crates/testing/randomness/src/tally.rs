//! What is counted over shoes: cards by position, neighbours, coups, raw bytes. Judges nothing.

use std::ops::Range;

use baccarat::{Card, Outcome};

use crate::coups::{Coups, deal};
use crate::series::Series;
use crate::size::{CARDS, DECKS};
use crate::source::{Source, raw};

/// The kinds of cards.
pub const KINDS: usize = 52;

/// The coups that are counted of each shoe: 60 of up to six cards fit into every shoe.
pub const COUPS: usize = 60;

/// Of a million shoes, how many give their raw bytes: at least 10^8 bytes.
const RAW_OF_A_MILLION: u64 = 60_241;

/// The counts over a run, or over a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The shoes.
    pub shoes: u64,
    /// How often each kind was at each position: `position * KINDS + kind`.
    pub places: Vec<u64>,
    /// How often each kind followed each: `kind * KINDS + next`. One pair of each shoe, at the positions `2 (number
    /// mod 208)` and the next.
    pub neighbours: Vec<u64>,
    /// The first coup of each shoe.
    pub first: Coups,
    /// The first sixty.
    pub sixty: Coups,
    /// What is kept in order.
    pub series: Series,
    /// How often each byte was among the raw ones.
    pub bytes: Vec<u64>,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            shoes: 0,
            places: vec![0; CARDS * KINDS],
            neighbours: vec![0; KINDS * KINDS],
            first: Coups::default(),
            sixty: Coups::default(),
            series: Series::default(),
            bytes: vec![0; 256],
        }
    }
}

impl Tally {
    /// The shoes of these numbers, which are a part of a run. The first shoes of the run give their raw bytes.
    pub fn of(source: Source, numbers: Range<u64>, run: &Range<u64>) -> Self {
        let raw_end = run.start + raw_shoes(run.end - run.start);
        let (mut tally, first) = (Self::default(), numbers.start);
        for number in numbers {
            tally.add(number, first, &(source.cards)(number, DECKS));
            if number < raw_end {
                for byte in raw(number) {
                    increment(&mut tally.bytes, usize::from(byte));
                }
            }
        }
        tally
    }

    fn add(&mut self, number: u64, first: u64, cards: &[Card]) {
        self.shoes += 1;
        for (position, card) in cards.iter().enumerate() {
            increment(&mut self.places, position * KINDS + card.index());
        }
        let pair = usize::try_from(number % 208).unwrap_or_default() * 2;
        if let Some([one, next]) = cards.get(pair..pair + 2) {
            increment(&mut self.neighbours, one.index() * KINDS + next.index());
        }
        let mut winner = Outcome::Tie;
        for (idx, coup) in deal(cards).take(COUPS).enumerate() {
            if idx == 0 {
                self.first.add(&coup);
                winner = coup.outcome();
            }
            self.sixty.add(&coup);
        }
        self.series.add(first, winner, cards);
    }

    /// Adds another part of the run. Parts may arrive in any order.
    pub fn merge(&mut self, other: Self) {
        self.shoes += other.shoes;
        for (counts, more) in [
            (&mut self.places, other.places),
            (&mut self.neighbours, other.neighbours),
            (&mut self.bytes, other.bytes),
        ] {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
        }
        self.first.merge(&other.first);
        self.sixty.merge(&other.sixty);
        self.series.merge(other.series);
    }
}

fn increment(counts: &mut [u64], place: usize) {
    if let Some(count) = counts.get_mut(place) {
        *count += 1;
    }
}

/// How many shoes of a run give their raw bytes: so many of them in a million.
fn raw_shoes(all: u64) -> u64 {
    (all * RAW_OF_A_MILLION).div_ceil(1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::TABLES;

    #[test]
    fn parts_of_a_run_add_up_in_any_order() {
        let whole = Tally::of(TABLES, 0..40, &(0..40));
        let [mut late, early] = [20..40, 0..20].map(|numbers| Tally::of(TABLES, numbers, &(0..40)));
        late.merge(early);
        assert_eq!((late.shoes, late.sixty.coups), (40, 2_400));
        assert_eq!(late.places, whole.places);
        assert_eq!(late.bytes.iter().sum::<u64>(), 3 * 1_660);
        assert!((late.series.runs() - whole.series.runs()).abs() < 1e-12);
        assert_eq!(late.neighbours.iter().sum::<u64>(), 40);
    }

    #[test]
    fn a_million_shoes_give_a_hundred_million_raw_bytes() {
        assert!(raw_shoes(1_000_000) * crate::source::RAW_BYTES >= 100_000_000);
    }
}
