//! Why a command is refused: an expected no, with a stable code and what would be accepted instead.

use baccarat::{ShoeError, Side, SlipRefusal};
use money::Amount;

use crate::ids::RoundRef;

/// Why a table refuses a command, in the order the reasons are judged.
///
/// A slip that was accepted before is not refused: it is answered as accepted again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The command names a round that is not the table's present one.
    #[error("round {asked} is not open at this table")]
    RoundNotOpen {
        /// The round that was named.
        asked: RoundRef,
        /// The round that takes wagers now, if one does.
        open: Option<RoundRef>,
    },
    /// The round is the present one, but its betting is over.
    #[error("betting on round {round} is closed")]
    BettingClosed {
        /// The round.
        round: RoundRef,
    },
    /// A slip without a wager.
    #[error("the slip holds no wager")]
    EmptySlip,
    /// The patron has sent too many slips in this round.
    #[error("no more than {limit} slips a round are taken from one patron")]
    TooManySlips {
        /// How many are taken.
        limit: u16,
    },
    /// The slip is against the house rules or the limits.
    #[error(transparent)]
    Slip(#[from] SlipRefusal),
    /// The table would stand to lose too much on one side.
    #[error("the table can take {accepted} more on {side} in this round (minor units)")]
    ExposureLimit {
        /// The side.
        side: Side,
        /// The largest difference between the sides.
        limit: Amount,
        /// What the slip could have added on that side.
        accepted: Amount,
    },
    /// There are no wagers to take back.
    #[error("there are no wagers of this round to take back")]
    NothingToClear,
    /// The dealer's step is not what the table waits for.
    #[error("the table is {phase}; that step is out of turn")]
    OutOfTurn {
        /// The phase it is in.
        phase: &'static str,
    },
    /// Betting was promised until later.
    #[error("betting is open for another {remaining_ms} ms")]
    BettingStillOpen {
        /// How much of the promised time is left.
        remaining_ms: u64,
    },
    /// The card cannot come out of this shoe.
    #[error(transparent)]
    ImpossibleCard(#[from] ShoeError),
}

impl Refusal {
    /// The stable code of this refusal, in snake case.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::RoundNotOpen { .. } => "round_not_open",
            Self::BettingClosed { .. } => "betting_closed",
            Self::EmptySlip => "empty_slip",
            Self::TooManySlips { .. } => "too_many_slips",
            Self::Slip(refusal) => refusal.code(),
            Self::ExposureLimit { .. } => "exposure_limit",
            Self::NothingToClear => "nothing_to_clear",
            Self::OutOfTurn { .. } => "out_of_turn",
            Self::BettingStillOpen { .. } => "betting_still_open",
            Self::ImpossibleCard(_) => "impossible_card",
        }
    }
}
