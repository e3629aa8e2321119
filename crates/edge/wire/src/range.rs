//! The range of stakes that a manager sets for one patron, over HTTP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The range of a patron, beside those of the tables and their house rules. What all of them allow is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Range {
    /// Whose.
    pub patron_id: u32,
    /// The spots that have one, in the order of the catalogue.
    pub spots: Vec<SpotRange>,
}

/// The least and the largest total stake on a spot in one round, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpotRange {
    /// The id of a spot.
    pub spot: String,
    /// The least; 0 for none.
    pub minimum: u64,
    /// The largest; none for none. 0 keeps the patron off the spot.
    pub maximum: Option<u64>,
}

/// The body of `PUT /api/v1/patrons/{patron}/range`: the whole range, in the place of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetRange {
    /// The spots with a range; without a spot, the patron has none of their own.
    pub spots: Vec<SpotRange>,
    /// Why, in up to 500 characters.
    pub why: String,
}
