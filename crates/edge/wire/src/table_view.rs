//! The public state of a table, from which a client starts before it follows the frames.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card_slot::CardSlot;

/// The public state of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableView {
    /// The table.
    pub table_id: u32,
    /// Its name.
    pub name: String,
    /// `open`; `halted` when it finishes its round and waits for a supervisor; `closed` when it is out of the lobby.
    pub status: String,
    /// Its house rules.
    pub rules: RulesView,
    /// The currency code of all amounts.
    pub currency: String,
    /// How many decimals the currency has.
    pub decimals: u8,
    /// Whether the currency is play money.
    pub play_money: bool,
    /// The phase of the round.
    pub phase: PhaseView,
    /// The shoe and round.
    pub shoe: ShoeView,
    /// The cards of the round on the table, or of the last one until the next begins.
    pub cards: CardsView,
    /// Who turns the cards of the round; left out where all of them fall face up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub squeeze: Option<SqueezeView>,
    /// The result on the table, until the next round begins.
    pub result: Option<ResultView>,
    /// The beads of this shoe, oldest first: `P`, `B` or `T`, then `p` and `b` for pairs, `n` for a natural, `6` for a
    /// Banker win with 6, such as `Bb6`. A voided round has none.
    pub rounds: Vec<String>,
    /// What all seated patrons staked on each spot in this round, as `spot_totals` said last. Spots without a stake are
    /// left out.
    #[serde(default)]
    pub totals: Vec<SpotTotal>,
    /// How many patrons have a seat.
    pub patrons: u32,
    /// How much cash and bonus money together a patron must have when they sit down, in minor units; 0 for none.
    #[serde(default)]
    pub ante: u64,
    /// For how many rounds Auto may be started; 0 when there is no Auto.
    #[serde(default)]
    pub auto_rounds: u16,
    /// How long after a card the next one is due, in milliseconds.
    #[serde(default)]
    pub card_ms: u32,
    /// How it stands as a live table; left out where the clock deals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub live: Option<LiveView>,
    /// Whether a camera films it: `/tables/{id}/video` says how its picture is played. Left out where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub filmed: Option<bool>,
}

/// Who turns the cards of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SqueezeView {
    /// Who turns those of the Player hand; none where nobody does.
    pub player: Option<HolderView>,
    /// Who turns those of the Banker hand; none where nobody does.
    pub banker: Option<HolderView>,
    /// When the cards that lie face down are shown at the latest, in milliseconds since the epoch on the server's
    /// clock; none while none is turned.
    pub ends_at: Option<i64>,
}

/// A patron who turns the cards of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct HolderView {
    /// Their nickname; none when they are not named.
    pub nickname: Option<String>,
}

/// How a live table stands, as everybody may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LiveView {
    /// What it waits for: `recording`, `device`, `dealer`, `shoe`, `burn`, `finding`, `supervisor`, `squeeze`, `hold`,
    /// `start` or `card`; none while it waits for the clock, or is halted.
    pub waits_for: Option<String>,
    /// What is wrong while it waits for a finding, such as `unreadable`.
    pub finding: Option<String>,
    /// Whether the round under way takes no wagers.
    pub free_round: bool,
    /// Whether the cards that are left after the last round of the shoe are counted; left out otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub counting: bool,
    /// Who draws the cards; left out while nobody does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub dealer: Option<DealerView>,
    /// Cards that were burned after the burn of the shoe or put right, in the order in which that happened. Each stands
    /// until the betting of a later round closes or the next shoe is opened. Left out when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CardNotice>>")]
    pub notices: Vec<CardNotice>,
}

/// A card of a live table that was burned or put right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum CardNotice {
    /// It was burned.
    Burned {
        /// The card, such as `6h`; none when nobody saw it.
        card: Option<String>,
        /// Why: `spare` (it came after a round), `early` (it came while bets were taken), `void` (it waited when the
        /// round was voided), `beyond` (the round had enough cards when another was put right) or `hand_over` (one
        /// dealer followed another).
        why: String,
    },
    /// It was read wrongly, and two people put it right.
    Amended {
        /// Where it lies.
        slot: CardSlot,
        /// What was read, such as `7h`.
        from: String,
        /// What it is, such as `6h`.
        to: String,
    },
}

/// The dealer who works at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealerView {
    /// Their display name, or their number where they have none. It is never the name under which they log in.
    pub name: String,
    /// Since when they work there, in milliseconds since the epoch; none where nobody knows.
    pub since: Option<i64>,
}

/// The house rules as a screen needs them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RulesView {
    /// The id.
    pub id: String,
    /// The name.
    pub title: String,
    /// Whether one patron may wager on Player and Banker in one round.
    pub opposing_sides: bool,
    /// The rule for bonus money, if the house rules have one.
    pub bonus_money: Option<BonusRuleView>,
    /// Whether roads clear when full instead of scrolling.
    pub roads_clear: bool,
    /// How a profit that is no whole minor unit is rounded: `down`, `up` or `half_up`.
    #[schemars(extend("enum" = ["down", "up", "half_up"]))]
    pub rounding: String,
    /// How screens show odds: `to_one` or `with_stake`. It says nothing about `pays`, which is always to one.
    #[schemars(extend("enum" = ["to_one", "with_stake"]))]
    pub odds_shown: String,
    /// The spots in layout order.
    pub spots: Vec<SpotView>,
}

/// The rule for bonus money, which a patron's wagers of a round must keep together.
///
/// A slip is refused when bonus money is more than `stake_share` of the stake, and one of the wagers pays more than its
/// stake with a probability above `win_chance`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct BonusRuleView {
    /// The share of the stake, as numerator and denominator.
    pub stake_share: (u32, u32),
    /// The probability, as numerator and denominator.
    pub win_chance: (u32, u32),
}

/// A spot of the layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotView {
    /// The id.
    pub spot: String,
    /// The English name.
    pub title: String,
    /// Sets of facts, each of which returns the stake when all its facts hold. They are judged first.
    pub push: Vec<Vec<String>>,
    /// The lines that pay, in the order they are judged: the first whose facts all hold pays. Without one, the wager
    /// loses.
    pub pays: Vec<PayLine>,
    /// Its odds as screens show them, largest last: `["0.95"]` to one, `["x12", "x20"]` with the stake.
    pub shown: Vec<String>,
    /// The least total stake, in minor units.
    pub minimum: u64,
    /// The largest total stake, in minor units.
    pub maximum: u64,
    /// The first round of a shoe in which it is closed.
    pub closed_from_round: Option<u16>,
}

/// What all seated patrons staked on one spot in a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotTotal {
    /// The spot.
    pub spot: String,
    /// The sum of the stakes, in minor units.
    pub stake: u64,
    /// How many patrons have a stake on it.
    pub patrons: u64,
}

/// A line of a paytable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PayLine {
    /// The facts that must hold.
    pub when: Vec<String>,
    /// The odds to one, as numerator and denominator.
    pub odds: (u64, u64),
    /// The odds as screens show them.
    pub shown: String,
}

/// The phase of a round, tagged by `name`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum PhaseView {
    /// A new shoe is being shuffled.
    Shuffling,
    /// Wagers are taken.
    Betting {
        /// When betting closes, in milliseconds since the epoch on the server's clock.
        closes_at: i64,
    },
    /// Betting is closed and no card is drawn yet.
    Closed {
        /// The round of the beacon that the cards wait for; left out when they wait for none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        draw: Option<AwaitedDraw>,
    },
    /// Cards are drawn.
    Dealing,
    /// The round is over.
    Settled {
        /// When the next round begins, in milliseconds since the epoch on the server's clock.
        next_at: i64,
    },
}

/// A round of the beacon whose value draws the cards of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct AwaitedDraw {
    /// The number of the round of the beacon.
    pub round: u64,
    /// When its value comes to exist, in milliseconds since the epoch.
    pub at: i64,
}

/// The shoe in play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeView {
    /// The shoe, counted over the table's life; 0 before the first.
    pub shoe_no: u32,
    /// The round, counted in the shoe; 0 before the first.
    pub round_no: u16,
    /// How many cards are left, without burned ones.
    pub remaining: u16,
    /// How many cards a full shoe has.
    pub size: u16,
    /// Whether the cut card has come out.
    pub cut_card_out: bool,
    /// Whether this round is the last of the shoe.
    pub last_round: bool,
    /// The spots that take no wagers in this round, by the house rules.
    pub closed_spots: Vec<String>,
}

/// The shoe after a round. Its size, the cut card and the closed spots are as the frames of the round said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeAfterRound {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// The round, counted in the shoe.
    pub round_no: u16,
    /// How many cards are left, without burned ones.
    pub remaining: u16,
    /// Whether this round was the last of the shoe.
    pub last_round: bool,
}

/// The cards on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardsView {
    /// The Player hand.
    pub player: HandView,
    /// The Banker hand.
    pub banker: HandView,
}

/// A hand so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct HandView {
    /// Its cards, such as `9h`; `down` for one that lies face down.
    pub cards: Vec<String>,
    /// The total of those that lie face up.
    pub total: u8,
}

/// How the round on the table ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum ResultView {
    /// The coup was settled.
    Settled {
        /// `player`, `banker` or `tie`.
        outcome: String,
        /// The total of the Player hand.
        player_total: u8,
        /// The total of the Banker hand.
        banker_total: u8,
        /// The spots that won.
        winning_spots: Vec<String>,
        /// The round as the roads write it.
        bead: String,
    },
    /// The round does not count; every stake was returned.
    Voided {
        /// The reason: `unreadable_card`, `interrupted`, `supervisor`, `abandoned` or `irregular`.
        reason: String,
    },
}
