//! Counts the five cards other than Player's third, for many shoes side by side.
//!
//! The method and its words are in the parent module; each lane is a shoe from which Player's third card is already
//! gone. Knows points only: no ranks, no suits, no spots.

use super::draws::{Draws, NEVER_ABOVE};
use super::lanes::{Lanes, twice};

/// `a - b` modulo ten, of numbers below ten.
#[inline(always)]
pub(super) const fn less(a: usize, b: usize) -> usize {
    if a >= b { a - b } else { a + 10 - b }
}

/// `a + b` modulo ten, of numbers below ten.
#[inline(always)]
pub(super) const fn plus(a: usize, b: usize) -> usize {
    if a + b >= 10 { a + b - 10 } else { a + b }
}

/// Where the counts go.
pub(super) trait Sink<V: Lanes> {
    /// Both drew: Player's total of two, Banker's total of three.
    fn both(&mut self, player: usize, banker: usize, counts: V::Wide);

    /// Two totals of two, the first 0 to 5, the second 3 to 7, in either order of the sides.
    fn totals(&mut self, low: usize, high: usize, counts: V::Wide);
}

/// Hands of two.
struct Hands<V> {
    /// `[total]`: all.
    all: [V; 10],
    /// `[total][x]`: those whose first card counts `x`; `x` runs on modulo ten.
    first: [[V; 17]; 10],
    /// `[total][x]`: those with a given card of `x` points: twice the cards that make up the total with it.
    with: [[V; 10]; 10],
}

impl<V: Lanes> Hands<V> {
    /// `shoe`: cards by points. `others`: one less of each.
    #[inline(always)]
    fn fill(&mut self, shoe: &[V; 10], others: &[V; 10], zero: V) {
        for total in 0..10 {
            let mut all = zero;
            for x in 0..10 {
                let y = less(total, x);
                let partners = if x == y { others[y] } else { shoe[y] };
                let first = shoe[x].times(partners);
                all = all + first;
                self.with[total][x] = twice(partners);
                self.first[total][x] = first;
                if x < 7 {
                    self.first[total][x + 10] = first;
                }
            }
            self.all[total] = all;
        }
    }
}

/// What Banker can hold after drawing: triples whose first two cards come to a total on which Banker draws.
struct Triples<V: Lanes> {
    /// `[total]`: all.
    all: [V::Wide; 10],
    /// `[x][total]`: those with a given card of `x` points.
    with: [[V; 10]; 10],
}

impl<V: Lanes> Triples<V> {
    #[inline(always)]
    fn fill(&mut self, shoe: &[V; 10], hands: &Hands<V>, draws: &impl Draws<V>, zero: V) {
        // The given card and two others, which come to `rest`.
        for rest in 0..10 {
            // Given first, or second: of the others, the one in front must let Banker draw.
            let mut front = [zero; 10];
            draws.windows(&hands.first[rest], &mut front);
            for x in 0..10 {
                let with_given = hands.with[rest][x];
                // Given third: a hand of `rest` without it. `front` has that card among the others, too: second,
                // where Banker draws on `rest`, and first, where Banker draws on the card twice. Each comes off.
                let third = draws.keep(rest, hands.all[rest] - twice(with_given));
                let doubled = draws.keep(plus(x, x), with_given);
                self.with[x][plus(rest, x)] = twice(front[x]) + third - doubled;
            }
        }
        for total in 0..10 {
            let mut all = zero.wide_times(zero);
            for two in 0..=NEVER_ABOVE {
                let third = less(total, two);
                let hands = draws.keep(two, hands.all[two] - hands.with[two][third]);
                all = all + shoe[third].wide_times(hands);
            }
            self.all[total] = all;
        }
    }
}

/// The ways to write a total as a sum of two different points, by total.
const MIXED: [&[(usize, usize)]; 6] = [
    &[(1, 9), (2, 8), (3, 7), (4, 6)],
    &[(0, 1), (2, 9), (3, 8), (4, 7), (5, 6)],
    &[(0, 2), (3, 9), (4, 8), (5, 7)],
    &[(0, 3), (1, 2), (4, 9), (5, 8), (6, 7)],
    &[(0, 4), (1, 3), (5, 9), (6, 8)],
    &[(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)],
];

/// The ways to write a total as twice some points, by total.
const DOUBLE: [&[usize]; 6] = [&[0, 5], &[], &[1, 6], &[], &[2, 7], &[]];

/// Hands of one total from 0 to 5, by the points in them, each times the weight.
struct Row<V: Lanes> {
    total: usize,
    all: V::Wide,
    /// One order of each way in [`MIXED`]; the other is as many.
    mixed: [V::Wide; 5],
    /// Each way in [`DOUBLE`].
    double: [V::Wide; 2],
}

impl<V: Lanes> Row<V> {
    #[inline(always)]
    fn of(total: usize, hands: &Hands<V>, weight: V, none: V::Wide) -> Self {
        let all = hands.all[total].wide_times(weight);
        let mut row = Self { total, all, mixed: [none; 5], double: [none; 2] };
        for (idx, (x, _)) in MIXED[total].iter().enumerate() {
            row.mixed[idx] = hands.first[total][*x].wide_times(weight);
        }
        for (idx, x) in DOUBLE[total].iter().enumerate() {
            row.double[idx] = hands.first[total][*x].wide_times(weight);
        }
        row
    }

    /// Half of what inclusion and exclusion add to all pairs. `both`: half of the pairs that share both cards.
    /// `with`: how many, of what is laid against the hands, hold a given card of so many points.
    #[inline(always)]
    fn shared(&self, both: V::Wide, with: impl Fn(usize) -> V) -> V::Wide {
        let mut shared = both;
        for (idx, (x, y)) in MIXED[self.total].iter().enumerate() {
            shared = shared - (with(*x) + with(*y)).scaled_by(self.mixed[idx]);
        }
        for (idx, x) in DOUBLE[self.total].iter().enumerate() {
            shared = shared - with(*x).scaled_by(self.double[idx]);
        }
        shared
    }
}

/// Room to count in, for one sweep after the other.
pub(super) struct Sweep<V: Lanes> {
    zero: V,
    hands: Hands<V>,
    triples: Triples<V>,
    /// Cards by points, times the weight.
    weighted: [V::Wide; 10],
}

impl<V: Lanes> Sweep<V> {
    #[inline(always)]
    pub(super) fn new(zero: V) -> Self {
        let none = zero.wide_times(zero);
        Self {
            zero,
            hands: Hands { all: [zero; 10], first: [[zero; 17]; 10], with: [[zero; 10]; 10] },
            triples: Triples { all: [none; 10], with: [[zero; 10]; 10] },
            weighted: [none; 10],
        }
    }

    /// Counts the five other cards. `shoe`: what is left, by points; `others`: one less of each; `weight`: of how many
    /// cards Player's third was one.
    #[inline(always)]
    pub(super) fn run(
        &mut self,
        shoe: &[V; 10],
        others: &[V; 10],
        weight: V,
        draws: &impl Draws<V>,
        sink: &mut impl Sink<V>,
    ) {
        self.hands.fill(shoe, others, self.zero);
        self.triples.fill(shoe, &self.hands, draws, self.zero);
        for x in 0..10 {
            self.weighted[x] = shoe[x].wide_times(weight);
        }
        // Written out, so that each has its ways to make the total as constants.
        self.row::<0>(weight, sink);
        self.row::<1>(weight, sink);
        self.row::<2>(weight, sink);
        self.row::<3>(weight, sink);
        self.row::<4>(weight, sink);
        self.row::<5>(weight, sink);
    }

    /// Lays all hands of total `P` against all triples, and against all hands of 3 to 7.
    #[inline(always)]
    fn row<const P: usize>(&self, weight: V, sink: &mut impl Sink<V>) {
        let (hands, triples, none) = (&self.hands, &self.triples, self.zero.wide_times(self.zero));
        let row = Row::of(P, hands, weight, none);
        for total in 0..10 {
            // A triple that holds both cards of a hand has one card more, which makes up the total.
            let more = less(total, P);
            let both = triples.with[more][total].scaled_by(self.weighted[more]);
            let shared = row.shared(both, |x| triples.with[x][total]);
            sink.both(P, total, V::product(row.all, triples.all[total]) + twice(shared));
        }
        for high in 3..8 {
            // A hand shares both its cards with itself, in either order.
            let both = if high == P { row.all } else { none };
            let shared = row.shared(both, |x| hands.with[high][x]);
            sink.totals(P, high, hands.all[high].scaled_by(row.all) + twice(shared));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_total_is_made_in_ten_ways() {
        for (total, (mixed, double)) in MIXED.into_iter().zip(DOUBLE).enumerate() {
            assert_eq!(2 * mixed.len() + double.len(), 10, "{total}");
            assert!(mixed.iter().all(|(x, y)| x < y && plus(*x, *y) == total), "{total}");
            assert!(double.iter().all(|x| plus(*x, *x) == total), "{total}");
        }
    }
}
