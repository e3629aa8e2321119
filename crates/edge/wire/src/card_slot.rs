//! The places of cards at a live table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where a card of a round lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub enum CardSlot {
    /// Player's first card.
    P1,
    /// Banker's first card.
    B1,
    /// Player's second card.
    P2,
    /// Banker's second card.
    B2,
    /// Player's third card.
    P3,
    /// Banker's third card.
    B3,
    /// A card that is burned.
    #[serde(rename = "burn")]
    Burn,
}
