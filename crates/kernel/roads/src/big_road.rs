//! The big road: streaks of wins, and the ties counted on them. Knows no marks and draws nothing.

use baccarat::Side;

use crate::layout::Cell;
use crate::road::Road;

/// The streaks of a shoe. A tie never makes a cell: it is counted on the latest one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BigRoad {
    road: Road<Side>,
    runs: Vec<Run>,
    ties: Vec<usize>,
    bead_idxs: Vec<usize>,
    opening_ties: usize,
}

/// A streak without its cells: which side, from which win, how many wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) side: Side,
    pub(crate) first: usize,
    pub(crate) len: usize,
}

/// One streak: consecutive wins of one side, ties between them left out. The three slices are equally long,
/// never empty, and in the order of the wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streak<'a> {
    /// Who won.
    pub side: Side,
    /// Per win, how many ties are counted on its cell.
    pub ties: &'a [usize],
    /// Per win, the index of its bead in the history; the cell's pair dots are that bead's.
    pub bead_idxs: &'a [usize],
    /// Per win, where it is drawn.
    pub cells: &'a [Cell],
}

impl Streak<'_> {
    /// How many wins; at least one.
    #[expect(clippy::len_without_is_empty, reason = "a streak is never empty")]
    pub const fn len(&self) -> usize {
        self.cells.len()
    }
}

/// One cell of the big road with everything that is drawn in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Who won.
    pub side: Side,
    /// How many ties are counted here.
    pub ties: usize,
    /// The index of the bead in the history.
    pub bead_idx: usize,
    /// Where it is drawn.
    pub cell: Cell,
}

impl BigRoad {
    /// The ties before the first win. Once there is a first cell they are counted on it as well; until then
    /// they show in the top left cell.
    pub const fn opening_ties(&self) -> usize {
        self.opening_ties
    }

    /// The streaks, oldest first; the last one is still running.
    pub fn streaks(&self) -> impl DoubleEndedIterator<Item = Streak<'_>> + ExactSizeIterator {
        self.runs.iter().map(|run| {
            let wins = run.first..run.first + run.len;
            Streak {
                side: run.side,
                ties: &self.ties[wins.clone()],
                bead_idxs: &self.bead_idxs[wins.clone()],
                cells: &self.road.cells()[wins],
            }
        })
    }

    /// The cells one by one, oldest first, across all streaks.
    pub fn wins(&self) -> impl ExactSizeIterator<Item = Win> {
        let entries = self.road.entries().iter().zip(self.road.cells());
        let counts = self.ties.iter().zip(&self.bead_idxs);
        entries.zip(counts).map(|((&side, &cell), (&ties, &bead_idx))| Win { side, ties, bead_idx, cell })
    }

    /// The winners and their cells, as a [`Window`](crate::Window) wants them.
    pub const fn road(&self) -> &Road<Side> {
        &self.road
    }

    /// Where each win is drawn, oldest first.
    pub fn cells(&self) -> &[Cell] {
        self.road.cells()
    }

    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    pub(crate) fn push_tie(&mut self) {
        match self.ties.last_mut() {
            Some(ties) => *ties += 1,
            None => self.opening_ties += 1,
        }
    }

    pub(crate) fn push_win(&mut self, side: Side, bead_idx: usize) {
        match self.runs.last_mut() {
            Some(run) if run.side == side => run.len += 1,
            _ => self.runs.push(Run { side, first: self.ties.len(), len: 1 }),
        }
        self.ties.push(if self.ties.is_empty() { self.opening_ties } else { 0 });
        self.bead_idxs.push(bead_idx);
        self.road.push(side);
    }
}
