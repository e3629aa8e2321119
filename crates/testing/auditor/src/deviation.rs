//! A law that does not hold, and how a list of deviations is printed.

use std::fmt;

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The name of the law.
    pub law: &'static str,
    /// The deviation in words.
    pub what: String,
}

impl Deviation {
    /// A deviation from that law.
    pub fn new(law: &'static str, what: impl Into<String>) -> Self {
        Self { law, what: what.into() }
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.law, self.what)
    }
}

/// The first deviations as lines of a report, and how many more there are.
pub fn listed(deviations: &[Deviation], at_most: usize) -> Vec<String> {
    let mut lines: Vec<String> =
        deviations.iter().take(at_most).map(|deviation| format!("DEVIATION {deviation}")).collect();
    if deviations.len() > at_most {
        lines.push(format!("and {} more", deviations.len() - at_most));
    }
    lines
}
