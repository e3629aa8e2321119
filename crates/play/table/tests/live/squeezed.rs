//! Cards that patrons turn at a live table: the device reads them, and nobody sees them; what waits, what the dealer is
//! told, and what a finding shows.

use baccarat::Outcome;
use money::Amount;
use punto_table::event::VoidReason;
use punto_table::live::dealer::ScannerSettings;
use punto_table::live::{CardRead, FindingCode, GateWhy, How, LiveCommand, LiveWait, Read, Slot};
use punto_table::squeeze::SqueezeTerms;
use punto_table::{Command, Decision, Event, PatronId, Settings, Table, Wants};

use crate::live_table::{DEALER, LiveTable, SUPERVISOR, card, names, settings};

/// A table whose first card is wanted. Patron 1 turns Player's cards, patron 2 Banker's.
pub(crate) fn closed() -> LiveTable {
    let mut live = LiveTable::opened("three-bet");
    let terms = SqueezeTerms::from_stake(Amount::new(100).expect("small"));
    let squeeze = Some(terms);
    live.table.set_up(std::sync::Arc::new(Settings {
        squeeze,
        ..settings("three-bet", ScannerSettings::default())
    }));
    live.start();
    live.place(1, "player", 200);
    live.place(2, "banker", 100);
    live.close();
    live
}

fn open(live: &mut LiveTable, patron: u32, slot: Slot) -> Vec<Event> {
    let round = live.table.round().expect("a round");
    match live.run(&Command::OpenCard { patron: PatronId(patron), round, slot }) {
        Ok(Decision::Accepted(events)) => events.into_iter().chain(live.go_on()).collect(),
        other => panic!("{other:?}"),
    }
}

fn shown(table: &Table) -> String {
    let shown = table.view().cards;
    let text = shown.iter().map(|shown| shown.card.map_or_else(|| "--".to_owned(), |card| card.to_string()));
    text.collect::<Vec<_>>().join(" ")
}

/// Lets the time to turn cards pass.
pub(crate) fn wait(live: &mut LiveTable) -> Vec<Event> {
    let next = live.table.next_step();
    assert_eq!(next.wants, Wants::Reveal);
    live.now = live.now.max(next.at.expect("the clock does it"));
    match live.run(&Command::RevealCards { now: live.now }) {
        Ok(Decision::Accepted(events)) => events.into_iter().chain(live.go_on()).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn cards_that_are_read_lie_face_down_and_the_next_one_waits_for_them() {
    let mut live = closed();
    live.cards("2h Kd Ks 3c");
    assert_eq!((shown(&live.table).as_str(), live.phase()), ("-- -- -- --", "dealing"));
    assert_eq!(live.table.live_wait(), Some(LiveWait::Squeeze));
    let gate = live.table.live_gate();
    assert_eq!((gate.open, gate.slot, gate.why), (false, None, GateWhy::Deal));
    assert!(live.card("5h").is_empty(), "it waits, whether the coup wants it or not");
    assert_eq!(names(&open(&mut live, 1, Slot::P1)), ["cards_revealed"]);
    assert_eq!(live.table.live().turn(), [Slot::P1]);
    assert_eq!(names(&wait(&mut live)), ["cards_revealed", "card_drawn"], "then the card that waited");
    assert_eq!(shown(&live.table), "2h Kd Ks 3c --");
    assert!(live.table.live().turn().is_empty());
    assert_eq!(live.replayed(), live.table);
    assert_eq!(names(&open(&mut live, 1, Slot::P3)), ["cards_revealed"]);
    live.card("9c");
    assert_eq!(names(&open(&mut live, 2, Slot::B3)), ["cards_revealed", "round_settled"]);
    assert_eq!(live.table.live().turn(), [Slot::B3]);
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_natural_looks_like_any_other_hand_until_it_is_shown() {
    let look = |cards: &str| {
        let mut live = closed();
        live.cards(cards);
        let waits =
            format!("{:?} {:?} {:?}", live.table.live_wait(), live.table.live_gate(), live.table.next_step());
        let card = live.card("5h");
        let result = live.read(Read::Result { outcome: Outcome::Player });
        (waits, names(&card), names(&result), live.table.view(), live)
    };
    let (natural, other) = (look("9h Kd Ks 3c"), look("2h Kd Ks 3c"));
    assert_eq!((&natural.0, &natural.1, &natural.2, &natural.3), (&other.0, &other.1, &other.2, &other.3));
    let mut live = natural.4;
    let events = names(&wait(&mut live));
    assert_eq!(events[..2], ["cards_revealed", "round_settled"]);
    assert_eq!(live.finding(), Some(FindingCode::SpareCard), "the card that waited belongs to no hand");
}

#[test]
fn a_card_that_people_look_at_falls_face_up() {
    let mut live = closed();
    live.card("2h");
    live.unread();
    assert_eq!(live.finding(), Some(FindingCode::Unreadable));
    live.resolved(How::Rescan, &[DEALER]);
    live.cards("Kd Ks 3c");
    assert_eq!(shown(&live.table), "-- Kd -- --");
    let mut live = closed();
    live.unread();
    live.key(DEALER, "2h").unwrap();
    live.key(SUPERVISOR, "2h").unwrap();
    live.cards("Kd Ks 3c");
    assert_eq!(shown(&live.table), "2h -- -- --");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_misread_card_shows_the_whole_round_and_settles_when_it_is_put_right() {
    let mut live = closed();
    live.cards("9h Kd Ks 3c");
    let misread = LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER };
    assert_eq!(names(&live.must(&misread)), ["finding_raised", "cards_revealed"]);
    assert_eq!(
        (shown(&live.table).as_str(), live.is_over()),
        ("9h Kd Ks 3c", false),
        "nothing is settled yet"
    );
    live.key(DEALER, "2h").unwrap();
    let events = live.key(SUPERVISOR, "2h").unwrap();
    assert_eq!(names(&events), ["card_keyed", "finding_resolved", "card_amended"]);
    assert_eq!(live.replayed(), live.table);
    live.card("5h");
    assert_eq!(shown(&live.table), "2h Kd Ks 3c 5h", "nothing falls face down in this round any more");
    live.card("9c");
    assert!(live.is_over());
    let mut live = closed();
    live.cards("2h Kd Ks 3c");
    live.must(&misread);
    live.key(DEALER, "9h").unwrap();
    let events = live.key(SUPERVISOR, "9h").unwrap();
    assert_eq!(names(&events).last().map(String::as_str), Some("round_settled"));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_misread_natural_is_put_right_to_another_one() {
    let mut live = closed();
    live.cards("9h Kd Ks 3c");
    live.must(&LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER });
    live.key(DEALER, "8h").unwrap();
    let events = live.key(SUPERVISOR, "8h").unwrap();
    assert_eq!(names(&events)[2..], ["card_amended", "round_settled"]);
}

#[test]
fn a_void_by_anybody_shows_the_cards_and_burns_what_waits() {
    let mut live = closed();
    live.cards("2h Kd Ks 3c 5h");
    let void = Command::VoidRound { reason: VoidReason::Supervisor, by: Some(SUPERVISOR.id()) };
    let Ok(Decision::Accepted(events)) = live.run(&void) else { panic!("it is under way") };
    assert_eq!(names(&events), ["round_voided", "cards_revealed", "card_burned"]);
    assert_eq!(live.replayed(), live.table);
    let mut live = closed();
    live.cards("2h Kd");
    (0..3).for_each(|_| {
        live.unread();
        _ = live.resolve(How::Rescan, DEALER);
    });
    live.unread();
    let events = live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    assert_eq!(names(&events)[..3], ["round_voided", "cards_revealed", "finding_resolved"]);
    assert_eq!((shown(&live.table).as_str(), live.is_over()), ("2h Kd", true));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_round_without_wagers_falls_face_up() {
    let mut live = closed();
    live.cards("9h Kd Ks 3c");
    wait(&mut live);
    live.must(&LiveCommand::OpenFreeRound { by: SUPERVISOR.id() });
    live.card("4h");
    assert_eq!(shown(&live.table), "4h");
}

#[test]
fn a_copy_too_many_is_found_with_the_cards_that_lie_face_down() {
    let mut live = closed();
    live.cards("2h 2h 2h 2h");
    wait(&mut live);
    live.card("2h");
    wait(&mut live);
    live.card("2h");
    wait(&mut live);
    assert!(live.is_over());
    live.start();
    live.place(1, "player", 200);
    live.close();
    live.cards("2h 2h");
    assert_eq!(live.table.view().shoe.seen().iter().sum::<u8>(), 6, "two copies lie face down");
    let next = Read::Card(CardRead::new(live.pass + 1, "2h".parse().expect("a card")));
    live.now = live.now.plus_ms(1_000);
    assert_eq!(live.reaction(next), "too_many_copies");
}

#[test]
fn a_second_reading_that_waits_stays_one_when_a_shoe_is_loaded_again_meanwhile() {
    let mut live = closed();
    live.cards("2h Kd Ks 3c");
    let last = live.pass;
    live.read(Read::Card(CardRead {
        rescan: Some(last),
        ..CardRead::new(last + 1, "3c".parse().expect("a card"))
    }));
    live.load("BOX-0117");
    assert_eq!(live.finding(), Some(FindingCode::WrongShoe));
    live.resolved(How::LoadRight, &[DEALER]);
    while live.finding().is_none() {
        wait(&mut live);
    }
    assert_eq!(live.finding(), Some(FindingCode::ReadTwice));
    assert_eq!(live.table.ways().len(), 1, "it is surely the same card: {:?}", live.table.ways());
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn nothing_that_a_device_says_early_tells_what_lies_face_down() {
    let mut live = closed();
    live.cards("2h Kd Ks");
    assert!(live.read(Read::Result { outcome: Outcome::Tie }).is_empty(), "it waits for the cards");
    assert_eq!(live.finding(), None);
    let mut live = closed();
    live.cards("2h Kd Ks");
    live.read(Read::Card(CardRead { slot: Some(Slot::P3), ..CardRead::new(live.pass + 1, card("3c")) }));
    assert_eq!(live.finding(), Some(FindingCode::OutOfTurn));
    assert_eq!(live.table.finding_facts(), []);
}
