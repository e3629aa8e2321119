//! The bodies of the HTTP interface, under `/api`.
//!
//! | method and path | who | asks | answers |
//! |---|---|---|---|
//! | `POST /api/guests` | anybody | [`NewGuest`] | 201 [`Guest`] |
//! | `GET /api/me` | patron | | [`crate::server::PatronInfo`] |
//! | `POST /api/me/play-money` | patron | | [`crate::server::PatronInfo`], topped up |
//! | `GET /api/me/rounds?before=&limit=` | patron | | [`History`] |
//! | `GET /api/me/statement?before=&limit=` | patron | | [`Statement`] |
//! | `GET /api/tables` | anybody | | [`Lobby`] |
//! | `GET /api/tables/{id}` | anybody | | [`crate::table_view::TableView`] |
//! | `GET /api/tables/{id}/house-rules` | anybody | | the document its shoe is played under, as TOML text |
//! | `GET /api/house-rules/{id}` | anybody | | a document of that id, as TOML text |
//! | `GET /api/health` | anybody | | [`Health`] |
//! | `/api/supervisor/...` | supervisor | | see [`crate::supervisor`] |
//! | `GET /api/socket` | anybody | upgrade | [`crate::client`] and [`crate::server`] messages |
//!
//! A patron sends `Authorization: Bearer <token>`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::client::RoundRef;
use crate::server::{PatronInfo, SettledLine};
use crate::table_view::TableView;

/// Asks for a guest with play money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// 2 to 20 characters others will see.
    pub nickname: String,
}

/// A new guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Guest {
    /// The secret that proves who they are. Shown once; the server keeps its hash.
    pub token: String,
    /// The patron.
    pub patron: PatronInfo,
}

/// All tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Lobby {
    /// The server's clock.
    #[ts(type = "number")]
    pub now: i64,
    /// The tables.
    pub tables: Vec<TableView>,
}

/// A patron's rounds, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct History {
    /// The rounds.
    pub rounds: Vec<HistoryRound>,
    /// Pass as `before` for older ones; none when there are no more.
    #[ts(type = "number | null")]
    pub next_before: Option<u64>,
}

/// A round in which the patron had wagers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HistoryRound {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// When it ended.
    #[ts(type = "number")]
    pub at: i64,
    /// Its cards in deal order.
    pub cards: Vec<String>,
    /// `player`, `banker`, `tie` or `voided`.
    pub outcome: String,
    /// The patron's wagers as settled.
    pub wagers: Vec<SettledLine>,
    /// All stakes.
    #[ts(type = "number")]
    pub staked: u64,
    /// All payouts, or what came back.
    #[ts(type = "number")]
    pub paid: u64,
}

/// A patron's statement, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Statement {
    /// The lines.
    pub lines: Vec<StatementLine>,
    /// Pass as `before` for older ones; none when there are no more.
    #[ts(type = "number | null")]
    pub next_before: Option<u64>,
}

/// What one cause did to a patron's money, in minor units. A slip is no line, as a stake that is held is still the
/// patron's: the end of its round is. Of a correction, everything is a difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StatementLine {
    /// Counts the lines, from 1.
    #[ts(type = "number")]
    pub no: u64,
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// `settled`, `voided`, `corrected`, or `posted` for what is about no round, such as a gift.
    pub kind: String,
    /// The table of the round.
    pub table_id: Option<u32>,
    /// The round.
    pub round: Option<RoundRef>,
    /// Which settlement of the round it is, from 1; 0 for what is about no round.
    pub revision: u16,
    /// The stakes that were at risk.
    #[ts(type = "number")]
    pub staked: i64,
    /// What came of them, the stakes that came back included.
    #[ts(type = "number")]
    pub paid: i64,
    /// What was lent, because what must come back was spent.
    #[ts(type = "number")]
    pub lent: i64,
    /// What was repaid of what was lent.
    #[ts(type = "number")]
    pub repaid: i64,
    /// What the wallet has more, or less.
    #[ts(type = "number")]
    pub change: i64,
    /// What the wallet has after it: cash, bonus money, and what is held of them as stakes.
    #[ts(type = "number")]
    pub balance: i64,
    /// What the patron owes after it.
    #[ts(type = "number")]
    pub owed: i64,
}

/// Whether the server is well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Health {
    /// `ok`, or `degraded` when something below fails.
    pub status: String,
    /// The program's version.
    pub version: String,
    /// Tables that run.
    pub tables: u32,
}
