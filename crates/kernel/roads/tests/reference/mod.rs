//! A second set of roads, slow and taken word by word from the prose: whole history in, a grid of taken
//! cells, rows looked up one by one. Shares nothing with the crate but the bead and the names of its answers.

use std::collections::HashSet;

use punto_roads::{Bead, Cell, DerivedRoad, Mark, ROWS, Side};

/// The winners, grouped into streaks.
pub(crate) fn streaks(beads: &[Bead]) -> Vec<Vec<Side>> {
    let winners: Vec<Side> = beads.iter().filter_map(|bead| bead.outcome.winner()).collect();
    winners.chunk_by(Side::eq).map(<[Side]>::to_vec).collect()
}

/// The marks of a derived road.
pub(crate) fn marks(streaks: &[Vec<Side>], road: DerivedRoad) -> Vec<Mark> {
    let k = match road {
        DerivedRoad::BigEyeBoy => 1,
        DerivedRoad::SmallRoad => 2,
        DerivedRoad::CockroachPig => 3,
    };
    let mut marks = Vec::new();
    for (c, streak) in streaks.iter().enumerate() {
        for r in 0..streak.len() {
            let red = if r == 0 {
                if c < k + 1 {
                    continue;
                }
                streaks[c - 1].len() == streaks[c - 1 - k].len()
            } else {
                if c < k {
                    continue;
                }
                streaks[c - k].get(r).is_some() == streaks[c - k].get(r - 1).is_some()
            };
            marks.push(if red { Mark::Red } else { Mark::Blue });
        }
    }
    marks
}

/// Where streaks of these lengths are drawn.
pub(crate) fn cells(lengths: impl IntoIterator<Item = usize>) -> Vec<Cell> {
    let mut taken = HashSet::new();
    let mut cells = Vec::new();
    let mut previous_start = None;
    for length in lengths {
        let mut start = previous_start.map_or(0, |start: usize| start + 1);
        while taken.contains(&(start, 0)) {
            start += 1;
        }
        previous_start = Some(start);
        let (mut column, mut row, mut turned) = (start, 0, false);
        for nth in 0..length {
            if nth > 0 {
                turned = turned || row + 1 == ROWS || taken.contains(&(column, row + 1));
                if turned { column += 1 } else { row += 1 }
            }
            assert!(taken.insert((column, row)), "a tail ran into a taken cell");
            cells.push(Cell { column, row });
        }
    }
    cells
}

/// The lengths of runs of equal entries.
pub(crate) fn run_lengths<T: PartialEq>(entries: &[T]) -> Vec<usize> {
    entries.chunk_by(T::eq).map(<[T]>::len).collect()
}
