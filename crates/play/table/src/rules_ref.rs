//! Which house rules something ran under: their id, and the digest of their document. Names them; knows not what they
//! say, and computes no digest.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex;

/// The SHA-256 digest of a house-rules document as UTF-8, as its certificate has it. Written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RulesDigest(pub [u8; 32]);

impl fmt::Display for RulesDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::write(&self.0))
    }
}

impl fmt::Debug for RulesDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the digest of house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest of house rules is 64 of 0-9 and a-f")]
pub struct RulesDigestError;

impl FromStr for RulesDigest {
    type Err = RulesDigestError;

    fn from_str(text: &str) -> Result<Self, RulesDigestError> {
        hex::read(text).map(Self).ok_or(RulesDigestError)
    }
}

impl Serialize for RulesDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RulesDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <Cow<'de, str>>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// House rules by name: the digest distinguishes two documents with one id.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RulesRef {
    /// Their id, such as `live-commission`.
    pub id: String,
    /// The digest of their document.
    pub digest: RulesDigest,
}

/// The house rules that a correction was computed by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesUsed {
    /// Which.
    #[serde(flatten)]
    pub rules: RulesRef,
    /// Whether they are those of the day of the proposal, because the shoe does not say what it ran under.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub assumed: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_has_one_form() {
        let digest = RulesDigest(std::array::from_fn(|idx| u8::try_from(idx * 7).unwrap()));
        let text = digest.to_string();
        assert_eq!(text.parse(), Ok(digest));
        for bad in ["", &text[1..], &text.to_uppercase(), &format!("{text}00"), &"é".repeat(32)] {
            assert_eq!(bad.parse::<RulesDigest>(), Err(RulesDigestError), "{bad}");
        }
    }

    #[test]
    fn what_was_used_is_written_plainly() {
        let rules = RulesRef { id: "ours".to_owned(), digest: RulesDigest([0xa5; 32]) };
        for (assumed, rest) in [(false, ""), (true, ",\"assumed\":true")] {
            let used = RulesUsed { rules: rules.clone(), assumed };
            let text = serde_json::to_string(&used).unwrap();
            assert_eq!(text, format!("{{\"id\":\"ours\",\"digest\":\"{}\"{rest}}}", "a5".repeat(32)));
            assert_eq!(serde_json::from_str::<RulesUsed>(&text).unwrap(), used);
        }
    }
}
