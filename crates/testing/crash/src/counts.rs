//! How often the server refused a request or had a problem, by code. Knows no codes.

use std::collections::BTreeMap;

use serde::Serialize;

/// How often each code was answered.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct CodeCounts {
    pub(crate) refusals: BTreeMap<String, usize>,
    pub(crate) problems: BTreeMap<String, usize>,
}

impl CodeCounts {
    pub(crate) fn refuse(&mut self, code: &str) {
        *self.refusals.entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn fail(&mut self, code: &str) {
        *self.problems.entry(code.to_owned()).or_default() += 1;
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (code, count) in &other.refusals {
            *self.refusals.entry(code.clone()).or_default() += count;
        }
        for (code, count) in &other.problems {
            *self.problems.entry(code.clone()).or_default() += count;
        }
    }
}
