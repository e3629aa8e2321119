//! What came of whole shoes, counted. Integers only, so that shoes may be counted in any order.

use baccarat::{BySide, Coup, Facts, Outcome, Side};
use roads::{ByDerived, DerivedRoad, Mark, Roads};

use super::dealt::Round;
use super::spots::{SpotPlan, SpotTally};
use crate::counts::Counts;
use crate::schemes::SchemeTally;

/// The counts of some shoes of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many shoes.
    pub shoes: u64,
    /// How many shoes had so many rounds.
    pub rounds: Counts,
    /// How many coups took so many cards.
    pub cards: Counts,
    /// How many coups ended so: Player, Banker, tie.
    pub outcomes: [u64; 3],
    /// What each spot came to, in layout order.
    pub spots: Vec<SpotTally>,
    /// How many streaks of each side were so long, ties left out.
    pub streaks: BySide<Counts>,
    /// How many shoes had so many rounds that one side won.
    pub decided: Counts,
    /// How many marks each derived road got.
    pub marks: ByDerived<Marks>,
    /// What each betting scheme came to, in the order of the request.
    pub schemes: Vec<SchemeTally>,
}

/// Marks of one derived road.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// That repeat.
    pub red: u64,
    /// That differ.
    pub blue: u64,
}

impl Tally {
    pub(super) fn new(plans: &[SpotPlan<'_>], schemes: Vec<SchemeTally>) -> Self {
        Self {
            shoes: 0,
            rounds: Counts::default(),
            cards: Counts::default(),
            outcomes: [0; 3],
            spots: plans.iter().map(SpotTally::new).collect(),
            streaks: BySide::default(),
            decided: Counts::default(),
            marks: ByDerived::default(),
            schemes,
        }
    }

    /// How many coups.
    pub fn coups(&self) -> u64 {
        self.rounds.sum()
    }

    /// How many of them ended so.
    pub const fn outcome(&self, outcome: Outcome) -> u64 {
        self.outcomes[place(outcome)]
    }

    pub(super) fn count(&mut self, plans: &[SpotPlan<'_>], round: &Round, facts: Facts) {
        let coup: &Coup = &round.coup;
        self.outcomes[place(coup.outcome())] += 1;
        self.cards.add(usize::from(coup.card_count()));
        for (plan, tally) in plans.iter().zip(&mut self.spots) {
            if let Some(resolution) = plan.resolve(round.round_no, facts) {
                tally.count(plan, resolution);
            }
        }
    }

    /// The shoe is over, and these are its roads.
    pub(super) fn end_shoe(&mut self, plans: &[SpotPlan<'_>], roads: &Roads) {
        self.shoes += 1;
        self.rounds.add(roads.totals().rounds);
        self.decided.add(roads.big_road().cells().len());
        for streak in roads.big_road().streaks() {
            self.streaks.get_mut(streak.side).add(streak.len());
        }
        for road in DerivedRoad::ALL {
            let marks = self.marks.get_mut(road);
            for mark in roads.derived(road).entries() {
                match mark {
                    Mark::Red => marks.red += 1,
                    Mark::Blue => marks.blue += 1,
                }
            }
        }
        for (plan, tally) in plans.iter().zip(&mut self.spots) {
            tally.end_shoe(plan);
        }
    }

    /// Adds the counts of other shoes of the same run.
    pub fn merge(&mut self, other: &Self) {
        self.shoes += other.shoes;
        self.rounds.merge(&other.rounds);
        self.cards.merge(&other.cards);
        self.decided.merge(&other.decided);
        for (mine, theirs) in self.outcomes.iter_mut().zip(other.outcomes) {
            *mine += theirs;
        }
        for side in Side::ALL {
            self.streaks.get_mut(side).merge(other.streaks.get(side));
        }
        for road in DerivedRoad::ALL {
            let (mine, theirs) = (self.marks.get_mut(road), other.marks.get(road));
            mine.red += theirs.red;
            mine.blue += theirs.blue;
        }
        self.spots.iter_mut().zip(&other.spots).for_each(|(mine, theirs)| mine.merge(theirs));
        self.schemes.iter_mut().zip(&other.schemes).for_each(|(mine, theirs)| mine.merge(theirs));
    }
}

const fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Player => 0,
        Outcome::Banker => 1,
        Outcome::Tie => 2,
    }
}
