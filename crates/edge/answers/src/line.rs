//! One line of input as text, before anybody knows what it asks.

use std::fmt;

/// The greatest length of a line or a document, in bytes.
pub const LONGEST: usize = 1 << 20;

/// Why a line cannot be read as text.
#[derive(Clone, Copy, Debug)]
pub enum Unreadable {
    /// Longer than [`LONGEST`].
    TooLong,
    /// Not UTF-8.
    NotUtf8,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the line is longer than {LONGEST} bytes"),
            Self::NotUtf8 => f.write_str("the line is not UTF-8 text"),
        }
    }
}

/// The text of a line, without the white space and the byte order mark around it.
pub fn text_of(line: &[u8]) -> Result<&str, Unreadable> {
    if line.len() > LONGEST {
        return Err(Unreadable::TooLong);
    }
    // Some editors put a byte order mark before the first line.
    let text = std::str::from_utf8(line).map_err(|_| Unreadable::NotUtf8)?;
    Ok(text.trim_start_matches('\u{feff}').trim_ascii())
}
