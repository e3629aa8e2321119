//! Wraps text at 80 columns.

use std::fmt;

/// The width of text output.
pub(crate) const WIDTH: usize = 80;

/// Wraps a text between words and puts `margin` before each line; the last line has no line break.
///
/// A word longer than a line takes a line of its own.
pub(crate) fn wrapped(text: &str, margin: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{margin}{word}")),
        }
    }
    lines.join("\n")
}

/// Writes an indented paragraph.
pub(crate) fn write_paragraph(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "{}", wrapped(text, "  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_at_80_columns() {
        let text = format!("{} {} end", "a".repeat(39), "é".repeat(38));
        let lines = wrapped(&text, "  ");
        assert_eq!(lines.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [80, 5]);
        assert_eq!(wrapped(&"x".repeat(99), "").chars().count(), 99);
        assert_eq!(wrapped("  ", ""), "");
    }
}
