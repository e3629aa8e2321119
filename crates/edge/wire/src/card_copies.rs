//! Where the copies of a card lay that came out of a live shoe too often.
//!
//! | request under `/api/v1` | answer |
//! |---|---|
//! | `GET /tables/{id}/copies` | [`OpenCopies`] |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card_slot::CardSlot;
use crate::client::RoundRef;
use crate::live::DeviceRecordRef;

/// The copies of the card that the open finding of a live table is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct OpenCopies {
    /// None when no finding `too_many_copies` is open, or its card may lie face down.
    pub copies: Option<CardCopies>,
}

/// The copies of a card that came out of a shoe before the one that `too_many_copies` is about. One of them may have
/// been misread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardCopies {
    /// The table.
    pub table_id: u32,
    /// The number of the finding.
    pub finding_no: u64,
    /// The card, such as `6h`.
    pub card: String,
    /// The copies, round by round. One that lies face down is left out.
    pub copies: Vec<CardCopy>,
}

/// A copy of a card that came out of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardCopy {
    /// The round with which it came out; round 0 is the time before the first one.
    pub round: RoundRef,
    /// Where it lies in its round as that stands now.
    pub slot: CardSlot,
    /// The record that read it as this card; none when people said which card it is.
    pub record: Option<DeviceRecordRef>,
}
