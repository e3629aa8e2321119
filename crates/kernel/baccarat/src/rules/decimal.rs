//! Major units as a house-rules document writes them, before a currency says what a minor unit is.

use core::fmt;
use core::str::FromStr;

use money::Amount;

/// A non-negative decimal with up to four places, such as `185000` or `0.50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MajorUnits {
    ten_thousandths: u64,
}

const PLACES: u8 = 4;

/// The text is not a decimal number of major units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write an amount in major units with at most four decimals, such as 185000 or 0.50")]
pub struct MajorUnitsError;

impl MajorUnits {
    /// Whether this is nothing at all.
    pub const fn is_zero(self) -> bool {
        self.ten_thousandths == 0
    }

    /// In minor units of a currency with that many decimals, fractions dropped: right for a maximum.
    pub fn minor_at_most(self, decimals: u8) -> Amount {
        Amount::new(self.scaled(decimals).0).unwrap_or(Amount::MAX)
    }

    /// In minor units of a currency with that many decimals, fractions rounded up: right for a minimum.
    pub fn minor_at_least(self, decimals: u8) -> Amount {
        let (whole, exact) = self.scaled(decimals);
        Amount::new(whole.saturating_add(u64::from(!exact))).unwrap_or(Amount::MAX)
    }

    fn scaled(self, decimals: u8) -> (u64, bool) {
        let divisor = 10_u64.saturating_pow(u32::from(PLACES.saturating_sub(decimals)));
        let factor = 10_u64.saturating_pow(u32::from(decimals.saturating_sub(PLACES)));
        let scaled = self.ten_thousandths.saturating_mul(factor);
        (
            scaled.checked_div(divisor).unwrap_or_default(),
            scaled.checked_rem(divisor).unwrap_or_default() == 0,
        )
    }
}

impl FromStr for MajorUnits {
    type Err = MajorUnitsError;

    fn from_str(text: &str) -> Result<Self, MajorUnitsError> {
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let fits = (1..=12).contains(&whole.len()) && (1..=4).contains(&places.len());
        if !fits || !whole.bytes().chain(places.bytes()).all(|b| b.is_ascii_digit()) {
            return Err(MajorUnitsError);
        }
        format!("{whole}{places:0<4}")
            .parse()
            .map(|n| Self { ten_thousandths: n })
            .map_err(|_| MajorUnitsError)
    }
}

impl fmt::Display for MajorUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, places) = (self.ten_thousandths / 10_000, self.ten_thousandths % 10_000);
        match places {
            0 => write!(f, "{whole}"),
            places => f.write_str(format!("{whole}.{places:04}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn major_units_become_minor_units() {
        let units = |text: &str| text.parse::<MajorUnits>().unwrap();
        assert_eq!(units("185000").minor_at_most(2).minor(), 18_500_000);
        assert_eq!(units("0.5").minor_at_least(2).minor(), 50);
        assert_eq!((units("0.5").minor_at_most(0).minor(), units("0.5").minor_at_least(0).minor()), (0, 1));
        assert_eq!(units("12.3450").to_string(), "12.345");
        for bad in ["", "-1", "1.", ".5", "1.23456", "1e3", "1234567890123", "1,000"] {
            assert_eq!(bad.parse::<MajorUnits>(), Err(MajorUnitsError), "{bad:?}");
        }
    }
}
