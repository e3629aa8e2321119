//! Who and what a table speaks of: distinct newtypes, so that a patron is never taken for a table.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::hex;

/// A table of the house, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableId(pub u32);

/// A patron: the person with an account, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PatronId(pub u32);

/// A member of staff: a supervisor, a manager, an auditor or a dealer, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StaffId(pub u32);

/// A card-reading shoe that was enrolled, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DeviceId(pub u32);

/// A shoe of a table and a round of that shoe, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RoundRef {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted in its shoe.
    pub round_no: u16,
}

impl fmt::Display for RoundRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.shoe_no, self.round_no)
    }
}

/// Milliseconds since the Unix epoch, on the server's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// This many milliseconds later.
    #[must_use]
    pub fn plus_ms(self, ms: u32) -> Self {
        Self(self.0.saturating_add(ms.into()))
    }

    /// Milliseconds from this to a later time; nothing if that has passed.
    pub fn ms_until(self, later: Self) -> u64 {
        u64::try_from(later.0.saturating_sub(self.0)).unwrap_or(0)
    }
}

/// The caller-made id of a slip or another request: 128 bits, written as 32 hex digits, with or without the
/// dashes of a UUID. The same id sent twice counts once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u128);

impl RequestId {
    /// The digits as they are written, in pairs.
    fn digits(self) -> [[u8; 2]; 16] {
        self.0.to_be_bytes().map(hex::digits)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(core::str::from_utf8(self.digits().as_flattened()).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a request id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a request id is 32 hex digits, with or without the dashes of a UUID")]
pub struct RequestIdError;

impl FromStr for RequestId {
    type Err = RequestIdError;

    fn from_str(text: &str) -> Result<Self, RequestIdError> {
        let digits: String = text.chars().filter(|c| *c != '-').collect();
        let dashes_fit = text.len() == 32 || text.len() == 36;
        if digits.len() != 32 || !dashes_fit || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(RequestIdError);
        }
        u128::from_str_radix(&digits, 16).map(Self).map_err(|_| RequestIdError)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let digits = self.digits();
        let text = core::str::from_utf8(digits.as_flattened()).map_err(serde::ser::Error::custom)?;
        serializer.serialize_str(text)
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <std::borrow::Cow<'de, str>>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_ids_read_with_and_without_dashes() {
        let id: RequestId = "0123456789abcdef0123456789abcdef".parse().unwrap();
        assert_eq!("01234567-89ab-cdef-0123-456789abcdef".parse(), Ok(id));
        assert_eq!(id.to_string(), "0123456789abcdef0123456789abcdef");
        for bad in ["", "1", "+123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdeg"] {
            assert_eq!(bad.parse::<RequestId>(), Err(RequestIdError), "{bad:?}");
        }
    }

    #[test]
    fn time_runs_forward() {
        let now = Timestamp(1_000);
        assert_eq!(now.plus_ms(500).ms_until(now), 0);
        assert_eq!(now.ms_until(now.plus_ms(500)), 500);
    }
}
