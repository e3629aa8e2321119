//! The report of a run as JSON. `docs/simulate.md` documents the fields; other programs rely on them.

use baccarat::{BySide, Resolution};
use montecarlo::Counts;
use montecarlo::figures::{Comparison, SpotFigures, share};
use roads::{ByDerived, DerivedRoad};
use serde::Serialize;

use super::betting_data::BettingData;
use super::report::{Dealt, Report, Whole};

/// The whole report as one line.
pub(super) fn to_json(report: &Report<'_>) -> String {
    let text = serde_json::to_string(&Data::of(report));
    text.expect("plain structures are written to memory without fail") + "\n"
}

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
