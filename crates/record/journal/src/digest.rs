//! SHA-256 digests as values, written and read as 64 hex digits.

use core::fmt;
use core::str::FromStr;

use table::hex;
pub use table::hex::write as to_hex;

/// A SHA-256 digest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 32]);

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not this number of bytes in hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bytes} bytes are written as {} hex digits", bytes * 2)]
pub struct HexError {
    /// The expected number of bytes.
    pub bytes: usize,
}

impl FromStr for Digest {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        from_hex(text).map(Self)
    }
}

/// Exactly `N` bytes from lower- or upper-case hex digits.
///
/// # Errors
/// [`HexError`].
pub fn from_hex<const N: usize>(text: &str) -> Result<[u8; N], HexError> {
    hex::read(&text.to_ascii_lowercase()).ok_or(HexError { bytes: N })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_reads_back() {
        let digest = Digest(std::array::from_fn(|idx| u8::try_from(idx * 7).unwrap()));
        assert_eq!(digest.to_string().parse(), Ok(digest));
        assert_eq!(digest.to_string().to_uppercase().parse(), Ok(digest));
    }

    #[test]
    fn what_is_no_digest_says_what_one_is() {
        for text in ["", "00", &"0".repeat(63), &"0".repeat(66), &"g".repeat(64), &"é".repeat(32)] {
            let error = text.parse::<Digest>().unwrap_err();
            assert_eq!(error.to_string(), "32 bytes are written as 64 hex digits", "{text}");
        }
    }
}
