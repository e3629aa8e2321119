//! The catalogue of codes: every code that an answer or a message of this server may have, with its statuses, its
//! meaning and what a client does.
//!
//! Knows no request: `problem` and `refusal` make the answers. A test compares this list with the
//! refusals of the house and with the codes in this crate.

/// A code of an error.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// The code.
    pub name: &'static str,
    /// The HTTP statuses with which it is sent; none for a code of the socket alone.
    pub statuses: &'static [u16],
    /// What it means.
    pub means: &'static str,
    /// What a client does.
    pub then: &'static str,
}

const fn code(name: &'static str, statuses: &'static [u16], means: &'static str, then: &'static str) -> Code {
    Code { name, statuses, means, then }
}

/// The code of that name.
pub fn find(name: &str) -> Option<&'static Code> {
    ALL.iter().find(|code| code.name == name)
}

const FIX: &str = "correct the request; it fails in the same way again";
const LOG_IN: &str = "log in, or get a guest, and send the new token";
const WAIT: &str = "wait for the milliseconds in `retry_after_ms`, then send it again";
const AGAIN: &str = "send it again with the same id; it counts once";
const READ: &str = "read the resource again and let the person decide";
const TELL: &str = "tell the person; nothing else is needed";
const FEWER: &str = "stake within `limit`, or less";
const NONE: &[u16] = &[];

/// Every code, by area.
#[rustfmt::skip]
pub const ALL: &[Code] = &[
    // The request itself.
    code("malformed_request", &[400], "the body, the query or the path does not fit the OpenAPI document", FIX),
    code("unknown_field", &[400], "a request that moves or promises money has a field that the server does not know, in `fields`", "leave the field out"),
    code("unknown_version", &[400], "a client offers subprotocols `punto.*`, and not the one that the server speaks", "offer `punto.v1`"),
    code("malformed_message", NONE, "the message on the socket does not fit the JSON Schema", FIX),
    code("hello_first", NONE, "the first message on a socket is not `hello`", "send `hello`, then the message"),
    code("not_a_websocket", &[400, 405, 426], "the request to the socket's address is no WebSocket upgrade", FIX),
    code("unknown_path", &[404], "the server has no such path", FIX),
    code("method_not_allowed", &[405], "the path does not support the method; `Allow` names those it supports", FIX),
    code("too_large", &[413], "the body is too long; a socket is closed with 1009 instead", FIX),
    code("query_too_long", &[414], "a read that is put on record has too long a query", "ask for less at once"),
    code("target_too_long", &[414], "the path with its query is too long", "ask for less at once"),
    code("too_many_headers", &[431], "the request has too many headers, or too long ones", "send fewer"),
    code("not_json", &[415], "the content type of the body is not `application/json`", FIX),
    code("unacceptable", &[422], "the request fits the document, and a value or a combination does not make sense", FIX),
    // Who calls.
    code("unauthenticated", &[401], "the token is missing or unknown, or the session has ended", LOG_IN),
    code("wrong_credentials", &[401], "a log-in, an enrolment or a proof failed; it does not say which part", "ask the person again"),
    code("not_allowed", &[403], "the caller holds none of the roles that may do this; the message names them", TELL),
    code("second_factor_needed", &[403], "a member of staff has not set a second factor", "set one, then send it again"),
    code("not_for_programs", &[403], "a token of a program does not change credentials or end sessions", "use a session of a person"),
    code("only_deals", &[403], "the session began at a table with a PIN, which is for dealing there alone", "log in with the password"),
    code("console_closed", &[403], "the number and the PIN were not sent from an open console of the table; neither was looked at", "a supervisor opens the console there"),
    code("pin_locked", &[403], "the PIN of a dealer was wrong five times", "a supervisor unlocks it"),
    code("csrf", &[403], "a request by cookie that changes something has no `X-Punto-Csrf` of its session", "send the value that the log-in gave"),
    code("foreign_origin", &[403], "a page of another origin opens a socket", "the operator allows the origin with `--origin`"),
    code("own_roles", &[403], "a manager changes, disables or resets themselves", "another manager does it"),
    code("not_independent", &[403], "the two persons who agree do not count as two, because of who added or reset them, or chose the PIN of the other", "somebody else approves"),
    code("same_person", &[403], "somebody agrees to what they proposed themselves, in any role, or approves a device that came with their own code", "somebody else agrees"),
    code("same_supervisor", &[403], "a supervisor approves their own correction", "another supervisor approves"),
    code("bad_enrolment", &[401], "the code of a device or its signature is wrong; it does not say which part", "ask a supervisor for a new code"),
    code("needs_manager", &[403], "a supervisor approves an adjustment of a supervisor", "a manager approves"),
    // Accounts, sessions and credentials.
    code("bad_nickname", &[422], "the nickname is not accepted; the message says why", "ask for another one"),
    code("bad_name", &[422], "the name is not accepted; the message says why", "ask for another one"),
    code("bad_display_name", &[422], "the display name is not accepted; the message says why", "ask for another one"),
    code("bad_password", &[422], "the password is too short, too long or too easily guessed", "ask for another one"),
    code("bad_pin", &[422], "a PIN has not six digits, or is a first guess such as 123456", "ask for another one"),
    code("bad_roles", &[422], "a role is unknown, or there is none", FIX),
    code("roles_not_held", &[422], "a token would have roles that its owner lacks", FIX),
    code("bad_time", &[422], "a token would last too short or too long", FIX),
    code("wrong_code", &[422], "the first code of a new second factor is wrong", "ask for the code again"),
    code("bad_passkey", &[422], "the answer for a new passkey is wrong, too late, or from another page or session", "begin again"),
    code("name_taken", &[409], "an account or a member of staff has the name, or one that looks like it", "ask for another one"),
    code("account_exists", &[409], "the guest has an account already", "log in to it"),
    code("second_factor_set", &[409], "a second factor is set already", "remove it first"),
    code("no_second_factor", &[409], "no second factor is set, or none waits for its first code", "set one first"),
    code("last_second_factor", &[409], "staff keep a second factor", "add another one first"),
    code("too_many_passkeys", &[409], "the caller has as many passkeys as one may have", "remove one first"),
    code("passkeys_need_public_url", &[409], "the operator has not set `--public-url`, which passkeys need", "offer no passkeys"),
    code("no_dealer", &[409], "the member of staff is no dealer", READ),
    code("no_pin", &[409], "the dealer has no PIN", "set one first"),
    code("deals_elsewhere", &[409], "the dealer sits at another table; the message names it", "stand up there first"),
    code("staff_disabled", &[409], "the member of staff is disabled", READ),
    code("bad_key", &[422], "the text is no public key that may be enrolled", FIX),
    code("key_known", &[409], "a device has the key, or had it", "make a new key"),
    code("other_fingerprint", &[409], "the fingerprint is that of another key than the device has", "read it from the device again"),
    code("new_key_needed", &[409], "the key of the device signed two histories", "revoke it and enrol the device with a new key"),
    code("device_standing", &[409], "the standing of the device does not allow it; the message names it", READ),
    code("play_money_only", &[409], "a simulated device would speak for a table without play money", "choose another table"),
    code("unknown_device", &[404], "there is no such device", READ),
    code("unknown_staff", &[404], "there is no such member of staff", READ),
    code("unknown_console", &[404], "there is no such dealer's console", READ),
    code("unknown_name", &[404], "no member of staff has this name", READ),
    code("unknown_session", &[404], "the caller has no such session", READ),
    code("unknown_passkey", &[404], "the caller has no such passkey", READ),
    // What a path or a body names.
    code("unknown_table", &[404], "there is no such table", "read the list of tables again"),
    code("unknown_house_rules", &[404, 422], "there are no such house rules; 422 when a change of a table names them", FIX),
    code("unknown_shoe", &[404], "the table has no such shoe", READ),
    code("no_proof", &[404], "the shoe was opened before shoes had a proof, the house deals no provable ones, or no device read the cards", READ),
    code("not_sealed", &[404], "the order of the shoe is not sealed, or it has no proof", "ask again after its bulletin `sealed`"),
    code("shoe_in_play", &[409], "the shoe is not over, so its records would tell cards that are face down", "ask again when the next shoe is loaded"),
    code("unknown_round", &[404], "the table has no such round", READ),
    code("unknown_correction", &[404], "the table has no such correction", READ),
    code("unknown_adjustment", &[404], "there is no such proposed adjustment", READ),
    code("unknown_patron", &[404], "there is no such patron", READ),
    // A shoe and the numbers that go into it.
    code("nonce_not_open", NONE, "the shoe takes no such number now: a pledge before its bulletin `pledged`, a number between `pledged` and `revealed`", "wait for the next shoe"),
    code("nonce_withheld", NONE, "the patron pledged two numbers in the latest shoes and did not reveal them", "pledge none for the next ten shoes"),
    code("nonce_repeated", NONE, "the patron pledged another number for this shoe, or somebody else has this pledge", "wait for the next shoe"),
    code("nonce_full", NONE, "the shoe has `limit` pledges, and takes no more", "wait for the next shoe"),
    code("nonce_unpledged", NONE, "the patron did not pledge this number for this shoe", FIX),
    code("not_waiting", &[409], "the shoe does not wait for a beacon, so it is played to its end", READ),
    code("wait_on", &[409], "the value of the beacon may still come; `retry_after_ms` says for how long the shoe waits", "wait, then send it again"),
    // Cards that patrons turn.
    code("not_holder", NONE, "the patron does not turn the cards of that side in this round", "follow `you_squeeze`"),
    code("nothing_to_turn", NONE, "no card lies face down there, or the four do not lie yet", "follow the frames"),
    code("squeezed_too_fast", NONE, "the patron said more than ten times in a second how far a card is lifted", "send it less often"),
    // A seat.
    code("table_full", NONE, "every seat is taken; `limit` is how many there are", "offer another table"),
    code("other_currency", NONE, "the table plays in another currency than the wallet has", "offer another table"),
    code("not_invited", NONE, "the table is by invitation", "ask for the code of one"),
    code("wrong_password", NONE, "the table has a password, and this is not it", "ask for it again"),
    code("ante_not_met", NONE, "the patron has less than the table asks for; `limit` and `already`", "offer another table"),
    code("no_free_seat", NONE, "no open table has a free seat for this patron", "offer the list of tables"),
    code("table_closed", &[409], "the table is closed", "offer another table; a manager opens it"),
    code("table_halted", &[409], "the table is halted", "wait until its `status` is `open`; a supervisor resumes it"),
    // A slip, in the order of judgement.
    code("slip_id_used", NONE, "the id was used for other wagers, or for another round", "make a new id for each slip"),
    code("round_not_open", &[409], "the round is not the open one", "send it for the round that is open now"),
    code("betting_closed", NONE, "the round takes no more wagers", "wait for `betting_opened`"),
    code("not_seated", NONE, "the patron has no seat at the table", "send `take_seat` first"),
    code("auto_passed", NONE, "Auto places nothing in this round", TELL),
    code("auto_off", NONE, "the table lets nobody use Auto", "offer no Auto at this table"),
    code("auto_rounds", NONE, "Auto may not run for so many rounds", "ask for fewer rounds: `auto_rounds` of the table"),
    code("auto_stop", NONE, "the loss or the win at which Auto is to end is no amount", FIX),
    code("empty_slip", NONE, "the slip has no wager", FIX),
    code("nothing_to_undo", NONE, "there is no slip of this round to undo", TELL),
    code("nothing_to_rebet", NONE, "there are no wagers of an earlier round at this table", TELL),
    code("nothing_to_clear", NONE, "there are no wagers of this round to clear", TELL),
    code("too_many_slips", NONE, "the patron sent `limit` slips in this round", "wait for the next round"),
    code("unknown_spot", &[422], "the house rules have no such `spot`", "offer the spots of the table"),
    code("duplicate_spot", &[422], "a spot occurs twice", "add its stakes up"),
    code("bad_stake", NONE, "the stake on `spot` is not a whole number of minor units in the bounds", FIX),
    code("spot_closed", NONE, "`spot` takes no wagers from round `limit` of a shoe", "offer it again in the next shoe"),
    code("opposing_sides", NONE, "the house rules refuse both of `spots` in one round", "clear one of both first"),
    code("below_minimum", NONE, "the stake on `spot` would be below `limit`", "stake at least `limit`"),
    code("above_maximum", NONE, "the stake on `spot` would be above `limit`; `accepted` is left", "stake at most `accepted` more"),
    code("exposure_limit", NONE, "the table takes `accepted` more on `spot` in this round", "stake at most `accepted` more"),
    code("insufficient_funds", NONE, "cash and bonus money do not cover the slip; `limit` is what there is", FEWER),
    code("bonus_rule", NONE, "too much of the stake is bonus money for the `spots` together", "stake less there, or cash"),
    // What protects patrons.
    code("excluded", &[409], "the patron is excluded until `until`, or for good", TELL),
    code("paused", &[409], "the patron has paused until `until`", TELL),
    code("time_limit", &[409], "the patron's `own_limit` of time is reached until `until`", TELL),
    code("reality_check_due", &[409], "a reality check waits", "show it, then `POST /api/v1/me/reality-check`"),
    code("stake_limit", &[409], "the patron's `own_limit` leaves `left` until `until`", "stake at most `left`"),
    code("loss_limit", &[409], "the patron's `own_limit` leaves `left` until `until`", "stake at most `left`"),
    code("bad_limit", &[422], "the value of a limit is out of its range; `limit` is the largest", "ask for another value"),
    code("bad_duration", &[422], "a pause or an exclusion is too short or too long; `limit` is the longest", "ask for another value"),
    code("not_shortened", &[409], "a pause or an exclusion would end sooner than it does", TELL),
    code("nothing_to_confirm", &[409], "no looser limit can be confirmed; `until` says from when", "confirm it then"),
    // Money.
    code("balance_not_low", &[409], "play money is topped up below `limit` only; `already` is there", TELL),
    code("not_play_money", &[409], "only play money is given away", "offer no top-up"),
    code("not_so_much", &[409], "the purse has `limit`, less than the adjustment takes", READ),
    code("bad_amount", &[422], "an adjustment by nothing, or by more than `limit`", FIX),
    code("above_limit", &[422], "one supervisor may adjust by `limit` more alone", "propose the adjustment instead"),
    code("bad_limits", &[422], "the limits of adjustments contradict each other or are too large", FIX),
    code("bad_range", &[422], "a range whose least stake is above its largest, or that is no range of stakes", FIX),
    code("adjustment_decided", &[409], "the proposed adjustment was approved, withdrawn or refused before", READ),
    code("request_id_used", &[409], "the id was used for another request", "make a new id for each request"),
    code("purse_full", &[422], "a purse would have more than `limit`", "move less"),
    code("table_account_full", &[422], "the accounts of the table would exceed `limit`", "move less"),
    code("house_full", &[422], "an account of the house would exceed `limit`", "move less"),
    code("not_booked", &[409], "the ledger refuses what the request leads to; the log has the cause", "report it to the operator"),
    // Rounds and corrections.
    code("round_not_over", &[409], "the round is under way; it can be voided", READ),
    code("nothing_dealt", &[409], "no card of the round was dealt", READ),
    code("nothing_to_correct", &[409], "the round ends like that already", READ),
    code("not_drawn", &[409], "more cards than came out of the shoe with the round", "void the round instead"),
    code("surplus", &[422], "the cards that came out with the round are not all named", "name each as a card of the round or as surplus"),
    code("bad_evidence", &[422], "the part of the recording is none, or does not show the round", "send two times in milliseconds, an hour apart at most, of which a part shows the round"),
    code("evidence_needed", &[422], "the recording shows the round, and the proposal names no part of it", "let the person watch it and name the part"),
    code("not_recorded", &[422], "nothing is recorded of the part that a proposal names", "name a part that is, or none where nothing shows the round"),
    code("still_recording", &[409], "the end of the part is still being written", "send it again in a few seconds"),
    code("off_order", &[409], "the cards are not those that the shuffled shoe dealt", "void the round instead"),
    code("too_many_revisions", &[409], "the round was corrected as often as a round may be", TELL),
    code("correction_outdated", &[409], "the round was corrected since the dry run", "propose it again"),
    code("correction_withdrawn", &[409], "the proposal was withdrawn", READ),
    code("bad_card", &[422], "a text is no card", FIX),
    code("illegal_coup", &[422], "the cards are no coup; the message has every reason", FIX),
    code("no_reason", &[422], "a change by hand needs a reason of 1 to 500 characters", "ask for the reason"),
    code("out_of_turn", &[409], "the table is at another step", READ),
    code("betting_still_open", &[409], "betting was promised until later", READ),
    code("impossible_card", &[409], "the card cannot come out of this shoe", "report it to the operator"),
    // Live tables.
    code("not_live", &[409], "the cards of this table are not drawn by a dealer", TELL),
    code("no_such_card", &[409], "neither a reading nor two people named this card", READ),
    code("no_such_record", &[409], "the record does not wait for that", READ),
    code("no_relief", &[409], "this dealer does not wait to take the table over", "let them sit down first"),
    code("not_dealer", &[409], "another dealer works at the table, or none", "sit down at the table first"),
    code("in_round", &[409], "a dealer goes or comes in a round only with a supervisor", "ask a supervisor, or wait for the end of the round"),
    code("waits", &[409], "the table waits for something else first; the message says for what", READ),
    code("too_early", &[409], "the result of the last round is still shown", "send it again when it was shown"),
    code("burn_first", &[409], "the cards of the new shoe are not burned", "burn them first"),
    code("no_such_finding", &[409], "the finding is not open", READ),
    code("finding_open", &[409], "another finding is open and comes first", READ),
    code("not_this_way", &[409], "the finding is not resolved like this now", "choose one of the ways that the table names"),
    code("not_theirs", &[409], "somebody in another role decides this", "ask a person in that role"),
    code("nothing_to_review", &[409], "the count of the shoe did not end with a note", TELL),
    code("shoe_reviewed", &[409], "somebody reviewed the shoe already", READ),
    code("no_card_there", &[409], "there is no such card on the table", READ),
    code("out_of_date", &[409], "the table went on since the dealer saw it", READ),
    // Recordings.
    code("no_camera", &[409], "the server has no camera for this table", TELL),
    code("bad_ticket", &[404], "the ticket of a live picture is of another table, was changed or has ended", "ask `GET /tables/{table}/video` for another"),
    code("no_picture", &[404], "no picture of the table comes at the moment", "ask again in a moment; the table goes on"),
    code("unknown_picture", &[404], "the live picture has no such file, or has it no more", "go on with the newest of the playlist"),
    code("too_many_viewers", &[429], "as many people look at live pictures as the line carries", WAIT),
    code("bad_session", &[401], "no device has the session now that a picture names", "send it again in the next session"),
    code("bad_signature", &[401], "the device of the session did not sign the picture", FIX),
    code("other_digest", &[422], "the path is not the SHA-256 of the picture", FIX),
    code("not_jpeg", &[415], "the picture is no JPEG, or has more than 4096 pixels on a side", FIX),
    code("too_many_pictures", &[429], "the device sends too many pictures", WAIT),
    code("disk_full", &[507], "the file system of the recordings is full", "leave the picture out; the table goes on"),
    code("unknown_card_picture", &[404], "the finding has no such picture, or the caller may not see it now", READ),
    code("unknown_recording", &[404], "the recording of the table has no such file", READ),
    code("unknown_hold", &[404], "no part of the recording is kept under this number", READ),
    code("recording_changed", &[409], "the file was changed after it was recorded", "report it to the operator"),
    // Tables.
    code("no_beacon", &[409], "the table would draw its cards after the bets, and the server has no beacon", "start the server with --beacon-relay, or set `draw` to `sealed`"),
    code("table_exists", &[409], "the number of a new table is taken", "leave the number out"),
    code("bad_settings", &[422], "settings of a table are not acceptable; `fields` has each of them", "correct these fields"),
    code("shared_nickname", &[422], "several patrons have the nickname", "send the number of one"),
    // Too much, or a failure.
    code("too_many_guests", &[429], "too many guests or accounts were added from this address", WAIT),
    code("too_many_attempts", &[429], "too many wrong tokens or passwords came from this address", WAIT),
    code("too_many_requests", &[429], "the caller sends too many requests", WAIT),
    code("too_many_tickets", &[429], "too many tickets wait to be used", WAIT),
    code("too_many_connections", &[429, 503], "the address (429) or the server (503) has as many connections as it may", WAIT),
    code("too_many_messages", NONE, "the socket sends too many messages; if it goes on, it is closed with 1008", "send fewer"),
    code("too_many_sockets", &[429, 503], "the address (429) or the server (503) has as many sockets as it may", WAIT),
    code("stopping", &[503], "the server stops and opens no socket; its rounds go on after the restart", WAIT),
    code("busy", &[503], "too many passwords wait to be checked", WAIT),
    code("unavailable", &[503], "the house could not handle it; whether it counts is unknown", AGAIN),
    code("timed_out", &[503], "the request took too long; whether it counts is unknown", AGAIN),
    code("internal", &[500], "stored data is corrupt; the log has the cause under `request_id`", "report it to the operator"),
];

/// Why the server closes a socket: the code of the close frame, its meaning, and what a client does.
#[rustfmt::skip]
pub const CLOSES: &[(u16, &str, &str)] = &[
    (1001, "the server stops", "connect again after a second, later each time"),
    (1002, "a frame breaks RFC 6455", "correct the client"),
    (1007, "a text is no UTF-8", "correct the client"),
    (1008, "no `hello` came in time, nothing was heard for too long, the messages were too many, the session has ended, or a device was refused or did not beat; the reason says which", "log in again if the session has ended; otherwise connect again"),
    (1009, "a message was too long", "correct the client"),
    (1011, "the server could not store what a device sent", "connect again and send it again"),
    (1013, "the client reads too slowly", "connect again and watch from the last `seq`"),
];
