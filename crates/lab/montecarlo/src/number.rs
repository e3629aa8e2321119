//! Whole numbers and exact fractions as floating point, for statistics. No money comes through here.

use odds::Ratio;

/// The nearest double, to within a few units of its last place. Counts stay far below 2^127, the most that it reads.
pub fn real(number: impl TryInto<i128>) -> f64 {
    const LIMB: f64 = 4_294_967_296.0;
    let number = number.try_into().unwrap_or(i128::MAX);
    let size = number.unsigned_abs();
    let limb = |place: u32| u32::try_from(size >> (32 * place) & u128::from(u32::MAX)).unwrap_or_default();
    let size = (0..4).rev().fold(0.0, |sum, place| sum * LIMB + f64::from(limb(place)));
    if number < 0 { -size } else { size }
}

/// An exact fraction as a double.
pub(crate) fn real_ratio(ratio: &Ratio) -> f64 {
    ratio.decimal(24).parse().unwrap_or(f64::NAN)
}

/// `part` divided by `whole`; none if `whole` is zero.
pub fn share(part: impl TryInto<i128>, whole: impl TryInto<i128>) -> Option<f64> {
    let whole = whole.try_into().unwrap_or(i128::MAX);
    (whole != 0).then(|| real(part) / real(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() <= expected.abs() * 1e-15, "{actual} {expected}");
    }

    #[test]
    fn integers_keep_their_size_and_sign() {
        assert_near(real(0), 0.0);
        assert_near(real(-7), -7.0);
        assert_near(real(u64::MAX), 18_446_744_073_709_551_615.0);
        assert_near(real(-(1_i128 << 100)), -(2.0_f64.powi(100)));
    }

    #[test]
    fn fractions_and_shares() {
        assert_near(real_ratio(&Ratio::share(1, 3)), 1.0 / 3.0);
        assert_near(real_ratio(&Ratio::share(43, 415).opposite()), -43.0 / 415.0);
        assert_near(share(1_u64, 4_u64).unwrap(), 0.25);
        assert_eq!(share(0_u64, 0_u64), None);
    }
}
