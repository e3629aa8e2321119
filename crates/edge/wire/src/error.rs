//! The error envelope of HTTP responses and the error bodies of socket messages.
//!
//! A refusal has the code that the table or the house gives it, such as `betting_closed`, `above_maximum`,
//! `insufficient_funds`, or `bonus_rule` with the `spots` that breach it. These come from the server itself, or over
//! HTTP from the house and its tables:
//!
//! | code | HTTP | sent when |
//! |---|---|---|
//! | `malformed_request`, `malformed_message` | 400 | the request or message cannot be parsed |
//! | `not_a_websocket` | 400, 426 | a request to the socket's address is no WebSocket upgrade |
//! | `unauthenticated` | 401 | the token is missing or unknown, or the session has ended |
//! | `wrong_credentials` | 401 | a log-in, an enrolment or a proof failed; it does not say which part was wrong |
//! | `second_factor_needed` | 403 | a member of staff has not set a second factor |
//! | `not_for_programs` | 403 | a token of a program does not change credentials or end sessions |
//! | `csrf` | 403 | a request by cookie that changes something has no `X-Punto-Csrf` of its session |
//! | `own_roles` | 403 | a manager changes, disables or resets themselves |
//! | `unknown_staff`, `unknown_session`, `unknown_passkey` | 404 | there is no such member of staff, or the caller has no such session or passkey |
//! | `passkeys_need_public_url` | 409 | the operator has not set `--public-url`, which passkeys need |
//! | `last_second_factor`, `too_many_passkeys` | 409 | staff keep a second factor; nobody has more than 16 passkeys |
//! | `bad_passkey` | 422 | the answer for a new passkey is wrong, too late or from another page or session |
//! | `name_taken` | 409 | an account or a member of staff has the name, or one that looks like it |
//! | `account_exists`, `second_factor_set`, `no_second_factor`, `staff_disabled` | 409 | the account, the second factor or the member of staff is not in the state that this needs |
//! | `not_allowed` | 403 | the caller holds none of the roles that may do this; the message names them |
//! | `foreign_origin` | 403 | a page of another origin opens a socket |
//! | `same_person`, `needs_manager` | 403 | somebody approves their own adjustment; two supervisors make one above the limit |
//! | `not_independent` | 403 | of the two persons who agree, one added or reset the other, or gave them roles; or a third one did so to both who agree on an adjustment |
//! | `same_supervisor` | 403 | a supervisor approves their own correction |
//! | `unknown_path`, `unknown_table`, `unknown_house_rules`, `unknown_shoe`, `unknown_round`, `unknown_correction`, `unknown_adjustment`, `unknown_patron` | 404 | the resource does not exist; 422 for house rules that a change of a table names |
//! | `method_not_allowed` | 405 | the path does not support the method |
//! | `balance_not_low`, `not_play_money` | 409 | play money is not topped up |
//! | `round_not_open`, `round_not_over` | 409 | the round to void is not open, or the round to correct is not over |
//! | `nothing_dealt`, `nothing_to_correct` | 409 | the round has no card to correct, or ends as the correction says already |
//! | `off_order` | 409 | the cards are not those that the shuffled shoe dealt to the round |
//! | `correction_outdated`, `correction_withdrawn` | 409 | the round was corrected since the dry run, or the proposal was withdrawn |
//! | `adjustment_decided` | 409 | the proposed adjustment was approved, withdrawn or refused before |
//! | `excluded`, `paused` | 409 | the patron is excluded or has paused; `until` says until when |
//! | `stake_limit`, `loss_limit`, `time_limit` | 409 | a limit of the patron, in `own_limit`, is reached; `left` and `until` |
//! | `not_shortened`, `nothing_to_confirm` | 409 | a pause or exclusion would end sooner; no looser limit can be confirmed |
//! | `not_so_much` | 409 | the purse has less than the adjustment takes; `limit` is what it has |
//! | `request_id_used` | 409 | another adjustment, or another correction of that table, used the id |
//! | `table_exists`, `table_closed`, `table_halted` | 409 | the number of a new table is taken, or another step comes first |
//! | `too_many_revisions` | 409 | the round was corrected as often as a round may be |
//! | `not_booked` | 409 | the ledger refuses what the request leads to; the log has the cause |
//! | `too_large` | 413 | the body is too long; a socket is closed with 1009 instead |
//! | `query_too_long`, `target_too_long` | 414 | the query of a read that is put on record, or the target of any request, is too long |
//! | `not_json` | 415 | the body's content type is not JSON |
//! | `bad_name`, `bad_password`, `bad_roles`, `wrong_code` | 422 | the name, the password, the roles or the first code of a second factor is not accepted |
//! | `unacceptable`, `bad_nickname`, `bad_card`, `illegal_coup`, `no_reason`, `bad_amount`, `bad_limits`, `bad_limit`, `bad_duration`, `bad_settings`, `bad_range` | 422 | the request can be parsed, but a value is invalid |
//! | `unknown_spot`, `duplicate_spot` | 422 | the range of a patron names a spot that does not exist, or one twice |
//! | `shared_nickname` | 422 | several guests have the nickname; send the number of one |
//! | `above_limit` | 422 | one supervisor may not adjust so much alone; `limit` is what is left |
//! | `purse_full`, `table_account_full`, `house_full` | 422 | an account would come beyond its bound; `limit` is the bound |
//! | `too_many_guests`, `too_many_messages`, `too_many_attempts`, `too_many_requests`, `too_many_tickets`, `too_many_sockets`, `too_many_connections` | 429 | a rate limit is exceeded; `retry_after_ms` says how long to wait, and `Retry-After` in whole seconds |
//! | `too_many_headers` | 431 | the request has too many headers |
//! | `internal` | 500 | stored data is corrupt; the log has the cause under `request_id` |
//! | `stopping` | 503 | the server stops and opens no socket; its rounds go on after the restart |
//! | `unavailable`, `timed_out`, `busy`, `too_many_sockets`, `too_many_connections` | 503 | a temporary failure; the same request may be sent again with the same id |
//! | `hello_first` | | the first message on a socket is not `hello` |
//!
//! A socket is closed with 1001 (the server stops), 1008 (idle, or a flood of messages), 1009 (a message is too long)
//! or 1013 (the client reads too slowly: watch again with the last `seq`).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

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
