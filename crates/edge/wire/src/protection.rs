//! The bodies of what protects patrons under `/api/v1`: their own limits, pauses, exclusions and turnover.
//!
//! | method and path | request | response |
//! |---|---|---|
//! | `GET /me/limits` | | [`Protection`] |
//! | `PUT /me/limits` | [`SetLimits`] | [`Protection`] |
//! | `POST /me/limits/confirm` | | [`Protection`] |
//! | `GET /me/limits/history?before=&limit=` | | [`ProtectionHistory`] |
//! | `POST /me/pause` | [`Pause`] | [`Protection`] |
//! | `POST /me/exclusion` | [`Exclude`] | [`Protection`] |
//! | `POST /me/reality-check` | | [`Protection`], after the patron acknowledged it |
//! | `GET /me/turnover` | | [`OwnTurnover`] |
//! | `GET /patrons/{id}/limits` | | [`Protection`], for staff |
//! | `GET /patrons/{id}/limits/history?before=&limit=` | | [`ProtectionHistory`], for staff |
//! | `POST /patrons/{id}/exclusion` | [`ExcludePatron`] | [`Protection`], for managers |
//!
//! Limits on money are minor units of the wallet's currency. Days, weeks and months are those of UTC.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::ErrorBody;

/// What protects a patron, and what counts towards their limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Protection {
    /// The server's clock.
    pub now: i64,
    /// How to reach the operator about limits, if the operator says so.
    pub contact: Option<String>,
    /// The limits that count, by name: `stake_round`, `stake_day`, `stake_week`, `stake_month`, `loss_day`,
    /// `loss_week`, `loss_month`, `time_day_minutes`, `time_week_minutes`, `reality_check_minutes`.
    pub limits: BTreeMap<String, u64>,
    /// Looser values that wait for a second yes.
    pub pending: Vec<PendingLimit>,
    /// The end of the pause, while it lasts.
    pub paused_until: Option<i64>,
    /// The exclusion, while it lasts.
    pub exclusion: Option<Exclusion>,
    /// What was staked and lost in the present day, week and month; empty while no limit counts it.
    pub played: Vec<PlayedPeriod>,
    /// The stakes that are at risk at all tables, as far as a limit counts them, in minor units.
    pub at_risk: u64,
    /// The time with a seat in the present day and week; none while no limit counts it.
    pub play_time: Option<PlayTime>,
    /// What a reality check says now; none without a seat, or while no limit counts time.
    pub reality_check: Option<RealityCheck>,
    /// Whether the patron must acknowledge it before the next slip.
    pub reality_check_due: bool,
    /// Why the patron may neither sit down nor wager now: `excluded`, `paused` or `time_limit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refusal: Option<ErrorBody>,
}

/// The time with a seat, in minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PlayTime {
    /// In the present day.
    pub day_minutes: u64,
    /// In the present week.
    pub week_minutes: u64,
}

/// What a patron did since they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RealityCheck {
    /// When they sat down.
    pub since: i64,
    /// How long they have had a seat, in minutes.
    pub minutes: u64,
    /// The stakes of settled rounds, in minor units.
    pub staked: i64,
    /// What was staked less what was paid, in minor units; below zero after winning.
    pub lost: i64,
}

/// A looser value of a limit that waits for a second yes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PendingLimit {
    /// The name of the limit.
    pub limit: String,
    /// The value; none to remove the limit.
    pub value: Option<u64>,
    /// From when it can be confirmed.
    pub from: i64,
    /// From when it no longer can.
    pub until: i64,
}

/// An exclusion from sitting down and wagering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Exclusion {
    /// Its end; none when it is for good.
    pub until: Option<i64>,
    /// Whether the house excluded the patron; else they did it themselves.
    pub by_house: bool,
}

/// What was staked and lost in a period, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct PlayedPeriod {
    /// `day`, `week` or `month`.
    pub period: String,
    /// When the next one begins.
    pub until: i64,
    /// The stakes of settled rounds.
    pub staked: i64,
    /// What was staked less what was paid; below zero after winning.
    pub lost: i64,
}

/// Asks for limits. A tighter value counts at once, a looser one after a day and a second yes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetLimits {
    /// The values by name; null removes a limit. Limits that are not named stay as they are.
    pub limits: BTreeMap<String, Option<u64>>,
}

/// Pauses from now on: no seat and no wager until the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pause {
    /// For how many hours, 1 to 1008.
    pub hours: u32,
}

/// Excludes from now on. Nobody can end it sooner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclude {
    /// For how many days, 1 to 36500; not with `for_good`.
    #[serde(default)]
    #[ts(optional)]
    pub days: Option<u32>,
    /// Whether it has no end.
    #[serde(default)]
    pub for_good: bool,
}

/// A manager excludes a patron from now on. Nobody can end it sooner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExcludePatron {
    /// For how many days, 1 to 36500; not with `for_good`.
    #[serde(default)]
    #[ts(optional)]
    pub days: Option<u32>,
    /// Whether it has no end.
    #[serde(default)]
    pub for_good: bool,
    /// The manager's reason, which stays on record.
    pub why: String,
}

/// The changes of a patron's protection, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProtectionHistory {
    /// The changes.
    pub changes: Vec<ProtectionChange>,
    /// The cursor of the next page, to send as `before`; none on the last page.
    pub next_before: Option<u64>,
}

/// A change of a patron's protection, with the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ProtectionChange {
    /// When.
    pub at: i64,
    /// The author: `patron` or `house`.
    pub by: String,
    /// The member of staff who made the change. Only answers to staff have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub staff_id: Option<u32>,
    /// The reason, where one was asked for.
    pub why: String,
    /// The limits that count from then on.
    pub limits: BTreeMap<String, u64>,
    /// Looser values that wait from then on.
    pub pending: Vec<PendingLimit>,
    /// The end of the pause that was set.
    pub paused_until: Option<i64>,
    /// The exclusion that was set.
    pub exclusion: Option<Exclusion>,
}

/// A patron's turnover of the present month and the twelve before it, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct OwnTurnover {
    /// The months in which the patron had wagers.
    pub months: Vec<MonthTurnover>,
}

/// What a patron staked and was paid in a month, in minor units. Corrections count in the month they were made in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MonthTurnover {
    /// The month, such as `2026-03`.
    pub month: String,
    /// All stakes of settled rounds.
    pub staked: i64,
    /// The stakes that won or lost: the effective turnover.
    pub effective: i64,
    /// All payouts, stakes included.
    pub paid: i64,
}
