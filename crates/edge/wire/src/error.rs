//! The error envelope of HTTP responses and the error bodies of socket messages.
//!
//! `docs/CODES.md` lists every code with its statuses, its meaning and what a client does. It is written from the
//! catalogue in the server, which a test compares with the refusals of the house.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The error code of a message that cannot be decoded.
pub const MALFORMED: &str = "malformed_message";

/// The error code of a request that moves or promises money and has a field that the server does not know.
pub const UNKNOWN_FIELD: &str = "unknown_field";

/// Why a request or message was refused or failed. Clients act on `code`; `message` is English for developers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ErrorBody {
    /// A stable code in `snake_case`.
    pub code: String,
    /// What was wrong and what is accepted.
    pub message: String,
    /// The spot that the error is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub spot: Option<String>,
    /// The limit that was exceeded: an amount in minor units, or a round for a closed spot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limit: Option<u64>,
    /// What already counts towards that limit, in minor units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub already: Option<u64>,
    /// The patron's own limit that was reached, by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub own_limit: Option<String>,
    /// What could be staked instead, in minor units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left: Option<u64>,
    /// Until when this is refused, on the server's clock; none when it has no end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub until: Option<i64>,
    /// The server's clock, beside `until`: the difference of both is how long to wait, also for a client with a wrong
    /// clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub now: Option<i64>,
    /// How long to wait before the same request or message may succeed, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after_ms: Option<u64>,
    /// What would be accepted at most in addition, in minor units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub accepted: Option<u64>,
    /// What limits the stake: `house_rules`, `table`, or `own_range`, which a manager sets for one patron.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub limited_by: Option<String>,
    /// The spots whose wagers breach a rule together, in layout order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub spots: Option<Box<[String]>>,
    /// The fields of the request that are not acceptable, each with its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fields: Option<Box<BTreeMap<String, String>>>,
}

/// The body of every HTTP error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ErrorEnvelope {
    /// The error.
    pub error: ErrorBody,
    /// The id of this request, which the server's log has too.
    pub request_id: String,
}
