//! The report of a run as JSON. `docs/simulate.md` documents the fields; other programs rely on them.

use baccarat::{Resolution, Side};
use montecarlo::figures::{Comparison, SchemeFigures, SpotFigures, share};
use montecarlo::schemes::SchemeTally;
use roads::DerivedRoad;
use serde::Serialize;

use super::report::{Betting, Dealt, Report, Whole};
use answers::reply::{json_line, object};

/// The greatest number of bins of a histogram.
const BINS: usize = 100;

/// The whole report as one line.
pub(super) fn to_json(report: &Report<'_>) -> String {
    let chances = |counts: [u64; 3], exact: [f64; 3]| {
        [0, 1, 2].map(|idx| chance(counts[idx], share(counts[idx], report.coups), exact[idx]))
    };
    let [player, banker, tie] = chances(report.outcomes, report.chances.outcomes);
    let [four, five, six] = chances([4, 5, 6].map(|cards| report.cards.of(cards)), report.chances.cards);
    let (coups_per_shoe, whole) = match &report.deal {
        Dealt::Fixed { coups_per_shoe } => (Some(object! { coups_per_shoe }), None),
        Dealt::Whole(whole) => (None, Some(whole_shoes(whole))),
    };
    json_line(&object! {
        rules: &report.rules.id,
        rules_version: report.rules.version,
        decks: report.rules.decks,
        algorithm: report.deal.algorithm(),
        seed: report.seed.to_string(),
        shoes: report.shoes,
        coups: report.coups,
        #[serde(flatten)]
        coups_per_shoe,
        outcomes: object! { player, banker, tie },
        cards: object! {
            four,
            five,
            six,
            mean: report.cards.mean(),
            exact_mean: report.chances.mean_cards(),
        },
        spots: report.spots.iter().map(spot).collect::<Vec<_>>(),
        #[serde(flatten)]
        whole,
    })
}

fn chance(count: u64, share: Option<f64>, exact: f64) -> impl Serialize {
    object! { count, share, exact }
}

fn spot(figures: &SpotFigures) -> impl Serialize {
    let win = figures.resolutions.iter().filter_map(|line| match line.resolution {
        Resolution::Win(odds) => Some(object! {
            odds: odds.to_string(),
            #[serde(flatten)]
            chance: chance(line.count, line.share, line.exact),
        }),
        Resolution::Push | Resolution::Lose => None,
    });
    let other = |resolution| match figures.resolutions.iter().find(|line| line.resolution == resolution) {
        Some(line) => chance(line.count, line.share, line.exact),
        None => chance(0, share(0, figures.coups), 0.0),
    };
    let mean = figures.mean;
    object! {
        spot: figures.spot.id(),
        coups: figures.coups,
        win: win.collect::<Vec<_>>(),
        push: other(Resolution::Push),
        lose: other(Resolution::Lose),
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

fn whole_shoes(whole: &Whole<'_>) -> impl Serialize {
    let streaks = whole.streaks.iter().map(|line| {
        let of = |side| object! { count: *line.count.get(side), expected: *line.expected.get(side) };
        object! {
            length: line.length,
            or_more: line.or_more,
            player: of(Side::Player),
            banker: of(Side::Banker),
        }
    });
    let marks = |road| {
        let marks = whole.tally.marks.get(road);
        let red_share = share(marks.red, marks.red + marks.blue);
        object! { red: marks.red, blue: marks.blue, red_share }
    };
    let rounds = &whole.tally.rounds;
    object! {
        rounds_per_shoe: object! { mean: rounds.mean(), counts: rounds.iter().collect::<Vec<_>>() },
        streaks: streaks.collect::<Vec<_>>(),
        roads: object! {
            big_eye_boy: marks(DerivedRoad::BigEyeBoy),
            small_road: marks(DerivedRoad::SmallRoad),
            cockroach_pig: marks(DerivedRoad::CockroachPig),
        },
        #[serde(flatten)]
        betting: whole.betting.as_ref().map(|it| object! { betting: betting(whole, it) }),
    }
}

/// The terms, and the result of each scheme.
fn betting(whole: &Whole<'_>, betting: &Betting<'_>) -> impl Serialize {
    let bet = betting.terms.bet();
    let schemes = betting.schemes.iter().zip(&whole.tally.schemes);
    object! {
        spot: bet.spot.id(),
        bankroll: bet.bankroll.minor(),
        base_stake: bet.base.minor(),
        maximum: bet.maximum.map(money::Amount::minor),
        session_shoes: betting.session_shoes,
        schemes: schemes.map(|(figures, tally)| scheme(whole, figures, tally)).collect::<Vec<_>>(),
    }
}

fn scheme(whole: &Whole<'_>, figures: &SchemeFigures, tally: &SchemeTally) -> impl Serialize {
    let quantile = |idx: usize| figures.quantiles.map(|quantiles| quantiles[idx]);
    let loss = figures.loss;
    let histogram = whole.scale(BINS).histogram(&tally.results);
    object! {
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
        histogram: object! {
            low: histogram.scale.low,
            width: histogram.scale.width,
            counts: histogram.counts,
            above: histogram.above,
        },
    }
}
