//! The fold: one bead extends all five roads by a round. Knows no cards, money or screens.

use baccarat::{Bead, BySide, Outcome, Side};

use crate::big_road::BigRoad;
use crate::derived::{ByDerived, DerivedRoad, Mark};
use crate::good_road::{GOOD_ROADS, GoodRoad};
use crate::layout::Cell;
use crate::road::Road;

/// The road maps of one shoe.
///
/// A round is added by [`push`](Self::push), in constant time. No round is ever removed: after a void or a correction
/// the roads are folded again from the rounds that count, `beads.into_iter().collect()`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roads {
    beads: Vec<Bead>,
    totals: Totals,
    big_road: BigRoad,
    derived: ByDerived<Road<Mark>>,
}

/// Round information: the outcomes and pairs of this shoe so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// All rounds.
    pub rounds: usize,
    /// Rounds Banker won.
    pub banker: usize,
    /// Rounds Player won.
    pub player: usize,
    /// Rounds that tied.
    pub tie: usize,
    /// Rounds with a Banker pair, won by either side or tied.
    pub banker_pair: usize,
    /// Rounds with a Player pair, won by either side or tied.
    pub player_pair: usize,
}

/// How the roads would look if one side won the next round. Not a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The cell on the big road.
    pub big_road: Cell,
    /// The mark on each derived road; none where that road would still not have started.
    pub derived: ByDerived<Option<AskMark>>,
}

/// A mark that would come, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskMark {
    /// Which mark.
    pub mark: Mark,
    /// The cell on its derived road.
    pub cell: Cell,
}

impl Roads {
    /// The roads of a fresh shoe.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finished round to every road. Constant time, amortised; nothing that stands is moved.
    pub fn push(&mut self, bead: Bead) {
        match bead.outcome.winner() {
            Some(side) => self.push_win(side),
            None => self.big_road.push_tie(),
        }
        self.totals.count(bead);
        self.beads.push(bead);
    }

    fn push_win(&mut self, side: Side) {
        for road in DerivedRoad::ALL {
            if let Some(mark) = road.next_mark(self.big_road.runs(), side) {
                self.derived.get_mut(road).push(mark);
            }
        }
        self.big_road.push_win(side, self.beads.len());
    }

    /// Every round so far, oldest first. The bead plate shows exactly these.
    pub fn beads(&self) -> &[Bead] {
        &self.beads
    }

    /// Where the bead plate shows each bead, oldest first.
    pub fn bead_plate(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.beads.len()).map(Cell::on_bead_plate)
    }

    /// The big road.
    pub const fn big_road(&self) -> &BigRoad {
        &self.big_road
    }

    /// One of the derived roads: its marks are the [`entries`](Road::entries).
    pub const fn derived(&self, road: DerivedRoad) -> &Road<Mark> {
        self.derived.get(road)
    }

    /// Round information.
    pub const fn totals(&self) -> Totals {
        self.totals
    }

    /// What a win of `side` in the next round would add. Changes nothing and takes constant time; pushing
    /// that win adds exactly this.
    pub fn ask(&self, side: Side) -> Ask {
        Ask {
            big_road: self.big_road.road().peek(side),
            derived: ByDerived::from_fn(|road| {
                let mark = road.next_mark(self.big_road.runs(), side)?;
                Some(AskMark { mark, cell: self.derived(road).peek(mark) })
            }),
        }
    }

    /// Both asks. The two marks of a started derived road are always opposite.
    pub fn asks(&self) -> BySide<Ask> {
        BySide::from_fn(|side| self.ask(side))
    }

    /// The good roads that stand right now, in the order of [`GOOD_ROADS`]. Several may stand at once.
    pub fn good_roads(&self) -> impl Iterator<Item = &'static GoodRoad> {
        GOOD_ROADS.iter().filter(|good_road| good_road.pattern.stands_on(&self.big_road))
    }
}

impl Totals {
    fn count(&mut self, bead: Bead) {
        self.rounds += 1;
        match bead.outcome {
            Outcome::Banker => self.banker += 1,
            Outcome::Player => self.player += 1,
            Outcome::Tie => self.tie += 1,
        }
        self.banker_pair += usize::from(bead.pair.banker);
        self.player_pair += usize::from(bead.pair.player);
    }
}

impl Extend<Bead> for Roads {
    fn extend<I: IntoIterator<Item = Bead>>(&mut self, beads: I) {
        beads.into_iter().for_each(|bead| self.push(bead));
    }
}

impl FromIterator<Bead> for Roads {
    fn from_iter<I: IntoIterator<Item = Bead>>(beads: I) -> Self {
        let mut roads = Self::new();
        roads.extend(beads);
        roads
    }
}
