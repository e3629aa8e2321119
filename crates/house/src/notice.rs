//! What a patron is told in private: about their own slips, settlements and balance.

use money::Amount;
use table::event::{PlacedWager, SettledWager, VoidReason};
use table::{RequestId, RoundRef, TableId, Timestamp};

/// Something told to one patron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A slip of theirs was accepted, perhaps sent from another of their screens.
    SlipAccepted {
        /// Where.
        table: TableId,
        /// The round.
        round: RoundRef,
        /// The caller's id of the slip.
        slip_id: RequestId,
        /// All of their wagers of that round as they stand now, one line a spot.
        standing: Vec<PlacedWager>,
        /// All of those together, in minor units.
        staked: Amount,
        /// When.
        at: Timestamp,
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
        /// When.
        at: Timestamp,
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
        wagers: Vec<SettledWager>,
        /// All stakes, in minor units.
        staked: Amount,
        /// All payouts, stakes included, in minor units.
        paid: Amount,
        /// When.
        at: Timestamp,
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
        /// When.
        at: Timestamp,
    },
    /// Their cash, in minor units, after something changed it.
    Balance(Amount),
}
