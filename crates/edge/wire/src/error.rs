//! The one error envelope, for HTTP and for the socket.
//!
//! A refusal of the table or of the house rules has the code the table gives it, such as `betting_closed` or
//! `above_maximum`, or of the house, such as `insufficient_funds`, or `bonus_rule` with the `spots` that breach it.
//! These come from the server itself, or over HTTP from the house and its tables:
//!
//! | code | HTTP | said when |
//! |---|---|---|
//! | `malformed_request`, `malformed_message` | 400 | it cannot be read |
//! | `not_a_websocket` | 400, 426 | the socket's address is asked for anything else |
//! | `unauthenticated` | 401 | there is no token or secret, or nobody has it |
//! | `foreign_origin` | 403 | a page of somebody else's opens a socket |
//! | `same_supervisor` | 403 | who proposed a correction approves it |
//! | `unknown_path`, `unknown_table`, `unknown_house_rules`, `unknown_shoe`, `unknown_round`, `unknown_correction`, `unknown_patron` | 404 | there is no such thing |
//! | `no_supervisors` | 404 | the server was started without supervisors |
//! | `method_not_allowed` | 405 | it is there, but asked in another way |
//! | `balance_not_low`, `not_play_money` | 409 | play money is not given |
//! | `round_not_open`, `round_not_over` | 409 | the round to be voided is not under way, or the one to be corrected is |
//! | `nothing_dealt`, `nothing_to_correct` | 409 | the round has no card to correct, or stands like that already |
//! | `off_order` | 409 | the cards of a shuffled shoe are others than it dealt to the round |
//! | `correction_outdated`, `correction_withdrawn` | 409 | corrected since the dry run, or withdrawn |
//! | `not_so_much` | 409 | more was to be taken from a purse than the `limit` in it |
//! | `request_id_used` | 409 | the id was used for another adjustment, or for another correction of that table |
//! | `too_large` | 413 | the body is too long; on a socket, the close code 1009 |
//! | `not_json` | 415 | the body is said to be something else |
//! | `unacceptable`, `bad_nickname`, `bad_card`, `illegal_coup`, `no_reason`, `bad_amount` | 422 | it can be read, but a value is out of bounds |
//! | `too_many_guests`, `too_many_messages`, `too_many_attempts`, `too_many_requests` | 429 | it comes too often; `Retry-After` says when again |
//! | `internal` | 500 | what is on record is wrong; the log says what, under `request_id` |
//! | `unavailable`, `timed_out`, `too_many_sockets` | 503 | not now; the same may be sent again with the same id |
//! | `hello_first` | | the first message on a socket is another |
//!
//! A socket is closed with 1001 (the server stops), 1008 (silence, or a flood), 1009 (a message too long) or
//! 1013 (its reader is too slow: watch again with the last `seq`).

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
    /// The spots that cannot stand together, in layout order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub spots: Option<Box<[String]>>,
}

/// The body of every HTTP answer that is not a success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ErrorEnvelope {
    /// Why.
    pub error: ErrorBody,
    /// Names this request in the server's log.
    pub request_id: String,
}
