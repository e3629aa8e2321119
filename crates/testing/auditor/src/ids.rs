//! The names of rounds and events, as the auditor and those who use it write them. Know nothing of what they name.

use std::fmt;

use serde::Deserialize;

/// A round of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct RoundId {
    /// The table.
    pub table: u32,
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted from 1 in its shoe; 0 before the first.
    pub round_no: u16,
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} round {}-{}", self.table, self.shoe_no, self.round_no)
    }
}

/// An event of a table. A correction is named by the event that proposed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct EventId {
    /// The table.
    pub table: u32,
    /// The event's number in the table's log, from 1.
    pub seq: u64,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} event {}", self.table, self.seq)
    }
}
