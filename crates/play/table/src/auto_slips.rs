//! What Auto places, the ids of its slips, and how it ended. Data only.

use serde::{Deserialize, Serialize};

use crate::auto_stop::{StopMet, StopWatch};
use crate::ids::{RequestId, RoundRef, TableId};
use crate::wager::PlacedWager;

/// Wagers that are placed in every round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auto {
    /// The number of the event that started it.
    pub no: u64,
    /// The wagers of each round, one line a spot.
    pub wagers: Vec<PlacedWager>,
    /// In how many more rounds they are placed; never 0.
    pub rounds_left: u16,
    /// When it ends before that; none when no stop condition was chosen, or in what was written before there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopWatch>,
}

/// The Auto of a patron that ended last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedAuto {
    /// Why it ended.
    pub end: AutoEnd,
    /// How many of its rounds were left.
    pub rounds_left: u16,
}

/// Why Auto ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AutoEnd {
    /// All its rounds were played.
    Played,
    /// The patron stopped it.
    Stopped,
    /// The patron lost the seat, or left.
    SeatLost,
    /// A stop condition that they chose was met.
    Stop(StopMet),
    /// The house refuses it with this code: a slip of it, or play as such, for the patron's protection.
    Refused(String),
}

impl AutoEnd {
    /// Its name in data: `played`, `stopped`, `seat_lost`, `stop_at_loss`, `stop_at_win` or `refused`.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Stopped => "stopped",
            Self::SeatLost => "seat_lost",
            Self::Stop(StopMet::Loss) => "stop_at_loss",
            Self::Stop(StopMet::Win) => "stop_at_win",
            Self::Refused(_) => "refused",
        }
    }

    /// Why [`Event::AutoStopped`](crate::Event::AutoStopped) with this refusal ended it.
    pub fn by(refusal: Option<&str>) -> Self {
        refusal.map_or(Self::Stopped, |code| Self::Refused(code.to_owned()))
    }
}

/// What the first 16 bits of the id of every Auto slip are. The table has the next 20 bits, the number of the Auto 44,
/// the shoe 32 and the round 16.
const MARK: u128 = 0xA070;
/// The bits of the number.
const NO: u64 = 0xFFF_FFFF_FFFF;

impl Auto {
    /// The id of its slip in a round: no other slip of its patron has it.
    pub fn slip_id(&self, table: TableId, round: RoundRef) -> RequestId {
        RequestId(id_without_no(table, round) | u128::from(self.no & NO) << 48)
    }
}

fn id_without_no(table: TableId, round: RoundRef) -> u128 {
    let round_bits = u128::from(round.shoe_no) << 16 | u128::from(round.round_no);
    MARK << 112 | u128::from(table.0 & 0xF_FFFF) << 92 | round_bits
}

/// The number of the Auto that a slip with this id belongs to in a round; none for any other slip.
pub fn number_in(slip_id: RequestId, table: TableId, round: RoundRef) -> Option<u64> {
    let rest = slip_id.0 ^ id_without_no(table, round);
    u64::try_from(rest >> 48).ok().filter(|no| *no <= NO && rest.trailing_zeros() >= 48)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_slip_of_every_auto_has_an_id_of_its_own() {
        let mut ids = BTreeSet::new();
        let numbers = [1, 2, 0xFFFF, 0xF_FFFF];
        for (table, no) in numbers.iter().flat_map(|table| numbers.map(|no| (TableId(*table), u64::from(no))))
        {
            for (shoe_no, round_no) in [(1, 1), (1, 2), (2, 1), (u32::MAX, u16::MAX)] {
                let auto = Auto { no, wagers: Vec::new(), rounds_left: 1, stop: None };
                assert!(ids.insert(auto.slip_id(table, RoundRef { shoe_no, round_no })), "{table:?} {no}");
            }
        }
        let auto = Auto { no: 5, wagers: Vec::new(), rounds_left: 1, stop: None };
        let (table, round) = (TableId(3), RoundRef { shoe_no: 7, round_no: 9 });
        let id = auto.slip_id(table, round);
        assert_eq!(id.to_string(), "a0700000300000000005000000070009");
        assert_eq!(number_in(id, table, round), Some(5));
        assert_eq!(number_in(id, TableId(4), round), None);
        assert_eq!(number_in(id, table, RoundRef { round_no: 8, ..round }), None);
        assert_eq!(number_in(RequestId(id.0 ^ 1 << 127), table, round), None);
    }
}
