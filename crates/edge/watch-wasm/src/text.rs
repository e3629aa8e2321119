//! Values that JSON holds as their one text: digests, cards, bulletins, and digests joined in base64url.

use core::fmt::Display;
use core::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use fair::{Bytes, Digest};
use serde::{Deserialize, Deserializer, de};

/// A value that is written as its text.
pub(crate) struct Text<T>(pub(crate) T);

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

/// Digests joined and written in base64url, with no padding.
pub(crate) struct Joined(pub(crate) Vec<Digest>);

impl<'de> Deserialize<'de> for Joined {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(de::Error::custom)?;
        let (digests, rest) = bytes.as_chunks::<32>();
        if !rest.is_empty() {
            return Err(de::Error::custom("whole digests of 32 bytes in base64url were expected"));
        }
        Ok(Self(digests.iter().map(|digest| Bytes(*digest)).collect()))
    }
}
