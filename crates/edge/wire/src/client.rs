//! What a client sends over the socket. Every request carries an id made by the client: sent twice, it counts
//! once, and the answer names it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A message to the server: one JSON object a text frame, told apart by `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message on a socket: who speaks. Without a token the client may watch but not wager.
    Hello {
        /// The secret given when the guest was made.
        #[ts(optional)]
        token: Option<String>,
    },
    /// Asks for everything public that happens at a table, from now on or from where the client was cut off.
    Watch {
        /// The table.
        table_id: u32,
        /// The last `seq` the client has seen; without it a snapshot is sent.
        #[ts(optional, type = "number")]
        after: Option<u64>,
    },
    /// No more of that table. The patron's wagers stand or fall by its house rules.
    Leave {
        /// The table.
        table_id: u32,
    },
    /// Wagers, taken or refused whole.
    PlaceSlip {
        /// The table.
        table_id: u32,
        /// The round they are meant for; a slip for another round is refused.
        round: RoundRef,
        /// Made by the client: 32 hex digits, with or without the dashes of a UUID.
        slip_id: String,
        /// One line a spot.
        wagers: Vec<SlipWager>,
    },
    /// Takes back all of the patron's wagers of the round while betting is open.
    ClearWagers {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Made by the client, like a slip's.
        request_id: String,
    },
    /// Asks whether the line is alive.
    Ping {
        /// Comes back as it is.
        nonce: u32,
    },
}

/// A round of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RoundRef {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted in its shoe.
    pub round_no: u16,
}

/// A line of a slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SlipWager {
    /// The id of a spot.
    pub spot: String,
    /// The stake, in minor units.
    #[ts(type = "number")]
    pub stake: i64,
}
