//! The exceptions from the size limits, `xtask/tidy-ratchet.toml`. An exception has a reason and an exact ceiling,
//! which only goes down: when a file shrinks, its ceiling must follow, and when it fits, the exception must go.

use serde::Deserialize;

use super::exceptions;
use super::tree::{File, Tree};
use super::violation::Violation;

pub(super) const PATH: &str = "xtask/tidy-ratchet.toml";

/// One file or function that may be longer than the limit, for a reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    path: String,
    /// The whole file if no function is named.
    function: Option<String>,
    ceiling: usize,
    reason: String,
}

/// A file, or a function in it.
pub(super) struct Long<'a> {
    path: &'a str,
    function: Option<String>,
    /// From 1.
    line: usize,
    lines: usize,
    limit: usize,
}

/// Reports everything long that no exception covers, and every exception that is not exact. `measured` has every file
/// and function, long or not.
pub(super) fn judge(tree: &Tree, measured: &[Long<'_>]) -> Vec<Violation> {
    let exceptions: Vec<(usize, Exception)> = match exceptions::read(tree, PATH, "allowed") {
        Ok(exceptions) => exceptions,
        Err(violation) => return vec![violation],
    };
    let long = measured.iter().filter(|long| long.lines > long.limit);
    let uncovered = long.filter(|long| !exceptions.iter().any(|(_, exception)| exception.is_for(long)));
    let inexact = exceptions.iter().filter_map(|(line, exception)| exception.judge(*line, measured));
    uncovered.map(Long::violation).chain(inexact).collect()
}

impl Exception {
    fn is_for(&self, long: &Long<'_>) -> bool {
        self.path == long.path && self.function == long.function
    }

    /// Functions of one name in one file share the exception: the longest decides.
    fn judge(&self, line: usize, measured: &[Long<'_>]) -> Option<Violation> {
        let subject = match &self.function {
            Some(function) => format!("`{function}` in {}", self.path),
            None => self.path.clone(),
        };
        let here = |what: String, instead: &str| Some(Violation::new(PATH, line, what, instead));
        if self.reason.trim().is_empty() {
            return here(format!("the exception for {subject} has no reason"), "say why it is better long");
        }
        let own = measured.iter().filter(|long| self.is_for(long));
        let Some(longest) = own.max_by_key(|long| long.lines) else {
            return here(format!("{subject} is not there"), "remove the exception");
        };
        let Long { path, lines, limit, .. } = *longest;
        if lines <= limit {
            here(format!("{subject} has {lines} lines and fits"), "remove the exception")
        } else if lines > self.ceiling {
            let what = format!("{subject} grew to {lines} lines, over its ceiling");
            let instead = format!("bring it under {}", self.ceiling + 1);
            Some(Violation::new(path, longest.line, what, instead))
        } else if lines < self.ceiling {
            let instead = format!("lower its ceiling from {} to {lines}", self.ceiling);
            here(format!("{subject} shrank to {lines} lines"), &instead)
        } else {
            None
        }
    }
}

impl<'a> Long<'a> {
    pub(super) fn new(
        file: &'a File,
        function: Option<String>,
        line: usize,
        lines: usize,
        limit: usize,
    ) -> Self {
        Self { path: &file.path, function, line, lines, limit }
    }

    fn violation(&self) -> Violation {
        let (what, instead) = match &self.function {
            Some(name) => (format!("function `{name}`"), "let it call functions that each do one thing"),
            None => ("the file".to_owned(), "split it by concern"),
        };
        let what = format!("{what} has {} lines, {} at most", self.lines, self.limit);
        Violation::new(self.path, self.line, what, instead)
    }
}
