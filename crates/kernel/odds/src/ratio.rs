//! Exact fractions of any size, written with any number of decimals. No floats.

use core::cmp::Ordering;
use core::fmt;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer as _;

/// A fraction in lowest terms.
///
/// The sums behind a variance outgrow every machine integer (a count of 2^64, squared odds, any paytable's
/// denominators), so these integers grow.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: BigInt,
    den: BigUint,
}

impl Ratio {
    /// `num / den`. A denominator of zero is taken as one: there is none in this crate.
    pub(crate) fn new(num: BigInt, den: BigUint) -> Self {
        let divisor = num.magnitude().gcd(&den);
        if divisor == BigUint::ZERO {
            return Self { num, den: BigUint::from(1_u8) };
        }
        Self { num: num / BigInt::from(divisor.clone()), den: den / divisor }
    }

    /// The share of `part` in `whole`.
    pub fn share(part: u128, whole: u128) -> Self {
        Self::new(BigInt::from(part), BigUint::from(whole))
    }

    /// One minus this.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self { num: BigInt::from(self.den.clone()) - &self.num, den: self.den.clone() }
    }

    /// The opposite: less for more.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Self { num: -&self.num, den: self.den.clone() }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let num = &self.num * BigInt::from(other.den.clone()) + &other.num * BigInt::from(self.den.clone());
        Self::new(num, &self.den * &other.den)
    }

    /// This divided into equal parts; zero parts leave it whole.
    #[must_use]
    pub fn over(&self, parts: u64) -> Self {
        Self::new(self.num.clone(), &self.den * parts.max(1))
    }

    /// The numerator, with its sign.
    pub fn numerator(&self) -> String {
        self.num.to_string()
    }

    /// The denominator.
    pub fn denominator(&self) -> String {
        self.den.to_string()
    }

    /// Below zero.
    pub fn is_negative(&self) -> bool {
        self.num.sign() == Sign::Minus
    }

    /// Written with that many decimals, the nearest; a half goes away from zero.
    pub fn decimal(&self, places: u16) -> String {
        let doubled = self.num.magnitude() * power_of_ten(places) * 2_u8 + &self.den;
        self.signed(&(doubled / (&self.den * 2_u8)), places)
    }

    /// In hundredths, written with that many decimals.
    pub fn percent(&self, places: u16) -> String {
        Self { num: &self.num * 100_u8, den: self.den.clone() }.decimal(places)
    }

    /// Its square root with that many decimals, the nearest. A negative fraction gives zero: variances are not
    /// negative.
    pub fn root_decimal(&self, places: u16) -> String {
        let doubled = power_of_ten(places) * 2_u8;
        let square = self.num.to_biguint().unwrap_or_default() * doubled.pow(2) / &self.den;
        // The root in halves of the last place: one half more is cut off to the nearest whole one.
        point(&((square.sqrt() + 1_u8) / 2_u8), places)
    }

    fn signed(&self, scaled: &BigUint, places: u16) -> String {
        let sign = if self.is_negative() && *scaled != BigUint::ZERO { "-" } else { "" };
        format!("{sign}{}", point(scaled, places))
    }
}

fn power_of_ten(places: u16) -> BigUint {
    BigUint::from(10_u8).pow(u32::from(places))
}

/// Places the decimal point that many digits from the end.
fn point(scaled: &BigUint, places: u16) -> String {
    let places = usize::from(places);
    let digits = format!("{:0>width$}", scaled.to_string(), width = places + 1);
    let (whole, decimals) = digits.split_at(digits.len() - places);
    if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let scaled = |this: &Self, other: &Self| &this.num * BigInt::from(other.den.clone());
        scaled(self, other).cmp(&scaled(other, self))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    /// As a fraction, `-43/415`, or a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == BigUint::from(1_u8) {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(num: i64, den: u64) -> Ratio {
        Ratio::new(BigInt::from(num), BigUint::from(den))
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(ratio(-86, 830).to_string(), "-43/415");
        assert_eq!(ratio(8, 2).to_string(), "4");
        assert_eq!(ratio(0, 7), ratio(0, 1));
        assert_eq!(Ratio::share(0, 0), ratio(0, 1));
        assert_eq!(ratio(1, 4).complement(), ratio(3, 4));
        assert_eq!(ratio(1, 4).opposite(), ratio(-1, 4));
        assert_eq!(ratio(1, 6).plus(&ratio(-2, 3)), ratio(-1, 2));
        assert_eq!((ratio(-3, 2).over(6), ratio(3, 2).over(0)), (ratio(-1, 4), ratio(3, 2)));
    }

    #[test]
    fn fractions_have_an_order() {
        let mut fractions = [ratio(1, 2), ratio(-1, 2), ratio(2, 3), ratio(0, 5), ratio(-2, 3)];
        fractions.sort();
        assert_eq!(fractions.map(|fraction| fraction.to_string()), ["-2/3", "-1/2", "0", "1/2", "2/3"]);
    }

    #[test]
    fn decimals_are_the_nearest() {
        for (num, den, places, text) in [
            (1, 3, 5, "0.33333"),
            (2, 3, 5, "0.66667"),
            (-2, 3, 0, "-1"),
            (-1, 3, 0, "0"),
            (1, 2, 0, "1"),
            (-1, 2, 0, "-1"),
            (1, 8, 2, "0.13"),
            (-12_345, 1, 2, "-12345.00"),
            (1, 1000, 2, "0.00"),
        ] {
            assert_eq!(ratio(num, den).decimal(places), text, "{num}/{den}");
        }
        assert_eq!(ratio(-43, 415).percent(5), "-10.36145");
    }

    #[test]
    fn roots_are_cut_off() {
        assert_eq!(ratio(2, 1).root_decimal(6), "1.414214");
        assert_eq!(ratio(2, 1).root_decimal(4), "1.4142");
        assert_eq!(ratio(9, 4).root_decimal(0), "2");
        assert_eq!(ratio(1, 4).root_decimal(3), "0.500");
        assert_eq!(ratio(0, 1).root_decimal(1), "0.0");
    }
}
