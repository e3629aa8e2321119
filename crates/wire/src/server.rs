//! What the server sends over the socket: public frames, contiguous by `after` and `seq`, and what concerns
//! the one patron on this socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::error::ErrorBody;
use crate::road_map::{RoadMap, SideId};
use crate::table_view::{CardsView, PhaseView, ResultView, ShoeView, TableView};

/// A message from the server, told apart by `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// Who the client is; none for a spectator.
        patron: Option<PatronInfo>,
        /// The server's clock, in milliseconds since the epoch: countdowns follow it.
        #[ts(type = "number")]
        now: i64,
    },
    /// A table whole; frames after `seq` follow.
    Snapshot {
        /// The last event in it.
        #[ts(type = "number")]
        seq: u64,
        /// The server's clock.
        #[ts(type = "number")]
        now: i64,
        /// The table.
        table: Box<TableView>,
    },
    /// Something public happened. `after` is the `seq` of the public frame before it; a client that has
    /// another last `seq` has missed something and watches again.
    Frame {
        /// The table.
        table_id: u32,
        /// The public frame before this one.
        #[ts(type = "number")]
        after: u64,
        /// This one.
        #[ts(type = "number")]
        seq: u64,
        /// When, on the server's clock.
        #[ts(type = "number")]
        at: i64,
        /// What.
        event: Box<PublicEvent>,
    },
    /// The patron's own side of a table: sent after a snapshot and whenever it changes.
    Yours {
        /// The table.
        table_id: u32,
        /// The round it speaks of.
        round: RoundRef,
        /// What lies on each spot in this round.
        wagers: Vec<SpotStake>,
        /// The sum of it.
        #[ts(type = "number")]
        staked: u64,
        /// The wagers of the last round with any, for Rebet.
        last_wagers: Vec<SpotStake>,
    },
    /// The patron's cash changed.
    Balance {
        /// In minor units.
        #[ts(type = "number")]
        balance: u64,
    },
    /// A slip was taken whole; also the answer to a repeat.
    SlipAccepted {
        /// The table.
        table_id: u32,
        /// The slip.
        slip_id: String,
    },
    /// A slip was refused whole; nothing changed.
    SlipRefused {
        /// The table.
        table_id: u32,
        /// The slip.
        slip_id: String,
        /// Why.
        refusal: ErrorBody,
    },
    /// The patron's wagers of the round went back, by Clear or by leaving.
    WagersCleared {
        /// The table.
        table_id: u32,
        /// The request, if it was one.
        request_id: Option<String>,
        /// How much went back.
        #[ts(type = "number")]
        returned: u64,
    },
    /// Clear was refused.
    ClearRefused {
        /// The table.
        table_id: u32,
        /// The request.
        request_id: String,
        /// Why.
        refusal: ErrorBody,
    },
    /// The patron's wagers of a round were settled.
    YouSettled {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// Line by line.
        wagers: Vec<SettledLine>,
        /// All stakes.
        #[ts(type = "number")]
        staked: u64,
        /// All payouts, stakes included.
        #[ts(type = "number")]
        paid: u64,
    },
    /// A round was voided and the patron's stakes went back.
    YouVoided {
        /// The table.
        table_id: u32,
        /// The round.
        round: RoundRef,
        /// How much went back.
        #[ts(type = "number")]
        returned: u64,
    },
    /// Something the client sent could not be read or done; the socket stays open.
    Problem {
        /// What.
        error: ErrorBody,
    },
    /// Answers `ping`.
    Pong {
        /// The nonce that was sent.
        nonce: u32,
        /// The server's clock.
        #[ts(type = "number")]
        now: i64,
    },
}

/// Something public that happened at a table. Each carries all that changed, so that no client computes a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PublicEvent {
    /// A new shoe: the roads are empty again.
    ShoeOpened {
        /// The shoe.
        shoe: ShoeView,
        /// The empty roads.
        road_map: RoadMap,
    },
    /// Cards were burned.
    CardsBurned {
        /// The card turned over, if the house rules turn one.
        first: Option<String>,
        /// How many followed face down.
        face_down: u8,
        /// The shoe.
        shoe: ShoeView,
    },
    /// A round takes wagers.
    BettingOpened {
        /// Betting.
        phase: PhaseView,
        /// The shoe and round.
        shoe: ShoeView,
    },
    /// No more wagers.
    BettingClosed {
        /// Closed.
        phase: PhaseView,
    },
    /// A card.
    CardDrawn {
        /// Dealing.
        phase: PhaseView,
        /// The card.
        card: String,
        /// Whose.
        side: SideId,
        /// Both hands with it.
        cards: CardsView,
        /// The shoe.
        shoe: ShoeView,
    },
    /// The round is over, one way or the other.
    RoundEnded {
        /// Settled.
        phase: PhaseView,
        /// How.
        result: ResultView,
        /// The shoe.
        shoe: ShoeView,
        /// The rounds of this shoe.
        rounds: Vec<String>,
        /// Their roads.
        road_map: RoadMap,
    },
}

/// The patron on this socket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PatronInfo {
    /// Who.
    pub patron_id: u32,
    /// What others see.
    pub nickname: String,
    /// The currency code of the wallet.
    pub currency: String,
    /// How many decimals it has.
    pub decimals: u8,
    /// Whether it is play money.
    pub play_money: bool,
    /// Cash in minor units.
    #[ts(type = "number")]
    pub balance: u64,
}

/// A stake on a spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SpotStake {
    /// The spot.
    pub spot: String,
    /// In minor units.
    #[ts(type = "number")]
    pub stake: u64,
}

/// A resolved wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SettledLine {
    /// The spot.
    pub spot: String,
    /// What was staked.
    #[ts(type = "number")]
    pub stake: u64,
    /// `win`, `push` or `lose`.
    pub resolution: String,
    /// What was paid, the stake included.
    #[ts(type = "number")]
    pub payout: u64,
}
