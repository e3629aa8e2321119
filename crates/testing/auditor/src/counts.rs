//! How often something happened, by name: the codes of answers, the kinds of faults. Knows no names.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts(pub BTreeMap<String, u64>);

impl Counts {
    /// Counts one more of a name.
    pub fn count(&mut self, name: &str) {
        self.add(name, 1);
    }

    /// Adds to the count of a name. What never happened has no entry.
    pub fn add(&mut self, name: &str, count: u64) {
        if count > 0 {
            *self.0.entry(name.to_owned()).or_default() += count;
        }
    }

    /// Adds all counts of another.
    pub fn add_all(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            self.add(name, *count);
        }
    }
}
