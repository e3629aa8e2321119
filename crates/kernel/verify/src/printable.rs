//! Values of files as a report prints them, so that no file can forge a line of a report. Knows no report.

use core::fmt;

/// Displays a value with an escape, such as `\u{1b}`, for each letter that could end a line, move the cursor, or turn
/// the direction of others.
pub(crate) struct Printable<T>(pub(crate) T);

impl<T: fmt::Display> fmt::Display for Printable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.to_string().chars() {
            match letter {
                '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                    write!(f, "{}", letter.escape_unicode())?;
                }
                letter if letter.is_control() => write!(f, "{}", letter.escape_unicode())?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}
