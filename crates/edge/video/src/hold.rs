//! Holds: spans that are kept until somebody releases them.

use serde::{Deserialize, Serialize};

use crate::span::Span;

/// A span that is not deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// Its number at its camera, from 1; none is given twice.
    pub no: u32,
    /// What is kept.
    pub span: Span,
    /// Who holds it.
    pub by: String,
    /// Why.
    pub why: String,
    /// Since when.
    pub at: i64,
}

impl Hold {
    /// Whether this person holds this span for this reason with it.
    pub fn is_of(&self, span: Span, by: &str, why: &str) -> bool {
        (self.span, self.by.as_str(), self.why.as_str()) == (span, by, why)
    }
}

/// The holds of a camera, as their file has them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// The number of the latest one, also if it was released.
    pub last: u32,
    /// Those that hold, by number.
    pub held: Vec<Hold>,
}

impl Holds {
    /// Holds a span, under a new number.
    pub fn hold(&mut self, span: Span, by: &str, why: &str, at: i64) -> Hold {
        self.last = self.last.saturating_add(1);
        let hold = Hold { no: self.last, span, by: by.to_owned(), why: why.to_owned(), at };
        self.held.push(hold.clone());
        hold
    }

    /// Releases a hold; none when there is none of that number.
    pub fn release(&mut self, no: u32) -> Option<Hold> {
        let place = self.held.iter().position(|hold| hold.no == no)?;
        Some(self.held.remove(place))
    }
}
