//! What is wrong with a house-rules document.

use crate::words::joined;

/// One thing that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {field}{}{message}", if .field.is_empty() { "" } else { ": " })]
pub struct RulesError {
    /// The line, from 1.
    pub line: usize,
    /// The field, such as `spots.banker.pays`; empty for a syntax error.
    pub field: String,
    /// What is wrong and what is accepted.
    pub message: String,
}

/// Everything that is wrong with a document, by line; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0, "\n"))]
pub struct RulesErrors(pub Vec<RulesError>);
