//! Encoding and decoding of messages: one JSON object per frame.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use crate::client::ClientMessage;
use crate::error::ErrorBody;
use crate::server::ServerMessage;
use crate::strict;

/// The version of the protocol. Additions keep it: clients ignore what they do not know.
pub const VERSION: &str = "punto.v1";

/// The error code of a message that cannot be decoded.
pub const MALFORMED: &str = "malformed_message";

/// The error code of a request that moves or promises money and has a field that the server does not know.
pub const UNKNOWN_FIELD: &str = "unknown_field";

/// The type of a message.
#[derive(Deserialize)]
struct Tag<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
}

impl ClientMessage {
    /// Decodes a client's message.
    ///
    /// # Errors
    /// An error body with the code [`MALFORMED`] and a message that says what is wrong and where; or with the code
    /// [`UNKNOWN_FIELD`] and the field, of a message that moves or promises money.
    pub fn decode(text: &str) -> Result<Self, Box<ErrorBody>> {
        let tag: Option<Tag<'_>> = serde_json::from_str(text).ok();
        let strict = tag.and_then(|tag| strict::read(&tag.kind, text));
        let decoded = strict.unwrap_or_else(|| serde_json::from_str(text));
        decoded.map_err(|error| {
            let message = shortened(&error.to_string());
            Box::new(ErrorBody::unknown_field(&message).unwrap_or_else(|| ErrorBody::new(MALFORMED, message)))
        })
    }
}

impl ErrorBody {
    /// The refusal of a request whose strict reading failed with this message; none when it has no unknown field.
    pub fn unknown_field(message: &str) -> Option<Self> {
        let (_, rest) = message.split_once("unknown field `")?;
        let (field, expected) = rest.split_once('`')?;
        let why = format!("the server does not know it{expected}");
        let fields = Some(Box::new(BTreeMap::from([(field.to_owned(), why)])));
        Some(Self { fields, ..Self::new(UNKNOWN_FIELD, message) })
    }
}

impl ServerMessage {
    /// Encodes the message.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a message has string keys and finite numbers only")
    }
}

/// Limits the length of an error message, which may quote a long input.
fn shortened(message: &str) -> String {
    const LONGEST: usize = 300;
    match message.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_message_gets_an_error_that_says_what_is_wrong() {
        let long = format!(r#"{{"type":"{}"}}"#, "x".repeat(10_000));
        for (text, expected) in [
            ("", "EOF while parsing"),
            ("hello", "expected value"),
            ("7", "expected internally tagged enum ClientMessage"),
            (r#"{"table_id":1}"#, "missing field `type`"),
            (r#"{"type":"bet"}"#, "unknown variant `bet`, expected one of `hello`"),
            (r#"{"type":"watch"}"#, "missing field `table_id`"),
            (r#"{"type":"watch","table_id":-1}"#, "integer `-1`"),
            (r#"{"type":"ping","nonce":1.5}"#, "floating point `1.5`"),
            (r#"{"type":"ping","nonce":1}{}"#, "trailing characters"),
            (&long, "unknown variant"),
        ] {
            let error = ClientMessage::decode(text).unwrap_err();
            assert_eq!(error.code, MALFORMED);
            assert!(error.message.contains(expected), "{text:.60}: {}", error.message);
            assert!(error.message.len() < 310);
        }
    }
}
