//! Whose picture people see while a finding is open: never that of a card that they may have to type and did not, nor
//! of one that lies face down.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{CardRead, FindingCode, How, LiveCommand, Read, RecordRef, Slot};

use crate::findings::raised;
use crate::live_table::{DEALER, DEVICE, LiveTable, SUPERVISOR, card};
use crate::squeezed;

/// The last record, if its picture may be seen.
fn last(live: &LiveTable) -> Vec<RecordRef> {
    vec![RecordRef { device: DEVICE, n: live.n }]
}

fn read(live: &mut LiveTable, text: &str, change: impl FnOnce(CardRead) -> CardRead) {
    live.now = live.now.plus_ms(1_000);
    live.read(Read::Card(change(CardRead::new(live.pass + 1, card(text)))));
}

#[test]
fn a_picture_is_shown_where_nobody_has_to_type_its_card() {
    use FindingCode as Code;
    for code in Code::all().iter().filter(|code| **code != Code::CutCardLate) {
        let live = raised(*code);
        let expected = match code {
            Code::ReadTwice
            | Code::OutOfTurn
            | Code::SpareCard
            | Code::EarlyCard
            | Code::ForeignCard
            | Code::LateReading => last(&live),
            _ => Vec::new(),
        };
        assert_eq!(live.table.shown_pictures(), expected, "{code:?}");
    }
}

#[test]
fn two_people_who_type_a_card_see_its_picture_only_once_they_differed() {
    for code in [FindingCode::Unreadable, FindingCode::TooManyCopies] {
        let mut live = raised(code);
        live.key(SUPERVISOR, "8d").unwrap();
        assert_eq!(live.table.shown_pictures(), [], "{code:?}: the dealer has not typed it");
        live.key(DEALER, "7d").unwrap();
        assert_eq!(live.table.shown_pictures(), last(&live), "{code:?}");
        live.key(DEALER, "7d").unwrap();
        live.key(SUPERVISOR, "7d").unwrap();
        assert_eq!(live.table.shown_pictures(), [], "{code:?}: it is over");
    }
}

#[test]
fn the_card_behind_a_missed_one_is_not_shown_as_that_one() {
    let mut live = raised(FindingCode::MissedCard);
    live.key(SUPERVISOR, "8d").unwrap();
    live.key(DEALER, "7d").unwrap();
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::MissedCard), vec![]));
}

#[test]
fn the_picture_of_an_unsure_card_is_kept_back_like_that_of_one_that_was_not_read() {
    let mut live = LiveTable::closed();
    read(&mut live, "9h", |read| CardRead { conf: Some(700), ..read });
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::Unreadable), vec![]));
    live.resolved(How::Rescan, &[DEALER]);
    live.unread();
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::Unreadable), vec![]));
}

#[test]
fn a_card_that_may_still_have_to_be_typed_is_kept_back_at_every_finding() {
    let mut spare = LiveTable::closed();
    spare.cards("9h Kd Ks 3c");
    spare.unread();
    assert_eq!((spare.finding(), spare.table.shown_pictures()), (Some(FindingCode::SpareCard), vec![]));
    let mut ninth = raised(FindingCode::TooManyCopies);
    ninth.resolved(How::Rescan, &[DEALER]);
    read(&mut ninth, "9h", |read| CardRead { slot: Some(Slot::B3), ..read });
    assert_eq!(
        (ninth.finding(), ninth.table.shown_pictures()),
        (Some(FindingCode::OutOfTurn), vec![]),
        "once it goes on, two people may have to say what it is"
    );
    let mut early = LiveTable::betting();
    early.unread();
    assert_eq!(early.finding(), Some(FindingCode::EarlyCard));
    assert_eq!(early.table.shown_pictures(), last(&early), "no round ever gets it");
}

#[test]
fn no_picture_is_shown_in_a_round_whose_cards_patrons_turn() {
    let mut live = squeezed::closed();
    live.card("2h");
    read(&mut live, "Kd", |read| CardRead { slot: Some(Slot::P3), ..read });
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::OutOfTurn), vec![]));
    live.resolved(How::GoOn, &[SUPERVISOR]);
    live.unread();
    for text in ["7d", "8d"] {
        live.key(if text == "7d" { DEALER } else { SUPERVISOR }, text).unwrap();
    }
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::Unreadable), vec![]));
    live.key(DEALER, "Ks").unwrap();
    live.key(SUPERVISOR, "Ks").unwrap();
    live.card("3c");
    live.must(&LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER });
    assert_eq!(live.table.shown_pictures(), []);
    let mut over = squeezed::closed();
    over.cards("9h Kd Ks 3c");
    over.card("5h");
    squeezed::wait(&mut over);
    assert_eq!(over.finding(), Some(FindingCode::SpareCard));
    assert_eq!(over.table.shown_pictures(), last(&over), "all cards are shown, and this one is burned");
}

#[test]
fn no_picture_is_shown_of_the_cards_that_are_burned_face_down() {
    let mut live = LiveTable::opened("live-commission");
    live.card("5h");
    live.card("2d");
    live.read(Read::Card(CardRead::new(live.pass, card("2d"))));
    assert_eq!((live.finding(), live.table.shown_pictures()), (Some(FindingCode::ReadTwice), vec![]));
}
