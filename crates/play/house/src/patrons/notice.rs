//! Private notices to a patron: about their own seats, slips, settlements and balance.

use baccarat::Side;
use money::Amount;
use table::event::{PlacedWager, SettledSpot, VoidReason};
use table::{AutoEnd, LeaveReason, RequestId, RoundRef, StopAt, TableId, Timestamp};
use verify::WagerFile;

use crate::ports::NumberedWallet;

/// A private notice with its place in the public stream of its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedNotice {
    /// The number of the public event that caused it; of the last one before, when a private event did. 0 for a notice
    /// about no table.
    pub seq: u64,
    /// The present or the latest round of the shoe on its table; none before the first one, and for a notice about no
    /// table.
    pub round: Option<RoundRef>,
    /// What it says.
    pub notice: Notice,
}

/// A private notice to one patron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// They sat down, perhaps on another of their screens.
    SeatTaken {
        /// Where.
        table: TableId,
    },
    /// They made no wager for so many rounds that they are about to lose their seat.
    Idle {
        /// Where.
        table: TableId,
        /// In how many rounds in a row.
        rounds: u16,
        /// In how many at most; they lose the seat then. None when they do not.
        limit: Option<u16>,
    },
    /// They no longer have their seat.
    SeatLeft {
        /// Where.
        table: TableId,
        /// Why.
        reason: LeaveReason,
    },
    /// The house places wagers for them in every round from now on.
    AutoStarted {
        /// Where.
        table: TableId,
        /// Which, one line a spot.
        wagers: Vec<PlacedWager>,
        /// For how many rounds.
        rounds: u16,
        /// At which loss or win it ends before that.
        stop_at: StopAt,
    },
    /// The house places no more wagers for them.
    AutoEnded {
        /// Where.
        table: TableId,
        /// Why.
        end: AutoEnd,
        /// How many rounds were left.
        rounds_left: u16,
    },
    /// A slip of theirs was accepted, perhaps sent from another of their screens.
    SlipAccepted {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The caller's id of the slip.
        slip_id: RequestId,
        /// All of their active wagers of that round, one line a spot.
        wagers: Vec<PlacedWager>,
        /// All of those together, in minor units.
        staked: Amount,
        /// In how many more rounds their Auto places wagers; none when it is off.
        auto_rounds_left: Option<u16>,
    },
    /// Their wagers of the round went back.
    WagersCleared {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The caller's id of the request; none when they left the table.
        request_id: Option<RequestId>,
        /// How much, in minor units.
        returned: Amount,
    },
    /// Betting closed on their wagers, at a shoe that has a proof.
    WagersClosed {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The wagers, and the path from them to the root that is public.
        file: Box<WagerFile>,
    },
    /// They turn the cards of a side of the round.
    Turns {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The side.
        side: Side,
    },
    /// Their wagers of a round are resolved.
    RoundSettled {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// 1 for the first settlement of a round.
        revision: u16,
        /// One line a spot.
        wagers: Vec<SettledSpot>,
        /// All stakes, in minor units.
        staked: Amount,
        /// All payouts, stakes included, in minor units.
        paid: Amount,
        /// The sum of their results since their Auto was started, in minor units; none without a stop condition.
        auto_net: Option<i64>,
    },
    /// A round they had wagers in does not count.
    RoundVoided {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// Why.
        reason: VoidReason,
        /// How much came back, in minor units.
        returned: Amount,
    },
    /// A round they had wagers in was corrected.
    RoundCorrected {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The number of the round's present settlement; 2 for the first correction.
        revision: u16,
        /// Why the round does not count now, if it does not.
        voided: Option<VoidReason>,
        /// One line a spot; empty when the round does not count.
        wagers: Vec<SettledSpot>,
        /// All stakes, in minor units.
        staked: Amount,
        /// All payouts as they are now, stakes included, in minor units; what comes back of a void round.
        paid: Amount,
        /// How much more that is than before; less when below zero. What of it the cash could not give is owed.
        difference: i64,
        /// The sum of their results since their Auto was started, in minor units; none without a stop condition.
        auto_net: Option<i64>,
    },
    /// They have had a seat for as long as they asked to be told: their time and result. They must acknowledge it
    /// before their next slip.
    RealityCheck(RealityCheck),
    /// What they have and owe, after something changed it.
    Wallet(NumberedWallet),
}

impl Notice {
    /// Whether it tells what became of wagers: how a round ended, or was corrected.
    pub const fn is_result(&self) -> bool {
        matches!(self, Self::RoundSettled { .. } | Self::RoundVoided { .. } | Self::RoundCorrected { .. })
    }

    /// The table that it is about; none when it is about no table.
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::SeatTaken { table }
            | Self::Idle { table, .. }
            | Self::SeatLeft { table, .. }
            | Self::AutoStarted { table, .. }
            | Self::AutoEnded { table, .. }
            | Self::SlipAccepted { table, .. }
            | Self::WagersCleared { table, .. }
            | Self::WagersClosed { table, .. }
            | Self::Turns { table, .. }
            | Self::RoundSettled { table, .. }
            | Self::RoundVoided { table, .. }
            | Self::RoundCorrected { table, .. } => Some(*table),
            Self::RealityCheck(_) | Self::Wallet(_) => None,
        }
    }
}

/// What a patron did since they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealityCheck {
    /// When they sat down.
    pub since: Timestamp,
    /// How long they have had a seat, in minutes.
    pub minutes: u64,
    /// The stakes of settled rounds, in minor units.
    pub staked: i64,
    /// What was staked less what was paid, in minor units: below zero after winning.
    pub lost: i64,
}
