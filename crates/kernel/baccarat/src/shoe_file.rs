//! `.shoe` files: the coups of a shoe as text, for archives, tests and replay.
//!
//! ```text
//! shoe: 1
//! rules: live-commission
//! decks: 8
//! note: anything
//!
//! 9h Kd 4s 7c 5h
//! 6h 6d Ks Kc
//! ```
//!
//! A few `key: value` lines, a blank line, then one coup a line, its cards in deal order. `shoe` is the version of this
//! format and comes first; `rules` and `decks` are needed; `burned` (a card, or a number of cards face down, or both:
//! `7d + 7`) is optional, and any other key is kept as it is. The second part skips empty lines and lines that start
//! with `#`.

use core::fmt;
use core::str::FromStr;

use crate::card::Card;
use crate::coup::{Coup, CoupRecord};
use crate::shoe::{Shoe, ShoeEnd, ShoeError};
use crate::words::joined;

/// The version of the format this program writes and reads.
pub const VERSION: &str = "1";

/// A shoe's coups with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeFile {
    /// The id of its house rules.
    pub rules: String,
    /// How many decks it was made of, 1 to 32.
    pub decks: u8,
    /// The burned cards.
    pub burned: Option<Burned>,
    /// Other keys with their values, in order.
    pub notes: Vec<(String, String)>,
    /// Its coups, in order.
    pub coups: Vec<Coup>,
}

/// Cards burned after the shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burned {
    /// The card that was turned over.
    pub first: Option<Card>,
    /// How many went face down.
    pub face_down: u8,
}

/// A line that is wrong in a shoe file, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ShoeFileError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what is accepted.
    pub message: String,
}

/// Everything that is wrong with a shoe file, by line; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0, "\n"))]
pub struct ShoeFileErrors(pub Vec<ShoeFileError>);

impl fmt::Display for ShoeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "shoe: {VERSION}\nrules: {}\ndecks: {}", self.rules, self.decks)?;
        if let Some(burned) = self.burned {
            writeln!(f, "burned: {burned}")?;
        }
        for (key, value) in &self.notes {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f)?;
        self.coups.iter().try_for_each(|coup| writeln!(f, "{coup}"))
    }
}

impl fmt::Display for Burned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first {
            Some(card) => write!(f, "{card} + {}", self.face_down),
            None => self.face_down.fmt(f),
        }
    }
}

impl FromStr for Burned {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (first, rest) = match text.split_once('+') {
            Some((card, rest)) => (Some(card.trim().parse().map_err(|_| ())?), rest.trim()),
            None => match text.parse() {
                Ok(card) => (Some(card), "0"),
                Err(_) => (None, text),
            },
        };
        Ok(Self { first, face_down: rest.parse().map_err(|_| ())? })
    }
}

impl FromStr for ShoeFile {
    type Err = ShoeFileErrors;

    /// Reads a whole file and names every line that is wrong. The coups must also fit into one shoe.
    fn from_str(text: &str) -> Result<Self, ShoeFileErrors> {
        let mut reader = Reader::default();
        for (line, content) in (1..).zip(text.lines()) {
            reader.line = line;
            match content.trim() {
                "" if !reader.in_coups => reader.in_coups = reader.version_seen,
                header if !reader.in_coups => reader.header(header),
                coup if coup.is_empty() || coup.starts_with('#') => {}
                coup => reader.coup(coup),
            }
        }
        reader.finish()
    }
}

#[derive(Default)]
struct Reader {
    line: usize,
    version_seen: bool,
    in_coups: bool,
    rules: Option<String>,
    decks: Option<u8>,
    burned: Option<Burned>,
    notes: Vec<(String, String)>,
    coups: Vec<(usize, Coup)>,
    errors: Vec<ShoeFileError>,
}

impl Reader {
    fn complain(&mut self, message: impl Into<String>) {
        self.errors.push(ShoeFileError { line: self.line, message: message.into() });
    }

    fn header(&mut self, text: &str) {
        let Some((key, value)) = text.split_once(':') else {
            return self.complain("expected `key: value`, or a blank line before the first coup");
        };
        let (key, value) = (key.trim(), value.trim());
        if !self.version_seen && key != "shoe" {
            self.version_seen = true;
            self.complain(format!("a shoe file starts with `shoe: {VERSION}`"));
        }
        match key {
            "shoe" if self.version_seen => self.complain("`shoe` stands twice"),
            "shoe" => {
                self.version_seen = true;
                if value != VERSION {
                    self.complain(format!(
                        "this program reads version {VERSION} of shoe files, not {value:?}"
                    ));
                }
            }
            "rules" => match self.rules.replace(value.to_owned()) {
                Some(_) => self.complain("`rules` stands twice"),
                None if value.is_empty() => {
                    self.complain("`rules` names the house rules, such as live-commission");
                }
                None => {}
            },
            "decks" => match value.parse() {
                Ok(decks @ 1..=32) if self.decks.is_none() => self.decks = Some(decks),
                Ok(1..=32) => self.complain("`decks` stands twice"),
                _ => self.complain("`decks` is a whole number from 1 to 32"),
            },
            "burned" => match value.parse() {
                Ok(_) if self.burned.is_some() => self.complain("`burned` stands twice"),
                Ok(burned) => self.burned = Some(burned),
                Err(()) => self.complain("`burned` is a card, a number, or both: `7d + 7`"),
            },
            _ => self.notes.push((key.to_owned(), value.to_owned())),
        }
    }

    fn coup(&mut self, text: &str) {
        match CoupRecord::read(text.split_ascii_whitespace(), self.decks.unwrap_or(8)) {
            Ok(coup) => self.coups.push((self.line, coup)),
            Err(error) => self.complain(error.to_string()),
        }
    }

    fn finish(mut self) -> Result<ShoeFile, ShoeFileErrors> {
        self.line = self.line.max(1);
        if !self.version_seen {
            self.complain(format!("a shoe file starts with `shoe: {VERSION}`"));
        }
        if self.rules.is_none() {
            self.complain("the header has no `rules`");
        }
        match self.decks {
            None => self.complain("the header has no `decks`"),
            Some(decks) => self.check_copies(decks),
        }
        match (self.rules, self.decks) {
            (Some(rules), Some(decks)) if self.errors.is_empty() => Ok(ShoeFile {
                rules,
                decks,
                burned: self.burned,
                notes: self.notes,
                coups: self.coups.into_iter().map(|(_, coup)| coup).collect(),
            }),
            _ => Err(ShoeFileErrors(self.errors)),
        }
    }

    /// No card may come out more often than the decks hold it, nor more cards than there are.
    fn check_copies(&mut self, decks: u8) {
        let mut shoe = Shoe::new(decks, ShoeEnd::Rounds(u16::MAX));
        let burned = self.burned.map_or(Ok(false), |burned| {
            burned.first.map_or(Ok(false), |card| shoe.see(card))?;
            shoe.burn(burned.face_down)
        });
        if let Err(error) = burned {
            self.complain(format!("burned: {error}"));
        }
        let problem = self.coups.iter().find_map(|(line, coup)| {
            let error = coup.cards().into_iter().find_map(|card| shoe.see(card).err())?;
            Some((*line, error))
        });
        if let Some((line, error)) = problem {
            self.line = line;
            self.complain(match error {
                ShoeError::Empty => format!("{decks} deck(s) do not hold this many cards"),
                ShoeError::NoCopyLeft { .. } => error.to_string(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOE: &str = "shoe: 1\nrules: live-commission\ndecks: 8\nburned: 7d + 7\ntable: Salon\n\n\
                        9h Kd 4s 7c 5h\n6h 6d Ks Kc\n";

    fn errors(text: &str) -> String {
        text.parse::<ShoeFile>().expect_err("a faulty file").to_string()
    }

    #[test]
    fn a_file_reads_and_prints_the_same() {
        let file: ShoeFile = SHOE.parse().unwrap();
        assert_eq!(file.to_string(), SHOE);
        assert_eq!(file.coups.len(), 2);
        assert_eq!(file.notes, [("table".to_owned(), "Salon".to_owned())]);
    }

    #[test]
    fn comments_and_gaps_between_coups_are_passed_over() {
        let text = SHOE.replace("6h 6d", "# the second\n\n6h 6d");
        assert_eq!(text.parse(), SHOE.parse::<ShoeFile>());
    }

    #[test]
    fn every_bad_line_is_named() {
        let text = SHOE.replace("9h Kd", "9h Xx").replace("Ks Kc", "Ks");
        assert_eq!(
            errors(&text),
            "line 7: \"Xx\" is not a card: write a rank (A 2-9 T J Q K, or 10) then a suit (s h d c), such as 9h\n\
             line 8: 3 cards are not a whole coup: the next card goes to Banker"
        );
    }

    #[test]
    fn headers_are_checked() {
        assert!(errors("").contains("line 1: a shoe file starts with `shoe: 1`"));
        assert!(errors(&SHOE.replace("shoe: 1", "shoe: 2")).contains("version 1 of shoe files, not \"2\""));
        assert!(errors(&SHOE.replace("decks: 8", "decks: 0")).contains("line 3: `decks` is a whole number"));
        assert!(errors(&SHOE.replace("rules: live-commission\n", "")).contains("no `rules`"));
        assert!(errors(&SHOE.replace("7d + 7", "some")).contains("line 4: `burned` is a card"));
        assert!(errors("9h Kd 4s 7c 5h").contains("expected `key: value`"));
        assert_eq!(errors(&SHOE.replace("shoe: 1\n", "")), "line 1: a shoe file starts with `shoe: 1`");
        for header in ["shoe: 1\n", "rules: live-commission\n", "decks: 8\n", "burned: 7d + 7\n"] {
            let message = errors(&SHOE.replace(header, &header.repeat(2)));
            assert!(message.contains(" stands twice") && !message.contains('\n'), "{message}");
        }
    }

    #[test]
    fn a_shoe_cannot_deal_what_it_does_not_hold() {
        let text = "shoe: 1\nrules: r\ndecks: 1\n\n9h Kd Ks 7c\n9h 2d Qs 7d\n";
        assert_eq!(errors(text), "line 6: all 1 copies of 9h have already come out of this shoe");
        let many = format!("shoe: 1\nrules: r\ndecks: 1\nburned: 51\n\n{}", "9h Kd Ks 7c\n");
        assert_eq!(errors(&many), "line 6: 1 deck(s) do not hold this many cards");
    }
}
