//! The exports of the module show exactly what the crate `roads` shows, for every shape of window.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::num::NonZeroUsize;

use punto_wasm::{
    bead_plate, cell_column, cell_index, cell_row, road_ask_with_room, road_push, road_reset, road_view,
    road_view_with_room, sheet_columns,
};
use roads::{Road, SHEETS, Shown, WhenFull, Window};

/// Scrolling and dragon tails, some of them on the top row.
const ROADS: [&str; 5] = ["", "aab", "abbab", "aaaaaaaaaaaab", "aaaaaaaabbbbbbbaaaaaabababbbbbbbbbbbba"];

/// Index, column and row of each shown cell, as the page reads them.
fn read(count: u32) -> Vec<[u32; 3]> {
    (0..count).map(|place| [cell_index(place), cell_column(place), cell_row(place)]).collect()
}

fn expected(shown: &[Shown]) -> Vec<[u32; 3]> {
    shown.iter().map(|it| [it.idx, it.cell.column, it.cell.row].map(number)).collect()
}

fn number(size: usize) -> u32 {
    size.try_into().unwrap()
}

/// Calls `compare` with each window and the arguments that name it.
fn for_each_window(compare: impl Fn(Window, u32, u32)) {
    for columns in [1, 2, 3, 5, 40] {
        for sheet in [0, 1, 4, 40] {
            let when_full =
                NonZeroUsize::new(sheet).map_or(WhenFull::Scroll, |columns| WhenFull::Clear { columns });
            let window = Window { columns: NonZeroUsize::new(columns).unwrap(), when_full };
            compare(window, number(columns), number(sheet));
        }
    }
}

#[test]
fn each_sheet_is_as_wide_as_the_crate_says() {
    let columns: Vec<_> = (0_u32..6).map(|road| sheet_columns(road)).collect();
    let widths = SHEETS.all().map(|columns| number(columns.get()));
    assert_eq!((&columns[..5], columns[5]), (&widths[..], 0));
}

#[test]
fn a_road_is_shown_as_the_crate_shows_it() {
    for entries in ROADS {
        let mut road = Road::default();
        road_reset();
        for entry in entries.chars() {
            road.push(entry);
            road_push(entry.into());
        }
        for_each_window(|window, columns, sheet| {
            assert_eq!(read(road_view(columns, sheet)), expected(&window.view(&road)));
            let with_room = window.view_with_room(&road);
            assert_eq!(read(road_view_with_room(columns, sheet)), expected(&with_room));
            for entry in ['a', 'b'] {
                let ask = window.ask_with_room(&road, entry);
                assert_eq!(read(road_ask_with_room(entry.into(), columns, sheet)), expected(&ask));
            }
        });
    }
}

#[test]
fn the_bead_plate_is_shown_as_the_crate_shows_it() {
    for_each_window(|window, columns, sheet| {
        for rounds in [0, 1, 12, 13, 80] {
            let shown = expected(&window.bead_plate(rounds));
            assert_eq!(read(bead_plate(number(rounds), columns, sheet)), shown);
        }
    });
}

#[test]
fn arguments_out_of_range_show_something_harmless() {
    road_reset();
    road_push(7);
    assert_eq!(read(road_view(0, 0)), [[0, 0, 0]]);
    assert_eq!(road_view(u32::MAX, u32::MAX), 1);
    assert_eq!((cell_index(9), cell_column(9), cell_row(9)), (0, 0, 0));
}
