//! How a line is answered in JSON: the answer, or the one shape of error. Knows no command.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Appends an answer.
pub(crate) fn write_json(reply: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(reply, value).expect("plain structures are written to memory without fail");
}

/// Appends what is said of a line that cannot be read. Always false: the line was bad.
pub(crate) fn write_error(reply: &mut Vec<u8>, id: Option<&RawValue>, message: &str) -> bool {
    #[derive(Serialize)]
    struct Unreadable<'a> {
        id: Option<&'a RawValue>,
        error: ErrorBody<'a>,
    }
    #[derive(Serialize)]
    struct ErrorBody<'a> {
        code: &'static str,
        message: &'a str,
    }
    write_json(reply, &Unreadable { id, error: ErrorBody { code: "malformed_line", message } });
    false
}

/// The id of a line that is JSON but not of the right shape.
pub(crate) fn id_of(line: &str) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    serde_json::from_str::<Id<'_>>(line).ok()?.id
}
