//! One card is Player's third: counts what the five others can be, for many shoes side by side.
//!
//! Points are added modulo ten everywhere here. Knows points only: no ranks, no suits, no spots.
//!
//! Each lane is a shoe from which Player's third card is already gone. "A given card" is one piece of paper, not
//! one kind of card; "hands" and "triples" are ordered draws of such cards.

use super::lanes::Lanes;

/// The largest total of two on which Banker draws, by the points of Player's third card.
pub(super) const BANKER_DRAWS_TO: [usize; 10] = [3, 3, 4, 4, 5, 5, 6, 6, 2, 3];

/// On these totals of two Banker always draws, whatever Player's third card is.
const ALWAYS: usize = 2;

/// Above this total Banker never draws.
const NEVER_ABOVE: usize = 6;

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

/// On which totals of two Banker draws, in each lane.
pub(super) trait Draws<V> {
    /// The number in the lanes where Banker draws on this total, elsewhere zero.
    fn keep(&self, total: usize, number: V) -> V;

    /// For `first` from 0 to 9, the sum of `row[10 - first + total]` over the totals on which Banker draws.
    fn windows(&self, row: &[V; 17], sums: &mut [V; 10]);
}

/// Up to the same total in every lane.
pub(super) struct Uniform<V> {
    /// The largest total on which Banker draws.
    pub(super) limit: usize,
    /// Zeros.
    pub(super) zero: V,
}

impl<V: Lanes> Draws<V> for Uniform<V> {
    #[inline(always)]
    fn keep(&self, total: usize, number: V) -> V {
        if total <= self.limit { number } else { self.zero }
    }

    #[inline(always)]
    fn windows(&self, row: &[V; 17], sums: &mut [V; 10]) {
        let limit = self.limit.min(NEVER_ABOVE);
        let mut sum = row[10] + row[11] + row[12];
        for total in ALWAYS + 1..=limit {
            sum = sum + row[10 + total];
        }
        sums[0] = sum;
        for first in 1..10 {
            sum = sum + row[10 - first] - row[11 - first + limit];
            sums[first] = sum;
        }
    }
}

/// As a mask for each total: all ones in the lanes where Banker draws on it.
pub(super) struct Masks<V>(pub(super) [V; NEVER_ABOVE + 1], pub(super) V);

impl<V: Lanes> Draws<V> for Masks<V> {
    #[inline(always)]
    fn keep(&self, total: usize, number: V) -> V {
        match total {
            0..=ALWAYS => number,
            _ if total <= NEVER_ABOVE => number & self.0[total],
            _ => self.1,
        }
    }

    #[inline(always)]
    fn windows(&self, row: &[V; 17], sums: &mut [V; 10]) {
        for first in 0..10 {
            let at = 10 - first;
            sums[first] = row[at]
                + row[at + 1]
                + row[at + 2]
                + (row[at + 3] & self.0[3])
                + (row[at + 4] & self.0[4])
                + (row[at + 5] & self.0[5])
                + (row[at + 6] & self.0[6]);
        }
    }
}

/// Where the counts go.
pub(super) trait Sink<V: Lanes> {
    /// Both drew: Player's total of two, Banker's total of three.
    fn both(&mut self, player: usize, banker: usize, counts: V::Wide);

    /// Two totals of two, the first 0 to 5, the second 3 to 7, whoever holds them.
    fn totals(&mut self, low: usize, high: usize, counts: V::Wide);
}

/// What hands of two there are.
struct Hands<V> {
    /// `[total][x]`: hands whose first card counts `x` and whose total is `total`; `x` runs on modulo ten.
    first: [[V; 17]; 10],
    /// `[total][x]`: twice the cards that make `total` with a given card of `x` points.
    partners: [[V; 10]; 10],
    /// `[total]`: all hands of that total.
    all: [V; 10],
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
                let count = shoe[x].times(partners);
                all = all + count;
                self.partners[total][x] = partners.twice();
                self.first[total][x] = count;
                if x < 7 {
                    self.first[total][x + 10] = count;
                }
            }
            self.all[total] = all;
        }
    }
}

/// What Banker can hold: triples whose first two cards have a total on which Banker draws.
struct Triples<V: Lanes> {
    /// `[x][total]`: those in which a given card of `x` points lies, by the total of three.
    with: [[V; 10]; 10],
    /// `[total]`: all.
    all: [V::Wide; 10],
}

impl<V: Lanes> Triples<V> {
    #[inline(always)]
    fn fill(&mut self, shoe: &[V; 10], hands: &Hands<V>, draws: &impl Draws<V>, zero: V) {
        for rest in 0..10 {
            // The given card lies first or second; the two others come to `rest`.
            let mut early = [zero; 10];
            draws.windows(&hands.first[rest], &mut early);
            // The given card comes third, on a hand of `rest` without it.
            let hands_of_rest = draws.keep(rest, hands.all[rest]);
            for x in 0..10 {
                let partners = hands.partners[rest][x];
                // What is too much: hands in which the given card lies already.
                let late = hands_of_rest - draws.keep(rest, partners.twice());
                let twice_itself = draws.keep(plus(x, x), partners);
                self.with[x][plus(rest, x)] = early[x].twice() + late - twice_itself;
            }
        }
        for total in 0..10 {
            let mut all = zero.wide_times(zero);
            for two in 0..=NEVER_ABOVE {
                let third = less(total, two);
                let hands = draws.keep(two, hands.all[two] - hands.partners[two][third]);
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
            hands: Hands { first: [[zero; 17]; 10], partners: [[zero; 10]; 10], all: [zero; 10] },
            triples: Triples { with: [[zero; 10]; 10], all: [none; 10] },
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
        self.row::<0>(weight, sink);
        self.row::<1>(weight, sink);
        self.row::<2>(weight, sink);
        self.row::<3>(weight, sink);
        self.row::<4>(weight, sink);
        self.row::<5>(weight, sink);
    }

    /// Player's total of two is `P`.
    #[inline(always)]
    fn row<const P: usize>(&self, weight: V, sink: &mut impl Sink<V>) {
        let (hands, triples, none) = (&self.hands, &self.triples, self.zero.wide_times(self.zero));
        let all = hands.all[P].wide_times(weight);
        let mut mixed = [none; 5];
        for (idx, (x, _)) in MIXED[P].iter().enumerate() {
            mixed[idx] = hands.first[P][*x].wide_times(weight);
        }
        let mut double = [none; 2];
        for (idx, x) in DOUBLE[P].iter().enumerate() {
            double[idx] = hands.first[P][*x].wide_times(weight);
        }
        for total in 0..10 {
            // Player's hand and Banker's triple share both cards, or one.
            let third = less(total, P);
            let mut shared = triples.with[third][total].times_wide(self.weighted[third]);
            for (idx, (x, y)) in MIXED[P].iter().enumerate() {
                shared = shared - (triples.with[*x][total] + triples.with[*y][total]).times_wide(mixed[idx]);
            }
            for (idx, x) in DOUBLE[P].iter().enumerate() {
                shared = shared - triples.with[*x][total].times_wide(double[idx]);
            }
            sink.both(P, total, V::product(all, triples.all[total]) + V::wide_twice(shared));
        }
        for high in 3..8 {
            let mut shared = if high == P { all } else { none };
            let partners = &hands.partners[high];
            for (idx, (x, y)) in MIXED[P].iter().enumerate() {
                shared = shared - (partners[*x] + partners[*y]).times_wide(mixed[idx]);
            }
            for (idx, x) in DOUBLE[P].iter().enumerate() {
                shared = shared - partners[*x].times_wide(double[idx]);
            }
            sink.totals(P, high, hands.all[high].times_wide(all) + V::wide_twice(shared));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::Points;
    use baccarat::deal::banker_draws;

    #[test]
    fn banker_draws_as_the_tableau_says() {
        for (third, limit) in (0..).zip(BANKER_DRAWS_TO) {
            let draws = (0..8).filter(|total| banker_draws(Points::new(*total), Some(Points::new(third))));
            assert_eq!(
                draws.map(usize::from).collect::<Vec<_>>(),
                (0..=limit).collect::<Vec<_>>(),
                "{third}"
            );
            assert!((ALWAYS..=NEVER_ABOVE).contains(&limit), "{third}");
        }
    }

    #[test]
    fn every_total_is_made_in_ten_ways() {
        for (total, (mixed, double)) in MIXED.into_iter().zip(DOUBLE).enumerate() {
            assert_eq!(2 * mixed.len() + double.len(), 10, "{total}");
            assert!(mixed.iter().all(|(x, y)| x < y && plus(*x, *y) == total), "{total}");
            assert!(double.iter().all(|x| plus(*x, *x) == total), "{total}");
        }
    }
}
