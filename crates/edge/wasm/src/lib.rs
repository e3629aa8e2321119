//! The windows of the crate `roads` as a WebAssembly module for the page. It refuses to know what an entry means and
//! how a cell is drawn.
//!
//! All arguments and results are integers, so that the page needs no generated bindings and shares no memory. The page
//! builds a road with [`road_reset`] and [`road_push`], chooses a view, and reads the shown cells by their place:
//!
//! ```
//! use punto_wasm::{cell_column, cell_index, cell_row, road_push, road_reset, road_view};
//!
//! road_reset();
//! for side in "BBP".chars() {
//!     road_push(side.into());
//! }
//! let count = road_view(20, 0);
//! let cells: Vec<_> = (0..count).map(|place| (cell_index(place), cell_column(place), cell_row(place))).collect();
//! assert_eq!(cells, [(0, 0, 0), (1, 0, 1), (2, 1, 0)]);
//! ```
//!
//! `columns` is the width of the grid; zero counts as one. `clears` is zero for a window that scrolls, and another
//! number for one that is wiped when full.
#![allow(
    unsafe_code,
    reason = "the page finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

use std::cell::RefCell;
use std::num::NonZeroUsize;

use roads::{Road, Shown, WhenFull, Window};

thread_local! {
    static ROAD: RefCell<Road<u32>> = RefCell::default();
    static SHOWN: RefCell<Vec<Shown>> = const { RefCell::new(Vec::new()) };
}

/// Starts an empty road.
#[unsafe(no_mangle)]
pub extern "C" fn road_reset() {
    ROAD.take();
}

/// Adds the next entry to the road; equal entries form a streak.
#[unsafe(no_mangle)]
pub extern "C" fn road_push(entry: u32) {
    ROAD.with_borrow_mut(|road| road.push(entry));
}

/// Shows the road, and returns the number of shown cells. See [`Window::view`].
#[unsafe(no_mangle)]
pub extern "C" fn road_view(columns: u32, clears: u32) -> u32 {
    ROAD.with_borrow(|road| show(window(columns, clears).view(road)))
}

/// Shows the road with room for its next entry, and returns the number of shown cells. See
/// [`Window::view_with_room`].
#[unsafe(no_mangle)]
pub extern "C" fn road_view_with_room(columns: u32, clears: u32) -> u32 {
    ROAD.with_borrow(|road| show(window(columns, clears).view_with_room(road)))
}

/// Shows the road as if this entry came next, and returns the number of shown cells. The entry is the last one. See
/// [`Window::ask_with_room`].
#[unsafe(no_mangle)]
pub extern "C" fn road_ask_with_room(entry: u32, columns: u32, clears: u32) -> u32 {
    ROAD.with_borrow(|road| show(window(columns, clears).ask_with_room(road, entry)))
}

/// Shows the bead plate of so many rounds, and returns the number of shown cells. See [`Window::bead_plate`].
#[unsafe(no_mangle)]
pub extern "C" fn bead_plate(rounds: u32, columns: u32, clears: u32) -> u32 {
    show(window(columns, clears).bead_plate(size(rounds)))
}

/// Returns which entry, or which round on the bead plate, a shown cell belongs to.
#[unsafe(no_mangle)]
pub extern "C" fn cell_index(place: u32) -> u32 {
    shown(place, |it| it.idx)
}

/// Returns the column of a shown cell, from 0 at the left of the window.
#[unsafe(no_mangle)]
pub extern "C" fn cell_column(place: u32) -> u32 {
    shown(place, |it| it.cell.column)
}

/// Returns the row of a shown cell, from 0 at the top.
#[unsafe(no_mangle)]
pub extern "C" fn cell_row(place: u32) -> u32 {
    shown(place, |it| it.cell.row)
}

fn window(columns: u32, clears: u32) -> Window {
    let when_full = if clears == 0 { WhenFull::Scroll } else { WhenFull::Clear };
    Window { columns: NonZeroUsize::new(size(columns)).unwrap_or(NonZeroUsize::MIN), when_full }
}

fn show(cells: Vec<Shown>) -> u32 {
    let count = number(cells.len());
    SHOWN.set(cells);
    count
}

/// A number of the shown cell at this place; zero beyond the last one.
fn shown(place: u32, number_of: impl FnOnce(&Shown) -> usize) -> u32 {
    SHOWN.with_borrow(|cells| cells.get(size(place)).map_or(0, |cell| number(number_of(cell))))
}

fn size(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn number(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
