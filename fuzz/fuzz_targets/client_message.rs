//! Law: what a client sends reads as a message that writes and reads as itself, or is answered with a code and
//! a short reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wire::client::ClientMessage;
use wire::codec::{MALFORMED, UNKNOWN_FIELD};

fuzz_target!(|text: &str| {
    match ClientMessage::decode(text) {
        Ok(message) => {
            let written = serde_json::to_string(&message).expect("messages are plain structures");
            assert_eq!(ClientMessage::decode(&written), Ok(message));
        }
        Err(error) => {
            assert!([MALFORMED, UNKNOWN_FIELD].contains(&error.code.as_str()), "{}", error.code);
            assert!((1..400).contains(&error.message.len()), "{}", error.message);
        }
    }
});
