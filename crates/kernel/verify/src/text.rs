//! Values that a JSON file holds as their one text: digests, cards, bulletins, leaves.

use core::fmt::Display;
use core::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use fair::{Bytes, Digest};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A value that is written as its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text<T>(pub(crate) T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

/// Digests joined and written in base64url, with no padding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Joined(pub(crate) Vec<Digest>);

impl Joined {
    /// The text.
    pub(crate) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().flat_map(|digest| digest.0).collect();
        BASE64URL_NOPAD.encode(&bytes)
    }
}

impl Serialize for Joined {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

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

/// Reads JSON into a value that refuses unknown fields. The error names the field.
pub(crate) fn read_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, (String, String)> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| (error.path().to_string(), error.into_inner().to_string()))?;
    json.end().map_err(|error| (".".to_owned(), error.to_string()))?;
    Ok(value)
}

/// The one text of a file: JSON in one line, its fields in their order, then LF.
pub(crate) fn write_json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("texts, numbers and lists are written as JSON");
    text.push('\n');
    text
}
