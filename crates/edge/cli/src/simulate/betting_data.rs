//! Betting schemes as JSON. `docs/simulate.md` documents the fields; other programs rely on them.

use montecarlo::figures::{Histogram, SchemeFigures, share};
use serde::Serialize;

use super::report::{Betting, Whole};

/// The greatest number of bins of a histogram.
const BINS: usize = 100;

/// The terms, and the result of each scheme.
#[derive(Serialize)]
pub(super) struct BettingData {
    spot: &'static str,
    bankroll: u64,
    base_stake: u64,
    maximum: Option<u64>,
    session_shoes: u32,
    schemes: Vec<SchemeData>,
}

#[derive(Serialize)]
struct SchemeData {
    scheme: &'static str,
    what: &'static str,
    sessions: u64,
    ahead: u64,
    ruined: u64,
    mean: Option<f64>,
    worst: Option<i64>,
    percentile_5: Option<i64>,
    median: Option<i64>,
    percentile_95: Option<i64>,
    best: Option<i64>,
    wagers: u64,
    largest_stake: u64,
    staked: String,
    lost: String,
    lost_of_stakes: Option<f64>,
    std_error: Option<f64>,
    interval_95: Option<[f64; 2]>,
    exact_edge: Option<f64>,
    z: Option<f64>,
    histogram: HistogramData,
}

#[derive(Serialize)]
struct HistogramData {
    low: i64,
    width: i64,
    counts: Vec<u64>,
    above: u64,
}

impl BettingData {
    pub(super) fn of(whole: &Whole<'_>, betting: &Betting<'_>) -> Self {
        let (bet, scale) = (betting.terms.bet(), whole.scale(BINS));
        let schemes = betting.schemes.iter().zip(&whole.tally.schemes);
        Self {
            spot: bet.spot.id(),
            bankroll: bet.bankroll.minor(),
            base_stake: bet.base.minor(),
            maximum: bet.maximum.map(money::Amount::minor),
            session_shoes: betting.session_shoes,
            schemes: schemes
                .map(|(figures, tally)| SchemeData::of(figures, &scale.histogram(&tally.results)))
                .collect(),
        }
    }
}

impl SchemeData {
    fn of(figures: &SchemeFigures, histogram: &Histogram) -> Self {
        let quantile = |idx: usize| figures.quantiles.map(|quantiles| quantiles[idx]);
        let loss = figures.loss;
        Self {
            scheme: figures.scheme.id,
            what: figures.scheme.what,
            sessions: figures.sessions,
            ahead: figures.ahead,
            ruined: figures.ruined,
            mean: figures.mean,
            worst: quantile(0),
            percentile_5: quantile(1),
            median: quantile(2),
            percentile_95: quantile(3),
            best: quantile(4),
            wagers: figures.wagers,
            largest_stake: figures.largest.minor(),
            staked: figures.staked.to_string(),
            lost: figures.lost.to_string(),
            lost_of_stakes: share(figures.lost, figures.staked),
            std_error: loss.map(|it| it.std_error),
            interval_95: loss.map(|it| it.interval()),
            exact_edge: figures.exact_edge,
            z: loss.zip(figures.exact_edge).and_then(|(loss, edge)| loss.z(edge)),
            histogram: HistogramData {
                low: histogram.scale.low,
                width: histogram.scale.width,
                counts: histogram.counts.clone(),
                above: histogram.above,
            },
        }
    }
}
