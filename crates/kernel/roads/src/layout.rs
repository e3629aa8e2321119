//! Where streaks are drawn on a six-row grid. Knows positions only: no code reads marks from a layout.

/// How many rows every road has.
pub const ROWS: usize = 6;

/// One position on a road's grid. Columns have no end; rows are 0 (top) to [`ROWS`] - 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Counted from 0 at the left.
    pub column: usize,
    /// Counted from 0 at the top.
    pub row: usize,
}

impl Cell {
    /// The cell in that column and row, both counted from 0.
    pub const fn new(column: usize, row: usize) -> Self {
        Self { column, row }
    }

    /// Where the bead plate shows the bead of that index: downwards, then the next column.
    pub const fn on_bead_plate(bead_idx: usize) -> Self {
        Self { column: bead_idx / ROWS, row: bead_idx % ROWS }
    }
}

impl From<Cell> for [usize; 2] {
    /// Column, then row: the order in which data is written.
    fn from(cell: Cell) -> Self {
        [cell.column, cell.row]
    }
}

/// Places entries one after another; equal neighbours form a streak.
///
/// A streak starts in the first column right of the previous streak's start whose top cell is free. It goes
/// down until the cell below is off the grid or taken, then turns right and stays on that row: the dragon
/// tail.
///
/// Taken cells need no grid, because tails nest. A later streak starts further right and is stopped by the
/// highest tail that crosses its column, so it turns above every tail that is still beside it. Hence the cell
/// to the right of a tail is always free, and of the columns not yet begun it is enough to know, row by row,
/// how far the tails on that row reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<K> {
    /// What the running streak consists of; none before the first entry.
    latest: Option<K>,
    /// The column in which the running streak starts.
    start: usize,
    /// How many rows were free in that column when the streak started.
    depth: usize,
    /// The cell placed last.
    end: Cell,
    /// For each row, the first column that no tail on that row has reached.
    reach: [usize; ROWS],
}

impl<K> Default for Layout<K> {
    fn default() -> Self {
        Self { latest: None, start: 0, depth: ROWS, end: Cell::default(), reach: [0; ROWS] }
    }
}

impl<K: Copy + PartialEq> Layout<K> {
    /// Where this entry would go. Changes nothing.
    pub fn peek(&self, key: K) -> Cell {
        let below = self.end.row + 1;
        if self.latest != Some(key) {
            Cell::new(self.next_start(), 0)
        } else if self.end.column == self.start && below < self.depth {
            Cell::new(self.start, below)
        } else {
            Cell::new(self.end.column + 1, self.end.row)
        }
    }

    /// The first column to the right of every cell that the next entry can take.
    pub fn next_end(&self) -> usize {
        let start = self.next_start();
        let column = self.latest.map_or(start, |key| start.max(self.peek(key).column));
        column + 1
    }

    /// Places the entry and says where.
    pub fn push(&mut self, key: K) -> Cell {
        let cell = self.peek(key);
        if self.latest != Some(key) {
            self.latest = Some(key);
            self.start = cell.column;
            self.depth = self.free_rows(cell.column);
        } else if cell.column > self.start {
            self.reach[cell.row] = cell.column + 1;
        }
        self.end = cell;
        cell
    }

    /// The column of the next streak. Only the running streak can have a tail on the top row that reaches
    /// beyond its own start, so one comparison finds the free column.
    fn next_start(&self) -> usize {
        self.latest.map_or(0, |_| self.reach[0].max(self.start + 1))
    }

    /// How many rows of a column not yet begun are above every tail that crosses it.
    fn free_rows(&self, column: usize) -> usize {
        self.reach.iter().position(|&reach| reach > column).unwrap_or(ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws streaks of these lengths: one letter a streak, `a` first, a dot for a free cell.
    fn drawn(lengths: &[usize]) -> [String; ROWS] {
        let mut layout = Layout::default();
        let mut rows: [Vec<char>; ROWS] = Default::default();
        for (letter, &length) in ('a'..).zip(lengths) {
            for _ in 0..length {
                let cell = layout.push(letter);
                let row = &mut rows[cell.row];
                row.resize(row.len().max(cell.column + 1), '.');
                assert_eq!(std::mem::replace(&mut row[cell.column], letter), '.', "{cell:?} taken twice");
            }
        }
        rows.map(String::from_iter)
    }

    #[test]
    fn a_streak_goes_down_then_right() {
        assert_eq!(drawn(&[2, 1, 6]), ["abc", "a.c", "..c", "..c", "..c", "..c"]);
        assert_eq!(drawn(&[9]), ["a", "a", "a", "a", "a", "aaaa"]);
    }

    #[test]
    fn a_streak_turns_above_an_earlier_tail_and_below_nothing() {
        assert_eq!(drawn(&[8, 7, 6]), ["abc", "abc", "abc", "abccc", "abbb", "aaa"]);
        assert_eq!(drawn(&[8, 1, 1, 7]), ["abcd", "a..d", "a..d", "a..d", "a..d", "aaadd"]);
    }

    #[test]
    fn a_tail_on_the_top_row_pushes_the_next_start_beyond_it() {
        let dragons = drawn(&[12, 11, 10, 9, 8, 5, 2]);
        assert_eq!(dragons[0], "abcdefffffgg");
        assert_eq!(dragons[1], "abcdeeeeeee");
        assert_eq!(dragons[5], "aaaaaaa");
    }

    #[test]
    fn peeking_is_pushing_without_a_trace() {
        let mut layout = Layout::default();
        for key in [true, true, false, false, true] {
            let before = layout.clone();
            let (same, other) = (layout.peek(key), layout.peek(!key));
            assert_eq!(layout.next_end(), same.column.max(other.column) + 1);
            assert_eq!(layout, before);
            assert_eq!(layout.clone().push(!key), other);
            assert_eq!(layout.push(key), same);
        }
    }

    #[test]
    fn the_bead_plate_fills_columns() {
        let cells = [0, 5, 6, 13].map(Cell::on_bead_plate);
        assert_eq!(cells, [Cell::new(0, 0), Cell::new(0, 5), Cell::new(1, 0), Cell::new(2, 1)]);
    }
}
