//! Law: whatever is read, said and wagered at a live table, in any order, nothing panics, every record is consumed once
//! by one event, no card comes without a record or two people, and none that was read before betting closed is dealt.
//!
//! The moves and the laws are those of the property tests of the table.
#![no_main]

use baccarat::HouseRules;
use libfuzzer_sys::fuzz_target;
use money::Amount;
use punto_table::Settings;
use punto_table::StaffId;
use punto_table::live::{How, Person, ScannerSettings, ShoeChange, Shoes, Slot, Start};
use punto_table::squeeze::SqueezeTerms;

#[path = "../../crates/play/table/tests/live/bare_table.rs"]
mod bare_table;
#[path = "../../crates/play/table/tests/live/moves.rs"]
mod moves;
#[path = "../../crates/play/table/tests/live/shifts.rs"]
mod shifts;

use moves::Move;

/// How many bytes say a move.
const MOVE: usize = 4;
/// The most moves of a shift, so that one input stays fast.
const LONGEST: usize = 200;

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (rules, terms, script) = input;
    let moves =
        script.chunks_exact(MOVE).take(LONGEST).map(|bytes| next(bytes.try_into().expect("it is exact")));
    shifts::play(settings(rules, terms), &moves.collect::<Vec<_>>());
});

fn settings(rules: u8, terms: u8) -> Settings {
    let has = |bit: u8| terms >> bit & 1 == 1;
    let scanner = ScannerSettings {
        start: if has(0) { Start::Auto } else { Start::Dealer },
        shoes: if has(1) { Shoes::Assigned } else { Shoes::Any },
        count_out: has(2),
        burn_on_handover: has(3),
        ..ScannerSettings::default()
    };
    let squeeze = has(4).then(|| SqueezeTerms::from_stake(Amount::new(100).expect("small")));
    let names = &HouseRules::BUILTIN;
    Settings { squeeze, ..bare_table::settings(names[usize::from(rules) % names.len()], scanner) }
}

/// The move that these bytes say. The first one says which, so that a change of one byte is a small change.
fn next([which, a, b, c]: [u8; MOVE]) -> Move {
    let (index, place) = (usize::from(a), usize::from(a) % 8);
    let by = person(b);
    match which % 32 {
        0..=11 => Move::Work(index % 52),
        12..=15 => card(index % 52, b, c),
        16 => Move::Unread {
            jump: jump(b),
            foreign: c & 1 == 1,
            rescan: (c > 127).then_some(u64::from(c % 20)),
        },
        17 => Move::CutCard(jump(b)),
        18 => Move::Result(index % 3),
        19 => {
            let change = [ShoeChange::Loaded, ShoeChange::Removed, ShoeChange::LidOpen][index % 3];
            Move::Shoe { change, label: b % 3, decks: 7 + c % 2 }
        }
        20 if b == 0 => Move::Fault,
        20 => Move::Again(index),
        21 => Move::OtherDevice(index % 52),
        22 => Move::Pass(u32::from(a) * 80),
        23..=25 => Move::Resolve(place),
        26 => Move::AnyWay { how: How::all()[index % How::all().len()], by },
        27 => Move::Key { by, card: index % 52 },
        28 => Move::Misread(slot(a), by),
        29 => Move::Any(index % 21, by),
        30 => Move::Slip { patron: 1 + u32::from(a % 3), on_player: b & 1 == 1, stake: 50 + u64::from(c) },
        _ => Move::Open(1 + u32::from(a % 3), slot(b)),
    }
}

/// A card about which at most two things are odd.
fn card(card: usize, odd: u8, how: u8) -> Move {
    let is_odd = |kind| odd & 15 == kind || odd >> 4 == kind;
    Move::Card {
        card,
        jump: if is_odd(1) { jump(how) } else { 1 },
        slot: is_odd(2).then(|| slot(how)),
        conf: is_odd(3).then_some(900 + u16::from(how) % 101),
        tag: is_odd(4).then_some(how % 20),
        rescan: is_odd(5).then_some(1 + u64::from(how % 20)),
        late: is_odd(6),
        back_ms: if is_odd(7) { i64::from(how) * 80 } else { 0 },
    }
}

fn jump(how: u8) -> u64 {
    if how == u8::MAX { u64::MAX } else { u64::from(how % 4) }
}

fn person(which: u8) -> Person {
    let id = StaffId(2 + u32::from(which % 7));
    if which & 128 == 0 { Person::Dealer(id) } else { Person::Supervisor(id) }
}

fn slot(which: u8) -> Slot {
    let slots = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3, Slot::Burn];
    slots[usize::from(which) % slots.len()]
}
