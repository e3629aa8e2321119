//! The bodies of what staff read under `/api/v1`: searches, exposure, edges, alerts and the house's own log; and the
//! odds of house rules, which everybody may read.
//!
//! | method and path | response |
//! |---|---|
//! | `GET /rounds?table=&shoe=&from=&until=&outcome=&voided=&corrected=&before=&limit=` | [`FoundRounds`] |
//! | `GET /slips?patron=&table=&shoe=&round=&slip=&from=&until=&before=&limit=` | [`FoundSlips`] |
//! | `GET /patrons?number=&nickname=&prefix=&after=&limit=` | [`FoundPatrons`] |
//! | `GET /patrons/{patron}/rounds?before=&limit=` | [`crate::rest::History`] |
//! | `GET /patrons/{patron}/statement?before=&limit=` | [`crate::rest::Statement`] |
//! | `GET /patrons/{patron}/turnover?from=&until=` | what `punto report --patron N --json` prints |
//! | `GET /exposure`, `GET /tables/{table}/exposure` | [`Exposures`], [`TableExposure`] |
//! | `GET /tables/{table}/edges` | [`TableEdges`] |
//! | `GET /alerts` | [`Alerts`] |
//! | `GET /proposals` | [`OpenProposals`] |
//! | `GET /reports/daily?day=&from=&until=&table=&format=` | what `punto report` prints with `--json` or `--csv` |
//! | `GET /log?kind=&by=&entity=&before=&limit=` | [`HouseLog`] |
//! | `GET /house-rules/{id}/odds`, `GET /tables/{table}/odds` | [`RulesOdds`] |
//!
//! Sums over patrons are strings of digits, because they may exceed the integers that JSON readers keep.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::client::RoundRef;
use crate::rest::DealtCard;
use crate::server::SpotStake;
use crate::table_view::PayLine;
use crate::tables::CurrencyName;

/// An exact fraction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Exact {
    /// In lowest terms, such as `-43/415`, or a whole number.
    pub fraction: String,
    /// The same with ten decimals, the nearest.
    pub decimal: String,
}

/// Rounds that a search found, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundRounds {
    /// The rounds.
    pub rounds: Vec<FoundRound>,
    /// Where to go on, to send as `before`; none after the last. A page may be shorter than its limit.
    pub next_before: Option<String>,
}

/// A round in its present state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundRound {
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// When it began.
    pub opened_at: i64,
    /// When its latest event happened.
    pub at: i64,
    /// How many times it was settled or voided; 0 while it is open, more than 1 when it was corrected.
    pub revision: u16,
    /// `player`, `banker`, `tie` or `voided`; none while it is open.
    pub outcome: Option<String>,
    /// Its cards in deal order.
    pub cards: Vec<String>,
    /// The same cards, each with the hand that it belongs to.
    pub deal: Vec<DealtCard>,
    /// Whether it waits for a review, because the count of its shoe ended with a note of two supervisors.
    #[serde(default)]
    pub to_review: bool,
}

/// Slips that a search found, newest round first, within a round newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundSlips {
    /// The slips.
    pub slips: Vec<FoundSlip>,
    /// Where to go on, to send as `before`; none after the last. A page may be shorter than its limit.
    pub next_before: Option<String>,
}

/// A slip as it was accepted. Its wagers may have been taken back since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundSlip {
    /// The client's id.
    pub slip_id: String,
    /// Whose.
    pub patron_id: u32,
    /// The table.
    pub table_id: u32,
    /// The round.
    pub round: RoundRef,
    /// When it was accepted.
    pub at: i64,
    /// Its wagers.
    pub wagers: Vec<SpotStake>,
    /// How much of its stakes is bonus money.
    pub bonus: u64,
    /// Whether it took the place of the patron's wagers before it.
    pub replaces: bool,
}

/// Patrons that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundPatrons {
    /// The patrons: newest first, or by nickname for a prefix.
    pub patrons: Vec<FoundPatron>,
    /// Where to go on, to send as `after`; none after the last.
    pub next_after: Option<u32>,
}

/// A patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct FoundPatron {
    /// The number.
    pub patron_id: u32,
    /// The name that others see.
    pub nickname: String,
    /// The currency of the wallet.
    pub currency: String,
    /// Its decimals.
    pub decimals: u8,
}

/// The exposure of all tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Exposures {
    /// The server's clock.
    pub now: i64,
    /// The running tables.
    pub tables: Vec<TableExposure>,
    /// The tables that do not run.
    pub not_running: Vec<u32>,
}

/// The exposure of a table in its present round. Sums are strings of digits, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableExposure {
    /// The table.
    pub table_id: u32,
    /// The present or the latest round of the shoe.
    pub round: Option<RoundRef>,
    /// The phase: `shuffling`, `betting`, `closed`, `dealing` or `settled`.
    pub phase: String,
    /// The currency of the stakes.
    pub currency: String,
    /// Its decimals.
    pub decimals: u8,
    /// How many patrons have wagers in the round.
    pub patrons: u64,
    /// What the table holds: all stakes of the round, cash and bonus money.
    pub held: String,
    /// The most that any coup pays, stakes included.
    pub paid_at_most: String,
    /// What the house wins at least; below zero when it loses.
    pub result_at_least: String,
    /// The stakes on Banker less those on Player.
    pub banker_less_player: String,
    /// The largest difference that the table allows; none without a limit.
    pub difference_limit: Option<u64>,
    /// The spots in layout order.
    pub spots: Vec<SpotExposure>,
}

/// The exposure on one spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotExposure {
    /// The id of the spot.
    pub spot: String,
    /// How many patrons have a stake on it.
    pub patrons: u64,
    /// What is staked in cash.
    pub cash: String,
    /// What is staked in bonus money.
    pub bonus: String,
    /// The most that this spot pays, stakes included.
    pub pays_at_most: String,
    /// The most that all spots pay in a coup in which this one wins.
    pub paid_at_most: String,
    /// What the house wins at least in such a coup; below zero when it loses.
    pub result_at_least: String,
}

/// The exact edges of a shoe in play: on the coup under way, or else on the next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableEdges {
    /// The table.
    pub table_id: u32,
    /// The id of the house rules of the shoe.
    pub house_rules: String,
    /// The shoe.
    pub shoe_no: u32,
    /// The present or the latest round of the shoe.
    pub round: Option<RoundRef>,
    /// The cards of the coup under way.
    pub dealt: Vec<String>,
    /// How many cards nobody has seen, those burned face down included.
    pub unseen: u16,
    /// The spots in layout order; empty when the shoe has too few cards for a coup.
    pub spots: Vec<SpotEdge>,
}

/// The edge of one spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotEdge {
    /// The id of the spot.
    pub spot: String,
    /// Whether the house rules take wagers on it in this round.
    pub open: bool,
    /// What the house keeps of a stake on average; below zero when the patron has the edge.
    pub house_edge: Exact,
}

/// The latest alerts, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Alerts {
    /// The server's clock.
    pub now: i64,
    /// The alerts of this run of the server, at most 512.
    pub alerts: Vec<Alert>,
}

/// A spot that took wagers and had an edge for the patron.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Alert {
    /// The number of the alert, from 1.
    pub no: u64,
    /// The table.
    pub table_id: u32,
    /// The id of the spot.
    pub spot: String,
    /// The round in which it was found.
    pub round: Option<RoundRef>,
    /// The latest edge of the house: below zero.
    pub house_edge: Exact,
    /// When the betting had opened.
    pub since: i64,
    /// When a betting opened without it, or the shoe ended; none while it stands.
    pub until: Option<i64>,
}

/// How many proposals wait for a second person, among the latest 500 of each table and of the adjustments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct OpenProposals {
    /// Corrections at all tables, closed ones too.
    pub corrections: u32,
    /// Adjustments.
    pub adjustments: u32,
    /// Devices that wait for a second supervisor.
    pub devices: u32,
    /// Devices whose line gave an alarm or that told a fault within the last hour, and those whose lid is open.
    #[serde(default)]
    pub device_alarms: u32,
}

/// Entries of the house's own log, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct HouseLog {
    /// The entries.
    pub entries: Vec<LogEntry>,
    /// Where to go on, to send as `before`; none after the last. A page may be shorter than its limit.
    pub next_before: Option<u64>,
}

/// An entry of the house's own log, without what is secret in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct LogEntry {
    /// Its number, from 1.
    pub no: u64,
    /// When it was written.
    pub at: i64,
    /// Its SHA-256, which covers the entry before it too.
    pub digest: String,
    /// The type of the event, such as `changed` or `patron_read`.
    pub kind: String,
    /// Who caused it: `staff:3`, `patron:7`, `operator` or `house`; none where the entry does not say.
    pub by: Option<String>,
    /// The entity that it created or changed, such as `staff:3`.
    pub entity: Option<String>,
    /// What else it says, by name: with an entity its state after the entry.
    #[ts(type = "Record<string, unknown>")]
    pub says: BTreeMap<String, Value>,
    /// The same of the state of its entity before the entry; none where the entity is new, or where there is none.
    #[ts(type = "Record<string, unknown> | null")]
    pub before: Option<BTreeMap<String, Value>>,
    /// The currency of its amounts, which are whole minor units; none where it has no amounts, or names the currency
    /// beside each of them.
    pub currency: Option<CurrencyName>,
}

/// The exact odds of a full shoe under house rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RulesOdds {
    /// The id of the house rules.
    pub id: String,
    /// The SHA-256 of their document.
    pub digest: String,
    /// How many decks the shoe has.
    pub decks: u8,
    /// How many ordered draws of six cards there are: the whole that counts are parts of.
    pub draws: String,
    /// How screens show odds: `to_one` or `with_stake`.
    pub odds_shown: String,
    /// How a profit that is no whole minor unit is rounded: `down`, `up` or `half_up`.
    pub rounding: String,
    /// The spots in layout order.
    pub spots: Vec<SpotOdds>,
}

/// The odds of one spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotOdds {
    /// The id.
    pub spot: String,
    /// The English name.
    pub title: String,
    /// Sets of facts that return the stake, each with all facts that must hold. They are judged first.
    pub push: Vec<Vec<String>>,
    /// The lines that pay, in the order they are judged: the first whose facts all hold decides.
    pub pays: Vec<PayLine>,
    /// How often each odds are paid.
    pub wins: Vec<WinShare>,
    /// The probability that the wager wins.
    pub win: Exact,
    /// The probability that the stake goes back.
    pub push_probability: Exact,
    /// What the house keeps of a stake on average; a pushed stake counts as staked.
    pub house_edge: Exact,
}

/// How often certain odds are paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct WinShare {
    /// The odds to one, as numerator and denominator.
    pub odds: (u64, u64),
    /// In how many draws.
    pub count: String,
    /// The share of all draws.
    pub probability: Exact,
}

/// The turnover of tables by day, as `punto report --json` prints it. Sums are strings of digits, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DailyReport {
    /// Whether the turnover of every table agrees with its account.
    pub agrees: bool,
    /// The days, tables and currencies.
    pub tables: Vec<TableDay>,
    /// What each table won over all days.
    pub accounts: Vec<TableAccount>,
}

/// The turnover of a patron, as `punto report --patron N --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PatronReport {
    /// The patron.
    pub patron: u32,
    /// The currency of their wagers; none without wagers.
    pub currency: Option<String>,
    /// The days and tables.
    pub tables: Vec<TableDay>,
    /// The sum of them.
    pub total: Option<TurnoverSums>,
}

/// The turnover of a day at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableDay {
    /// The day, such as `2026-03-01`.
    pub day: String,
    /// The table.
    pub table: u32,
    /// The currency.
    pub currency: String,
    /// Its decimals.
    pub decimals: u8,
    /// The spots.
    pub spots: Vec<SpotTurnover>,
    /// The sum of them.
    pub total: TurnoverSums,
}

/// The turnover of a spot, with corrections apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotTurnover {
    /// The id of the spot.
    pub spot: String,
    /// Whether the line is what corrections changed.
    pub corrected: bool,
    /// The sums.
    #[serde(flatten)]
    pub sums: TurnoverSums,
}

/// Sums of settled wagers, as strings of digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TurnoverSums {
    /// How many wagers.
    pub wagers: String,
    /// Their stakes.
    pub staked: String,
    /// The stakes that won or lost.
    pub effective_turnover: String,
    /// The payouts, stakes included.
    pub paid: String,
    /// What the house won; below zero when it lost.
    pub house_result: String,
}

/// What a table won, by its turnover and by its account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct TableAccount {
    /// The table.
    pub table: u32,
    /// The currency.
    pub currency: String,
    /// The result by its turnover.
    pub turned_over: String,
    /// The balance of its account.
    pub account: String,
    /// Whether both are equal.
    pub agrees: bool,
}
