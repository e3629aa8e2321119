//! One road: its entries in order and the cell of each. Does not know what an entry means.

use crate::layout::{Cell, Layout};

/// A road that only grows. Entries are [`Side`](crate::Side) on the big road, [`Mark`](crate::Mark) on a
/// derived one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Road<K> {
    entries: Vec<K>,
    cells: Vec<Cell>,
    layout: Layout<K>,
}

impl<K> Default for Road<K> {
    fn default() -> Self {
        Self { entries: Vec::new(), cells: Vec::new(), layout: Layout::default() }
    }
}

impl<K: Copy + PartialEq> Road<K> {
    /// The entries of the road, oldest first.
    pub fn entries(&self) -> &[K] {
        &self.entries
    }

    /// Where each entry is drawn: as many cells as entries, in the same order, no cell twice.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Where this entry would be drawn if it came next. Changes nothing.
    pub fn peek(&self, entry: K) -> Cell {
        self.layout.peek(entry)
    }

    /// The first column to the right of every cell that the next entry can take.
    pub fn next_end(&self) -> usize {
        self.layout.next_end()
    }

    /// Adds the next entry.
    pub fn push(&mut self, entry: K) {
        self.cells.push(self.layout.push(entry));
        self.entries.push(entry);
    }
}
