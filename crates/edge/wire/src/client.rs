//! The messages that a client sends over the socket.
//!
//! Slips and clear requests have an id that the client makes. A repeat counts once, and the answer has the id.
//!
//! The server ignores fields that it does not know, but for messages that move or promise money: `place_slip`,
//! `undo_last`, `rebet`, `clear_wagers` and `start_auto` are refused then, as `unknown_field`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A message to the server: one JSON object per text frame, tagged by `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// The first message on a socket. A client without a token may watch but not wager.
    Hello {
        /// The token of a guest or of a session.
        #[ts(optional)]
        token: Option<String>,
    },
    /// Subscribes to the public frames of a table. With `after`, the patron's results of missed rounds follow them.
    Watch {
        /// The table.
        table_id: u32,
        /// The last `seq` the client received; without it, the server sends a snapshot. The server sends the frames
        /// after it, then `you_settled`, `you_voided` and `you_corrected` for the patron's rounds among the latest 20
        /// that ended or were corrected after it. `GET /api/v1/me/rounds` has the others.
        #[ts(optional)]
        after: Option<u64>,
        /// Whether the server also sends the bulletins of the table from now on, and `wagers_closed` to the patron. The
        /// proof file of the open shoe has those before: `GET /api/v1/proofs/tables/{table}/shoes/{shoe}`.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<bool>")]
        bulletins: bool,
    },
    /// Subscribes to the lobby: `lobby` with all its tables in short, then `lobby_changed`. To play at a table, or to
    /// see its cards, a client watches the table.
    WatchLobby,
    /// Unsubscribes from the lobby. It has no answer.
    UnwatchLobby,
    /// Takes a seat at a table, without which no wager is accepted. The answer to a patron who has one is the same.
    TakeSeat {
        /// The table.
        table_id: u32,
        /// The table's password, if it has one.
        #[ts(optional)]
        password: Option<String>,
        /// The code of an invitation, if the table asks for one.
        #[ts(optional)]
        invitation: Option<String>,
    },
    /// Takes a seat at the table with the highest ante that the patron meets, among those that ask for no password and
    /// no invitation. Answered by `seat_taken`, or by `problem` when there is no such table.
    QuickSeat,
    /// Gives up the patron's seat and unsubscribes from the table; without a seat it has no answer. The house rules
    /// decide whether the wagers stay.
    Leave {
        /// The table.
        table_id: u32,
    },
    /// Places wagers, which are accepted or refused together. They add to what stands, or replace it.
    PlaceSlip {
        /// The table.
        table_id: u32,
        /// The round of the wagers; a slip for another round than the open one is refused.
        round: RoundRef,
        /// An id made by the client: 32 hex digits, with or without the dashes of a UUID.
        slip_id: String,
        /// The wagers, at most one for each spot.
        wagers: Vec<SlipWager>,
        /// Whether they replace all of the patron's wagers of the round, in one unit: Double, and Clear without wagers.
        /// Without it, they are added.
        #[serde(default, skip_serializing_if = "is_false")]
        #[ts(optional, as = "Option<bool>")]
        replaces: bool,
    },
    /// Undoes the last accepted slip of the round: the wagers before it replace what stands. The next undo goes one
    /// slip further back. A clear request cannot be undone; a replacing slip without wagers can. Answered like a slip,
    /// with the id of the request.
    UndoLast {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// An id made by the client, like that of a slip.
        request_id: String,
    },
    /// Places the patron's wagers of their last round at the table again, also of an earlier shoe: the `last_wagers` of
    /// `yours`. They add to what stands. Answered like a slip.
    Rebet {
        /// The table.
        table_id: u32,
        /// The round to place them in.
        round: RoundRef,
        /// An id made by the client, like that of a slip.
        slip_id: String,
    },
    /// Clears all of the patron's wagers of the round while betting is open.
    ClearWagers {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// An id made by the client, like that of a slip.
        request_id: String,
    },
    /// Has the house place these wagers in every round, beginning with the open one unless a slip of the patron was
    /// accepted in it. It replaces an earlier Auto. It ends when the patron loses the seat or a slip is refused,
    /// and when a settled or corrected round meets a stop condition.
    StartAuto {
        /// The table.
        table_id: u32,
        /// The wagers, at most one for each spot.
        wagers: Vec<SlipWager>,
        /// For how many rounds.
        rounds: u16,
        /// Auto also ends when the patron has lost so much since, in minor units; never for that if it is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        stop_at_loss: Option<i64>,
        /// Auto also ends when the patron has won so much since, in minor units; never for that if it is missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        stop_at_win: Option<i64>,
        /// An id made by the client, like that of a slip.
        request_id: String,
    },
    /// Has the house place no more wagers. Those that it placed stay.
    StopAuto {
        /// The table.
        table_id: u32,
    },
    /// Pledges a number for a shoe that was opened: its digest, so that nobody knows it yet. The bulletin `opened` says
    /// until when pledges are taken. A patron with a seat gives one number for a shoe.
    PledgeNonce {
        /// The table.
        table_id: u32,
        /// The shoe.
        shoe_no: u32,
        /// The pledge, as 64 hex digits: SHA-256 over the byte 14, `punto/1/pledge`, the table and the shoe as 4 bytes
        /// each, big-endian, and the 32 bytes of the number.
        pledge: String,
    },
    /// Reveals the number that was pledged, once the pledges are fixed by the bulletin `pledged`. Who withholds two
    /// within ten shoes is not asked in the next ten.
    RevealNonce {
        /// The table.
        table_id: u32,
        /// The shoe.
        shoe_no: u32,
        /// The number: 32 bytes as 64 hex digits.
        nonce: String,
    },
    /// The patron who turns the cards of a side lifts one, up to ten times a second. From 350 on the server says what
    /// its edge shows, to this socket alone, by `squeeze_edge`; from 900 on everybody sees the card. Others get
    /// `squeeze_progress`. Without a refusal it has no other answer.
    Squeeze {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Where the card lies: `P1`, `P2`, `P3`, `B1`, `B2` or `B3`.
        slot: String,
        /// By which edge it is lifted: `long` or `short`.
        edge: String,
        /// How far, in thousandths.
        permille: u16,
    },
    /// The patron who turns the cards of a side shows one to everybody. Without a refusal the frame `cards_revealed` is
    /// the answer.
    Open {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Where the card lies.
        slot: String,
    },
    /// Whether everybody reads the nickname of the patron beside the cards that they turn, at every table. Without it,
    /// and after the last socket of the patron is gone, nobody does. It has no answer.
    ShowName {
        /// Whether they do.
        shown: bool,
    },
    /// Checks whether the connection is alive.
    Ping {
        /// A number that the answer repeats.
        nonce: u32,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A round of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RoundRef {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted in its shoe.
    pub round_no: u16,
}

/// A wager of a slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SlipWager {
    /// The id of a spot.
    pub spot: String,
    /// The stake, in minor units.
    pub stake: i64,
}
