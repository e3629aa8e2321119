//! The bodies of the HTTP interface, under `/api`.
//!
//! | method and path | who | asks | answers |
//! |---|---|---|---|
//! | `POST /api/guests` | anybody | [`NewGuest`] | 201 [`Guest`] |
//! | `GET /api/me` | patron | | [`crate::server::PatronInfo`] |
//! | `POST /api/me/play-money` | patron | | [`crate::server::PatronInfo`], topped up |
//! | `GET /api/me/rounds?before=&limit=` | patron | | [`History`] |
//! | `GET /api/tables` | anybody | | [`Lobby`] |
//! | `GET /api/tables/{id}` | anybody | | [`crate::table_view::TableView`] |
//! | `GET /api/house-rules/{id}` | anybody | | the document, as TOML text |
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
