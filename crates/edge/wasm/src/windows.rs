//! The windows of roads. It refuses to know what an entry means.

use std::num::NonZeroUsize;

use roads::{Road, SHEETS, Shown, WhenFull, Window};

use crate::state::{State, number, size, with};

/// Starts an empty road.
#[unsafe(no_mangle)]
pub extern "C" fn road_reset() {
    with(|state| state.road = Road::default());
}

/// Adds the next entry to the road; equal entries form a streak.
#[unsafe(no_mangle)]
pub extern "C" fn road_push(entry: u32) {
    with(|state| state.road.push(entry));
}

/// Shows the road, and returns the number of shown cells. See [`Window::view`].
#[unsafe(no_mangle)]
pub extern "C" fn road_view(columns: u32, sheet: u32) -> u32 {
    show(|state| window(columns, sheet).view(&state.road))
}

/// Shows the road with room for its next entry, and returns the number of shown cells. See
/// [`Window::view_with_room`].
#[unsafe(no_mangle)]
pub extern "C" fn road_view_with_room(columns: u32, sheet: u32) -> u32 {
    show(|state| window(columns, sheet).view_with_room(&state.road))
}

/// Shows the road as if this entry came next, and returns the number of shown cells. The entry is the last one. See
/// [`Window::ask_with_room`].
#[unsafe(no_mangle)]
pub extern "C" fn road_ask_with_room(entry: u32, columns: u32, sheet: u32) -> u32 {
    show(|state| window(columns, sheet).ask_with_room(&state.road, entry))
}

/// Shows the bead plate of so many rounds, and returns the number of shown cells. See [`Window::bead_plate`].
#[unsafe(no_mangle)]
pub extern "C" fn bead_plate(rounds: u32, columns: u32, sheet: u32) -> u32 {
    show(|_| window(columns, sheet).bead_plate(size(rounds)))
}

/// Returns how many columns the sheet of a road has, by its place: bead plate, big road, big eye boy, small road,
/// cockroach pig, from 0; zero beyond the last one. See [`SHEETS`].
#[unsafe(no_mangle)]
pub extern "C" fn sheet_columns(road: u32) -> u32 {
    SHEETS.all().get(size(road)).map_or(0, |columns| number(columns.get()))
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

fn window(columns: u32, sheet: u32) -> Window {
    let when_full =
        NonZeroUsize::new(size(sheet)).map_or(WhenFull::Scroll, |columns| WhenFull::Clear { columns });
    Window { columns: NonZeroUsize::new(size(columns)).unwrap_or(NonZeroUsize::MIN), when_full }
}

fn show(cells: impl FnOnce(&State) -> Vec<Shown>) -> u32 {
    with(|state| {
        state.shown = cells(state);
        number(state.shown.len())
    })
}

/// A number of the shown cell at this place; zero beyond the last one.
fn shown(place: u32, number_of: impl FnOnce(&Shown) -> usize) -> u32 {
    with(|state| state.shown.get(size(place)).map_or(0, |cell| number(number_of(cell))))
}
