//! A run as JSON. The fields are described in `docs/simulate.md`; what stands there is a promise to other programs.

use baccarat::{BySide, Resolution};
use roads::{ByDerived, DerivedRoad};
use serde::Serialize;
use simulate::Counts;
use simulate::figures::{Comparison, Histogram, SchemeFigures, SpotFigures, share};

use super::report::{Betting, Dealt, Report, Whole};

/// The whole report as one line.
pub(super) fn in_json(report: &Report<'_>) -> String {
    let text = serde_json::to_string(&Data::of(report));
    text.expect("plain structures are written to memory without fail") + "\n"
}

/// Bins of a histogram, at most.
const BINS: usize = 100;

#[derive(Serialize)]
struct Data<'a> {
    rules: &'a str,
    rules_version: u32,
    decks: u8,
    algorithm: &'static str,
    seed: String,
    shoes: u64,
    coups: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    coups_per_shoe: Option<u16>,
    outcomes: Outcomes,
    cards: Cards,
    spots: Vec<SpotData>,
    #[serde(flatten)]
    whole: Option<WholeData>,
}

#[derive(Serialize)]
struct Outcomes {
    player: Chance,
    banker: Chance,
    tie: Chance,
}

#[derive(Clone, Copy, Serialize)]
struct Chance {
    count: u64,
    share: Option<f64>,
    exact: f64,
}

#[derive(Serialize)]
struct Cards {
    four: Chance,
    five: Chance,
    six: Chance,
    mean: Option<f64>,
    exact_mean: f64,
}

#[derive(Serialize)]
struct Numbers {
    mean: Option<f64>,
    counts: Vec<(usize, u64)>,
}

#[derive(Serialize)]
struct SpotData {
    spot: &'static str,
    coups: u64,
    win: Vec<WinData>,
    push: Chance,
    lose: Chance,
    mean: Option<f64>,
    std_error: Option<f64>,
    interval_95: Option<[f64; 2]>,
    exact_mean: f64,
    exact_mean_fraction: String,
    difference: Option<f64>,
    z: Option<f64>,
    comparison: &'static str,
}

#[derive(Serialize)]
struct WinData {
    odds: String,
    #[serde(flatten)]
    chance: Chance,
}

#[derive(Serialize)]
struct WholeData {
    rounds_per_shoe: Numbers,
    streaks: Vec<StreakData>,
    roads: RoadsData,
    #[serde(skip_serializing_if = "Option::is_none")]
    betting: Option<BettingData>,
}

#[derive(Serialize)]
struct StreakData {
    length: usize,
    or_more: bool,
    player: StreakCount,
    banker: StreakCount,
}

#[derive(Serialize)]
struct StreakCount {
    count: u64,
    expected: f64,
}

#[derive(Serialize)]
struct RoadsData {
    big_eye_boy: MarksData,
    small_road: MarksData,
    cockroach_pig: MarksData,
}

#[derive(Serialize)]
struct MarksData {
    red: u64,
    blue: u64,
    red_share: Option<f64>,
}

#[derive(Serialize)]
struct BettingData {
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

impl<'a> Data<'a> {
    fn of(report: &Report<'a>) -> Self {
        let chances = |counts: [u64; 3], exact: [f64; 3]| {
            let chance = |idx: usize| Chance {
                count: counts[idx],
                share: share(counts[idx], report.coups),
                exact: exact[idx],
            };
            [0, 1, 2].map(chance)
        };
        let [player, banker, tie] = chances(report.outcomes, report.chances.outcomes);
        let [four, five, six] = chances([4, 5, 6].map(|cards| report.cards.of(cards)), report.chances.cards);
        let (coups_per_shoe, whole) = match &report.deal {
            Dealt::Fixed { coups_per_shoe } => (Some(*coups_per_shoe), None),
            Dealt::Whole(whole) => (None, Some(WholeData::of(whole))),
        };
        Self {
            rules: &report.rules.id,
            rules_version: report.rules.version,
            decks: report.rules.decks,
            algorithm: report.deal.algorithm(),
            seed: report.seed.to_string(),
            shoes: report.shoes,
            coups: report.coups,
            coups_per_shoe,
            outcomes: Outcomes { player, banker, tie },
            cards: Cards {
                four,
                five,
                six,
                mean: report.cards.mean(),
                exact_mean: report.chances.mean_cards(),
            },
            spots: report.spots.iter().map(SpotData::of).collect(),
            whole,
        }
    }
}

impl Numbers {
    fn of(counts: &Counts) -> Self {
        Self { mean: counts.mean(), counts: counts.iter().collect() }
    }
}

impl SpotData {
    fn of(figures: &SpotFigures) -> Self {
        let chances = figures.resolutions.iter().map(|line| {
            (line.resolution, Chance { count: line.count, share: line.share, exact: line.exact })
        });
        let (mut win, [mut push, mut lose]) =
            (Vec::new(), [Chance { count: 0, share: share(0, figures.coups), exact: 0.0 }; 2]);
        for (resolution, chance) in chances {
            match resolution {
                Resolution::Win(odds) => win.push(WinData { odds: odds.to_string(), chance }),
                Resolution::Push => push = chance,
                Resolution::Lose => lose = chance,
            }
        }
        let mean = figures.mean;
        Self {
            spot: figures.spot.id(),
            coups: figures.coups,
            win,
            push,
            lose,
            mean: mean.map(|it| it.mean),
            std_error: mean.map(|it| it.std_error),
            interval_95: mean.map(|it| it.interval()),
            exact_mean: figures.exact_mean,
            exact_mean_fraction: figures.exact.to_string(),
            difference: mean.map(|it| it.mean - figures.exact_mean),
            z: mean.and_then(|it| it.z(figures.exact_mean)),
            comparison: match figures.comparison {
                Comparison::Exact => "exact",
                Comparison::Shifted => "shifted",
            },
        }
    }
}

impl WholeData {
    fn of(whole: &Whole<'_>) -> Self {
        let streaks = whole.streaks.iter().map(|line| {
            let count = BySide::from_fn(|side| StreakCount {
                count: *line.count.get(side),
                expected: *line.expected.get(side),
            });
            StreakData {
                length: line.length,
                or_more: line.or_more,
                player: count.player,
                banker: count.banker,
            }
        });
        let marks = ByDerived::from_fn(|road: DerivedRoad| {
            let marks = whole.tally.marks.get(road);
            let red_share = share(marks.red, marks.red + marks.blue);
            MarksData { red: marks.red, blue: marks.blue, red_share }
        });
        Self {
            rounds_per_shoe: Numbers::of(&whole.tally.rounds),
            streaks: streaks.collect(),
            roads: RoadsData {
                big_eye_boy: marks.big_eye_boy,
                small_road: marks.small_road,
                cockroach_pig: marks.cockroach_pig,
            },
            betting: whole.betting.as_ref().map(|betting| BettingData::of(whole, betting)),
        }
    }
}

impl BettingData {
    fn of(whole: &Whole<'_>, betting: &Betting<'_>) -> Self {
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
