//! A round whose cards patrons turn: who holds which side, which cards lie face down, what is shown when, and that the
//! money waits for the last card.

use std::sync::Arc;

use punto_table::event::VoidReason;
use punto_table::live::Slot;
use punto_table::squeeze::{EdgeClass, RevealedBy, SqueezeRefusal, SqueezeTerms};
use punto_table::{
    Command, Decision, Event, PatronId, Phase, PublicEvent, Refusal, RoundRef, Settings, Table, Wants,
};

use crate::test_table::{TestTable, amount, card, settings};

pub(crate) fn squeezed(rules: &str) -> Settings {
    Settings { squeeze: Some(SqueezeTerms::from_stake(amount(100))), ..settings(rules) }
}

/// A table whose first round takes wagers of these patrons: `(1, "player 100")`.
pub(crate) fn betting(wagers: &[(u32, &str)]) -> TestTable {
    let mut test = TestTable::with(squeezed("three-bet"));
    test.open_round();
    for (patron, text) in wagers {
        test.place(*patron, text).expect("it is in order");
    }
    test
}

/// Ann, 1, holds Player, and Bob, 2, holds Banker.
fn both() -> TestTable {
    betting(&[(1, "player 200"), (2, "banker 100")])
}

/// The cards that everybody sees: `9h -- Ks`.
fn shown(test: &TestTable) -> String {
    let shown = test.table.view().cards;
    let text = shown.iter().map(|shown| shown.card.map_or_else(|| "--".to_owned(), |card| card.to_string()));
    text.collect::<Vec<_>>().join(" ")
}

fn open(test: &mut TestTable, patron: u32, slot: Slot) -> Result<Decision, Refusal> {
    let round = test.round();
    test.run(&Command::OpenCard { patron: PatronId(patron), round, slot })
}

fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| match event {
        Event::CardsRevealed { slots, by } => {
            let slots: Vec<_> = slots.iter().map(|slot| slot.id()).collect();
            format!("{} {}", slots.join(" "), by.id())
        }
        event => serde_json::to_value(event).expect("data")["type"].as_str().expect("a name").to_owned(),
    };
    events.iter().map(name).collect()
}

/// The table made again from its history is the same.
fn same_when_read_again(test: &TestTable) {
    let again = Table::replay(Arc::clone(test.table.settings()), &test.history).expect("it happened");
    assert_eq!(again, test.table);
}

#[test]
fn a_card_that_somebody_turns_lies_face_down_until_they_show_it() {
    let mut test = both();
    assert_eq!(names(&test.deal("9h Kd Ks 3c")), ["card_drawn"; 4]);
    assert_eq!((shown(&test).as_str(), test.table.phase().id()), ("-- -- -- --", "dealing"));
    let view = test.table.view();
    assert_eq!((view.cards_left, view.shoe.seen().iter().sum::<u8>()), (412, 0), "out, and not seen");
    assert!(
        test.frames.iter().rev().take(4).all(|frame| matches!(frame.event, PublicEvent::CardFaceDown { .. }))
    );
    assert_eq!(test.table.next_step().wants, Wants::Reveal);
    assert_eq!(open(&mut test, 1, Slot::P2).map(|_| shown(&test)), Ok("-- -- Ks --".to_owned()));
    assert_eq!(test.table.view().shoe.seen().iter().sum::<u8>(), 1);
    open(&mut test, 2, Slot::B1).unwrap();
    open(&mut test, 2, Slot::B2).unwrap();
    same_when_read_again(&test);
    let Ok(Decision::Accepted(last)) = open(&mut test, 1, Slot::P1) else { panic!("it is theirs") };
    assert_eq!(names(&last), ["P1 holder", "round_settled"], "a natural: nothing more falls");
    assert_eq!(shown(&test), "9h Kd Ks 3c");
    same_when_read_again(&test);
}

#[test]
fn the_money_waits_for_the_last_card_and_a_third_card_for_the_four() {
    let mut test = both();
    test.deal("2h Kd Ks 3c");
    let (early, now) = (test.table.since(), test.now);
    assert_eq!(test.run(&Command::RevealCards { now }), Err(Refusal::OutOfTurn { phase: "dealing" }));
    let card_now = Command::DrawCard { card: card("5h"), from: punto_table::Origin::Shoe };
    assert_eq!(test.run(&card_now), Err(Refusal::OutOfTurn { phase: "dealing" }));
    assert_eq!(test.table.next_step().at, Some(early.plus_ms(12_000)));
    open(&mut test, 1, Slot::P1).unwrap();
    assert_eq!(test.table.next_step().at, Some(early.plus_ms(12_000)), "the others keep their time");
    assert_eq!(names(&test.step(card("5h"))), ["B1 P2 B2 clock"]);
    assert_eq!((shown(&test).as_str(), test.table.next_step().wants), ("2h Kd Ks 3c", Wants::Card));
    assert_eq!(names(&test.step(card("5h"))), ["card_drawn"]);
    assert_eq!(shown(&test), "2h Kd Ks 3c --");
    let third = test.table.since();
    assert_eq!(test.table.next_step().at, Some(third.plus_ms(8_000)));
    assert_eq!(names(&test.step(card("5h"))), ["P3 clock"], "Banker has 3 and draws on a 5");
    assert_eq!(names(&test.step(card("9c"))), ["card_drawn"]);
    assert_eq!((shown(&test).as_str(), test.table.phase().id()), ("2h Kd Ks 3c 5h --", "dealing"));
    let Ok(Decision::Accepted(last)) = open(&mut test, 2, Slot::B3) else { panic!("it is theirs") };
    assert_eq!(names(&last), ["B3 holder", "round_settled"]);
    same_when_read_again(&test);
}

#[test]
fn a_side_that_nobody_holds_is_shown_when_all_four_cards_lie_and_its_third_card_at_once() {
    let mut test = betting(&[(1, "player 100"), (2, "banker 99")]);
    test.deal("2h Kd Ks");
    assert_eq!(shown(&test), "-- -- --");
    assert_eq!(names(&test.step(card("7c"))), ["card_drawn", "B1 B2 nobody"]);
    assert_eq!(shown(&test), "-- Kd -- 7c");
    open(&mut test, 1, Slot::P1).unwrap();
    open(&mut test, 1, Slot::P2).unwrap();
    test.step(card("5h"));
    let Ok(Decision::Accepted(last)) = open(&mut test, 1, Slot::P3) else { panic!("it is theirs") };
    assert_eq!(names(&last), ["P3 holder", "round_settled"], "Banker stands on 7");
    let mut test = betting(&[(1, "player 100")]);
    test.deal("6h Kd Ks 3c");
    open(&mut test, 1, Slot::P1).unwrap();
    open(&mut test, 1, Slot::P2).unwrap();
    assert_eq!(names(&test.step(card("9c"))), ["card_drawn", "round_settled"]);
    assert_eq!(shown(&test), "6h Kd Ks 3c 9c");
}

#[test]
fn without_a_holder_a_round_is_as_at_any_other_table() {
    let plain = |settings| {
        let mut test = TestTable::with(settings);
        test.open_round();
        test.place(1, "player 99 tie 500").unwrap();
        test.deal("9h Kd Ks 3c");
        (test.history, test.frames)
    };
    assert_eq!(plain(squeezed("three-bet")), plain(settings("three-bet")));
}

#[test]
fn the_log_names_what_decided_and_writes_nothing_of_it_at_other_tables() {
    let test = {
        let mut test = both();
        test.deal("9h");
        test
    };
    let json = |event: &Event| serde_json::to_string(event).unwrap();
    let last: Vec<_> = test.history.iter().rev().take(2).map(|recorded| json(&recorded.event)).collect();
    assert_eq!(last[0], r#"{"type":"card_drawn","card":"9h","face_down":true}"#);
    let closed = r#"{"type":"betting_closed","squeeze":{"from":100,"ms":12000,"third_ms":8000,"player":1,"banker":2}}"#;
    assert_eq!(last[1], closed);
    assert_eq!(json(&serde_json::from_str(closed).unwrap()), closed);
    let revealed = Event::CardsRevealed { slots: vec![Slot::P2], by: RevealedBy::Holder };
    assert_eq!(json(&revealed), r#"{"type":"cards_revealed","slots":["P2"],"by":"holder"}"#);
    let before = [r#"{"type":"betting_closed"}"#, r#"{"type":"card_drawn","card":"9h"}"#];
    for body in before {
        assert_eq!(json(&serde_json::from_str(body).unwrap()), body);
    }
}

#[test]
fn only_the_holder_turns_a_card_and_only_once_the_four_lie() {
    let mut test = both();
    test.deal("2h Kd Ks");
    assert_eq!(open(&mut test, 1, Slot::P1), Err(SqueezeRefusal::NothingToTurn.into()), "three lie");
    test.step(card("3c"));
    let not_theirs = |side| Err(Refusal::from(SqueezeRefusal::NotHolder { side }));
    assert_eq!(open(&mut test, 2, Slot::P1), not_theirs(baccarat::Side::Player));
    assert_eq!(open(&mut test, 1, Slot::B1), not_theirs(baccarat::Side::Banker));
    assert_eq!(open(&mut test, 3, Slot::B1), not_theirs(baccarat::Side::Banker));
    assert_eq!(open(&mut test, 1, Slot::P3), Err(SqueezeRefusal::NothingToTurn.into()));
    assert_eq!(open(&mut test, 1, Slot::Burn), Err(SqueezeRefusal::NothingToTurn.into()));
    open(&mut test, 1, Slot::P1).unwrap();
    assert_eq!(open(&mut test, 1, Slot::P1), Err(SqueezeRefusal::NothingToTurn.into()), "it is shown");
    let before = RoundRef { shoe_no: 1, round_no: 9 };
    let other = Command::OpenCard { patron: PatronId(1), round: before, slot: Slot::P2 };
    assert_eq!(test.run(&other), Err(Refusal::RoundNotOpen { round: before, open: None }));
}

#[test]
fn the_edge_is_for_the_holder_alone() {
    let mut test = both();
    test.deal("2h Kd Ks 3c");
    let round = test.round();
    assert_eq!(test.table.edge_for(PatronId(1), round, Slot::P2), Ok(EdgeClass::Picture));
    assert_eq!(test.table.edge_for(PatronId(2), round, Slot::B2), Ok(EdgeClass::Blank));
    assert!(test.table.edge_for(PatronId(2), round, Slot::P2).is_err());
    assert!(test.table.edge_for(PatronId(1), round, Slot::B1).is_err());
    assert_eq!(
        (test.table.turns(PatronId(1)), test.table.turns(PatronId(3))),
        (Some(baccarat::Side::Player), None)
    );
}

#[test]
fn who_leaves_shows_their_cards_at_once_or_when_the_four_lie() {
    let mut test = both();
    test.deal("9h Kd Ks 3c");
    let Ok(Decision::Accepted(left)) = test.leave(1) else { panic!("anybody may go") };
    assert_eq!(names(&left), ["seat_left", "P1 P2 left"]);
    let Ok(Decision::Accepted(left)) = test.leave(2) else { panic!("anybody may go") };
    assert_eq!(names(&left), ["seat_left", "B1 B2 left", "round_settled"]);
    same_when_read_again(&test);
    let mut test = both();
    test.deal("6h Kd");
    let Ok(Decision::Accepted(left)) = test.leave(2) else { panic!("anybody may go") };
    assert_eq!(names(&left), ["seat_left"]);
    test.deal("Ks");
    assert_eq!(names(&test.step(card("3c"))), ["card_drawn", "B1 B2 nobody"]);
    same_when_read_again(&test);
}

#[test]
fn a_void_shows_every_card_after_the_money_and_the_next_round_is_a_new_one() {
    for lie in ["9h", "9h Kd Ks", "9h Kd Ks 3c", "2h Kd Ks 3c"] {
        let mut test = both();
        test.deal(lie);
        let Ok(Decision::Accepted(events)) = test.void(VoidReason::Supervisor) else {
            panic!("it is under way")
        };
        assert_eq!(names(&events)[0], "round_voided", "the money comes first");
        assert!(
            matches!(&events[1], Event::CardsRevealed { slots, by: RevealedBy::Void } if slots.len() == lie.split(' ').count())
        );
        assert_eq!(shown(&test), lie);
        assert!(test.views.iter().rev().nth(1).unwrap().cards.iter().all(|shown| shown.card.is_none()));
        let Phase::Settled { end } = test.table.phase() else { panic!("it is over") };
        assert_eq!(end.cards().len(), lie.split(' ').count());
        same_when_read_again(&test);
        test.open_round();
        assert_eq!(test.table.view().squeeze, None);
    }
}

#[test]
fn copies_are_counted_with_those_that_nobody_has_seen() {
    let settings = squeezed("three-bet");
    let decks = u16::from(settings.rules.decks);
    let mut test = TestTable::with(settings);
    test.open_round();
    for _ in 0..decks - 1 {
        test.deal("9h Kd Ks 3c");
        test.open_round();
    }
    test.place(1, "player 200").unwrap();
    test.deal("9h");
    let ninth = Command::DrawCard { card: card("9h"), from: punto_table::Origin::Shoe };
    assert!(matches!(test.run(&ninth), Err(Refusal::ImpossibleCard(_))), "the last copy lies face down");
}

#[test]
fn nothing_that_everybody_sees_prints_a_card_that_lies_face_down() {
    let mut test = both();
    test.deal("9h Kd Ks 3c");
    let printed = format!("{:?} {:?} {:?}", test.table, test.views, test.frames);
    for hidden in ["9h", "Kd", "Ks", "3c"] {
        assert!(!printed.contains(hidden), "{hidden}");
    }
}

#[test]
fn cards_that_are_shown_wrongly_are_no_history() {
    let mut test = both();
    test.deal("9h Kd");
    let show = |slots: &[Slot], by| Event::CardsRevealed { slots: slots.to_vec(), by };
    let tried = |test: &TestTable, event: Event| {
        let recorded = punto_table::RecordedEvent { seq: test.table.seq() + 1, at: test.now, event };
        test.table.clone().try_apply(&recorded).map_err(|misfit| misfit.why)
    };
    assert_eq!(tried(&test, show(&[Slot::P1], RevealedBy::Holder)), Err("the four cards do not lie"));
    let up = Event::CardDrawn { card: card("Ks"), from: punto_table::Origin::Shoe, face_down: false };
    assert_eq!(tried(&test, up), Err("it lies the wrong way up"));
    test.deal("Ks 3c");
    assert_eq!(tried(&test, show(&[Slot::P3], RevealedBy::Holder)), Err("no card lies face down there"));
    assert_eq!(
        tried(&test, show(&[Slot::P1, Slot::P1], RevealedBy::Holder)),
        Err("no card lies face down there")
    );
    assert_eq!(tried(&test, show(&[], RevealedBy::Clock)), Err("no card is shown, or without a reason"));
    let nobody = Event::RoundSettled { revision: 1, patrons: Vec::new() };
    assert_eq!(tried(&test, nobody), Err("no coup is complete"), "a settlement before the last card");
    let mut plain = TestTable::open("three-bet");
    plain.deal("9h");
    assert_eq!(
        tried(&plain, show(&[Slot::P1], RevealedBy::Clock)),
        Err("no card of the round lies face down")
    );
}
