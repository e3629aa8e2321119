//! The exceptions from the size limits, `xtask/tidy-ratchet.toml`. An exception has a reason and an exact ceiling,
//! which only goes down: when a file shrinks, its ceiling must follow, and when it fits, the exception must go.

use toml::de::{DeTable, DeValue};

use super::manifest::line_at;
use super::tree::Tree;
use super::violation::Violation;

pub(super) const PATH: &str = "xtask/tidy-ratchet.toml";

/// One file or function that may be longer than the limit, for a reason.
struct Exception {
    path: String,
    /// The whole file if no function is named.
    function: Option<String>,
    ceiling: usize,
    line: usize,
}

/// The exceptions, and the entries that cannot be read.
pub(super) struct Ratchet {
    exceptions: Vec<Exception>,
    misread: Vec<Violation>,
}

/// Something long: a file, or a function in it.
pub(super) struct Long<'a> {
    pub(super) path: &'a str,
    pub(super) function: Option<&'a str>,
    /// From 1.
    pub(super) line: usize,
    pub(super) lines: usize,
    pub(super) limit: usize,
}

impl Ratchet {
    pub(super) fn of(tree: &Tree) -> Self {
        let text = tree.text(PATH).unwrap_or_default();
        let mut ratchet = Self { exceptions: Vec::new(), misread: Vec::new() };
        match DeTable::parse(text) {
            Err(error) => ratchet.misread(1, error.message()),
            Ok(document) => {
                let list = document.get_ref().get("allowed").and_then(|list| list.get_ref().as_array());
                for entry in list.into_iter().flat_map(|list| list.iter()) {
                    let line = line_at(text, entry.span().start);
                    match exception(entry.get_ref(), line) {
                        Some(exception) => ratchet.exceptions.push(exception),
                        None => ratchet.misread(line, "an exception without its path, ceiling or reason"),
                    }
                }
            }
        }
        ratchet
    }

    fn misread(&mut self, line: usize, what: &str) {
        let instead = "write path, function (if it is one), ceiling and reason";
        self.misread.push(Violation::new(PATH, line, what, instead));
    }

    /// Reports everything long that no exception covers, and every exception that is not exact. `measured` has every
    /// file and function, long or not.
    pub(super) fn judge(self, measured: &[Long<'_>]) -> Vec<Violation> {
        let covered = |long: &&Long<'_>| !self.exceptions.iter().any(|exception| exception.is_for(long));
        let too_long =
            measured.iter().filter(|long| long.lines > long.limit).filter(covered).map(Long::violation);
        let inexact = self.exceptions.iter().filter_map(|exception| exception.judge(measured));
        let mut found: Vec<Violation> = too_long.chain(inexact).collect();
        found.extend(self.misread);
        found
    }
}

fn exception(entry: &DeValue<'_>, line: usize) -> Option<Exception> {
    let text = |name: &str| entry.get(name).and_then(|value| value.get_ref().as_str());
    text("reason").filter(|reason| !reason.trim().is_empty())?;
    Some(Exception {
        path: text("path")?.to_owned(),
        function: text("function").map(str::to_owned),
        ceiling: entry.get("ceiling")?.get_ref().as_integer()?.as_str().parse().ok()?,
        line,
    })
}

impl Exception {
    fn is_for(&self, long: &Long<'_>) -> bool {
        self.path == long.path && self.function.as_deref() == long.function
    }

    /// Functions of one name in one file share the exception: the longest decides.
    fn judge(&self, measured: &[Long<'_>]) -> Option<Violation> {
        let at = |what: String, instead: String| Some(Violation::new(PATH, self.line, what, instead));
        let longest = measured.iter().filter(|long| self.is_for(long)).max_by_key(|long| long.lines);
        match longest {
            None => at(format!("{} is not there", self.subject()), "remove the exception".to_owned()),
            Some(long) if long.lines <= long.limit => at(
                format!("{} has {} lines and fits", self.subject(), long.lines),
                "remove the exception".to_owned(),
            ),
            Some(long) if long.lines > self.ceiling => {
                let what = format!("{} grew to {} lines, over its ceiling", self.subject(), long.lines);
                Some(Violation::new(
                    long.path,
                    long.line,
                    what,
                    format!("bring it under {}", self.ceiling + 1),
                ))
            }
            Some(long) if long.lines < self.ceiling => at(
                format!("{} shrank to {} lines", self.subject(), long.lines),
                format!("lower its ceiling from {} to {}", self.ceiling, long.lines),
            ),
            Some(_) => None,
        }
    }

    fn subject(&self) -> String {
        match &self.function {
            Some(function) => format!("`{function}` in {}", self.path),
            None => self.path.clone(),
        }
    }
}

impl Long<'_> {
    fn violation(&self) -> Violation {
        let (what, instead) = match self.function {
            Some(name) => (format!("function `{name}`"), "let it call functions that each do one thing"),
            None => ("the file".to_owned(), "split it by concern"),
        };
        let what = format!("{what} has {} lines, {} at most", self.lines, self.limit);
        Violation::new(self.path, self.line, what, instead)
    }
}
