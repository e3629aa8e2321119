//! The road map of a shoe as a sequence of numbers, which the page reads one by one.
//!
//! A list begins with its length, a cell is its column and row, and a letter is its character code. The sequence:
//!
//! | part | numbers |
//! |---|---|
//! | bead plate | list of cells |
//! | big road | opening ties; list of streaks, each a side's letter and the list of its ties; list of cells |
//! | big eye boy, small road, cockroach pig | each a list of marks, each a letter and a cell |
//! | ask of Banker, ask of Player | cell on the big road; for each derived road a mark's letter and cell, or 0 |
//! | totals | rounds, Banker, Player, ties, Banker pairs, Player pairs |
//! | good roads | list of ids, each a list of letters |

use roads::{AskMark, Bead, Cell, DerivedRoad, Roads, Side, Totals};

use crate::state::{number, size, with};

/// Starts an empty shoe.
#[unsafe(no_mangle)]
pub extern "C" fn shoe_reset() {
    with(|state| {
        state.roads = Roads::new();
        state.bead.clear();
    });
}

/// Adds a letter to the bead that [`shoe_push`] will read.
#[unsafe(no_mangle)]
pub extern "C" fn bead_letter(letter: u32) {
    let letter = char::from_u32(letter).unwrap_or(char::REPLACEMENT_CHARACTER);
    with(|state| state.bead.push(letter));
}

/// Adds the bead of the given letters to the shoe. Returns 1, or 0 when they are no bead; then the shoe stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn shoe_push() -> u32 {
    with(|state| {
        let bead = state.bead.parse::<Bead>();
        state.bead.clear();
        match bead {
            Ok(bead) => {
                state.roads.push(bead);
                1
            }
            Err(_) => 0,
        }
    })
}

/// Computes the road map of the shoe, and returns how many numbers it has.
#[unsafe(no_mangle)]
pub extern "C" fn road_map() -> u32 {
    with(|state| {
        state.numbers = Numbers::of(&state.roads).0;
        number(state.numbers.len())
    })
}

/// Returns a number of the road map by its place; zero beyond the last one.
#[unsafe(no_mangle)]
pub extern "C" fn road_map_number(place: u32) -> u32 {
    with(|state| state.numbers.get(size(place)).copied().unwrap_or_default())
}

/// The sequence so far.
#[derive(Default)]
struct Numbers(Vec<u32>);

impl Numbers {
    fn of(roads: &Roads) -> Self {
        let mut numbers = Self::default();
        numbers.list(roads.bead_plate(), Self::cell);
        let big_road = roads.big_road();
        numbers.size(big_road.opening_ties());
        numbers.list(big_road.streaks(), |numbers, streak| {
            numbers.side(streak.side);
            numbers.list(streak.ties.iter().copied(), Self::size);
        });
        numbers.list(big_road.cells().iter().copied(), Self::cell);
        for road in DerivedRoad::ALL.map(|road| roads.derived(road)) {
            let cells = road.cells().iter().copied();
            numbers.list(road.entries().iter().copied().zip(cells), |numbers, (mark, cell)| {
                numbers.mark(AskMark { mark, cell });
            });
        }
        for side in [Side::Banker, Side::Player] {
            let ask = roads.ask(side);
            numbers.cell(ask.big_road);
            for road in DerivedRoad::ALL {
                match ask.derived.get(road) {
                    Some(mark) => numbers.mark(*mark),
                    None => numbers.0.push(0),
                }
            }
        }
        numbers.totals(roads.totals());
        let good_roads: Vec<_> = roads.good_roads().collect();
        numbers.list(good_roads.into_iter(), |numbers, good_road| {
            numbers.list(good_road.id.bytes(), |numbers, letter| numbers.0.push(letter.into()));
        });
        numbers
    }

    fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut push: impl FnMut(&mut Self, T)) {
        self.size(items.len());
        items.for_each(|item| push(self, item));
    }

    fn size(&mut self, size: usize) {
        self.0.push(number(size));
    }

    fn cell(&mut self, cell: Cell) {
        self.size(cell.column);
        self.size(cell.row);
    }

    fn side(&mut self, side: Side) {
        let letter = match side {
            Side::Banker => 'B',
            Side::Player => 'P',
        };
        self.0.push(letter.into());
    }

    fn mark(&mut self, AskMark { mark, cell }: AskMark) {
        self.0.push(mark.letter().into());
        self.cell(cell);
    }

    fn totals(&mut self, Totals { rounds, banker, player, tie, banker_pair, player_pair }: Totals) {
        for count in [rounds, banker, player, tie, banker_pair, player_pair] {
            self.size(count);
        }
    }
}
