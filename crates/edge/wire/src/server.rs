//! The messages that the server sends over the socket: public frames, and messages to the socket's patron.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::error::ErrorBody;
use crate::lobby::{LobbyChange, LobbyTable};
use crate::proofs::StandingWager;
use crate::protection::RealityCheck;
use crate::public_event::PublicEvent;
use crate::table_view::{LiveView, SpotTotal, TableView};

pub use crate::own::{EndedAuto, OwnEnd, RunningAuto, SettledLine, SpotStake};

/// A message from the server, tagged by `type`.
///
/// A private message about a table has the `seq` of the public event that caused it, and never comes before the frame
/// of that number on a socket that watches the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// The version of the protocol, which is also the subprotocol of the handshake: `punto.v1`.
        version: String,
        /// What the server bears of this socket.
        limits: SocketLimits,
        /// The patron of the socket; none for a spectator.
        patron: Option<PatronInfo>,
        /// The server's clock in milliseconds since the epoch, which countdowns follow.
        now: i64,
    },
    /// The state of a table. The frames after `seq` follow.
    Snapshot {
        /// The last public event that the state includes.
        seq: u64,
        /// The server's clock.
        now: i64,
        /// The table.
        table: Box<TableView>,
    },
    /// A public event. A client whose last `seq` is not one less has missed a frame, and watches again with `after`
    /// set to the last `seq` it received.
    Frame {
        /// The table.
        table_id: u32,
        /// The number of this frame: public events of a table are counted by one, over its whole life.
        seq: u64,
        /// When it happened, on the server's clock.
        at: i64,
        /// The event.
        event: Box<PublicEvent>,
        /// How a live table stands after it; left out where the clock deals.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        live: Option<LiveView>,
    },
    /// A bulletin of a table that the socket watches with `bulletins`. It comes after the frame of its event, and
    /// before the frames of later events. A client that finds a number missing reads the others by `GET
    /// /api/v1/proofs/tables/{table}/bulletins`.
    Bulletin {
        /// The table.
        table_id: u32,
        /// The text, each line with its end.
        text: String,
        /// The public key that signed it, as 64 hex digits.
        key: String,
        /// The Ed25519 signature over its bytes, as 128 hex digits.
        signature: String,
    },
    /// The patron's wagers as they stood when betting closed, and the path from them to the root in the bulletin
    /// `closed`. Sent to sockets that watch the table with `bulletins`.
    WagersClosed {
        /// The table.
        table_id: u32,
        /// The `seq` of the frame `betting_closed`.
        seq: u64,
        /// The round.
        round: RoundRef,
        /// The patron.
        patron: u32,
        /// The currency code of the amounts.
        currency: String,
        /// How many of an amount's digits are decimals.
        decimals: u8,
        /// The wagers, by the ascending bytes of the ids of their spots.
        wagers: Vec<StandingWager>,
        /// The salt of their leaf, as 32 hex digits.
        salt: String,
        /// The place of the leaf among those of the round, from 0.
        index: u32,
        /// How many leaves the round has: how many patrons have wagers.
        count: u32,
        /// The siblings from the leaf upward, joined, in base64url.
        path: String,
    },
    /// The patron turns the cards of a side of the round.
    YouSqueeze {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when it is sent again.
        seq: u64,
        /// The round.
        round: RoundRef,
        /// The side: `player` or `banker`.
        side: String,
    },
    /// What the lifted edge of a card shows, for the patron who turns it.
    SqueezeEdge {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Where the card lies.
        slot: String,
        /// `blank`, `two`, `three`, `four` or `picture`.
        shows: String,
    },
    /// How far a card is lifted, at most five times a second. It has no number, and may be left out.
    SqueezeProgress {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Where the card lies.
        slot: String,
        /// By which edge: `long` or `short`.
        edge: String,
        /// How far, in thousandths.
        permille: u16,
        /// When the card is shown at the latest, in milliseconds since the epoch on the server's clock.
        ends_at: i64,
    },
    /// The card was not lifted or shown.
    SqueezeRefused {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Where the card lies.
        slot: String,
        /// The reason.
        refusal: ErrorBody,
    },
    /// What all seated patrons staked on each spot of the open round: at most once a second while it changes, and once
    /// when betting closes. It takes the place of the totals before, also of those in a snapshot. A message about
    /// another round than the client's has no meaning for it.
    SpotTotals {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// The totals, without spots that have no stake.
        totals: Vec<SpotTotal>,
    },
    /// The patron's seat, wagers and Auto at a table, sent after a snapshot and after every change.
    Yours {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The present or the latest round of the shoe, which is the round of the wagers. Both numbers are 0 before the
        /// first round of a shoe.
        round: RoundRef,
        /// The patron's stake on each spot in this round.
        wagers: Vec<SpotStake>,
        /// The sum of these stakes.
        staked: u64,
        /// The wagers of the last round in which the patron had any, for Rebet.
        last_wagers: Vec<SpotStake>,
        /// Whether the patron has a seat at the table.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<bool>")]
        seated: bool,
        /// The wagers that the house places for the patron in every round; none when Auto is off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        auto: Option<RunningAuto>,
        /// How the patron's last Auto of this shoe ended, until they start another or sit down again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        ended_auto: Option<EndedAuto>,
        /// The patron's result of the latest finished round of this shoe, when the client may have missed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        last: Option<OwnEnd>,
    },
    /// What the patron has and owes, sent after a change. A client keeps the wallet with the largest `number`, also of
    /// those that it reads over HTTP.
    Wallet {
        /// Cash in minor units.
        balance: u64,
        /// Bonus money in minor units.
        bonus: u64,
        /// What the patron owes in minor units. Later winnings repay it first.
        owed: u64,
        /// The number of this state of the wallet: it grows with every change, also over restarts of the server.
        number: u64,
    },
    /// The patron has a seat at the table; also the answer to a repeat.
    SeatTaken {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
    },
    /// The patron did not get a seat.
    SeatRefused {
        /// The table.
        table_id: u32,
        /// The reason.
        refusal: ErrorBody,
    },
    /// Answers `start_auto` and `stop_auto`, also a repeat.
    AutoAccepted {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The request; none after `stop_auto`.
        request_id: Option<String>,
        /// In how many more rounds the house places the wagers; 0 when Auto is off.
        rounds_left: u16,
    },
    /// Auto was not started or stopped; what ran before goes on.
    AutoRefused {
        /// The table.
        table_id: u32,
        /// The request; none after `stop_auto`.
        request_id: Option<String>,
        /// The reason.
        refusal: ErrorBody,
    },
    /// The pledge or the number of the patron arrived. It is part of the shoe when the list of the next bulletin,
    /// `pledged` or `revealed`, has it: the proof file of the shoe shows the lists.
    NonceTaken {
        /// The table.
        table_id: u32,
        /// The shoe.
        shoe_no: u32,
    },
    /// The pledge or the number of the patron is not taken.
    NonceRefused {
        /// The table.
        table_id: u32,
        /// The shoe.
        shoe_no: u32,
        /// The reason.
        refusal: ErrorBody,
    },
    /// The house places wagers for the patron in every round from now on.
    AutoStarted {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// For how many rounds.
        rounds: u16,
    },
    /// The house places no more wagers for the patron.
    AutoEnded {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// `played`, `stopped`, `seat_lost`, `stop_at_loss`, `stop_at_win` or `refused`.
        reason: String,
        /// The code of the refusal, if that ended it: that of a slip, or `paused`, `excluded` or `time_limit`.
        refusal: Option<String>,
        /// How many rounds were left.
        rounds_left: u16,
    },
    /// The patron made no wager for some rounds in a row.
    Idle {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// How many rounds.
        rounds: u16,
        /// After how many rounds the patron loses the seat; none for never.
        limit: Option<u16>,
    },
    /// The patron no longer has a seat at the table.
    SeatLeft {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// `left`, `absent`, `idle` or `removed`.
        reason: String,
    },
    /// A slip was accepted; also the answer to a repeat.
    SlipAccepted {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The slip.
        slip_id: String,
        /// The round of the slip.
        round: RoundRef,
        /// The patron's stake on each spot in that round after the slip. None in the answer to a repeat that changes
        /// nothing and whose wagers may no longer stand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        wagers: Option<Vec<SpotStake>>,
        /// The sum of these stakes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        staked: Option<u64>,
    },
    /// A slip was refused; no wager of it was placed.
    SlipRefused {
        /// The table.
        table_id: u32,
        /// The slip.
        slip_id: String,
        /// The reason.
        refusal: ErrorBody,
    },
    /// The patron's wagers of the round were cleared, by a request or by leaving.
    WagersCleared {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The request; none after leaving.
        request_id: Option<String>,
        /// The sum of the returned stakes.
        returned: u64,
    },
    /// A clear request was refused.
    ClearRefused {
        /// The table.
        table_id: u32,
        /// The request.
        request_id: String,
        /// The reason.
        refusal: ErrorBody,
    },
    /// The patron's wagers of a round were settled.
    YouSettled {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The round.
        round: RoundRef,
        /// The settled wagers.
        wagers: Vec<SettledLine>,
        /// The sum of all stakes.
        staked: u64,
        /// The sum of all payouts, stakes included.
        paid: u64,
    },
    /// A round was voided and the patron's stakes were returned.
    YouVoided {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The round.
        round: RoundRef,
        /// The sum of the returned stakes.
        returned: u64,
    },
    /// A round in which the patron had wagers was corrected.
    YouCorrected {
        /// The table.
        table_id: u32,
        /// The `seq` of the public event that caused this; of the last one before it, when a private event did.
        seq: u64,
        /// The patron's result of the round now.
        end: OwnEnd,
        /// How much more the round pays than before; negative when less. The patron owes what their cash lacks.
        difference: i64,
    },
    /// The patron has had a seat for as long as they asked to be told. Slips are refused until they acknowledge it with
    /// `POST /api/v1/me/reality-check`.
    RealityCheck {
        /// Their time and result since they sat down.
        check: RealityCheck,
    },
    /// Answers `watch_lobby`: the tables of the lobby in short, in its order. Changes follow as `lobby_changed`.
    Lobby {
        /// The server's clock.
        now: i64,
        /// The tables.
        tables: Vec<LobbyTable>,
    },
    /// What changed in the lobby since the message before, at most four times a second. A client applies `tables`, then
    /// `order`, then `changes`. After a reconnect it sends `watch_lobby` again.
    LobbyChanged {
        /// The server's clock.
        now: i64,
        /// The tables that are new in the lobby or set up in another way, each as a whole.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<LobbyTable>>")]
        tables: Vec<LobbyTable>,
        /// All tables of the lobby in its order, when it changed. Tables that are not among them left the lobby.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        order: Option<Vec<u32>>,
        /// What changed of other tables, at most one change for each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<LobbyChange>>")]
        changes: Vec<LobbyChange>,
    },
    /// A client message was malformed, refused or failed; the socket stays open.
    Problem {
        /// The error.
        error: ErrorBody,
    },
    /// Answers `ping`.
    Pong {
        /// The nonce of the ping.
        nonce: u32,
        /// The server's clock.
        now: i64,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What a server bears of a socket. A client that exceeds it is refused or cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SocketLimits {
    /// The longest message, in bytes; a longer one ends the socket with 1009.
    pub message_bytes: u64,
    /// How many messages may come at once.
    pub messages_at_once: u32,
    /// After how long one more may come, in microseconds.
    pub message_every_us: u64,
    /// How many wagers a slip may have: one for each spot there is.
    pub wagers: u32,
    /// How many bytes may wait for a client that reads slowly; more end the socket with 1013.
    pub queue_bytes: u64,
    /// After how long without a message or a pong the socket ends with 1008, in milliseconds.
    pub idle_ms: u64,
    /// How often the server sends a ping, in milliseconds.
    pub ping_every_ms: u64,
}

/// A patron with their wallet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PatronInfo {
    /// The patron.
    pub patron_id: u32,
    /// The name that others see.
    pub nickname: String,
    /// The currency code of the wallet.
    pub currency: String,
    /// How many decimals it has.
    pub decimals: u8,
    /// Whether it is play money.
    pub play_money: bool,
    /// Cash in minor units.
    pub balance: u64,
    /// Bonus money in minor units. It is staked once there is no cash left, and cannot be paid out.
    pub bonus: u64,
    /// What the patron owes in minor units, after a correction of spent winnings. Later winnings repay it.
    pub owed: u64,
    /// The number of this state of the wallet, as in `wallet`: the largest is the newest.
    pub number: u64,
}
