//! Pictures of cards: how a device signs one, and how staff at a live table find it.
//!
//! | request under `/api/v1` | query | body | answer |
//! |---|---|---|---|
//! | `PUT /devices/pictures/{digest}` | [`SignedPicture`] | the picture | nothing |
//! | `GET /tables/{id}/findings/{finding}/pictures/{picture}` | [`FindingsAsked`](crate::past_findings::FindingsAsked) | | the picture |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a device says with a picture, whose SHA-256 the path names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedPicture {
    /// The session of the device, 32 hex digits, from its `challenge`.
    pub session: String,
    /// The signature of `punto scanner picture 1`, the session and the SHA-256, each on a line: 128 hex digits.
    pub signature: String,
}

/// The picture of a card that a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardPicture {
    /// The device whose record names it.
    pub device_id: u32,
    /// The number of that record.
    pub n: u64,
    /// Its SHA-256, by which it is asked for.
    pub sha256: String,
}
