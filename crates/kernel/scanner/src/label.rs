//! Short texts of a device that people read, such as the label of a shoe. Knows no frame.

use core::fmt;
use core::str::FromStr;

/// A text of `LEAST` to `MOST` characters, all of which a screen shows as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label<const LEAST: usize, const MOST: usize>(String);

/// A text is no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{least} to {most} characters were expected, without control characters")]
pub struct LabelError {
    /// The fewest characters.
    pub least: usize,
    /// The most characters.
    pub most: usize,
}

impl<const LEAST: usize, const MOST: usize> Label<LEAST, MOST> {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const LEAST: usize, const MOST: usize> FromStr for Label<LEAST, MOST> {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Self, LabelError> {
        let fits = (LEAST..=MOST).contains(&text.chars().count());
        let label = (fits && !text.contains(is_unseen)).then(|| Self(text.to_owned()));
        label.ok_or(LabelError { least: LEAST, most: MOST })
    }
}

impl<const LEAST: usize, const MOST: usize> fmt::Display for Label<LEAST, MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a letter could end a line, move the cursor, or turn the direction of others.
fn is_unseen(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_as_many_characters_as_it_may_and_shows_them_all() {
        for good in ["B", "BOX-0117", "鞋鞋鞋鞋鞋鞋鞋鞋", "a \"b\\"] {
            assert_eq!(good.parse::<Label<1, 8>>().map(|label| label.to_string()), Ok(good.to_owned()));
        }
        for bad in ["", "123456789", "a\nb", "a\u{7f}", "a\u{202e}b", "\u{85}"] {
            assert_eq!(bad.parse::<Label<1, 8>>(), Err(LabelError { least: 1, most: 8 }), "{bad:?}");
        }
        assert!("".parse::<Label<0, 8>>().is_ok());
    }
}
