//! Encoding and decoding of messages: one JSON object per frame.

use crate::client::ClientMessage;
use crate::error::ErrorBody;
use crate::server::ServerMessage;

/// The error code of a message that cannot be decoded.
pub const MALFORMED: &str = "malformed_message";

impl ClientMessage {
    /// Decodes a client's message.
    ///
    /// # Errors
    /// An error body with the code [`MALFORMED`] and a message that says what is wrong and where.
    pub fn decode(text: &str) -> Result<Self, Box<ErrorBody>> {
        let body = |error: serde_json::Error| ErrorBody::new(MALFORMED, shortened(&error.to_string()));
        serde_json::from_str(text).map_err(|error| Box::new(body(error)))
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
            (r#"{"type":"watch","table_id":1,"speed":2}"#, "unknown field `speed`"),
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
