//! The lines of a bulletin, read strictly: each value has one spelling.

use core::fmt::Display;
use core::str::FromStr;

/// Why a text is not a bulletin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line_no}: {expected} was expected")]
pub struct BulletinError {
    /// The line, counted from 1.
    pub line_no: usize,
    /// What this line should be.
    pub expected: &'static str,
}

/// The lines of a text, each with its end.
pub(super) struct Lines<'a> {
    pub(super) rest: &'a str,
    pub(super) line_no: usize,
}

impl<'a> Lines<'a> {
    /// The next line, without its end.
    pub(super) fn next(&mut self, expected: &'static str) -> Result<&'a str, BulletinError> {
        self.line_no = self.line_no.saturating_add(1);
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.wrong(expected))?;
        self.rest = rest;
        Ok(line)
    }

    pub(super) fn exact(&mut self, line: &str, expected: &'static str) -> Result<(), BulletinError> {
        if self.next(expected)? == line { Ok(()) } else { Err(self.wrong(expected)) }
    }

    /// The value on the next line, which begins with `name` and a blank.
    pub(super) fn value<T>(
        &mut self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, BulletinError> {
        let line = self.next(expected)?;
        let text = line.strip_prefix(name).and_then(|line| line.strip_prefix(' '));
        text.and_then(read).ok_or_else(|| self.wrong(expected))
    }

    /// Whether the next line begins like this.
    pub(super) fn begins(&self, with: &str) -> bool {
        self.rest.starts_with(with)
    }

    pub(super) fn end(mut self) -> Result<(), BulletinError> {
        if self.rest.is_empty() {
            return Ok(());
        }
        self.line_no = self.line_no.saturating_add(1);
        Err(self.wrong("the end of the bulletin"))
    }

    pub(super) const fn wrong(&self, expected: &'static str) -> BulletinError {
        BulletinError { line_no: self.line_no, expected }
    }
}

/// A value that is written exactly as this text: no sign, no leading zero, no second spelling.
pub(super) fn exactly<T: FromStr + Display>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|value| value.to_string() == text)
}

/// A number from 1.
pub(super) fn positive<T: FromStr + Display + Default + PartialOrd>(text: &str) -> Option<T> {
    exactly(text).filter(|number| *number > T::default())
}

#[expect(clippy::option_option, reason = "`none` is a value here, and another word is none")]
pub(super) fn or_none<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    if text == "none" { Some(None) } else { read(text).map(Some) }
}

/// `none`, or at most so many words.
pub(super) fn list<T>(text: &str, most: usize, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text == "none" {
        return Some(Vec::new());
    }
    let words: Vec<T> = text.split(' ').map(read).collect::<Option<_>>()?;
    (words.len() <= most).then_some(words)
}

/// Two words.
pub(super) fn pair<A, B>(
    text: &str,
    first: impl FnOnce(&str) -> Option<A>,
    second: impl FnOnce(&str) -> Option<B>,
) -> Option<(A, B)> {
    let (one, two) = text.split_once(' ')?;
    Some((first(one)?, second(two)?))
}

pub(super) fn rules_id(text: &str) -> Option<String> {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    ((1..=40).contains(&text.len()) && text.bytes().all(letter)).then(|| text.to_owned())
}
