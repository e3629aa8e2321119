//! The stop conditions of Auto, as messages have them.

use money::Stake;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{StopAt, StopWatch};
use ts_rs::TS;

/// When an Auto that runs ends before all its rounds are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct RunningStop {
    /// At this loss, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at_loss: Option<u64>,
    /// At this win, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub at_win: Option<u64>,
    /// What the patron's rounds since the start came to, in minor units; below zero is a loss.
    pub net: i64,
}

impl RunningStop {
    /// Of an Auto that was just started; none without a stop condition.
    pub fn started(at: StopAt) -> Option<Self> {
        let of = |bound: Option<Stake>| bound.map(Stake::minor);
        (!at.is_never()).then_some(Self { at_loss: of(at.loss), at_win: of(at.win), net: 0 })
    }
}

impl From<StopWatch> for RunningStop {
    fn from(StopWatch { at, net, .. }: StopWatch) -> Self {
        Self { at_loss: at.loss.map(Stake::minor), at_win: at.win.map(Stake::minor), net }
    }
}
