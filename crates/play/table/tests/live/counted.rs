//! Shoes that are counted out: each piece of card once, and each card as it is known since.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use baccarat::Card;
use punto_table::Event;
use punto_table::live::{
    CardCount, CardRead, FindingCode, How, LiveCommand, LiveEvent, LiveWait, Read, RecordRef,
    ScannerSettings, UnreadRead,
};

use crate::live_table::{DEALER, LiveTable, OTHER, SUPERVISOR, card, live_events, names, unread};
use crate::rulings::{correct, ruling, void};

/// A live table whose shoes are counted out, with one that is open.
fn opened(rules: &str) -> LiveTable {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let mut live = LiveTable::with(rules, scanner);
    live.load("BOX-0117");
    live.open_shoe();
    live
}

fn end(live: &mut LiveTable) {
    live.must(&LiveCommand::EndShoe { by: SUPERVISOR.id(), why: "worn cards".to_owned() });
}

fn all_cards() -> impl Iterator<Item = Card> {
    (0..8).flat_map(|_| (0..52).filter_map(Card::from_index))
}

fn read(pass: u64, card: Card) -> Read {
    Read::Card(CardRead::new(pass, card))
}

/// A card that passes as the rescan of another pass.
fn again(pass: u64, card: Card, rescan: u64) -> Read {
    Read::Card(CardRead { rescan: Some(rescan), ..CardRead::new(pass, card) })
}

/// A shoe whose burn is complete and that is counted out. `passes` says what its device reads of a card, by the place
/// of the card in the shoe and the next pass.
fn counted_out(passes: impl Fn(usize, Card, u64) -> Vec<Read>) -> (LiveTable, Vec<Event>) {
    let mut live = opened("live-commission");
    for (index, card) in all_cards().enumerate() {
        live.now = live.now.plus_ms(1_000);
        for read in passes(index, card, live.pass + 1) {
            live.read(read);
        }
        if live.table.live_wait() == Some(LiveWait::Start) {
            end(&mut live);
        }
    }
    let events = live.must(&LiveCommand::CountOut { dealer: DEALER.id() });
    assert_eq!(live.replayed(), live.table);
    (live, events)
}

/// What a count came to: its records, what is missing and what is too many, and how many cards nobody saw.
fn count(events: &[Event]) -> (&[RecordRef], &[CardCount], &[CardCount], u16) {
    match live_events(events).next() {
        Some(LiveEvent::ShoeCounted { records, missing, extra, unseen }) => {
            (records, missing, extra, *unseen)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_whole_shoe_is_counted_with_the_cards_that_went_face_down() {
    let (mut live, events) = counted_out(|_, card, pass| vec![read(pass, card)]);
    assert_eq!(names(&events), ["shoe_counted"]);
    live.load("BOX-0118");
    live.open_shoe();
}

#[test]
fn a_card_that_nobody_saw_may_stand_for_any_one() {
    let (_, events) = counted_out(|index, card, pass| {
        vec![if [1, 300].contains(&index) { unread(pass) } else { read(pass, card) }]
    });
    assert_eq!(names(&events), ["shoe_counted"], "two are missing, two were not read");
    let (_, missing, _, unseen) = count(&events);
    assert_eq!((missing.len(), unseen), (2, 2));
}

#[test]
fn a_difference_is_a_finding_that_two_supervisors_note_before_the_next_shoe() {
    let ace = Card::from_index(0).unwrap();
    let (mut live, events) =
        counted_out(|index, card, pass| vec![read(pass, if index == 300 { ace } else { card })]);
    assert_eq!(names(&events), ["shoe_counted", "finding_raised"]);
    let (_, missing, extra, _) = count(&events);
    assert_eq!((missing.len(), extra), (1, &[CardCount { card: ace, count: 1 }][..]));
    assert_eq!(live.finding(), Some(FindingCode::Composition));
    live.load("BOX-0118");
    assert_eq!(live.finding(), Some(FindingCode::Composition), "the shoe waits");
    live.resolved(How::Note, &[SUPERVISOR, OTHER]);
    live.open_shoe();
}

/// What a device reads of a card at a pass and at those after it.
type Twice<'a> = &'a dyn Fn(u64, Card) -> Vec<Read>;

#[test]
fn a_card_that_surely_passes_twice_counts_once() {
    let tagged = |pass, card| Read::Card(CardRead { tag: Some("a".to_owned()), ..CardRead::new(pass, card) });
    let failed = |pass, rescan| Read::Unread(UnreadRead { pass, foreign: false, rescan });
    let ace = Card::from_index(0).unwrap();
    let ways: [(&str, Twice<'_>); 8] = [
        ("its mark", &|pass, card| vec![tagged(pass, card), tagged(pass + 1, card)]),
        ("a rescan", &|pass, card| vec![read(pass, card), again(pass + 1, card, pass)]),
        ("the same pass", &|pass, card| vec![read(pass, card), read(pass, card)]),
        ("a rescan of what was not read", &|pass, card| {
            vec![failed(pass, None), again(pass + 1, card, pass)]
        }),
        ("a rescan that fails", &|pass, card| vec![read(pass, card), failed(pass + 1, Some(pass))]),
        ("a rescan of another card", &|pass, card| vec![read(pass, ace), again(pass + 1, card, pass)]),
        ("a rescan of a rescan", &|pass, card| {
            vec![failed(pass, None), failed(pass + 1, Some(pass)), again(pass + 2, card, pass + 1)]
        }),
        ("a rescan of a card of the burn", &|pass, card| vec![read(pass, card), again(pass + 1, ace, 1)]),
    ];
    for (what, way) in ways {
        let (live, events) = counted_out(
            |index, card, pass| if index == 300 { way(pass, card) } else { vec![read(pass, card)] },
        );
        assert_eq!(names(&events), ["shoe_counted"], "{what}");
        let (records, missing, extra, unseen) = count(&events);
        assert_eq!((missing, extra, unseen), (&[][..], &[][..], 0), "{what}");
        assert!(records.len() > 414, "{what}: its readings are used");
        assert_eq!(live.table.live().waiting().len(), 0, "{what}");
    }
}

#[test]
fn a_card_that_may_have_passed_twice_counts_as_two() {
    let ways: [(&str, Twice<'_>, usize, u16); 3] = [
        ("the same card again", &|pass, card| vec![read(pass, card), read(pass + 1, card)], 1, 0),
        ("something unread of the same pass", &|pass, card| vec![read(pass, card), unread(pass)], 0, 1),
        // So reads a device that lost its count of passes.
        ("a card with an old pass", &|pass, card| vec![read(pass, card), read(1, card)], 1, 0),
    ];
    for (what, way, too_many, not_seen) in ways {
        let (live, events) = counted_out(
            |index, card, pass| if index == 415 { way(pass, card) } else { vec![read(pass, card)] },
        );
        let (_, missing, extra, unseen) = count(&events);
        assert_eq!((missing.len(), extra.len(), unseen), (0, too_many, not_seen), "{what}");
        assert_eq!(live.finding(), Some(FindingCode::Composition), "{what}");
    }
}

/// Ends the shoe, lets all cards pass but these, and counts.
fn count_all_but(mut live: LiveTable, out: &str) -> (LiveTable, Vec<Event>) {
    end(&mut live);
    let mut left: Vec<Card> = all_cards().collect();
    for text in out.split(' ') {
        let at = left.iter().position(|other| *other == card(text)).unwrap();
        left.remove(at);
    }
    for card in left {
        live.now = live.now.plus_ms(1_000);
        live.read(read(live.pass + 1, card));
    }
    let events = live.must(&LiveCommand::CountOut { dealer: DEALER.id() });
    assert_eq!(live.replayed(), live.table);
    (live, events)
}

/// A round of a shoe that is counted out, whose first card is wanted.
fn closed() -> LiveTable {
    let mut live = opened("three-bet");
    live.start();
    live.close();
    live
}

#[test]
fn the_count_follows_a_round_that_two_supervisors_corrected() {
    let mut live = closed();
    live.cards("6h Kd Ks 7c");
    let (_, events) = count_all_but(live.clone(), "9h Kd Ks 7c");
    assert_eq!(names(&events), ["shoe_counted", "finding_raised"], "6h was read, and 9h is gone");
    correct(&mut live, ruling("9h Kd Ks 7c", ""));
    let (live, events) = count_all_but(live, "9h Kd Ks 7c");
    assert_eq!(names(&events), ["shoe_counted"]);
    let mut after = live.clone();
    correct(&mut after, ruling("6h Kd Ks 7c", ""));
    assert_eq!(after.finding(), None, "a later correction does not change the count");
}

#[test]
fn the_count_follows_cards_that_come_into_a_coup_and_leave_it() {
    let mut live = closed();
    live.cards("5h Kd Ks 7c 2d");
    correct(&mut live, ruling("9h Kd Ks 7c", "2d"));
    let (_, events) = count_all_but(live.clone(), "9h Kd Ks 7c 2d");
    assert_eq!(names(&events), ["shoe_counted"]);
    correct(&mut live, void());
    let (_, events) = count_all_but(live.clone(), "9h Kd Ks 7c 2d");
    assert_eq!(names(&events), ["shoe_counted"], "a void takes no card back");
    correct(&mut live, ruling("5h Kd Ks 7c 2d", ""));
    let (_, events) = count_all_but(live, "5h Kd Ks 7c 2d");
    assert_eq!(names(&events), ["shoe_counted"]);
}

#[test]
fn a_card_that_nobody_saw_is_known_once_a_correction_names_it() {
    let mut live = closed();
    live.cards("6h Kd Ks");
    live.void_unreadable();
    let (_, events) = count_all_but(live.clone(), "6h Kd Ks 7c");
    assert_eq!((names(&events).len(), count(&events).3), (1, 1), "it may be the one that is missing");
    correct(&mut live, ruling("6h Kd Ks 7c", ""));
    let (_, events) = count_all_but(live.clone(), "6h Kd Ks 7c");
    assert_eq!((names(&events).len(), count(&events).3), (1, 0));
    let (_, events) = count_all_but(live, "6h Kd Ks 8c");
    assert_eq!(names(&events).len(), 2, "it stands for no other card any more");
}

#[test]
fn a_card_that_was_missed_is_out_once_a_correction_names_it() {
    let mut live = closed();
    live.cards("6h Kd Ks");
    live.pass += 1;
    live.card("2d");
    assert_eq!(live.finding(), Some(FindingCode::MissedCard));
    live.resolved(How::Void, &[SUPERVISOR]);
    let (_, events) = count_all_but(live.clone(), "6h Kd Ks 7c 2d");
    assert_eq!(names(&events), ["shoe_counted", "finding_raised"], "nobody read the card that is gone");
    correct(&mut live, ruling("6h Kd Ks 7c", "2d"));
    let (_, events) = count_all_but(live, "6h Kd Ks 7c 2d");
    assert_eq!((names(&events).len(), count(&events).3), (1, 0));
}
