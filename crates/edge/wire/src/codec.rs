//! Encoding and decoding of messages: one JSON object per frame.

use std::borrow::Cow;

use serde::Deserialize;

use crate::client::ClientMessage;
use crate::error::ErrorBody;
pub use crate::error::{MALFORMED, UNKNOWN_FIELD};
use crate::server::ServerMessage;
use crate::{misfit, strict};

/// The version of the protocol. Additions keep it: clients ignore what they do not know.
pub const VERSION: &str = "punto.v1";

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
        strict.unwrap_or_else(|| misfit::read(text.as_bytes(), MALFORMED))
    }
}

impl ServerMessage {
    /// Encodes the message.
    pub fn encode(&self) -> String {
        serde_json::to_string(self).expect("a message has string keys and finite numbers only")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_malformed_message_gets_an_error_that_says_what_is_wrong() {
        let long = format!(r#"{{"type":"{}"}}"#, "x".repeat(10_000));
        for (text, expected) in [
            ("", "the text is empty"),
            (r#"{"type":"watch""#, "the JSON breaks off at line 1, column 15"),
            ("hello", "the text is no JSON, or too large a number, at line 1, column 1"),
            (r#"{"type":"ping","nonce":1}{}"#, "the text is no JSON"),
            ("7", "the JSON is 7; send an object with `type`"),
            (r#"{"table_id":1}"#, "`type` is missing; send one of `hello`, `watch`"),
            (r#"{"type":"bet"}"#, "`type` is \"bet\"; send one of `hello`, `watch`"),
            (r#"{"type":"watch"}"#, "`table_id` is missing; send a whole number from 0 to 4294967295"),
            (
                r#"{"type":"watch","table_id":-1}"#,
                "`table_id` is -1; send a whole number from 0 to 4294967295",
            ),
            (r#"{"type":"watch","table_id":1,"table_id":2}"#, "`table_id` stands twice"),
            (r#"{"type":"ping","nonce":5.0}"#, "`nonce` is 5.0; send a whole number"),
            (r#"{"type":"ping","nonce":1e2}"#, "without a decimal point or an exponent"),
            (r#"{"type":"hello","token":[]}"#, "`token` is a list; send null or a string"),
            (&long, "`type` is \"xxx"),
        ] {
            let error = ClientMessage::decode(text).unwrap_err();
            assert_eq!(error.code, MALFORMED);
            assert!(error.message.contains(expected), "{text:.60}: {}", error.message);
            assert!(error.message.len() < 310);
        }
    }
}
