//! Amounts and stakes: non-negative counts of minor units. Knows nothing of currencies or accounts.

use core::fmt;

/// A non-negative number of minor units, at most [`Amount::MAX`].
///
/// The bound is that of a signed 64-bit column, so every amount can be stored as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(u64);

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount: 2^63 - 1 minor units.
    pub const MAX: Self = Self(i64::MAX.unsigned_abs());

    /// An amount of `minor` minor units.
    ///
    /// # Errors
    /// [`AmountError::TooLarge`] above [`Amount::MAX`].
    pub const fn new(minor: u64) -> Result<Self, AmountError> {
        if minor > Self::MAX.0 { Err(AmountError::TooLarge) } else { Ok(Self(minor)) }
    }

    /// The number of minor units.
    pub const fn minor(self) -> u64 {
        self.0
    }

    /// The number of minor units as a signed integer, which always fits.
    pub const fn signed(self) -> i64 {
        self.0.cast_signed()
    }

    /// Whether this is nothing at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The sum, or `None` above [`Amount::MAX`].
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) if sum <= Self::MAX.0 => Some(Self(sum)),
            _ => None,
        }
    }

    /// The difference, or `None` if it would be negative.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(rest) => Some(Self(rest)),
            None => None,
        }
    }

    /// The difference, or nothing if it would be negative.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The sum of many amounts, or `None` above [`Amount::MAX`].
    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }
}

impl TryFrom<i64> for Amount {
    type Error = AmountError;

    fn try_from(minor: i64) -> Result<Self, AmountError> {
        u64::try_from(minor).map(Self).map_err(|_| AmountError::Negative)
    }
}

impl fmt::Display for Amount {
    /// The bare number of minor units; for people, see [`crate::Currency::format`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a number is not an amount or not a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AmountError {
    /// Below zero.
    #[error("an amount cannot be negative")]
    Negative,
    /// Zero, which is no stake.
    #[error("a stake must be at least one minor unit")]
    Zero,
    /// Above [`Amount::MAX`], or above [`Stake::MAX`] for a stake.
    #[error("the amount is larger than this system keeps")]
    TooLarge,
}

/// An amount that can be wagered: from one minor unit to [`Stake::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stake(Amount);

impl Stake {
    /// 10^16 minor units: small enough that wagers of this size whose odds, each with its stake, add up to 900 or less
    /// are paid less than [`Amount::MAX`] together. Stored history may have stakes up to this one; a table takes stakes
    /// up to [`STAKE`](crate::bounds::STAKE).
    pub const MAX: Self = Self(Amount(10_000_000_000_000_000));

    /// A stake of `minor` minor units.
    ///
    /// # Errors
    /// [`AmountError::Zero`] for zero, [`AmountError::TooLarge`] above [`Stake::MAX`].
    pub const fn new(minor: u64) -> Result<Self, AmountError> {
        match minor {
            0 => Err(AmountError::Zero),
            m if m > Self::MAX.0.0 => Err(AmountError::TooLarge),
            m => Ok(Self(Amount(m))),
        }
    }

    /// The stake as an amount.
    pub const fn amount(self) -> Amount {
        self.0
    }

    /// The number of minor units.
    pub const fn minor(self) -> u64 {
        self.0.0
    }
}

impl From<Stake> for Amount {
    fn from(stake: Stake) -> Self {
        stake.0
    }
}

impl TryFrom<Amount> for Stake {
    type Error = AmountError;

    fn try_from(amount: Amount) -> Result<Self, AmountError> {
        Self::new(amount.0)
    }
}

impl fmt::Display for Stake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_refuse_what_a_signed_column_cannot_hold() {
        assert_eq!(Amount::new(9_223_372_036_854_775_807), Ok(Amount::MAX));
        assert_eq!(Amount::new(9_223_372_036_854_775_808), Err(AmountError::TooLarge));
        assert_eq!(Amount::try_from(-1), Err(AmountError::Negative));
        assert_eq!(Amount::MAX.signed(), i64::MAX);
    }

    #[test]
    fn sums_and_differences_are_checked() {
        let one = Amount::new(1).unwrap();
        assert_eq!(Amount::MAX.checked_add(one), None);
        assert_eq!(Amount::ZERO.checked_sub(one), None);
        assert_eq!(Amount::ZERO.saturating_sub(one), Amount::ZERO);
        assert_eq!(Amount::checked_sum([one, one, one]), Amount::new(3).ok());
        assert_eq!(Amount::checked_sum([Amount::MAX, one]), None);
    }

    #[test]
    fn a_stake_is_at_least_one_and_at_most_the_bound() {
        assert_eq!(Stake::new(0), Err(AmountError::Zero));
        assert_eq!(Stake::new(1).unwrap().minor(), 1);
        assert_eq!(Stake::new(Stake::MAX.minor()), Ok(Stake::MAX));
        assert_eq!(Stake::new(Stake::MAX.minor() + 1), Err(AmountError::TooLarge));
    }
}
