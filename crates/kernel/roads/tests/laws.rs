//! What holds for every shoe: the laws of the fold, of asking, of the layout and of the window. Knows no
//! expected output; where one is needed, the reference beside this file works it out from the prose.

mod reference;

use std::collections::HashSet;
use std::num::NonZeroUsize;

use proptest::prelude::*;
use punto_roads::{
    Ask, AskMark, Bead, ByDerived, DerivedRoad, Outcome, ROWS, Roads, Shown, Side, WhenFull, Window,
};

fn bead() -> impl Strategy<Value = Bead> {
    let outcome =
        prop_oneof![9 => Just(Outcome::Banker), 9 => Just(Outcome::Player), 2 => Just(Outcome::Tie)];
    (outcome, any::<[bool; 4]>()).prop_map(|(outcome, [player_pair, banker_pair, natural, six])| {
        let mut bead = Bead::new(outcome);
        bead.pair.player = player_pair;
        bead.pair.banker = banker_pair;
        bead.natural = natural;
        bead.lucky_6 = six && outcome == Outcome::Banker;
        bead
    })
}

/// Shoes as they fall, and shoes of long streaks, whose tails cross and climb.
fn shoe() -> impl Strategy<Value = Vec<Bead>> {
    let streaky = prop::collection::vec((bead(), 1..16_usize), 0..12)
        .prop_map(|runs| runs.into_iter().flat_map(|(bead, len)| vec![bead; len]).collect());
    prop_oneof![prop::collection::vec(bead(), 0..100), streaky]
}

fn window() -> impl Strategy<Value = Window> {
    let clears =
        (0..40_usize).prop_map(|more| WhenFull::Clear { columns: NonZeroUsize::MIN.saturating_add(more) });
    (0..30_usize, prop_oneof![Just(WhenFull::Scroll), clears])
        .prop_map(|(more, when_full)| Window { columns: NonZeroUsize::MIN.saturating_add(more), when_full })
}

fn fold(beads: &[Bead]) -> Roads {
    beads.iter().copied().collect()
}

proptest! {
    #[test]
    fn push_equals_refold(beads in shoe()) {
        let mut roads = Roads::new();
        for (idx, &bead) in beads.iter().enumerate() {
            roads.push(bead);
            prop_assert_eq!(&roads, &fold(&beads[..=idx]));
        }
        prop_assert_eq!(roads.beads(), beads);
    }

    #[test]
    fn the_reference_agrees(beads in shoe()) {
        let (roads, streaks) = (fold(&beads), reference::streaks(&beads));
        let lengths: Vec<_> = streaks.iter().map(Vec::len).collect();
        let actual: Vec<_> = roads.big_road().streaks().map(|streak| streak.len()).collect();
        prop_assert_eq!(&actual, &lengths);
        prop_assert_eq!(roads.big_road().road().entries(), streaks.concat());
        prop_assert_eq!(roads.big_road().cells(), reference::cells(lengths));
        for road in DerivedRoad::ALL {
            let marks = reference::marks(&streaks, road);
            prop_assert_eq!(roads.derived(road).entries(), &marks);
            prop_assert_eq!(roads.derived(road).cells(), reference::cells(reference::run_lengths(&marks)));
        }
    }

    #[test]
    fn an_ask_is_what_that_win_then_adds(beads in shoe(), bead in bead()) {
        let roads = fold(&beads);
        for side in Side::ALL {
            let mut after = roads.clone();
            after.push(Bead { outcome: side.into(), lucky_6: false, ..bead });
            let added = Ask {
                big_road: *after.big_road().cells().last().unwrap(),
                derived: ByDerived::from_fn(|road| added_mark(&roads, &after, road)),
            };
            prop_assert_eq!(roads.ask(side), added);
        }
    }

    #[test]
    fn asking_changes_nothing_and_the_two_answers_are_opposite(beads in shoe()) {
        let roads = fold(&beads);
        let asks = roads.asks();
        prop_assert_eq!(&roads, &fold(&beads));
        for road in DerivedRoad::ALL {
            let mark = |ask: Ask| ask.derived.get(road).map(|it| it.mark);
            let (banker, player) = (mark(asks.banker), mark(asks.player));
            prop_assert_eq!(banker, player.map(|mark| !mark));
            prop_assert!(banker.is_some() || roads.derived(road).entries().is_empty());
        }
    }

    #[test]
    fn ties_change_no_mark_and_no_cell(beads in shoe(), at in any::<prop::sample::Index>()) {
        let (roads, mut with_tie) = (fold(&beads), beads.clone());
        with_tie.insert(at.index(beads.len() + 1), Bead::new(Outcome::Tie));
        let with_tie = fold(&with_tie);
        prop_assert_eq!(with_tie.big_road().road(), roads.big_road().road());
        for road in DerivedRoad::ALL {
            prop_assert_eq!(with_tie.derived(road), roads.derived(road));
        }
        prop_assert_eq!(with_tie.asks(), roads.asks());
        prop_assert!(with_tie.good_roads().eq(roads.good_roads()));
    }

    #[test]
    fn every_round_is_counted_once(beads in shoe()) {
        let roads = fold(&beads);
        let (totals, big_road) = (roads.totals(), roads.big_road());
        let ties: usize = big_road.wins().map(|win| win.ties).sum();
        prop_assert_eq!(totals.tie, if big_road.cells().is_empty() { big_road.opening_ties() } else { ties });
        prop_assert_eq!(totals.rounds, totals.banker + totals.player + totals.tie);
        for win in big_road.wins() {
            prop_assert_eq!(beads[win.bead_idx].outcome, win.side.into());
        }
        let later_ties = big_road.wins().map(|win| {
            beads[win.bead_idx + 1..].iter().take_while(|bead| bead.outcome == Outcome::Tie).count()
        });
        let opening = std::iter::once(big_road.opening_ties()).chain(std::iter::repeat(0));
        prop_assert!(big_road.wins().map(|win| win.ties).eq(later_ties.zip(opening).map(|(a, b)| a + b)));
    }

    #[test]
    fn cells_are_unique_and_on_the_grid(beads in shoe()) {
        let roads = fold(&beads);
        let plate: Vec<_> = roads.bead_plate().collect();
        let derived = DerivedRoad::ALL.map(|road| roads.derived(road).cells());
        for cells in [&plate, roads.big_road().cells()].into_iter().chain(derived) {
            prop_assert!(cells.iter().all(|cell| cell.row < ROWS));
            prop_assert_eq!(cells.iter().collect::<HashSet<_>>().len(), cells.len());
        }
    }

    #[test]
    fn a_window_only_moves_cells(beads in shoe(), window in window()) {
        let roads = fold(&beads);
        for road in DerivedRoad::ALL.map(|road| roads.derived(road)) {
            let shown = window.view(road);
            let moved = |it: &Shown| road.cells()[it.idx].column - it.cell.column;
            let moves: HashSet<_> = shown.iter().map(moved).collect();
            prop_assert!(window.when_full != WhenFull::Scroll || moves.len() <= 1);
            prop_assert!(shown.iter().all(|it| it.cell.column < window.columns.get() && it.cell.row < ROWS));
            prop_assert_eq!(shown.last().map_or(0, |it| it.idx + 1), road.entries().len());
            prop_assert!(shown.is_sorted_by_key(|it| it.idx));
        }
        prop_assert_eq!(roads, fold(&beads));
    }

    #[test]
    fn a_wide_window_shows_the_whole_road(beads in shoe(), window in window()) {
        let roads = fold(&beads);
        let columns = NonZeroUsize::MIN.saturating_add(beads.len());
        let when_full = match window.when_full {
            WhenFull::Scroll => WhenFull::Scroll,
            WhenFull::Clear { .. } => WhenFull::Clear { columns },
        };
        let window = Window { columns, when_full };
        let shown = window.view(roads.big_road().road());
        prop_assert!(shown.iter().map(|it| it.cell).eq(roads.big_road().cells().iter().copied()));
        prop_assert!(window.bead_plate(beads.len()).iter().map(|it| it.cell).eq(roads.bead_plate()));
    }

    #[test]
    fn a_narrow_window_is_cut_out_of_the_sheet(beads in shoe(), columns in 1..40_usize, window in window()) {
        let columns = NonZeroUsize::MIN.saturating_add(columns);
        let window = Window { when_full: WhenFull::Clear { columns }, ..window };
        let sheet = Window { columns, ..window };
        let roads = fold(&beads);
        let road = roads.big_road().road();
        for (narrow, whole) in [
            (window.view(road), sheet.view(road)),
            (window.view_with_room(road), sheet.view_with_room(road)),
            (window.bead_plate(beads.len()), sheet.bead_plate(beads.len())),
        ] {
            let moved = |it: &Shown| {
                let cell = whole.iter().find(|one| one.idx == it.idx)?.cell;
                (cell.row == it.cell.row).then(|| cell.column - it.cell.column)
            };
            let moves: HashSet<_> = narrow.iter().map(moved).collect();
            prop_assert!(moves.len() <= 1 && !moves.contains(&None), "{moves:?}");
        }
    }

    #[test]
    fn an_ask_is_the_window_after_the_entry(beads in shoe(), win in 0..2_usize, window in window()) {
        let side = Side::ALL[win];
        let mut roads = fold(&beads);
        let ask = window.ask(roads.big_road().road(), side);
        roads.push(Bead::new(side.into()));
        prop_assert_eq!(ask, window.view(roads.big_road().road()));
    }

    #[test]
    fn a_window_with_room_moves_nothing_for_an_ask_in_it(beads in shoe(), window in window()) {
        let roads = fold(&beads);
        let road = roads.big_road().road();
        let view = window.view_with_room(road);
        prop_assert_eq!(view.last().map_or(0, |it| it.idx + 1), road.entries().len());
        for side in Side::ALL {
            let ask = window.ask_with_room(road, side);
            let (last, others) = ask.split_last().unwrap();
            prop_assert_eq!(last.idx, road.entries().len());
            prop_assert!(last.cell.column < window.columns.get());
            prop_assert!(others == view || ask == window.ask(road, side));
        }
    }
}

fn added_mark(before: &Roads, after: &Roads, road: DerivedRoad) -> Option<AskMark> {
    let (before, after) = (before.derived(road), after.derived(road));
    let new = before.entries().len();
    Some(AskMark { mark: *after.entries().get(new)?, cell: after.cells()[new] })
}
