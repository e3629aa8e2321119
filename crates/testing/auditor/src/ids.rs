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

impl RoundId {
    /// The id of the slip that Auto of this number places in the round.
    pub(crate) fn auto_slip(self, no: u64) -> String {
        let Self { table, shoe_no, round_no } = self;
        format!("a070{table:05x}{no:011x}{shoe_no:08x}{round_no:04x}")
    }

    /// Whether Auto placed the slip of this id in the round, under any of its numbers.
    pub fn is_auto(self, slip_id: &str) -> bool {
        let (any, id) = (self.auto_slip(0), slip_id);
        id.len() == any.len() && id.starts_with(&any[..9]) && id.ends_with(&any[20..])
    }
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

/// A public frame of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameId {
    /// The table.
    pub table: u32,
    /// The frame's number among the public events of the table, from 1.
    pub seq: u64,
}

impl fmt::Display for FrameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {} frame {}", self.table, self.seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_auto_are_recognised() {
        let round = RoundId { table: 3, shoe_no: 7, round_no: 9 };
        assert_eq!(round.auto_slip(5), "a0700000300000000005000000070009");
        assert!(round.is_auto("a0700000300000000005000000070009"));
        for other in ["a0700000400000000005000000070009", "a0700000300000000005000000070008", "a070"] {
            assert!(!round.is_auto(other), "{other}");
        }
    }
}
