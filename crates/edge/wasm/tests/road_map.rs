//! The numbers of the module say what the messages of the server say, for any shoe.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use proptest::prelude::*;
use punto_wasm::{bead_letter, road_map, road_map_number, shoe_push, shoe_reset};
use roads::Roads;
use wire::road_map::{
    Ask, AskBoth, AskMark, BeadPlate, BigRoad, Cell, DerivedRoad, RoadMap, SideId, Streak, Totals,
};

/// Reads the sequence as the page does.
struct Reader<I>(I);

impl<I: Iterator<Item = u32>> Reader<I> {
    fn map(&mut self) -> RoadMap {
        let bead_plate = BeadPlate { cells: self.list(Self::cell) };
        let opening_ties = self.size();
        let streaks = self.list(|reader| Streak { side: reader.side(), ties: reader.list(Self::size) });
        let big_road = BigRoad { opening_ties, streaks, cells: self.list(Self::cell) };
        RoadMap {
            bead_plate,
            big_road,
            big_eye_boy: self.derived(),
            small_road: self.derived(),
            cockroach_pig: self.derived(),
            ask: AskBoth { banker: self.ask(), player: self.ask() },
            totals: Totals {
                rounds: self.size(),
                banker: self.size(),
                player: self.size(),
                tie: self.size(),
                banker_pair: self.size(),
                player_pair: self.size(),
            },
            good_roads: self.list(|reader| reader.list(Self::letter).into_iter().collect()),
        }
    }

    fn number(&mut self) -> u32 {
        self.0.next().unwrap()
    }

    fn size(&mut self) -> usize {
        self.number().try_into().unwrap()
    }

    fn letter(&mut self) -> char {
        self.number().try_into().unwrap()
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.size()).map(|_| read(self)).collect()
    }

    fn cell(&mut self) -> Cell {
        [self.size(), self.size()]
    }

    fn side(&mut self) -> SideId {
        if self.letter() == 'B' { SideId::Banker } else { SideId::Player }
    }

    fn derived(&mut self) -> DerivedRoad {
        let marks = self.list(|reader| (reader.letter(), reader.cell()));
        let (marks, cells) = marks.into_iter().unzip();
        DerivedRoad { marks, cells }
    }

    fn ask(&mut self) -> Ask {
        let big_road = self.cell();
        let mut mark = || {
            let letter = char::try_from(self.number()).unwrap();
            (letter != '\0').then(|| AskMark { mark: letter.to_string(), cell: self.cell() })
        };
        Ask { big_road, big_eye_boy: mark(), small_road: mark(), cockroach_pig: mark() }
    }
}

/// Gives the module a bead, and returns its answer.
fn push(bead: &str) -> u32 {
    bead.chars().for_each(|letter| bead_letter(letter.into()));
    shoe_push()
}

fn answer() -> RoadMap {
    let mut reader = Reader((0..road_map()).map(|place| road_map_number(place)));
    let map = reader.map();
    assert_eq!(reader.0.next(), None, "the sequence ends with the good roads");
    map
}

fn expected(beads: &[&str]) -> RoadMap {
    RoadMap::from(&beads.iter().map(|bead| bead.parse().unwrap()).collect::<Roads>())
}

proptest! {
    #[test]
    fn the_module_computes_what_the_server_would_send(
        shoe in prop::collection::vec("[PBT]p?b?n?6?", 0..100),
    ) {
        shoe_reset();
        let beads: Vec<_> = shoe.iter().map(String::as_str).collect();
        prop_assert!(beads.iter().all(|bead| push(bead) == 1));
        prop_assert_eq!(answer(), expected(&beads));
    }
}

#[test]
fn what_is_no_bead_is_refused_and_leaves_the_shoe() {
    shoe_reset();
    assert_eq!(push("Bb6"), 1);
    for text in ["", "X", "Bx", "Bbb", "B\u{1f0a1}"] {
        assert_eq!(push(text), 0, "{text}");
    }
    bead_letter(u32::MAX);
    assert_eq!(shoe_push(), 0, "no character");
    assert_eq!(push("P"), 1, "the letters before are gone");
    assert_eq!(answer(), expected(&["Bb6", "P"]));
    assert_eq!(road_map_number(u32::MAX), 0);
    bead_letter('B'.into());
    shoe_reset();
    assert_eq!(shoe_push(), 0, "a new shoe begins without letters");
    assert_eq!(answer(), expected(&[]));
}
