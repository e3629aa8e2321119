//! The one error envelope, for HTTP and for the socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why something was not done. Clients act on `code` and put it into the reader's language; `message` is English
/// for developers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ErrorBody {
    /// Stable, `snake_case`.
    pub code: String,
    /// What was wrong and what is accepted.
    pub message: String,
    /// The spot it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub spot: Option<String>,
    /// The bound that was crossed, in minor units (a limit) or as a round (a closed spot).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub limit: Option<u64>,
    /// What already counts towards that bound, in minor units.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub already: Option<u64>,
}

/// The body of every HTTP answer that is not a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ErrorEnvelope {
    /// Why.
    pub error: ErrorBody,
    /// Names this request in the server's log.
    pub request_id: String,
}
