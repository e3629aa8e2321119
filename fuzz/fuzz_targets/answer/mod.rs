//! The answer to a line, as the targets of lines read it.

use serde_json::Value;

/// The line that a target sends, the first of its text; none when that is blank.
pub fn line_of(text: &str) -> Option<&str> {
    Some(text.lines().next()?.trim_ascii()).filter(|line| !line.is_empty())
}

/// The answer, one line of JSON. None when it echoes an id as it stands that is a number no machine holds.
pub fn read(reply: &[u8]) -> Option<Value> {
    assert!(!reply.contains(&b'\n'), "one line");
    match serde_json::from_slice(reply) {
        Err(error) if error.to_string().contains("number out of range") => None,
        answer => Some(answer.expect("a line of JSON")),
    }
}
