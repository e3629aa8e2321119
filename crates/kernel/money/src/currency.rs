//! Currencies: a code and how many decimals people write. Knows no exchange rates.

use core::fmt;
use core::str::FromStr;

use crate::Amount;

/// A currency: a code of three to eight capital letters or digits (ISO 4217 where it has one) and the number
/// of decimals its amounts are written with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    code: [u8; 8],
    decimals: u8,
}

impl Currency {
    /// Play money: worth nothing, with two decimals, always marked as such on screens.
    pub const PLAY: Self = Self { code: *b"PLAY\0\0\0\0", decimals: 2 };

    /// The currency `code` whose amounts have `decimals` decimals.
    ///
    /// # Errors
    /// [`CurrencyError`] when the code is not three to eight of `A-Z 0-9`, or there are more than 4 decimals.
    pub fn new(code: &str, decimals: u8) -> Result<Self, CurrencyError> {
        let fits = (3..=8).contains(&code.len()) && decimals <= 4;
        if !fits || !code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()) {
            return Err(CurrencyError);
        }
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(code.bytes()).for_each(|(slot, b)| *slot = b);
        Ok(Self { code: bytes, decimals })
    }

    /// The code, such as `EUR`.
    pub fn code(&self) -> &str {
        let end = self.code.iter().position(|b| *b == 0).unwrap_or(self.code.len());
        core::str::from_utf8(self.code.get(..end).unwrap_or_default()).unwrap_or_default()
    }

    /// How many decimals amounts are written with.
    pub const fn decimals(&self) -> u8 {
        self.decimals
    }

    /// The amount in major units with thousands separators, for logs and the command line: `185,000.00`.
    /// Screens format by the reader's locale instead.
    pub fn format(&self, amount: Amount) -> String {
        let scale = 10_u64.saturating_pow(u32::from(self.decimals));
        let (major, minor) = (
            amount.minor().checked_div(scale).unwrap_or_default(),
            amount.minor().checked_rem(scale).unwrap_or_default(),
        );
        let digits = major.to_string();
        let thousands = digits.as_bytes().rchunks(3).rev();
        let text = thousands.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",");
        match usize::from(self.decimals) {
            0 => text,
            width => format!("{text}.{minor:0width$}"),
        }
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Currency({self}, {})", self.decimals)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl FromStr for Currency {
    type Err = CurrencyError;

    /// A bare code, taken with two decimals.
    fn from_str(code: &str) -> Result<Self, CurrencyError> {
        Self::new(code, 2)
    }
}

/// The text is not a currency code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a currency is three to eight of A-Z and 0-9, with at most 4 decimals")]
pub struct CurrencyError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_in_major_units() {
        let eur = Currency::new("EUR", 2).unwrap();
        let jpy = Currency::new("JPY", 0).unwrap();
        let amount = |minor| Amount::new(minor).unwrap();
        assert_eq!(eur.format(amount(18_500_000)), "185,000.00");
        assert_eq!(eur.format(amount(5)), "0.05");
        assert_eq!(eur.format(amount(100_099)), "1,000.99");
        assert_eq!(jpy.format(amount(1_234_567)), "1,234,567");
    }

    #[test]
    fn codes_are_checked() {
        assert_eq!(Currency::PLAY.code(), "PLAY");
        assert_eq!("USDT".parse::<Currency>().unwrap().to_string(), "USDT");
        for bad in ["", "EU", "eur", "TOOLONGCODE", "E R", "€€€"] {
            assert_eq!(Currency::new(bad, 2), Err(CurrencyError), "{bad:?}");
        }
        assert_eq!(Currency::new("EUR", 5), Err(CurrencyError));
    }
}
