//! On which totals of two Banker draws once Player has drawn: the same in all lanes, or lane by lane.

use super::lanes::Lanes;

/// The largest total of two on which Banker draws, by the points of Player's third card.
pub(super) const BANKER_DRAWS_TO: [usize; 10] = [3, 3, 4, 4, 5, 5, 6, 6, 2, 3];

/// On these totals of two Banker always draws, for every third card of Player.
const ALWAYS: usize = 2;

/// Above this total Banker never draws.
pub(super) const NEVER_ABOVE: usize = 6;

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
}
