//! How a line of JSON is read and answered: the answer, or the one shape of error. Knows no command.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::lines::Unreadable;

/// A line that cannot be read.
pub(crate) struct BadLine<'a> {
    /// Its id, if it could be found.
    pub(crate) id: Option<&'a RawValue>,
    /// What is wrong with it.
    pub(crate) message: String,
}

/// Reads a line as an object of that shape.
pub(crate) fn read<'a, T: Deserialize<'a>>(line: Result<&'a str, Unreadable>) -> Result<T, BadLine<'a>> {
    let line = line.map_err(|unreadable| BadLine { id: None, message: unreadable.to_string() })?;
    // A list would be read as the fields in their order.
    if !line.starts_with('{') {
        return Err(BadLine { id: None, message: "column 1: expected an object {...}".to_owned() });
    }
    serde_json::from_str(line).map_err(|error| BadLine { id: id_of(line), message: words_of(&error) })
}

/// The id of a line that is JSON but not of the right shape.
fn id_of(line: &str) -> Option<&RawValue> {
    #[derive(Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        id: Option<&'a RawValue>,
    }
    serde_json::from_str::<Id<'_>>(line).ok()?.id
}

/// A line is always read as line 1, so only the column is worth saying.
fn words_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(words) => format!("column {}: {words}", error.column()),
        None => text,
    }
}

/// Appends an answer.
pub(crate) fn write_json(reply: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(reply, value).expect("plain structures are written to memory without fail");
}

/// Appends what is said of a line that cannot be read.
pub(crate) fn write_bad_line(reply: &mut Vec<u8>, bad: &BadLine<'_>) {
    #[derive(Serialize)]
    struct Answer<'a> {
        id: Option<&'a RawValue>,
        error: Error<'a>,
    }
    #[derive(Serialize)]
    struct Error<'a> {
        code: &'static str,
        message: &'a str,
    }
    write_json(reply, &Answer { id: bad.id, error: Error { code: "malformed_line", message: &bad.message } });
}
