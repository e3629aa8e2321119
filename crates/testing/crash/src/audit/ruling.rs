//! Corrections as they stand in the file: what is to be true of a round, and what that means for each patron. Read with
//! types of the auditor's own; judges nothing.

use serde::Deserialize;

use super::happening::Line;
use super::record::RoundId;

/// A round of a table that is known from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RoundNo {
    shoe_no: u32,
    round_no: u16,
}

impl RoundNo {
    pub(crate) const fn at(self, table: u32) -> RoundId {
        RoundId { table, shoe_no: self.shoe_no, round_no: self.round_no }
    }
}

/// A correction as it was proposed, with its dry run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Proposal {
    pub(crate) round: RoundNo,
    pub(crate) revision: u16,
    pub(crate) ruling: Ruling,
    pub(crate) by: u32,
    pub(crate) why: String,
    pub(crate) request_id: String,
    pub(crate) cards_before: Vec<String>,
    pub(crate) patrons: Vec<Change>,
}

/// What is to be true of a round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Ruling {
    Void {},
    Cards { cards: Vec<String> },
}

/// What a correction means for a patron. No lines before or after: the round was or is void.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Change {
    pub(crate) patron: u32,
    pub(crate) staked: i64,
    pub(crate) before: Vec<Line>,
    pub(crate) after: Vec<Line>,
}

impl Change {
    /// What the patron gets more than before.
    pub(crate) fn difference(&self) -> i64 {
        self.paid(&self.after) - self.paid(&self.before)
    }

    /// What the round pays with these lines.
    pub(crate) fn paid(&self, lines: &[Line]) -> i64 {
        if lines.is_empty() { self.staked } else { lines.iter().map(|line| line.payout).sum() }
    }
}
