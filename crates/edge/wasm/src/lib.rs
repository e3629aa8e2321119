//! The crate `roads` as a WebAssembly module for the page: the road map of a shoe, and the windows of its roads. It
//! refuses to know how a cell is drawn.
//!
//! All arguments and results are integers, so that the page needs no generated bindings and shares no memory. The page
//! gives the beads of a shoe letter by letter, and reads the numbers of its road map, which [`road_map`] describes:
//!
//! ```
//! use punto_wasm::{bead_letter, road_map, road_map_number, shoe_push, shoe_reset};
//!
//! shoe_reset();
//! for bead in ["B", "Bb6"] {
//!     bead.chars().for_each(|letter| bead_letter(letter.into()));
//!     assert_eq!(shoe_push(), 1);
//! }
//! let numbers: Vec<_> = (0..road_map()).map(|place| road_map_number(place)).collect();
//! assert_eq!(numbers[..5], [2, 0, 0, 0, 1], "two beads, in the first two cells of the bead plate");
//! ```
//!
//! For a window it builds a road with [`road_reset`] and [`road_push`], whose entries mean nothing here, chooses a
//! view, and reads the shown cells by their place:
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
//! `columns` is the width of the window; zero counts as one. `sheet` is zero for a window that scrolls; otherwise it is
//! the width of the sheet that is cleared when full, which [`sheet_columns`] gives.
#![allow(
    unsafe_code,
    reason = "the page finds a function by its unmangled name, and naming one so is unsafe in Rust"
)]

mod road_map;
mod state;
mod windows;

pub use road_map::{bead_letter, road_map, road_map_number, shoe_push, shoe_reset};
pub use windows::{
    bead_plate, cell_column, cell_index, cell_row, road_ask_with_room, road_push, road_reset, road_view,
    road_view_with_room, sheet_columns,
};
