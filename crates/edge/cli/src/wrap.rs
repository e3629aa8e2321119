//! Prose in lines of 80 columns. Knows characters, not words.

use std::fmt;

/// How wide texts for people are.
pub(crate) const WIDTH: usize = 80;

/// The text broken between words, each line after `margin`, without an end to the last one. A word longer
/// than a line stands on a line of its own.
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

/// Writes a paragraph under a table.
pub(crate) fn note(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
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
