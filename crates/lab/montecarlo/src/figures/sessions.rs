//! The results of sessions of a scheme, beside the exact edge of its wagers.

use baccarat::Spot;
use money::Amount;

use super::histogram::Scale;
use crate::estimate::Estimate;
use crate::number::{real, share};
use crate::schemes::{Scheme, SchemeTally};

/// The figures of one scheme. Results are in minor units; shares are of one.
#[derive(Clone, Debug)]
pub struct SchemeFigures {
    /// The scheme.
    pub scheme: &'static Scheme,
    /// How many sessions.
    pub sessions: u64,
    /// How many ended with something won.
    pub ahead: u64,
    /// How many ended with less than a base stake left.
    pub ruined: u64,
    /// The mean result.
    pub mean: Option<f64>,
    /// The results that 0, 5, 50, 95 and 100 of 100 sessions do not exceed: the worst, ..., the median, ..., the best.
    pub quantiles: Option<[i64; 5]>,
    /// How many wagers were made.
    pub wagers: u64,
    /// Everything staked, in minor units.
    pub staked: i128,
    /// Everything lost less everything won, in minor units.
    pub lost: i128,
    /// The largest stake.
    pub largest: Amount,
    /// The loss for each unit staked, with its standard error from whole sessions.
    pub loss: Option<Estimate>,
    /// The exact house edge: that of each spot, weighted by the stakes on it.
    pub exact_edge: Option<f64>,
}

impl SchemeFigures {
    /// Figures from counts. `edge` gives the exact house edge of a spot.
    pub fn new(tally: &SchemeTally, edge: impl Fn(Spot) -> f64) -> Self {
        let sessions = tally.sessions();
        let staked = tally.loss.den();
        let kept = tally.staked.iter().map(|(spot, staked)| edge(*spot) * real(*staked));
        let quantiles = [0, 5, 50, 95, 100].map(|part| tally.quantile(part, 100));
        let known: Vec<i64> = quantiles.into_iter().flatten().collect();
        Self {
            scheme: tally.scheme,
            sessions,
            ahead: tally.ahead(),
            ruined: tally.ruined,
            mean: share(-tally.loss.num(), sessions),
            quantiles: known.try_into().ok(),
            wagers: tally.wagers,
            staked,
            lost: tally.loss.num(),
            largest: tally.largest,
            loss: tally.loss.estimate(),
            exact_edge: (staked != 0).then(|| kept.sum::<f64>() / real(staked)),
        }
    }

    /// At most `most` bins that suit all these schemes: from the worst result to one that few sessions exceed.
    pub fn scale(tallies: &[SchemeTally], most: usize) -> Scale {
        let low = tallies.iter().filter_map(|tally| tally.quantile(0, 1)).min().unwrap_or_default();
        let high = tallies.iter().filter_map(|tally| tally.quantile(995, 1000)).max().unwrap_or_default();
        Scale::covering(low.min(0), high.max(0), most)
    }
}
