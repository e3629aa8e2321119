//! Digests: SHA-256 as 64 hex digits, and the one form of JSON that is hashed.

use core::fmt;
use core::str::FromStr;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A SHA-256 digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

/// The text is no digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest is written as 64 of 0-9 and a-f")]
pub struct DigestError;

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The digest of a JSON value in its canonical form.
    pub(crate) fn of_json(value: Value) -> Self {
        Self::of(canonical(value).as_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Digest {
    type Err = DigestError;

    fn from_str(text: &str) -> Result<Self, DigestError> {
        let digit = |at: usize| match text.as_bytes().get(at) {
            Some(digit @ b'0'..=b'9') => Ok(digit - b'0'),
            Some(digit @ b'a'..=b'f') => Ok(digit - b'a' + 10),
            _ => Err(DigestError),
        };
        let mut bytes = [0; 32];
        for (idx, byte) in bytes.iter_mut().enumerate() {
            *byte = digit(2 * idx)? * 16 + digit(2 * idx + 1)?;
        }
        if text.len() == 64 { Ok(Self(bytes)) } else { Err(DigestError) }
    }
}

/// The value on one line without blanks, the members of every object in the order of their names.
///
/// This is the form of RFC 8785 for values like ours: whole numbers, and names in ASCII.
fn canonical(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn digests_read_and_print() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Digest::of(b"").to_string(), empty);
        assert_eq!(empty.parse(), Ok(Digest::of(b"")));
        let (upper, longer) = (empty.to_uppercase(), format!("{empty}0"));
        for bad in ["", &empty[1..], &longer, &upper, &empty.replace('e', "g")] {
            assert_eq!(bad.parse::<Digest>(), Err(DigestError), "{bad}");
        }
    }

    #[test]
    fn the_canonical_form_has_one_order_and_no_blanks() {
        let value = json!({"b": [1, {"d": null, "c": "é\n\u{1}\""}], "a": -5});
        assert_eq!(canonical(value), r#"{"a":-5,"b":[1,{"c":"é\n\u0001\"","d":null}]}"#);
    }
}
