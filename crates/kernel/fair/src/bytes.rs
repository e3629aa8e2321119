//! Bytes that are read and written as hex digits in lower case, so that every value has one spelling.

use core::fmt;
use core::str::FromStr;

use data_encoding::HEXLOWER;

/// `N` bytes, written as `2 N` hex digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes<const N: usize>(pub [u8; N]);

/// A SHA-256 digest.
pub type Digest = Bytes<32>;

impl<const N: usize> Bytes<N> {
    /// All zeros.
    pub const ZERO: Self = Self([0; N]);
}

impl<const N: usize> AsRef<[u8]> for Bytes<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> fmt::Display for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl<const N: usize> fmt::Debug for Bytes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not this number of bytes in hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes are written as {} hex digits in lower case", bytes.saturating_mul(2))]
pub struct HexError {
    /// The expected number of bytes.
    pub bytes: usize,
}

impl<const N: usize> FromStr for Bytes<N> {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Self).ok_or(HexError { bytes: N })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_one_spelling() {
        let bytes = Bytes([0x00, 0x9a, 0xff]);
        assert_eq!(bytes.to_string(), "009aff");
        assert_eq!("009aff".parse(), Ok(bytes));
        for no in ["", "009af", "009aff0", "009aff00", "009AFF", "009ag0", " 09aff", "009aff\n"] {
            let error = no.parse::<Bytes<3>>().unwrap_err();
            assert_eq!(error.to_string(), "3 bytes are written as 6 hex digits in lower case", "{no:?}");
        }
    }
}
