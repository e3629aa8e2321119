//! The findings of a shoe over REST, how they were resolved, and the review of a shoe whose count differed.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card_pictures::CardPicture;
use crate::card_slot::CardSlot;
use crate::client::RoundRef;
use crate::live::{DeviceRecordRef, FindingResolution};

/// Which findings of a live table are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FindingsAsked {
    /// The number of a shoe; without it, the shoe that is in play or was last.
    pub shoe: Option<String>,
}

/// The findings of a shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Findings {
    /// The table.
    pub table_id: u32,
    /// The shoe; 0 before the first.
    pub shoe_no: u32,
    /// Its findings, newest first, also one that is open.
    pub findings: Vec<FoundFinding>,
    /// Whether its rounds wait for a review, because its count ended with a note.
    #[serde(default)]
    pub to_review: bool,
    /// Who reviewed it; none where nobody did, or nothing is to be reviewed.
    #[serde(default)]
    pub reviewed: Option<ShoeReviewed>,
    /// The names of the staff in them, by number.
    pub names: BTreeMap<u32, String>,
}

/// Who reviewed a shoe whose count ended with a note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeReviewed {
    /// The supervisor.
    pub by: u32,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What they wrote.
    pub note: String,
}

/// Says that the rounds of a shoe were reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewShoe {
    /// What the review came to, in 1 to 500 characters.
    pub note: String,
}

/// A shoe was reviewed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeReviewReceipt {
    /// The table.
    pub table_id: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// Whether the same supervisor had said the same before; then nothing happened now.
    pub repeated: bool,
    /// The review.
    pub reviewed: ShoeReviewed,
}

/// A finding, open or resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundFinding {
    /// Its number, which is that of the event that raised it.
    pub finding_no: u64,
    /// What was wrong.
    pub code: String,
    /// The round under way, or the latest one; round 0 is the time before the first one.
    pub round: RoundRef,
    /// The records it is about.
    pub records: Vec<DeviceRecordRef>,
    /// Which card of the round it is about, if it is about one.
    pub slot: Option<CardSlot>,
    /// Who saw it; none when the readings show it.
    pub seen_by: Option<u32>,
    /// The pictures that the caller may see, for supervisors once its round is over.
    #[serde(default)]
    pub pictures: Vec<CardPicture>,
    /// The card that two people said it was, such as `9h`. Left out where nobody typed one, and of a card that fell
    /// face down or was burned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<String>,
    /// When it was raised, in milliseconds since 1970.
    pub at: i64,
    /// How it was resolved; none while it is open.
    pub end: Option<FindingAnswer>,
}

/// How a finding was resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FindingAnswer {
    /// How.
    pub how: FindingResolution,
    /// Who; none when the clock did it, because nobody answered.
    pub by: Option<u32>,
    /// Who agreed, where two people have to.
    pub confirmed_by: Option<u32>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// How long it was open, in milliseconds.
    pub took_ms: i64,
    /// How many rescans the card had, or how often two people typed different cards.
    pub attempts: u8,
    /// The text of a note; none of another way, and of notes from before they had one.
    #[serde(default)]
    pub why: Option<String>,
}
