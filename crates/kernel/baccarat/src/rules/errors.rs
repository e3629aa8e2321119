//! What is wrong with a house-rules document.

use core::fmt;

/// One thing that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The field, such as `spots.banker.pays`; empty for a syntax error.
    pub field: String,
    /// What is wrong and what is accepted.
    pub message: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.field.is_empty() { "" } else { ": " };
        write!(f, "line {}: {}{gap}{}", self.line, self.field, self.message)
    }
}

/// Everything that is wrong with a document, by line; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesErrors(pub Vec<RulesError>);

impl fmt::Display for RulesErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, error) in self.0.iter().enumerate() {
            let gap = if idx == 0 { "" } else { "\n" };
            write!(f, "{gap}{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for RulesErrors {}
