//! A slip of a client on its way to the house.

use table::Timestamp;
use wire::client::{RoundRef, SlipWager};

/// A slip as it was sent, without its wagers.
pub(super) struct SentSlip {
    pub(super) table_id: u32,
    pub(super) round: RoundRef,
    pub(super) slip_id: String,
    pub(super) received_at: Timestamp,
}

/// A slip as it was sent, with its wagers.
pub(super) type WholeSlip = (SentSlip, Vec<SlipWager>);
