//! What each reading leads to in each state of a table: one line a cell.

use punto_table::live::{
    CardRead, How, LiveCommand, Read, ScannerSettings, ShoeChange, ShoeRead, Shoes, Slot, UnreadRead,
};

use crate::live_table::{DEALER, LiveTable, card, loaded, unread};

fn next_card(live: &LiveTable, text: &str) -> Read {
    Read::Card(CardRead::new(live.pass + 1, card(text)))
}

fn foreign(live: &LiveTable) -> Read {
    Read::Unread(UnreadRead { pass: live.pass + 1, foreign: true, rescan: None })
}

/// The four readings of a thing that passes: a card, something unread, something foreign, the cut card.
fn cells(live: &LiveTable) -> [String; 4] {
    [
        live.reaction(next_card(live, "6h")),
        live.reaction(unread(live.pass + 1)),
        live.reaction(foreign(live)),
        live.reaction(Read::CutCard { pass: live.pass + 1 }),
    ]
}

fn betting_after_the_close() -> LiveTable {
    let mut live = LiveTable::betting();
    live.now = live.now.plus_ms(15_000);
    live
}

fn dealing() -> LiveTable {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live
}

fn settled() -> LiveTable {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    assert!(live.is_over());
    live
}

fn burning(cards: &str) -> LiveTable {
    let mut live = LiveTable::opened("live-commission");
    live.cards(cards);
    live
}

fn with_finding() -> LiveTable {
    let mut live = dealing();
    live.unread();
    live
}

fn counting() -> LiveTable {
    let mut live =
        LiveTable::with("three-bet", ScannerSettings { count_out: true, ..ScannerSettings::default() });
    live.load("BOX-0117");
    live.open_shoe();
    live.must(&LiveCommand::EndShoe { by: punto_table::StaffId(2), why: "test".to_owned() });
    live
}

#[test]
fn each_thing_that_passes_has_its_cell() {
    let wrong = ["wrong_shoe", "wrong_shoe", "wrong_shoe", "note"];
    let between = ["spare_card", "spare_card", "foreign_card", "seen"];
    let wanted = ["draw 6h", "unreadable", "foreign_card", "seen"];
    let held = ["hold", "hold", "hold", "seen"];
    for (state, live, expected) in vec![
        ("no shoe", LiveTable::new("three-bet"), wrong),
        (
            "first of the burn",
            LiveTable::opened("live-commission"),
            ["hold", "unreadable", "foreign_card", "cut_card_early"],
        ),
        ("later in the burn", burning("5d 9h"), ["hold", "hold", "foreign_card", "cut_card_early"]),
        ("last of the burn", burning("2d 9h"), ["burn 3", "burn 3", "foreign_card", "cut_card_early"]),
        ("burned", LiveTable::opened("three-bet"), between),
        ("settled", settled(), between),
        (
            "betting, before the close",
            LiveTable::betting(),
            ["early_card", "early_card", "foreign_card", "seen"],
        ),
        ("betting, after the close", betting_after_the_close(), ["hold", "hold", "foreign_card", "seen"]),
        ("closed", LiveTable::closed(), wanted),
        ("dealing", dealing(), wanted),
        ("a finding is open", with_finding(), held),
        ("counting", counting(), ["hold", "hold", "hold", "note"]),
    ] {
        assert_eq!(cells(&live), expected, "{state}");
    }
}

#[test]
fn a_wanted_card_is_checked_in_this_order() {
    let live = dealing();
    let pass = live.pass + 1;
    let read = || CardRead::new(pass, card("6h"));
    let twice = CardRead::new(pass, card("Kd"));
    let all_wrong = CardRead { slot: Some(Slot::B2), conf: Some(949), rescan: Some(1), ..read() };
    for (what, expected) in [
        (Read::Card(CardRead { pass: pass + 1, ..all_wrong.clone() }), "missed_card"),
        (Read::Unread(UnreadRead { pass: pass + 1, foreign: false, rescan: None }), "missed_card"),
        (Read::Unread(UnreadRead { pass: pass + 1, foreign: true, rescan: None }), "foreign_card"),
        (Read::Card(all_wrong.clone()), "unreadable"),
        (Read::Card(CardRead { conf: Some(950), ..all_wrong }), "read_twice"),
        (Read::Card(CardRead { pass: pass - 1, ..read() }), "read_twice"),
        (Read::Card(CardRead { slot: Some(Slot::B2), ..read() }), "out_of_turn"),
        (Read::Card(CardRead { slot: Some(Slot::P2), ..read() }), "draw 6h"),
        (Read::Card(twice.clone()), "read_twice"),
        (Read::Card(CardRead { rescan: Some(pass), ..twice.clone() }), "draw Kd"),
    ] {
        assert_eq!(live.reaction(what.clone()), expected, "{what:?}");
    }
    let mut later = live;
    later.now = later.now.plus_ms(701);
    assert_eq!(later.reaction(Read::Card(twice)), "draw Kd", "two kings");
    let mut late = later.reading(Read::Card(read()));
    late.late = true;
    later.take(late);
    assert_eq!(later.finding().map(punto_table::live::FindingCode::id), Some("late_reading"));
}

#[test]
fn a_mark_that_was_seen_is_the_same_card_and_a_ninth_copy_is_impossible() {
    let mut live = LiveTable::closed();
    let tagged = |live: &LiveTable, tag: &str| {
        let read = CardRead::new(live.pass + 1, card("2h"));
        Read::Card(CardRead { tag: Some(tag.to_owned()), ..read })
    };
    live.read(tagged(&live, "a"));
    live.now = live.now.plus_ms(10_000);
    assert_eq!(live.reaction(tagged(&live, "a")), "read_twice");
    assert_eq!(live.reaction(tagged(&live, "b")), "draw 2h");

    let mut live = LiveTable::closed();
    for round in 0..2 {
        if round > 0 {
            live.start();
            live.close();
        }
        live.cards("9h Kd 9h Kd");
    }
    live.start();
    live.close();
    live.cards("9h 2d 9h 3d");
    assert!(live.is_over(), "{}", live.on_table());
    live.start();
    live.close();
    live.cards("9h 2d 9h 3d");
    live.start();
    live.close();
    assert_eq!(live.reaction(next_card(&live, "9h")), "too_many_copies");
}

#[test]
fn a_card_that_was_read_before_the_close_is_never_dealt_however_late_it_comes() {
    let mut live = LiveTable::betting();
    let early = live.reading(next_card(&live, "6h"));
    live.close();
    live.take(early);
    assert_eq!(live.finding().map(punto_table::live::FindingCode::id), Some("early_card"));
    live.resolved(How::Burn, &[DEALER]);
    assert_eq!((live.phase(), live.on_table().as_str()), ("closed", ""));
    live.card("9h");
    assert_eq!(live.on_table(), "9h");
}

#[test]
fn a_card_waits_its_turn_behind_others() {
    let mut live = betting_after_the_close();
    live.card("6h");
    live.card("7h");
    assert_eq!(live.phase(), "betting");
    live.close();
    assert_eq!(live.on_table(), "6h 7h", "they are dealt when betting has closed");
}

#[test]
fn what_a_device_says_of_the_winner_is_compared_and_used_for_nothing() {
    let result = |text: &str| Read::Result { outcome: text.parse().expect("an outcome") };
    for (state, live, says, expected) in [
        ("no shoe", LiveTable::new("three-bet"), "tie", "note"),
        ("betting", LiveTable::betting(), "tie", "note"),
        ("dealing", dealing(), "player", "device_disagrees"),
        ("settled", settled(), "player", "note"),
        ("settled", settled(), "banker", "device_disagrees"),
        ("a finding is open", with_finding(), "player", "hold"),
    ] {
        assert_eq!(live.reaction(result(says)), expected, "{state}, {says}");
    }
}

#[test]
fn shoes_are_loaded_between_shoes_only_and_have_the_decks_of_the_house_rules() {
    let assigned = ScannerSettings { shoes: Shoes::Assigned, ..ScannerSettings::default() };
    let mut named = LiveTable::with("three-bet", assigned.clone());
    named.must(&LiveCommand::AssignShoe {
        label: "BOX-0117".to_owned(),
        seal: None,
        by: punto_table::StaffId(2),
    });
    let mut fresh = LiveTable::new("three-bet");
    fresh.load("BOX-0117");
    for (state, live, expected) in vec![
        ("no shoe", LiveTable::new("three-bet"), ["load", "load", "wrong_shoe"]),
        ("no shoe, one is assigned", named, ["load", "wrong_shoe", "wrong_shoe"]),
        ("no shoe, none is assigned", LiveTable::with("three-bet", assigned), ["wrong_shoe"; 3]),
        ("loaded", fresh, ["note", "load", "wrong_shoe"]),
        ("burned", LiveTable::opened("three-bet"), ["note", "wrong_shoe", "wrong_shoe"]),
        ("settled", settled(), ["note", "wrong_shoe", "wrong_shoe"]),
        ("betting", LiveTable::betting(), ["wrong_shoe"; 3]),
        ("dealing", dealing(), ["wrong_shoe"; 3]),
        ("a finding is open", with_finding(), ["hold"; 3]),
    ] {
        let of = [("BOX-0117", 8), ("BOX-0118", 8), ("BOX-0117", 6)];
        let found = of.map(|(label, decks)| live.reaction(loaded(label, decks)));
        assert_eq!(found, expected, "{state}");
    }
    let lid = ShoeRead { change: ShoeChange::LidOpen, label: "BOX-0117".to_owned(), decks: 8, seal: None };
    assert_eq!(dealing().reaction(Read::Shoe(lid)), "note");
    assert_eq!(dealing().reaction(Read::Fault), "note");
}

#[test]
fn a_shoe_whose_seal_a_supervisor_named_has_that_seal() {
    let seals = [Some("S-4711"), Some("S-4712"), None].map(|seal| seal.map(str::to_owned));
    for shoes in [Shoes::Any, Shoes::Assigned] {
        let mut live = LiveTable::with("three-bet", ScannerSettings { shoes, ..ScannerSettings::default() });
        let assign = |seal| LiveCommand::AssignShoe {
            label: "BOX-0117".to_owned(),
            seal,
            by: punto_table::StaffId(2),
        };
        let found = |live: &LiveTable| {
            seals.clone().map(|seal| {
                let (change, label) = (ShoeChange::Loaded, "BOX-0117".to_owned());
                live.reaction(Read::Shoe(ShoeRead { change, label, decks: 8, seal }))
            })
        };
        live.must(&assign(seals[0].clone()));
        assert_eq!(found(&live), ["load", "wrong_shoe", "wrong_shoe"], "{shoes:?}");
        live.must(&assign(seals[1].clone()));
        assert_eq!(found(&live), ["wrong_shoe", "load", "wrong_shoe"], "{shoes:?}, named again");
        live.must(&assign(None));
        assert_eq!(found(&live), ["load"; 3], "{shoes:?}, any seal");
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn house_rules_without_a_cut_card_note_it() {
    let mut live = LiveTable::opened("sixty-round");
    assert_eq!(live.reaction(Read::CutCard { pass: 1 }), "note");
    live.read(Read::CutCard { pass: 1 });
    live.start();
    live.close();
    live.cards("9h Kd Ks 3c");
    assert!(live.is_over(), "the cut card is no card");
}
