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
        /// What became of the latest finished round of this shoe with any: after a snapshot, so that what was
        /// missed can be told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        last: Option<OwnEnd>,
    },
    /// The patron's cash changed.
    Balance {
        /// In minor units.
        #[ts(type = "number")]
        balance: u64,
    },
    /// The patron's bonus money changed, or stands beside a new balance.
    Bonus {
        /// In minor units.
        #[ts(type = "number")]
        bonus: u64,
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
    /// A round in which the patron had wagers was corrected.
    YouCorrected {
        /// The table.
        table_id: u32,
        /// How the round stands now.
        end: OwnEnd,
        /// How much more it pays than before; less when below zero. What the cash could not give is owed.
        #[ts(type = "number")]
        difference: i64,
    },
    /// What the patron owes changed, or stands beside a new balance; later winnings repay it first.
    Owed {
        /// In minor units.
        #[ts(type = "number")]
        owed: u64,
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
    /// A round of this or of an earlier shoe was corrected.
    RoundCorrected {
        /// The round.
        round: RoundRef,
        /// Which settlement of the round it is; 2 for the first correction.
        revision: u16,
        /// How the round ends now.
        end: ResultView,
        /// Its cards in deal order.
        end_cards: Vec<String>,
        /// How the round on the table ended, if it has: this one, perhaps.
        result: Option<ResultView>,
        /// The cards on the table.
        cards: CardsView,
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
    /// Bonus money in minor units: it can be staked, once there is no cash left, and not be taken away.
    #[ts(type = "number")]
    pub bonus: u64,
    /// What the patron owes in minor units: a round was corrected whose winnings were spent. Later winnings repay it.
    #[ts(type = "number")]
    pub owed: u64,
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

/// What a finished round came to for the patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OwnEnd {
    /// The round.
    pub round: RoundRef,
    /// 1 for the first settlement or void of the round, one more for each correction.
    pub revision: u16,
    /// Why the round does not count, if it does not.
    pub voided: Option<String>,
    /// Line by line; empty when the round does not count.
    pub wagers: Vec<SettledLine>,
    /// All stakes.
    #[ts(type = "number")]
    pub staked: u64,
    /// All payouts, stakes included; what came back of a void round.
    #[ts(type = "number")]
    pub paid: u64,
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
