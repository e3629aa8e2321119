//! Laws of a live table under readings, commands and time in any order: nothing panics, every record is consumed once
//! by one event, no card comes without a record or two people, and the history is the state.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::collections::BTreeSet;

use money::Amount;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use punto_table::live::{
    FindingCode, How, LiveEvent, Person, ScannerSettings, ShoeChange, Shoes, Slot, Start,
};
use punto_table::squeeze::SqueezeTerms;
use punto_table::{Event, Settings, StaffId};

use crate::live_table::{Stored, settings};
use crate::moves::Move;
use crate::shifts::play;

fn person() -> impl Strategy<Value = Person> {
    (2_u32..9, any::<bool>()).prop_map(|(id, deals)| {
        if deals { Person::Dealer(StaffId(id)) } else { Person::Supervisor(StaffId(id)) }
    })
}

fn slot() -> impl Strategy<Value = Slot> {
    prop::sample::select(vec![Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3, Slot::Burn])
}

fn jump() -> impl Strategy<Value = u64> {
    prop_oneof![30 => Just(1_u64), 1 => 0_u64..4, 1 => Just(u64::MAX)]
}

/// Some cards more often than others, so that a shoe runs out of them.
fn some_card() -> impl Strategy<Value = usize> {
    prop_oneof![1 => 0_usize..52, 2 => 7_usize..10]
}

fn any_card_move() -> impl Strategy<Value = Move> {
    let rare = |strategy| prop::option::weighted(0.08, strategy);
    (
        some_card(),
        jump(),
        prop::option::weighted(0.05, slot()),
        rare(900_u16..1001),
        prop::option::weighted(0.1, 0_u8..20),
        prop::option::weighted(0.08, 1_u64..20),
        prop::bool::weighted(0.03),
        prop_oneof![8 => Just(0_i64), 1 => 0_i64..20_000],
    )
        .prop_map(|(card, jump, slot, conf, tag, rescan, late, back_ms)| Move::Card {
            card,
            jump,
            slot,
            conf,
            tag,
            rescan,
            late,
            back_ms,
        })
}

fn any_move() -> impl Strategy<Value = Move> {
    let change = prop::sample::select(vec![ShoeChange::Loaded, ShoeChange::Removed, ShoeChange::LidOpen]);
    prop_oneof![
        40 => some_card().prop_map(Move::Work),
        3 => (slot(), person()).prop_map(|(slot, by)| Move::Misread(slot, by)),
        12 => any_card_move(),
        4 => (jump(), prop::bool::weighted(0.1), prop::option::weighted(0.3, 1_u64..20))
            .prop_map(|(jump, foreign, rescan)| Move::Unread { jump, foreign, rescan }),
        1 => jump().prop_map(Move::CutCard),
        1 => (0_usize..3).prop_map(Move::Result),
        1 => (change, 0_u8..3, 7_u8..9).prop_map(|(change, label, decks)| Move::Shoe { change, label, decks }),
        1 => Just(Move::Fault),
        1 => (0_usize..40).prop_map(Move::Again),
        1 => (0_usize..52).prop_map(Move::OtherDevice),
        4 => (0_u32..20_000).prop_map(Move::Pass),
        14 => (0_usize..8).prop_map(Move::Resolve),
        3 => (prop::sample::select(How::all()), person()).prop_map(|(how, by)| Move::AnyWay { how, by }),
        3 => (person(), 0_usize..52).prop_map(|(by, card)| Move::Key { by, card }),
        3 => (0_usize..21, person()).prop_map(|(which, by)| Move::Any(which, by)),
        12 => (1_u32..4, any::<bool>(), 50_u64..400)
            .prop_map(|(patron, on_player, stake)| Move::Slip { patron, on_player, stake }),
        3 => (1_u32..4, slot()).prop_map(|(patron, slot)| Move::Open(patron, slot)),
    ]
}

fn scanner() -> impl Strategy<Value = ScannerSettings> {
    (any::<bool>(), prop::bool::weighted(0.2), any::<bool>(), any::<bool>()).prop_map(
        |(auto, assigned, count_out, burn_on_handover)| ScannerSettings {
            start: if auto { Start::Auto } else { Start::Dealer },
            shoes: if assigned { Shoes::Assigned } else { Shoes::Any },
            count_out,
            burn_on_handover,
            ..ScannerSettings::default()
        },
    )
}

/// Terms under which cards of a patron who wagers enough fall face down.
fn squeeze() -> SqueezeTerms {
    SqueezeTerms::from_stake(Amount::new(100).expect("small"))
}

/// How many shifts are played: `PUNTO_SHIFTS`, or 64.
fn shifts() -> u32 {
    std::env::var("PUNTO_SHIFTS").map_or(64, |shifts| shifts.parse().expect("PUNTO_SHIFTS is a number"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(shifts()))]

    #[test]
    fn anything_in_any_order_keeps_every_law(
        rules in prop::sample::select(&baccarat::HouseRules::BUILTIN[..]),
        scanner in scanner(),
        hides in any::<bool>(),
        moves in prop::collection::vec(any_move(), 0..300),
    ) {
        play(Settings { squeeze: hides.then(squeeze), ..settings(rules, scanner) }, &moves);
    }
}

/// The moves are worth something: they end rounds, raise every finding, and resolve findings in every way.
#[test]
fn the_moves_reach_every_finding_and_every_way() {
    let mut runner = TestRunner::deterministic();
    let moves = prop::collection::vec(any_move(), 300);
    let (mut codes, mut hows) = (BTreeSet::new(), BTreeSet::new());
    let (mut settled, mut slips, mut shown) = (0, 0, 0);
    for index in 0..120 {
        let rules = baccarat::HouseRules::BUILTIN[index % baccarat::HouseRules::BUILTIN.len()];
        let scanner = scanner().new_tree(&mut runner).unwrap().current();
        let moves = moves.new_tree(&mut runner).unwrap().current();
        let hides = index % 2 == 0;
        let live = play(Settings { squeeze: hides.then(squeeze), ..settings(rules, scanner) }, &moves);
        for stored in &live.history {
            let Stored::Event(recorded) = stored else { continue };
            match &recorded.event {
                Event::RoundSettled { .. } => settled += 1,
                Event::SlipAccepted { .. } => slips += 1,
                Event::CardsRevealed { .. } => shown += 1,
                Event::Live(LiveEvent::FindingRaised { code, .. }) => _ = codes.insert(*code),
                Event::Live(LiveEvent::FindingResolved { how, .. }) => _ = hows.insert(*how),
                _ => {}
            }
        }
    }
    let missing: Vec<_> = FindingCode::all().iter().filter(|code| !codes.contains(*code)).collect();
    let unused: Vec<_> = How::all().iter().filter(|how| !hows.contains(*how)).collect();
    assert_eq!((missing, unused), (vec![&FindingCode::CutCardLate], Vec::<&How>::new()));
    assert!(settled > 60 && slips > 20 && shown > 10, "{settled} rounds, {slips} slips, {shown} cards shown");
}
