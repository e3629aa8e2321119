//! Bytes that are read and written as hex digits in lower case, so that every value has one spelling.

use core::fmt;
use core::str::FromStr;

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
        for bytes in self.0.chunks(32) {
            let mut digits = [0; 64];
            for (pair, byte) in digits.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
                *pair = [digit_of(byte >> 4), digit_of(byte & 15)];
            }
            let digits = digits.get(..bytes.len().saturating_mul(2)).unwrap_or_default();
            f.write_str(str::from_utf8(digits).unwrap_or_default())?;
        }
        Ok(())
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
        let mut bytes = [0; N];
        match read_hex(text, &mut bytes) {
            Some(()) => Ok(Self(bytes)),
            None => Err(HexError { bytes: N }),
        }
    }
}

/// Fills these bytes from exactly as many digits as they need.
fn read_hex(text: &str, bytes: &mut [u8]) -> Option<()> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return None;
    }
    for ([high, low], byte) in pairs.iter().zip(bytes) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(())
}

/// The digit of a number below 16.
fn digit_of(number: u8) -> u8 {
    b"0123456789abcdef".get(usize::from(number)).copied().unwrap_or_default()
}

/// What a digit counts; none if it is not one of lower case.
fn digit(symbol: u8) -> Option<u8> {
    match symbol {
        b'0'..=b'9' => symbol.checked_sub(b'0'),
        b'a'..=b'f' => symbol.checked_sub(b'a' - 10),
        _ => None,
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
