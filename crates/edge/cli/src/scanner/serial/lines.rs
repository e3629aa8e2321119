//! The lines in a stream of bytes. Knows no port and no frame.

use scanner::envelope::LONGEST;

/// Cuts bytes into lines, however they come.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// What came of the line that has no end yet.
    begun: Vec<u8>,
    /// Whether the line under way is thrown away.
    is_skipped: bool,
}

/// A line, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end.
    Text(String),
    /// A line was longer than a frame may be. It is reported before its end, and all of it is thrown away.
    TooLong,
    /// A line was not UTF-8 text.
    NotText,
}

impl Lines {
    /// Takes bytes; gives the lines that end in them. Empty lines are passed over.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Vec<Line> {
        bytes.iter().filter_map(|byte| self.take(*byte)).collect()
    }

    /// Throws the line under way away, up to its end.
    pub(super) fn abandon(&mut self) {
        self.is_skipped |= !self.begun.is_empty();
        self.begun.clear();
    }

    fn take(&mut self, byte: u8) -> Option<Line> {
        match byte {
            b'\n' if self.is_skipped => {
                self.is_skipped = false;
                None
            }
            b'\n' if self.begun.is_empty() => None,
            b'\n' => {
                let text = String::from_utf8(std::mem::take(&mut self.begun));
                Some(text.map_or(Line::NotText, Line::Text))
            }
            _ if self.is_skipped => None,
            _ if self.begun.len() == LONGEST => {
                self.begun.clear();
                self.is_skipped = true;
                Some(Line::TooLong)
            }
            byte => {
                self.begun.push(byte);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_endless_line_is_told_once_and_the_next_line_is_whole() {
        let mut lines = Lines::default();
        let longest = "x".repeat(LONGEST);
        assert_eq!(lines.feed(format!("{longest}\n").as_bytes()), [Line::Text(longest.clone())]);
        assert_eq!(lines.feed(format!("{longest}yz").as_bytes()), [Line::TooLong]);
        assert_eq!(lines.feed(longest.as_bytes()), []);
        assert_eq!(lines.feed(b"tail\n\n\nnext\r\n"), [Line::Text("next\r".to_owned())]);
        assert_eq!(lines.feed(b"\xff\xfe\nok\n"), [Line::NotText, Line::Text("ok".to_owned())]);
    }

    #[test]
    fn an_abandoned_line_ends_where_the_next_begins() {
        let mut lines = Lines::default();
        lines.abandon();
        assert_eq!(lines.feed(b"one\ntw"), [Line::Text("one".to_owned())], "nothing was under way");
        lines.abandon();
        assert_eq!(lines.feed(b"o\nthree\n"), [Line::Text("three".to_owned())]);
    }

    proptest! {
        #[test]
        fn any_split_of_the_bytes_gives_the_same_lines(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'{'), any::<u8>()], 0..200),
            at in 0usize..200,
        ) {
            let (first, rest) = bytes.split_at(at.min(bytes.len()));
            let mut parts = Lines::default();
            let mut split = parts.feed(first);
            split.extend(parts.feed(rest));
            prop_assert_eq!(split, Lines::default().feed(&bytes));
        }
    }
}
