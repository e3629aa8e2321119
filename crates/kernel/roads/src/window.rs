//! The part of a road that a screen with a given number of columns shows. It only moves cells: marks come from the full
//! history and never change when cells leave the screen.

use core::num::NonZeroUsize;

use crate::layout::{Cell, ROWS};
use crate::road::Road;

/// A view of fixed width onto a road of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// How many columns are shown.
    pub columns: NonZeroUsize,
    /// What happens when the road needs more.
    pub when_full: WhenFull,
}

/// What happens when a road is longer than its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WhenFull {
    /// The road moves left by whole columns: the last ones are shown.
    #[default]
    Scroll,
    /// The road is drawn on a sheet. When the sheet is full it is cleared, and the entry that did not fit is the first
    /// of the empty sheet (document 002). A window narrower than the sheet shows its last columns, so the width of a
    /// screen never decides when the sheet is cleared.
    Clear {
        /// How many columns the sheet has.
        columns: NonZeroUsize,
    },
}

/// An entry in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// Which entry of the road, or which bead on the bead plate.
    pub idx: usize,
    /// Where in the window; its column is below the window's width.
    pub cell: Cell,
}

impl Window {
    /// The visible entries of a road, `roads.big_road().road()` or a derived one, in the road's own order. The latest
    /// entry is always visible.
    ///
    /// The last columns are shown, unless the latest entry starts a streak far left of the end of a dragon tail: then
    /// the window shows that entry.
    pub fn view<K: Copy + PartialEq>(self, road: &Road<K>) -> Vec<Shown> {
        self.last_columns(Sheet::of(road, self.when_full).cells(), 0)
    }

    /// The visible entries of a road with room for its next entry, so that an ask moves nothing.
    ///
    /// The window scrolls as soon as the next entry may need the column, but never past the latest entry or the end of
    /// a sheet.
    pub fn view_with_room<K: Copy + PartialEq>(self, road: &Road<K>) -> Vec<Shown> {
        let sheet = Sheet::of(road, self.when_full);
        self.last_columns(sheet.cells(), sheet.next_end())
    }

    /// The visible entries if this entry came next; it is the last of them.
    pub fn ask<K: Copy + PartialEq>(self, road: &Road<K>, entry: K) -> Vec<Shown> {
        let mut sheet = Sheet::of(road, self.when_full);
        sheet.push(entry);
        self.last_columns(sheet.cells(), 0)
    }

    /// The entries that [`view_with_room`](Self::view_with_room) gives, and this entry as the last of them.
    ///
    /// It is [`ask`](Self::ask) if the entry is outside that view, because it starts a streak far left of the end of a
    /// dragon tail or because a sheet is full.
    pub fn ask_with_room<K: Copy + PartialEq>(self, road: &Road<K>, entry: K) -> Vec<Shown> {
        let mut sheet = Sheet::of(road, self.when_full);
        let left = self.left(sheet.cells(), sheet.next_end());
        sheet.push(entry);
        let shown = self.columns_from(left, sheet.cells());
        let has_room = shown.last().is_some_and(|last| last.idx == road.cells().len());
        if has_room { shown } else { self.last_columns(sheet.cells(), 0) }
    }

    /// The visible part of the bead plate of a shoe with this many rounds.
    pub fn bead_plate(self, rounds: usize) -> Vec<Shown> {
        let first = match self.when_full {
            WhenFull::Scroll => 0,
            WhenFull::Clear { columns } => {
                let beads = columns.get().saturating_mul(ROWS);
                rounds.saturating_sub(1) / beads * beads
            }
        };
        self.last_columns((first..rounds).map(|idx| (idx, Cell::on_bead_plate(idx - first))), 0)
    }

    /// The last columns of these cells, which end at column `end` or further right.
    fn last_columns(self, cells: impl Iterator<Item = (usize, Cell)> + Clone, end: usize) -> Vec<Shown> {
        self.columns_from(self.left(cells.clone(), end), cells)
    }

    /// The first column that is shown: as far right as the latest cell and the width need.
    fn left(self, cells: impl Iterator<Item = (usize, Cell)>, end: usize) -> usize {
        let (end, latest) =
            cells.fold((end, 0), |(end, _), (_, cell)| (end.max(cell.column + 1), cell.column));
        latest.min(end.saturating_sub(self.columns.get()))
    }

    fn columns_from(self, left: usize, cells: impl Iterator<Item = (usize, Cell)>) -> Vec<Shown> {
        let columns = self.columns.get();
        let in_view = |cell: Cell| cell.column.checked_sub(left).filter(|&column| column < columns);
        let shown = |(idx, cell): (usize, Cell)| {
            in_view(cell).map(|column| Shown { idx, cell: Cell::new(column, cell.row) })
        };
        cells.filter_map(shown).collect()
    }
}

/// The road as it is drawn now: all of it, or what came since its sheet was last cleared.
struct Sheet<K> {
    /// The entry in the first cell.
    first: usize,
    road: Road<K>,
    /// How many columns there are; none if they have no end.
    columns: Option<NonZeroUsize>,
}

impl<K: Copy + PartialEq> Sheet<K> {
    fn of(road: &Road<K>, when_full: WhenFull) -> Self {
        match when_full {
            WhenFull::Scroll => Self { first: 0, road: road.clone(), columns: None },
            WhenFull::Clear { columns } => {
                let mut sheet = Self { first: 0, road: Road::default(), columns: Some(columns) };
                road.entries().iter().for_each(|&entry| sheet.push(entry));
                sheet
            }
        }
    }

    fn push(&mut self, entry: K) {
        if self.columns.is_some_and(|columns| self.road.peek(entry).column >= columns.get()) {
            self.first += self.road.cells().len();
            self.road = Road::default();
        }
        self.road.push(entry);
    }

    /// The first column to the right of every cell that the next entry can take without clearing the sheet.
    fn next_end(&self) -> usize {
        self.columns.map_or(usize::MAX, NonZeroUsize::get).min(self.road.next_end())
    }

    /// Which entry is in which cell.
    fn cells(&self) -> impl Iterator<Item = (usize, Cell)> + Clone {
        (self.first..).zip(self.road.cells().iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scrolling(columns: usize) -> Window {
        Window { columns: NonZeroUsize::new(columns).unwrap(), when_full: WhenFull::Scroll }
    }

    fn clearing(columns: usize) -> Window {
        Window {
            when_full: WhenFull::Clear { columns: NonZeroUsize::new(columns).unwrap() },
            ..scrolling(columns)
        }
    }

    fn road(entries: &str) -> Road<char> {
        let mut road = Road::default();
        entries.chars().for_each(|entry| road.push(entry));
        road
    }

    /// Index, column, row.
    fn flat(shown: &[Shown]) -> Vec<(usize, usize, usize)> {
        shown.iter().map(|it| (it.idx, it.cell.column, it.cell.row)).collect()
    }

    #[test]
    fn scrolling_shows_the_last_columns() {
        let (window, road) = (scrolling(2), road("abbab"));
        assert_eq!(flat(&window.view(&road)), [(3, 0, 0), (4, 1, 0)]);
        assert_eq!(flat(&window.ask(&road, 'b')), [(3, 0, 0), (4, 1, 0), (5, 1, 1)]);
        assert_eq!(flat(&window.ask(&road, 'a')), [(4, 0, 0), (5, 1, 0)]);
    }

    #[test]
    fn scrolling_keeps_the_latest_entry_in_view() {
        let shown = scrolling(3).view(&road("aaaaaaaaaaaab"));
        assert_eq!(flat(&shown), [(6, 0, 5), (7, 1, 5), (8, 2, 5), (12, 0, 0)]);
    }

    #[test]
    fn room_for_the_next_entry_is_made_before_it_comes() {
        let (window, road) = (scrolling(3), road("aab"));
        assert_eq!(flat(&window.view_with_room(&road)), [(0, 0, 0), (1, 0, 1), (2, 1, 0)]);
        let road = self::road("aabaab");
        assert_eq!(flat(&window.view(&road))[0], (2, 0, 0));
        let shown = [(3, 0, 0), (4, 0, 1), (5, 1, 0)];
        assert_eq!(flat(&window.view_with_room(&road)), shown);
        assert_eq!(flat(&window.ask_with_room(&road, 'b')), [shown[0], shown[1], shown[2], (6, 1, 1)]);
        assert_eq!(flat(&window.ask_with_room(&road, 'a')), [shown[0], shown[1], shown[2], (6, 2, 0)]);
    }

    #[test]
    fn room_never_costs_the_latest_entry() {
        let (window, road) = (scrolling(1), road("ab"));
        assert_eq!(flat(&window.view_with_room(&road)), [(1, 0, 0)]);
        assert_eq!(flat(&window.ask_with_room(&road, 'a')), [(2, 0, 0)]);
    }

    #[test]
    fn an_ask_far_left_of_a_dragon_tail_scrolls_to_itself() {
        let (window, road) = (scrolling(3), road("aaaaaaaaaaaa"));
        assert_eq!(flat(&window.view_with_room(&road)), [(10, 0, 5), (11, 1, 5)]);
        assert_eq!(window.ask_with_room(&road, 'b'), window.ask(&road, 'b'));
        assert_eq!(flat(&window.ask_with_room(&road, 'b')).last(), Some(&(12, 0, 0)));
    }

    #[test]
    fn clearing_makes_no_room() {
        let (window, road) = (clearing(2), road("aab"));
        assert_eq!(window.view_with_room(&road), window.view(&road));
        assert_eq!(flat(&window.ask_with_room(&road, 'b')).last(), Some(&(3, 1, 1)));
        assert_eq!(flat(&window.ask_with_room(&road, 'a')), [(3, 0, 0)]);
    }

    #[test]
    fn clearing_starts_again_with_the_entry_that_did_not_fit() {
        let window = clearing(2);
        assert_eq!(flat(&window.view(&road("aab"))), [(0, 0, 0), (1, 0, 1), (2, 1, 0)]);
        assert_eq!(flat(&window.ask(&road("aab"), 'a')), [(3, 0, 0)]);
        assert_eq!(flat(&window.view(&road("aabaa"))), [(3, 0, 0), (4, 0, 1)]);
    }

    #[test]
    fn clearing_cuts_a_dragon_tail() {
        let shown = clearing(2).view(&road("aaaaaaaaa"));
        assert_eq!(flat(&shown), [(7, 0, 0), (8, 0, 1)]);
    }

    #[test]
    fn a_narrow_window_shows_the_last_columns_of_a_sheet() {
        let window = Window { columns: NonZeroUsize::new(2).unwrap(), ..clearing(4) };
        let road = road("abba");
        assert_eq!(flat(&window.view(&road)), [(1, 0, 0), (2, 0, 1), (3, 1, 0)]);
        assert_eq!(flat(&window.view_with_room(&road)), [(3, 0, 0)]);
        assert_eq!(flat(&window.ask_with_room(&road, 'b')), [(3, 0, 0), (4, 1, 0)]);
        let full = self::road("abbab");
        assert_eq!(flat(&window.view_with_room(&full)), [(3, 0, 0), (4, 1, 0)]);
        assert_eq!(flat(&window.ask_with_room(&full, 'b')).last(), Some(&(5, 1, 1)));
        assert_eq!(flat(&window.ask_with_room(&full, 'a')), [(5, 0, 0)]);
        assert_eq!(flat(&window.view(&self::road("abbaba"))), [(5, 0, 0)]);
        assert_eq!(flat(&window.bead_plate(19)).last(), Some(&(18, 1, 0)));
        assert_eq!(flat(&window.bead_plate(25)), [(24, 0, 0)]);
    }

    #[test]
    fn the_bead_plate_moves_by_columns_too() {
        let (scrolling, clearing) = (scrolling(2), clearing(2));
        for window in [scrolling, clearing] {
            assert_eq!(window.bead_plate(0), []);
            assert_eq!(window.bead_plate(12).len(), 12);
        }
        assert_eq!(flat(&scrolling.bead_plate(13))[..2], [(6, 0, 0), (7, 0, 1)]);
        assert_eq!(flat(&scrolling.bead_plate(13)).last(), Some(&(12, 1, 0)));
        assert_eq!(flat(&clearing.bead_plate(14)), [(12, 0, 0), (13, 0, 1)]);
    }

    #[test]
    fn a_window_may_be_absurdly_wide() {
        for window in [scrolling(usize::MAX), clearing(usize::MAX)] {
            assert_eq!(window.bead_plate(99).len(), 99);
            assert_eq!(window.view(&road("aaaaaaab")).len(), 8);
        }
    }
}
