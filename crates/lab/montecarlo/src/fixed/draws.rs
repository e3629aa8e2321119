//! Places in a shoe drawn exactly uniformly, two from each number of 32 bits. Does not know cards.
//!
//! # Why they are exactly uniform
//!
//! Let `a` cards be left, so that the next two come from `n = a (a - 1)` ordered pairs of places. A number `x` below
//! 2^32 is multiplied by `n`; the product is `m 2^32 + r`. For each `m` below `n`, the `x` with `r >= 2^32 mod n` are
//! equally many: `floor(2^32 / n)` of them (Lemire, "Fast random integer generation in an interval", 2019). Any other
//! `x` is refused, and a new one drawn. That is what makes it exact: multiplying alone would favour some pairs, and so
//! would a remainder.
//!
//! `m` is one of the `n` pairs, and its quotient and remainder by `a - 1` are the two places (Brackett-Rozinsky and
//! Lemire, "Batched ranged random integer generation", 2024). No division is needed: `x a = p 2^32 + s` gives the first
//! place `p`, and `s (a - 1) = q 2^32 + r` the second, `q`, with the same `r`; for `x n = p (a - 1) 2^32 + s (a - 1)`.
//!
//! Not every draw compares `r` with `2^32 mod n`. That is below `n`, so an `r` whose upper half is above
//! that of the full shoe's `n` is in no doubt. In a shoe of eight decks about one pair in twenty thousand is; then it
//! is worked out. What is refused is drawn again from another part of the stream, so that all other draws stay where
//! they are.

use super::lanes::Lanes;
use super::stream::{Row, Stream};

/// The places of six cards, each among those then left.
pub(super) type Places<L> = [L; 6];

/// Six rows for a coup: for each pair of places the low halves of its numbers, then the high halves.
pub(super) type CoupRows = [Row; 6];

/// What no upper half that is in doubt reaches, in a shoe of so many cards.
pub(super) fn certain_from(cards: u16) -> u16 {
    let pairs = u32::from(cards) * u32::from(cards);
    u16::try_from((pairs >> 16) + 1).unwrap_or(u16::MAX)
}

/// The next six places of the shoes from `from` on, and whether any of them is in doubt. `left`: how many cards each
/// shoe holds.
#[inline(always)]
pub(super) fn places<L: Lanes>(
    proof: L::Proof,
    rows: &CoupRows,
    from: usize,
    left: L,
    certain_from: L,
) -> (Places<L>, bool) {
    let two = L::splat(proof, 2);
    let one = L::splat(proof, 1);
    let mut left = left;
    let mut doubts = L::splat(proof, 0);
    let mut places = [doubts; 6];
    for pair in 0..3 {
        let low = L::load(proof, &rows[2 * pair][from..]);
        let high = L::load(proof, &rows[2 * pair + 1][from..]);
        let (first, rest) = split([low, high], left);
        let (second, [_, upper]) = split(rest, left - one);
        places[2 * pair] = first;
        places[2 * pair + 1] = second;
        doubts = doubts | upper.below_any(certain_from);
        left = left - two;
    }
    (places, doubts.any())
}

/// The product of a number of 32 bits and one of 16: what is above 2^32, and the rest. Halves are low, then high.
#[inline(always)]
fn split<L: Lanes>([low, high]: [L; 2], times: L) -> (L, [L; 2]) {
    let part = high.low(times);
    let middle = part + low.high(times);
    // A mask is minus one: the carry.
    (high.high(times) - middle.below_any(part), [low.low(times), middle])
}

/// Draws pairs of places again where that must be.
pub(super) struct Redraws<'a> {
    pub(super) stream: &'a Stream,
    /// The number of the first pair of the first shoe, counted over all pairs of the block.
    pub(super) first: u32,
    /// How many pairs a shoe has.
    pub(super) of_shoe: u32,
}

impl Redraws<'_> {
    /// Looks at the pairs of some shoes from `from` on. `left`: how many cards each of them holds.
    #[cold]
    #[inline(never)]
    pub(super) fn settle(&self, rows: &CoupRows, from: usize, left: &[u16], places: &mut CoupRows) {
        let mut first = self.first;
        for (lane, left) in left.iter().enumerate() {
            for (pair, draw) in (0..3).zip(first..) {
                let [low, high] = [rows[2 * pair], rows[2 * pair + 1]].map(|row| u32::from(row[from + lane]));
                let left = left - [0, 2, 4][pair];
                let again = |attempt| self.stream.redraw(draw, attempt);
                [places[2 * pair][lane], places[2 * pair + 1][lane]] =
                    two_places(low | high << 16, left, again);
            }
            first += self.of_shoe;
        }
    }
}

/// Two places: the first among `left`, the second among one less. Numbers that are refused are drawn `again`.
fn two_places(number: u32, left: u16, again: impl Fn(u32) -> u32) -> [u16; 2] {
    let rest = left - 1;
    let pairs = u32::from(left) * u32::from(rest);
    // 2^32 modulo their number, without a 33rd bit.
    let refused = pairs.wrapping_neg() % pairs;
    let mut attempts = 0..;
    let mut number = number;
    loop {
        let (s, first) = number.carrying_mul(u32::from(left), 0);
        let (r, second) = s.carrying_mul(u32::from(rest), 0);
        if r >= refused {
            return [first, second].map(|place| u16::try_from(place).unwrap_or_default());
        }
        number = attempts.next().map_or(number, &again);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixed::lanes::{Plain, SHOES};

    /// The two places that a number gives if it is not refused.
    fn taken(number: u32, left: u16) -> Option<[u16; 2]> {
        let refused = std::cell::Cell::new(false);
        let places = two_places(number, left, |_| {
            refused.set(true);
            u32::MAX
        });
        (!refused.get()).then_some(places)
    }

    #[test]
    fn what_is_taken_is_equally_often_each_pair() {
        // In place of all 2^32 numbers: the first number, the last, and both neighbours of each border.
        for left in [2_u16, 3, 6, 52, 410, 415, 416, 1664] {
            let pairs = u64::from(left) * u64::from(left - 1);
            let share = (1_u64 << 32) / pairs;
            for pair in [0, 1, pairs / 3, pairs / 2, pairs - 2, pairs - 1] {
                let begin = ((pair << 32).div_ceil(pairs), ((pair + 1) << 32).div_ceil(pairs));
                let taken = |number: u64| taken(u32::try_from(number).unwrap(), left);
                let of_pair = [pair / u64::from(left - 1), pair % u64::from(left - 1)];
                // At most one number of a pair is refused, its first; as many remain for every pair.
                let first = u64::from(taken(begin.0).is_none());
                assert_eq!(begin.1 - begin.0 - first, share, "{left} cards, pair {pair}");
                for number in [begin.0 + first, begin.0 + 1, begin.1 - 1] {
                    assert_eq!(taken(number).map(|places| places.map(u64::from)), Some(of_pair));
                }
            }
        }
    }

    #[test]
    fn a_number_is_drawn_again_until_it_is_taken() {
        // Of 416 cards 2^32 modulo 416 * 415 numbers are refused, zero among them.
        let attempts = std::cell::RefCell::new(Vec::new());
        let places = two_places(0, 416, |attempt| {
            attempts.borrow_mut().push(attempt);
            if attempt < 3 { 0 } else { u32::MAX }
        });
        assert_eq!((places, attempts.into_inner()), ([415, 414], vec![0, 1, 2, 3]));
    }

    #[test]
    fn lanes_draw_what_one_by_one_is_drawn_and_know_their_doubts() {
        let (mut doubts, mut certain) = (0, 0);
        for turn in 0..20_000_u32 {
            let left: u16 = [6, 8, 52, 300, 416, 1664][usize::try_from(turn % 6).unwrap()];
            let mut rows = [[0; SHOES]; 6];
            for (pair, index) in (0..3).zip(0..) {
                // Every other time the first number of a pair of places, where all doubts are.
                let pairs = u64::from(left - [0, 2, 4][pair]) * u64::from(left - [1, 3, 5][pair]);
                let number = u64::from((3 * turn + index).wrapping_mul(0x9e37_79b1));
                let number = if turn % 2 == 0 { ((number % pairs) << 32).div_ceil(pairs) } else { number };
                rows[2 * pair] = [u16::try_from(number & 0xffff).unwrap(); SHOES];
                rows[2 * pair + 1] = [u16::try_from(number >> 16).unwrap(); SHOES];
            }
            let splat = |number| Plain::splat((), number);
            let (places, doubt) = places((), &rows, 8, splat(left), splat(certain_from(left)));
            let mut rows_of_places = [[0; SHOES]; 6];
            places.iter().zip(&mut rows_of_places).for_each(|(places, row)| places.store(row));
            for pair in 0..3 {
                let number = u32::from(rows[2 * pair][0]) | u32::from(rows[2 * pair + 1][0]) << 16;
                let actual = [rows_of_places[2 * pair][0], rows_of_places[2 * pair + 1][0]];
                match taken(number, left - [0, 2, 4][pair]) {
                    Some(expected) => assert_eq!(actual, expected, "{left} cards, {number}"),
                    None => assert!(doubt, "{left} cards: refused without a doubt"),
                }
            }
            if doubt { doubts += 1 } else { certain += 1 }
        }
        assert!(doubts > 5_000 && certain > 5_000, "{doubts} {certain}");
    }

    #[test]
    fn only_shoes_in_doubt_are_changed() {
        let stream = Stream::new(1, 1);
        let mut rows = [[0x1234; SHOES]; 6];
        // Zero is refused in shoe 3, pair 1.
        (rows[2][3], rows[3][3]) = (0, 0);
        let left = [416; SHOES];
        let redraws = Redraws { stream: &stream, first: 5_000, of_shoe: 180 };
        let mut places = [[9; SHOES]; 6];
        redraws.settle(&rows, 0, &left, &mut places);
        let usual = two_places(0x1234_1234, 414, |_| unreachable!("it is taken"));
        for shoe in (0..SHOES).filter(|shoe| *shoe != 3) {
            assert_eq!([places[2][shoe], places[3][shoe]], usual, "shoe {shoe}");
        }
        let again = two_places(stream.redraw(5_000 + 3 * 180 + 1, 0), 414, |_| unreachable!("it is taken"));
        assert_eq!([places[2][3], places[3][3]], again);
    }
}
