//! How patrons turn the cards of a table, as it is and as somebody changes it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How patrons turn the cards of a table, from its next round on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableSqueeze {
    /// The least stake on a side that lets a patron turn its cards, in minor units.
    pub from: u64,
    /// How long the first four cards are turned, in milliseconds.
    pub ms: u32,
    /// How long a third card is turned, in milliseconds.
    pub third_ms: u32,
}

/// How patrons turn the cards of a table, as far as somebody gives it; what is left out stays as it is, or as built in
/// where no card was turned before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SqueezeChange {
    /// The least stake on a side that lets a patron turn its cards, in minor units; 0 for none at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub from: Option<u64>,
    /// How long the first four cards are turned, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ms: Option<u32>,
    /// How long a third card is turned, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub third_ms: Option<u32>,
}
