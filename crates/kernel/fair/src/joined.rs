//! Digests joined and written in base64url (RFC 4648) with no padding, so that every list has one spelling.

use core::fmt::{self, Write as _};
use core::str::FromStr;

use crate::bytes::{Bytes, Digest};

/// Digests that are written as one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined(pub Vec<Digest>);

/// The text is not whole digests in base64url.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("whole digests of 32 bytes in base64url were expected")]
pub struct JoinedError;

const SYMBOLS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

impl fmt::Display for Joined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: Vec<u8> = self.0.iter().flat_map(|digest| digest.0).collect();
        for chunk in bytes.chunks(3) {
            let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or_default());
            let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
            for shift in [18_u32, 12, 6, 0].iter().take(chunk.len().saturating_add(1)) {
                let at = usize::try_from(bits >> shift & 63).unwrap_or_default();
                f.write_char(SYMBOLS.get(at).copied().unwrap_or_default().into())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Joined {
    type Err = JoinedError;

    fn from_str(text: &str) -> Result<Self, JoinedError> {
        let bytes = read(text).ok_or(JoinedError)?;
        let (digests, rest) = bytes.as_chunks::<32>();
        let digests = digests.iter().map(|digest| Bytes(*digest)).collect();
        if rest.is_empty() { Ok(Self(digests)) } else { Err(JoinedError) }
    }
}

fn read(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let (mut bits, mut count) = (0_u16, 0_u32);
    for symbol in text.bytes() {
        bits = bits << 6 | u16::from(value(symbol)?);
        count = count.saturating_add(6);
        if let Some(rest) = count.checked_sub(8) {
            bytes.push(u8::try_from(bits >> rest).ok()?);
            bits &= !(u16::MAX << rest);
            count = rest;
        }
    }
    // What is left of the last symbol must be zeros, and fewer than a symbol has.
    (count < 6 && bits == 0).then_some(bytes)
}

/// What a symbol counts.
fn value(symbol: u8) -> Option<u8> {
    let at = SYMBOLS.iter().position(|known| *known == symbol)?;
    u8::try_from(at).ok()
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_list_has_one_spelling() {
        let one = Joined(vec![Bytes([0xfb; 32])]);
        let text = one.to_string();
        assert_eq!(text.len(), 43);
        assert_eq!(text.parse(), Ok(one));
        // The last symbol of 32 bytes has two bits that belong to no byte.
        let (whole, last) = text.split_at(42);
        assert_eq!(last, "s");
        for no in [whole.to_owned(), format!("{whole}t"), format!("{text}="), format!("{text}A")] {
            assert_eq!(no.parse::<Joined>(), Err(JoinedError), "{no}");
        }
        assert_eq!(text.replacen('-', "+", 1).parse::<Joined>(), Err(JoinedError));
    }

    proptest! {
        #[test]
        fn another_reader_and_writer_agree(digests in prop::collection::vec(any::<[u8; 32]>(), 0..9)) {
            let joined = Joined(digests.iter().copied().map(Bytes).collect());
            prop_assert_eq!(joined.to_string(), BASE64URL_NOPAD.encode(digests.as_flattened()));
            prop_assert_eq!(joined.to_string().parse(), Ok(joined));
        }

        #[test]
        fn another_reader_refuses_the_same_texts(text in "[A-Da-d0-9_=+-]{0,46}") {
            let other = BASE64URL_NOPAD.decode(text.as_bytes()).ok();
            prop_assert_eq!(read(&text), other);
        }
    }
}
