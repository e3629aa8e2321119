//! A violation of a rule: the place, and what to write instead.

use std::fmt;

/// Something that must not stay as it is.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    /// Relative to the root, with slashes.
    path: String,
    /// From 1.
    line: usize,
    what: String,
    instead: String,
}

impl Violation {
    pub(super) fn new(path: &str, line: usize, what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into(), instead: instead.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}; {}", self.path, self.line, self.what, self.instead)
    }
}
