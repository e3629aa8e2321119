//! Odds: exact rationals "to one", and how a payout that is not a whole minor unit is rounded.

use core::fmt;
use core::num::NonZeroU64;
use core::str::FromStr;

use strum::{EnumString, IntoStaticStr, VariantNames};

use crate::{Amount, Stake};

/// What a winning wager earns for each unit staked, as an exact fraction in lowest terms: 19/20 is the
/// Banker's 0.95 to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Odds {
    num: u64,
    den: NonZeroU64,
}

/// The rounding of a profit that is not a whole number of minor units. House rules name it: `down`, `up` or `half_up`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Rounding {
    /// Towards the house: the fraction is dropped.
    #[default]
    Down,
    /// Towards the patron: any fraction becomes one minor unit.
    Up,
    /// To the nearest minor unit, a half to the patron.
    HalfUp,
}

impl Odds {
    /// The largest odds there are: 300 to one. The steepest paytable of the trade pays 250.
    pub const MAX_TO_ONE: u64 = 300;
    /// The finest fraction there is: a millionth.
    pub const MAX_DENOMINATOR: u64 = 1_000_000;

    /// `num`/`den` to one, reduced to lowest terms.
    ///
    /// # Errors
    /// [`OddsError::Zero`] for nothing or a zero denominator, [`OddsError::TooLong`] above
    /// [`Odds::MAX_TO_ONE`], [`OddsError::TooFine`] when the reduced denominator exceeds
    /// [`Odds::MAX_DENOMINATOR`].
    pub fn new(num: u64, den: u64) -> Result<Self, OddsError> {
        let Some(divisor) = NonZeroU64::new(gcd(num, den)) else { return Err(OddsError::Zero) };
        let (num, Some(den)) = (num / divisor, NonZeroU64::new(den / divisor)) else {
            return Err(OddsError::Zero);
        };
        if num == 0 {
            return Err(OddsError::Zero);
        }
        if den.get() > Self::MAX_DENOMINATOR {
            return Err(OddsError::TooFine);
        }
        if u128::from(num) > u128::from(Self::MAX_TO_ONE).saturating_mul(u128::from(den.get())) {
            return Err(OddsError::TooLong);
        }
        Ok(Self { num, den })
    }

    /// The numerator in lowest terms.
    pub const fn numerator(self) -> u64 {
        self.num
    }

    /// The denominator in lowest terms.
    pub const fn denominator(self) -> u64 {
        self.den.get()
    }

    /// The profit on a winning `stake`, rounded by `rounding`. Always fits: see [`Stake::MAX`].
    pub fn profit(self, stake: Stake, rounding: Rounding) -> Amount {
        let den = u128::from(self.den.get());
        let exact = u128::from(stake.minor()).saturating_mul(u128::from(self.num));
        let whole = match rounding {
            Rounding::Down => exact.checked_div(den),
            Rounding::Up => Some(exact.div_ceil(den)),
            Rounding::HalfUp => {
                exact.saturating_mul(2).saturating_add(den).checked_div(den.saturating_mul(2))
            }
        };
        whole
            .and_then(|w| u64::try_from(w).ok())
            .and_then(|w| Amount::new(w).ok())
            .expect("a stake of at most 10^16 at odds of at most 300 earns less than 2^63")
    }

    /// What a winning `stake` is paid in all: the stake and its [`profit`](Odds::profit).
    pub fn payout(self, stake: Stake, rounding: Rounding) -> Amount {
        self.profit(stake, rounding)
            .checked_add(stake.amount())
            .expect("a stake of at most 10^16 at odds of at most 300 is paid less than 2^63")
    }

    /// These odds with the stake counted in, as some vendors print them: 0.95 to one is shown as 1.95.
    pub fn with_stake(self) -> impl fmt::Display {
        Self { num: self.num.saturating_add(self.den.get()), den: self.den }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

impl fmt::Display for Odds {
    /// A decimal where it is finite (`0.95`), else a fraction (`1/3`). Parses back to the same odds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = self.num / self.den;
        let mut rest = self.num % self.den;
        let mut decimals = String::new();
        while rest != 0 && decimals.len() < 6 {
            rest = rest.saturating_mul(10);
            decimals.push(char::from_digit(u32::try_from(rest / self.den).unwrap_or(0), 10).unwrap_or('0'));
            rest %= self.den;
        }
        let text = match (rest, decimals.is_empty()) {
            (0, true) => whole.to_string(),
            (0, false) => format!("{whole}.{decimals}"),
            _ => format!("{}/{}", self.num, self.den),
        };
        f.pad(&text)
    }
}

/// Why a text or a fraction is not odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OddsError {
    /// Not a decimal such as `0.95` nor a fraction such as `19/20`.
    #[error("odds are written as a decimal (0.95) or a fraction (19/20)")]
    Syntax,
    /// Nothing to one, or a fraction of nothing.
    #[error("odds must be more than zero")]
    Zero,
    /// More than [`Odds::MAX_TO_ONE`] to one.
    #[error("odds may be at most {} to one", Odds::MAX_TO_ONE)]
    TooLong,
    /// A finer fraction than [`Odds::MAX_DENOMINATOR`].
    #[error("odds may be no finer than 1/{}", Odds::MAX_DENOMINATOR)]
    TooFine,
}

impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Self, OddsError> {
        let digits = |s: &str| -> Result<u64, OddsError> {
            if s.is_empty() || s.len() > 18 || !s.bytes().all(|b| b.is_ascii_digit()) {
                return Err(OddsError::Syntax);
            }
            s.parse().map_err(|_| OddsError::Syntax)
        };
        if let Some((num, den)) = text.split_once('/') {
            return Self::new(digits(num)?, digits(den)?);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let places = u32::try_from(decimals.len()).map_err(|_| OddsError::Syntax)?;
        let (whole, fraction) = (digits(whole)?, digits(decimals)?);
        let den = 10_u64.checked_pow(places).ok_or(OddsError::TooFine)?;
        let num = whole.checked_mul(den).and_then(|w| w.checked_add(fraction)).ok_or(OddsError::TooLong)?;
        Self::new(num, den)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(text: &str) -> Odds {
        text.parse().unwrap()
    }

    #[test]
    fn odds_read_and_print() {
        for (text, num, den) in
            [("1", 1, 1), ("0.95", 19, 20), ("0.5", 1, 2), ("8", 8, 1), ("1.50", 3, 2), ("2/6", 1, 3)]
        {
            assert_eq!((odds(text).numerator(), odds(text).denominator()), (num, den), "{text}");
            assert_eq!(odds(&odds(text).to_string()), odds(text), "{text}");
        }
        assert_eq!(odds("0.95").to_string(), "0.95");
        assert_eq!(odds("1/3").to_string(), "1/3");
        assert_eq!(odds("0.95").with_stake().to_string(), "1.95");
        assert_eq!(odds("8").with_stake().to_string(), "9");
    }

    #[test]
    fn bad_odds_say_what_is_wrong() {
        for (text, error) in [
            ("", OddsError::Syntax),
            ("-1", OddsError::Syntax),
            (".5", OddsError::Syntax),
            ("1.", OddsError::Syntax),
            ("1e2", OddsError::Syntax),
            ("1/0", OddsError::Zero),
            ("0", OddsError::Zero),
            ("0.000", OddsError::Zero),
            ("301", OddsError::TooLong),
            ("1/1000001", OddsError::TooFine),
            ("0.0000001", OddsError::TooFine),
        ] {
            assert_eq!(text.parse::<Odds>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn rounding_is_the_named_one() {
        //            stake  odds    down up  half_up
        for (stake, text, down, up, half) in [
            (1, "0.95", 0, 1, 1),
            (10, "0.95", 9, 10, 10),
            (20, "0.95", 19, 19, 19),
            (101, "0.95", 95, 96, 96),
            (1, "1/3", 0, 1, 0),
            (1, "0.5", 0, 1, 1),
            (3, "1.5", 4, 5, 5),
        ] {
            let stake = Stake::new(stake).unwrap();
            let profit = |r| odds(text).profit(stake, r).minor();
            assert_eq!(
                (profit(Rounding::Down), profit(Rounding::Up), profit(Rounding::HalfUp)),
                (down, up, half),
                "{stake} at {text}"
            );
        }
    }

    #[test]
    fn the_largest_slip_still_fits() {
        // Three wagers at 299 to one are paid 900 stakes.
        let payout = odds("299").payout(Stake::MAX, Rounding::Up);
        assert!(Amount::checked_sum([payout; 3]).is_some());
        assert!(Amount::checked_sum([odds("300").payout(Stake::MAX, Rounding::Up)]).is_some());
    }
}
