//! From the words of the wire to those of the file, and back.

use wire::client::RoundRef;
use wire::server::SettledLine;

use crate::audit::{Line, RoundId};

impl From<&SettledLine> for Line {
    fn from(line: &SettledLine) -> Self {
        Self {
            spot: line.spot.clone(),
            stake: minor(line.stake),
            resolution: line.resolution.clone(),
            payout: minor(line.payout),
        }
    }
}

pub(crate) const fn id(table: u32, round: RoundRef) -> RoundId {
    RoundId { table, shoe_no: round.shoe_no, round_no: round.round_no }
}

pub(crate) const fn round_ref(round: RoundId) -> RoundRef {
    RoundRef { shoe_no: round.shoe_no, round_no: round.round_no }
}

/// An amount as the file has it. One that does not fit is none that a house could have.
pub(crate) fn minor(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}
