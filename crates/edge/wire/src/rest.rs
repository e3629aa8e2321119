//! The bodies of the HTTP API under `/api/v1`.
//!
//! | method and path | caller | request | response |
//! |---|---|---|---|
//! | `POST /api/v1/guests` | anybody | [`NewGuest`] | 201 [`Guest`] |
//! | `GET /api/v1/me` | patron | | [`crate::server::PatronInfo`] |
//! | `POST /api/v1/me/play-money` | patron | | [`crate::server::PatronInfo`], topped up |
//! | `GET /api/v1/me/rounds?table=&from=&until=&before=&limit=` | patron | | [`History`] |
//! | `GET /api/v1/me/statement?before=&limit=` | patron | | [`Statement`] |
//! | `GET /api/v1/tables` | anybody | | [`crate::lobby::Lobby`] |
//! | `GET /api/v1/tables/{id}` | anybody | | [`crate::table_view::TableView`] |
//! | `GET /api/v1/tables/{id}/roads` | anybody | | [`crate::road_map::RoadMap`] of its shoe |
//! | `GET /api/v1/tables/{id}/shoes/{shoe}/beads` | anybody | | [`ShoeBeads`] |
//! | `GET /api/v1/tables/{id}/house-rules` | anybody | | the house rules of its shoe, as TOML text |
//! | `GET /api/v1/house-rules/{id}` | anybody | | the house rules of that id, as TOML text |
//! | `GET /api/v1/health` | anybody | | [`Health`] |
//! | what staff may call | staff | | see [`crate::supervisor`] |
//! | `GET /api/v1/socket` | anybody | upgrade | [`crate::client`] and [`crate::server`] messages |
//!
//! A patron sends `Authorization: Bearer <token>`. `docs/ROLES.md` lists the roles that may call each route.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::road_map::SideId;
use crate::server::{PatronInfo, SettledLine};

/// Creates a guest with play money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NewGuest {
    /// The name that others see, 2 to 20 characters.
    pub nickname: String,
}

/// A new guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Guest {
    /// The token that authenticates the guest. It is sent once; the server stores its hash.
    pub token: String,
    /// The patron.
    pub patron: PatronInfo,
}

/// A patron's rounds, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct History {
    /// The rounds.
    pub rounds: Vec<HistoryRound>,
    /// The cursor of the next page, to send as `before`; none on the last page.
    pub next_before: Option<u64>,
}

/// A round in which the patron had wagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct HistoryRound {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// When it ended, or was corrected last.
    pub at: i64,
    /// Which settlement of the round it is, from 1; one more for each correction.
    pub revision: u16,
    /// Its cards in deal order.
    pub cards: Vec<String>,
    /// The same cards, each with the hand that it belongs to.
    pub deal: Vec<DealtCard>,
    /// Its cards as the device of a live table read them, where a correction has others since; empty otherwise.
    pub read: Vec<String>,
    /// `player`, `banker`, `tie` or `voided`.
    pub outcome: String,
    /// Why it is void, such as `unreadable_card`; left out where it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub voided: Option<String>,
    /// The patron's wagers as settled.
    pub wagers: Vec<SettledLine>,
    /// All stakes.
    pub staked: u64,
    /// All payouts; the returned stakes of a voided round.
    pub paid: u64,
}

/// A card of a round, with what it led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DealtCard {
    /// The card, such as `9h`.
    pub card: String,
    /// Whose it is.
    pub side: SideId,
    /// The total of that hand with it.
    pub total: u8,
}

/// A patron's statement, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Statement {
    /// The lines.
    pub lines: Vec<StatementLine>,
    /// The cursor of the next page, to send as `before`; none on the last page.
    pub next_before: Option<u64>,
}

/// One change of a patron's money, in minor units.
///
/// A slip makes no line, because a held stake is still the patron's; the end of its round does. The line of a
/// correction has differences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StatementLine {
    /// The number of the line, from 1.
    pub no: u64,
    /// When the change happened.
    pub at: i64,
    /// `settled`, `voided`, `corrected`, or `posted` for a change without a round, such as a gift.
    pub kind: String,
    /// The table of the round.
    pub table_id: Option<u32>,
    /// The round.
    pub round: Option<RoundRef>,
    /// Which settlement of the round it is, from 1; 0 without a round.
    pub revision: u16,
    /// The stakes that were at risk.
    pub staked: i64,
    /// The payouts, returned stakes included.
    pub paid: i64,
    /// The amount advanced: the corrected payout had already been spent.
    pub lent: i64,
    /// The amount repaid of earlier advances.
    pub repaid: i64,
    /// By how much the wallet changed.
    pub change: i64,
    /// What the wallet has afterwards: cash, bonus money and held stakes.
    pub balance: i64,
    /// What the patron owes afterwards.
    pub owed: i64,
}

/// The beads of one shoe of a table, the open one or any before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ShoeBeads {
    /// The table.
    pub table_id: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The beads of its settled rounds, oldest first, as `rounds` of a table has them: at most one for each round of
    /// the shoe. Corrections are in them; a voided round has none.
    pub rounds: Vec<String>,
}

/// The state of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Health {
    /// `ok`; `degraded` when the store or a table fails; `stopping` while the server stops.
    pub status: String,
    /// The program's version.
    pub version: String,
    /// How many tables run.
    pub tables: u32,
    /// The tables that should go on and do not, by number.
    pub stopped: Vec<StoppedTable>,
}

/// A table that should go on and does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct StoppedTable {
    /// The table.
    pub table_id: u32,
    /// `late` when a step is late, `refused` when the ledger refuses what is due, `ended` when its task has ended.
    pub reason: String,
    /// The reason in English, for operators. The log has more.
    pub message: String,
}
