//! The result of a run, computed once for all output formats.

use std::fmt::Display;

use baccarat::{HouseRules, Outcome};
use montecarlo::Counts;
use montecarlo::figures::{CoupChances, Scale, SchemeFigures, SpotFigures, StreakLine, streak_lines};
use montecarlo::fixed::{Checks, Run};
use montecarlo::schemes::Terms;
use montecarlo::shoes::{ShoeRun, Tally};
use odds::{Composition, Ending};

use super::args::{Order, What};
use crate::lines::Problem;
use crate::progress::Progress;

/// Streaks of this length and more are counted together.
const LONGEST: usize = 12;

/// As [`CoupChances`] has them.
const OUTCOMES: [Outcome; 3] = [Outcome::Player, Outcome::Banker, Outcome::Tie];

/// A run and its result.
pub(super) struct Report<'a> {
    pub(super) rules: &'a HouseRules,
    pub(super) seed: u64,
    pub(super) shoes: u64,
    pub(super) coups: u64,
    /// The exact chances of a coup.
    pub(super) chances: CoupChances,
    /// The number of coups by outcome: Player, Banker, tie, as in `chances`.
    pub(super) outcomes: [u64; 3],
    /// The number of coups by number of cards.
    pub(super) cards: Counts,
    pub(super) spots: Vec<SpotFigures>,
    pub(super) deal: Dealt<'a>,
}

/// How the shoes were dealt, with the figures of whole shoes.
pub(super) enum Dealt<'a> {
    /// To the end set by the house rules.
    Whole(Box<Whole<'a>>),
    /// A fixed number of coups per shoe.
    Fixed { coups_per_shoe: u16 },
}

/// The figures of whole shoes.
pub(super) struct Whole<'a> {
    pub(super) tally: Tally,
    pub(super) streaks: Vec<StreakLine>,
    pub(super) betting: Option<Betting<'a>>,
}

/// The figures of betting schemes.
pub(super) struct Betting<'a> {
    pub(super) terms: &'a Terms<'a>,
    pub(super) session_shoes: u32,
    pub(super) schemes: Vec<SchemeFigures>,
}

impl<'a> Report<'a> {
    /// Runs the simulation.
    pub(super) fn of(order: &'a Order<'a>) -> Result<Self, Problem> {
        let chances = CoupChances::of_rules(order.rules).map_err(too_small)?;
        match &order.what {
            What::Shoes { sessions, session_shoes, play } => {
                let run = ShoeRun {
                    rules: order.rules,
                    seed: order.seed,
                    sessions: *sessions,
                    session_shoes: *session_shoes,
                    schemes: play.as_ref().map(|play| (&play.terms, play.schemes.clone())),
                };
                let mut progress = Progress::new("shoes", run.shoes(), order.json);
                let tally = run.run(order.threads, |shoes| progress.add(shoes));
                Self::of_shoes(&run, tally, chances)
            }
            What::Rounds { shoes, coups_per_shoe } => Self::of_coups(order, *shoes, *coups_per_shoe, chances),
        }
    }

    fn of_coups(
        order: &'a Order<'a>,
        shoes: u64,
        coups_per_shoe: u16,
        chances: CoupChances,
    ) -> Result<Self, Problem> {
        let rules = order.rules;
        let shoe = Composition::of_rules(rules).map_err(too_small)?;
        let checks = Checks::of_rules(rules, &shoe).map_err(too_small)?;
        let run = Run::new(&shoe, coups_per_shoe, checks.detail(), order.seed).map_err(too_small)?;
        let mut progress = Progress::new("coups", shoes * u64::from(coups_per_shoe), order.json);
        let tally = run.all(shoes, order.threads, |coups| progress.add(coups));
        drop(progress);
        let checks = checks.of_tally(&tally).map_err(too_small)?;
        let mut cards = Counts::default();
        for ending in Ending::all() {
            cards.add_times(usize::from(ending.cards()), tally.ending(ending));
        }
        let of_outcome = |outcome| {
            let endings = Ending::all().filter(|ending| ending.outcome() == outcome);
            endings.map(|ending| tally.ending(ending)).sum()
        };
        Ok(Self {
            rules,
            seed: order.seed,
            shoes,
            coups: tally.coups(),
            chances,
            outcomes: OUTCOMES.map(of_outcome),
            cards,
            spots: SpotFigures::of_checks(rules, &checks),
            deal: Dealt::Fixed { coups_per_shoe },
        })
    }

    fn of_shoes(run: &ShoeRun<'a>, tally: Tally, chances: CoupChances) -> Result<Self, Problem> {
        let spots = SpotFigures::of_shoes(run.rules, &tally).map_err(too_small)?;
        let edge = |spot| {
            spots.iter().find(|figures| figures.spot == spot).map_or(f64::NAN, SpotFigures::exact_edge)
        };
        let betting = run.schemes.as_ref().map(|(terms, _)| Betting {
            terms,
            session_shoes: run.session_shoes.get(),
            schemes: tally.schemes.iter().map(|scheme| SchemeFigures::new(scheme, edge)).collect(),
        });
        let streaks = streak_lines(&tally, chances.banker_share(), LONGEST);
        Ok(Self {
            rules: run.rules,
            seed: run.seed,
            shoes: tally.shoes,
            coups: tally.coups(),
            chances,
            outcomes: OUTCOMES.map(|outcome| tally.outcome(outcome)),
            cards: tally.cards.clone(),
            spots,
            deal: Dealt::Whole(Box::new(Whole { tally, streaks, betting })),
        })
    }
}

impl Dealt<'_> {
    /// The name and version of the algorithm, for reproduction.
    pub(super) const fn algorithm(&self) -> &'static str {
        match self {
            Self::Whole(_) => montecarlo::shoes::ALGORITHM,
            Self::Fixed { .. } => montecarlo::fixed::ALGORITHM,
        }
    }
}

impl Whole<'_> {
    /// A scale for the results of all schemes with at most `most` bins.
    pub(super) fn scale(&self, most: usize) -> Scale {
        SchemeFigures::scale(&self.tally.schemes, most)
    }
}

fn too_small(why: impl Display) -> Problem {
    Problem::Input(format!("these house rules cannot deal a coup: {why}"))
}
