//! What a message says of one patron's own: stakes, Autos, and how a round ended for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::auto::RunningStop;
use crate::client::RoundRef;

/// A stake on a spot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SpotStake {
    /// The spot.
    pub spot: String,
    /// In minor units.
    pub stake: u64,
}

/// Wagers that the house places for a patron in every round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunningAuto {
    /// The stake on each spot in a round.
    pub wagers: Vec<SpotStake>,
    /// In how many more rounds they are placed, without the present one once they are placed in it.
    pub rounds_left: u16,
    /// When it ends before that, if the patron chose so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stop: Option<RunningStop>,
}

/// How an Auto ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndedAuto {
    /// `played`, `stopped`, `seat_lost`, `stop_at_loss`, `stop_at_win` or `refused`.
    pub reason: String,
    /// The code of the refusal, if that ended it: that of a slip, or `paused`, `excluded` or `time_limit`.
    pub refusal: Option<String>,
    /// How many rounds were left.
    pub rounds_left: u16,
}

/// A patron's result of a finished round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct OwnEnd {
    /// The round.
    pub round: RoundRef,
    /// 1 for the first settlement or void of the round, one more for each correction.
    pub revision: u16,
    /// Why the round does not count, if it does not.
    pub voided: Option<String>,
    /// The settled wagers; empty when the round does not count.
    pub wagers: Vec<SettledLine>,
    /// The sum of all stakes.
    pub staked: u64,
    /// The sum of all payouts, stakes included; the returned stakes of a voided round.
    pub paid: u64,
}

/// A settled wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct SettledLine {
    /// The spot.
    pub spot: String,
    /// The stake.
    pub stake: u64,
    /// `win`, `push` or `lose`.
    pub resolution: String,
    /// The payout, stake included.
    pub payout: u64,
}
