//! A mean with its standard error, from parts in independent groups.
//!
//! The rounds of one shoe are not independent (a card that came out cannot come again), nor are the stakes of one
//! session (each follows from the last result). Shoes and sessions are. So the error of a share such as profit over
//! stakes is estimated from whole groups: the linearised error of a ratio of two totals.

use crate::number::real;

/// Sums over groups, for the ratio of two totals. Integers, so that groups may come in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatioSums {
    groups: u64,
    num: i128,
    den: i128,
    num_num: i128,
    num_den: i128,
    den_den: i128,
}

impl RatioSums {
    /// A group with its two totals.
    pub fn add(&mut self, num: i64, den: i64) {
        let (num, den) = (i128::from(num), i128::from(den));
        self.merge(&Self { groups: 1, num, den, num_num: num * num, num_den: num * den, den_den: den * den });
    }

    /// All groups counted there.
    pub fn merge(&mut self, other: &Self) {
        self.groups += other.groups;
        self.num += other.num;
        self.den += other.den;
        self.num_num += other.num_num;
        self.num_den += other.num_den;
        self.den_den += other.den_den;
    }

    /// How many groups.
    pub const fn groups(&self) -> u64 {
        self.groups
    }

    /// The total above the line.
    pub const fn num(&self) -> i128 {
        self.num
    }

    /// The total below the line.
    pub const fn den(&self) -> i128 {
        self.den
    }

    /// The fewest groups for a standard error: with fewer, its own error is too large.
    pub const FEWEST: u64 = 30;

    /// The ratio and its standard error; none for fewer groups than [`Self::FEWEST`], or where the denominator is
    /// nothing.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.groups < Self::FEWEST || self.den == 0 {
            return None;
        }
        let [num, den, num_num, num_den, den_den] =
            [self.num, self.den, self.num_num, self.num_den, self.den_den].map(real);
        let ratio = num / den;
        let residuals = num_num - 2.0 * ratio * num_den + ratio * ratio * den_den;
        // Below the precision of the subtraction of such numbers.
        let residuals = if residuals > num_num * 1e-14 { residuals } else { 0.0 };
        let groups = real(self.groups);
        let std_error = (residuals * groups / (groups - 1.0)).sqrt() / den.abs();
        Some(Estimate { mean: ratio, std_error })
    }
}

/// An estimated mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// Its standard error.
    pub std_error: f64,
}

/// How many standard errors to each side hold 95 % of a normal law.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

impl Estimate {
    /// The interval that holds the true value 95 times in 100.
    pub fn interval(&self) -> [f64; 2] {
        let half = TWO_SIDED_95 * self.std_error;
        [self.mean - half, self.mean + half]
    }

    /// How many standard errors it lies above `exact`; none where nothing varied.
    pub fn z(&self, exact: f64) -> Option<f64> {
        (self.std_error > 0.0).then(|| (self.mean - exact) / self.std_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(groups: &[(i64, i64)]) -> RatioSums {
        let mut sums = RatioSums::default();
        for (num, den) in groups {
            sums.add(*num, *den);
        }
        sums
    }

    #[test]
    fn equal_groups_give_the_error_of_a_mean() {
        // Ten times 1, 2, 3, 6 of groups of one: mean 3, squares off it 140, so variance 140/39 and error
        // sqrt(140/39/40).
        let estimate = sums(&[(1, 1), (2, 1), (3, 1), (6, 1)].repeat(10)).estimate().unwrap();
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        assert!((estimate.std_error - (140.0_f64 / 39.0 / 40.0).sqrt()).abs() < 1e-12);
        let [low, high] = estimate.interval();
        assert!((high - low - 2.0 * 1.959_964 * estimate.std_error).abs() < 1e-6);
        assert!((estimate.z(2.0).unwrap() * estimate.std_error - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_ratio_that_never_varies_has_no_error() {
        let estimate = sums(&[(1, 2), (5, 10), (50, 100)].repeat(10)).estimate().unwrap();
        assert!((estimate.mean - 0.5).abs() < 1e-12);
        assert!(estimate.std_error < 1e-12);
        assert_eq!(sums(&[(0, 1)].repeat(30)).estimate().unwrap().z(1.0), None);
    }

    #[test]
    fn too_little_gives_no_estimate() {
        for groups in [vec![], [(1, 1)].repeat(29), [(1, 0)].repeat(30)] {
            assert_eq!(sums(&groups).estimate(), None, "{groups:?}");
        }
    }

    #[test]
    fn the_order_of_groups_is_no_matter() {
        let (mut ab, mut ba) = (sums(&[(1, 2), (-3, 5)]), sums(&[(7, 9)]));
        let (a, b) = (ab, ba);
        ab.merge(&b);
        ba.merge(&a);
        assert_eq!(ab, ba);
        assert_eq!((ab.groups(), ab.num(), ab.den()), (3, 5, 16));
    }
}
