//! Exact figures as text: fractions, decimals, percents, amounts. Knows no baccarat and no floats.

use std::fmt::Display;

use money::{Amount, Odds};
use odds::Ratio;
use serde::Serialize;

/// Decimals of a share.
const SHARE_PLACES: u16 = 10;
/// Decimals of a percent: those the trade publishes.
const PERCENT_PLACES: u16 = 5;
/// Decimals of a figure that is no share.
const FIGURE_PLACES: u16 = 6;
/// Decimals of the currency that amounts are written in, as everywhere on the command line.
pub(crate) const CURRENCY_DECIMALS: u8 = 2;

/// A part of one, such as a probability or an edge; it may be negative, and above one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The fraction in lowest terms, `n/d`.
    pub exact: String,
    /// With ten decimals, the nearest.
    pub decimal: String,
    /// In hundredths, with five decimals, the nearest.
    pub percent: String,
}

impl Share {
    pub(crate) fn of(ratio: &Ratio) -> Self {
        Self {
            exact: ratio.to_string(),
            decimal: ratio.decimal(SHARE_PLACES),
            percent: ratio.percent(PERCENT_PLACES),
        }
    }
}

/// A number of draws, and its share in all of them: a probability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chance {
    /// The number of draws.
    pub count: String,
    /// The probability.
    #[serde(flatten)]
    pub share: Share,
}

impl Chance {
    pub(crate) fn of(count: u128, draws: u128) -> Self {
        Self { count: count.to_string(), share: Share::of(&Ratio::share(count, draws)) }
    }
}

/// A figure that is no share, such as a variance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The fraction in lowest terms, `n/d`, or a whole number.
    pub exact: String,
    /// With six decimals, the nearest.
    pub decimal: String,
}

impl Figure {
    pub(crate) fn of(ratio: &Ratio) -> Self {
        Self { exact: ratio.to_string(), decimal: ratio.decimal(FIGURE_PLACES) }
    }
}

/// A number of stakes, written as odds are: `19.5`, or `7/3` when six decimals do not suffice.
pub(crate) fn stakes(ratio: &Ratio) -> String {
    let exact = |places: &u16| {
        let shift = 10_u128.pow(u32::from(*places));
        ratio.denominator().parse::<u128>().is_ok_and(|den| shift.is_multiple_of(den))
    };
    (0..=FIGURE_PLACES).find(exact).map_or_else(|| ratio.to_string(), |places| ratio.decimal(places))
}

/// The square root of a variance to the nearest of six decimals.
pub(crate) fn root(variance: &Ratio) -> String {
    variance.root_decimal(FIGURE_PLACES)
}

/// The number with commas between the thousands: `-1,234,567.50`.
pub fn grouped(number: impl Display) -> String {
    let text = number.to_string();
    let (sign, rest) = text.split_at(usize::from(text.starts_with('-')));
    let (digits, decimals) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
    let mut grouped = sign.to_owned();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + decimals
}

/// The profit of one stake, in stakes.
pub(crate) fn in_stakes(odds: Odds) -> Ratio {
    Ratio::share(odds.numerator().into(), odds.denominator().into())
}

/// An amount of a currency with two decimals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Money {
    /// In minor units.
    pub minor: u64,
    /// In major units, with two decimals.
    pub major: String,
}

impl Money {
    pub(crate) fn of(amount: Amount) -> Self {
        let scale = 10_u64.pow(u32::from(CURRENCY_DECIMALS));
        let width = usize::from(CURRENCY_DECIMALS);
        let minor = amount.minor();
        Self { minor, major: format!("{}.{:0width$}", minor / scale, minor % scale) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_a_count_and_three_ways_to_write_its_share() {
        let chance = Chance::of(2, 3);
        assert_eq!((chance.count.as_str(), chance.share.exact.as_str()), ("2", "2/3"));
        assert_eq!(
            (chance.share.decimal.as_str(), chance.share.percent.as_str()),
            ("0.6666666667", "66.66667")
        );
    }

    #[test]
    fn roots_are_the_nearest() {
        for (num, den, expected) in [
            (2, 1, "1.414214"),
            (3, 1, "1.732051"),
            (1, 4, "0.500000"),
            (0, 1, "0.000000"),
            (90_000, 1, "300.000000"),
            // 0.9999995 and a little: the next digit carries all the way.
            (9_999_991, 10_000_000, "1.000000"),
        ] {
            assert_eq!(root(&Ratio::share(num, den)), expected, "{num}/{den}");
        }
    }

    #[test]
    fn stakes_are_decimals_where_that_is_exact() {
        for (num, den, expected) in [(39, 2, "19.5"), (9, 1, "9"), (7, 3, "7/3"), (1, 1_000_000, "0.000001")]
        {
            assert_eq!(stakes(&Ratio::share(num, den)), expected);
        }
    }

    #[test]
    fn numbers_have_commas_between_thousands() {
        for (plain, shown) in [
            ("0", "0"),
            ("999", "999"),
            ("-1000", "-1,000"),
            ("4998398275503360", "4,998,398,275,503,360"),
            ("-185000.00", "-185,000.00"),
        ] {
            assert_eq!(grouped(plain), shown);
        }
    }

    #[test]
    fn amounts_have_two_decimals() {
        let major = |minor| Money::of(Amount::new(minor).unwrap()).major;
        assert_eq!([0, 5, 18_500_000].map(major), ["0.00", "0.05", "185000.00"]);
    }
}
