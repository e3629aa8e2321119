//! Cards that two people type: neither sees the other's answer, neither is both, and three tries are enough.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::event::VoidReason;
use punto_table::live::{CardRead, FindingCode, How, LiveCommand, LiveNews, LiveRefusal, Read, Slot};
use punto_table::{Event, Origin, PublicEvent, Refusal};

use crate::live_table::{DEALER, LiveTable, OTHER, SAME, SUPERVISOR, Stored, card, names};

fn unreadable() -> LiveTable {
    let mut live = LiveTable::closed();
    live.unread();
    live
}

fn live_refusal(result: Result<Vec<Event>, Refusal>) -> LiveRefusal {
    match result {
        Err(Refusal::Live(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

#[test]
fn two_people_who_type_the_same_give_the_table_its_card() {
    for (first, second) in [(DEALER, SUPERVISOR), (SUPERVISOR, DEALER)] {
        let mut live = unreadable();
        assert_eq!(names(&live.key(first, "9d").unwrap()), ["card_keyed"]);
        assert_eq!(live.on_table(), "");
        let events = live.key(second, "9d").unwrap();
        assert_eq!(names(&events), ["card_keyed", "finding_resolved", "card_drawn"]);
        let Some(Event::CardDrawn { from: Origin::Keyed { dealer, supervisor, .. }, .. }) = events.last()
        else {
            panic!("{events:?}")
        };
        assert_eq!((*dealer, *supervisor), (DEALER.id(), SUPERVISOR.id()));
        live.card("Kd");
        assert_eq!(live.on_table(), "9d Kd", "the next reading is the next card");
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn nobody_is_shown_what_was_typed() {
    let mut live = unreadable();
    live.key(DEALER, "9d").unwrap();
    let Some(Stored::Event(typed)) = live.history.last() else { panic!("nothing was typed") };
    assert_eq!(live.table.public_frame(typed), None);
    let before = live.table.view();
    live.key(SUPERVISOR, "8d").unwrap();
    assert_eq!(live.table.view(), before);
    let finding = live.table.live().finding().unwrap();
    assert_eq!(finding.tries, 1, "one try is counted");
}

#[test]
fn two_different_cards_are_forgotten_and_after_three_tries_only_a_void_is_left() {
    let mut live = unreadable();
    for _ in 0..3 {
        live.key(DEALER, "9d").unwrap();
        live.key(SUPERVISOR, "8d").unwrap();
    }
    let not = LiveRefusal::NotThisWay { code: FindingCode::Unreadable, how: How::KeyIn };
    assert_eq!(live_refusal(live.key(DEALER, "9d")), not);
    let ways: Vec<How> = live.table.ways().into_iter().map(|(how, _)| how).collect();
    assert_eq!(ways, [How::Rescan, How::Void]);
    live.resolved(How::Void, &[DEALER, SUPERVISOR]);
    assert!(live.is_over());
}

#[test]
fn one_person_is_never_both() {
    let mut live = unreadable();
    live.key(DEALER, "9d").unwrap();
    assert_eq!(live_refusal(live.key(SAME, "9d")), LiveRefusal::SamePerson);
    let stranger = punto_table::live::Person::Dealer(punto_table::StaffId(3));
    assert_eq!(live_refusal(live.key(stranger, "9d")), LiveRefusal::NotDealer);
    live.key(OTHER, "9d").unwrap();
    assert_eq!(live.on_table(), "9d");
}

#[test]
fn two_people_cannot_make_a_ninth_copy() {
    let mut live = LiveTable::closed();
    for _ in 0..2 {
        for cards in ["9h 2d 9h 3d", "9h 4d 9h 5d"] {
            live.cards(cards);
            live.start();
            live.close();
        }
    }
    live.unread();
    live.key(DEALER, "9h").unwrap();
    let before = live.table.clone();
    assert_eq!(live.key(SUPERVISOR, "9h").unwrap_err().code(), "impossible_card");
    assert_eq!(live.table, before);
}

#[test]
fn a_card_is_put_right_to_one_of_which_all_copies_seem_to_be_out_once_another_was_put_right() {
    for put_right in [false, true] {
        let mut live = LiveTable::closed();
        for cards in ["9h 2d 9h 3d", "9h 4d 9h 5d", "9h 2d 9h 3d", "9h 4d 9h 5d"] {
            live.cards(cards);
            live.start();
            live.close();
        }
        live.cards("9d Kd Ks");
        let rulings = if put_right { &[(Slot::B1, "Kh"), (Slot::P1, "9h")][..] } else { &[(Slot::P1, "9h")] };
        let last = rulings.len() - 1;
        for (place, (slot, right)) in rulings.iter().enumerate() {
            live.must(&LiveCommand::ReportMisread { slot: *slot, by: DEALER });
            live.key(DEALER, right).unwrap();
            let said = live.key(SUPERVISOR, right).map_err(|refusal| refusal.code());
            let refused = (place == last && !put_right).then_some("impossible_card");
            assert_eq!(said.err(), refused, "{right}");
        }
        assert_eq!(live.on_table(), if put_right { "9h Kh Ks" } else { "9d Kd Ks" });
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn a_card_that_was_missed_is_typed_and_the_one_behind_it_follows() {
    let mut live = LiveTable::closed();
    live.read(Read::Card(CardRead::new(3, card("Kd"))));
    assert_eq!(live.finding(), Some(FindingCode::MissedCard));
    live.key(DEALER, "9h").unwrap();
    live.key(SUPERVISOR, "9h").unwrap();
    assert_eq!((live.finding(), live.on_table().as_str()), (Some(FindingCode::MissedCard), "9h"), "two were");
    live.key(DEALER, "8h").unwrap();
    live.key(SUPERVISOR, "8h").unwrap();
    assert_eq!((live.finding(), live.on_table().as_str()), (None, "9h 8h Kd"));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn the_first_card_of_the_burn_may_be_typed() {
    let mut live = LiveTable::opened("live-commission");
    live.unread();
    assert_eq!(live.table.live().finding().unwrap().slot, Some(Slot::Burn));
    live.key(DEALER, "2d").unwrap();
    live.key(SUPERVISOR, "2d").unwrap();
    assert_eq!(live.cards("9h"), []);
    let burned = live.card("8h");
    assert!(
        matches!(&burned[..], [Event::CardsBurned { first, face_down: 2, .. }] if *first == Some(card("2d")))
    );
    assert_eq!(live.replayed(), live.table);
}

/// The cards so far, where the mistake is, what the card is, the cards then, and what comes out of it.
#[test]
fn a_card_that_was_misread_is_put_right_and_the_deal_folded_again() {
    for (cards, slot, right, then, events) in [
        ("9h Kd Ks", Slot::P1, "2h", "2h Kd Ks", "card_amended"),
        ("9h Kd Ks", Slot::B1, "Kc", "9h Kc Ks", "card_amended"),
        // A third card that a natural has no place for.
        ("2h 3d 3s 2c 5h", Slot::P1, "6h", "6h 3d 3s 2c", "card_amended card_burned round_settled"),
        // A third card that is Banker's now.
        ("2h 3d 3s 2c 5h", Slot::P1, "4h", "4h 3d 3s 2c 5h", "card_amended round_settled"),
    ] {
        let mut live = LiveTable::closed();
        live.cards(cards);
        assert!(!live.is_over(), "{cards}");
        live.must(&LiveCommand::ReportMisread { slot, by: DEALER });
        let out = live.table.shoe().out();
        live.key(DEALER, right).unwrap();
        let events_then = names(&live.key(SUPERVISOR, right).unwrap());
        assert_eq!(events_then[2..].join(" "), events, "{cards} {right}");
        assert_eq!((live.on_table().as_str(), live.table.shoe().out()), (then, out), "{cards} {right}");
        assert_eq!(live.replayed(), live.table);
    }
}

#[test]
fn the_public_learns_of_a_finding_by_its_code_and_of_a_card_put_right_by_both() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live.must(&LiveCommand::ReportMisread { slot: Slot::B1, by: DEALER });
    live.key(DEALER, "Qd").unwrap();
    live.key(SUPERVISOR, "Qd").unwrap();
    let mut table = punto_table::Table::new(std::sync::Arc::clone(live.table.settings()));
    let mut news = Vec::new();
    for stored in &live.history {
        match stored {
            Stored::Reading(reading) => _ = table.take(reading),
            Stored::Event(recorded) => {
                let frame = table.public_frame(recorded);
                assert_eq!(frame.is_some(), recorded.event.is_public(), "{recorded:?}");
                news.extend(frame.and_then(|frame| match frame.event {
                    PublicEvent::Live(news) => Some(news),
                    _ => None,
                }));
                table.apply(recorded);
            }
        }
    }
    let code = FindingCode::Misread;
    let (slot, from, to) = (Slot::B1, card("Kd"), card("Qd"));
    assert_eq!(
        news,
        [
            LiveNews::DeviceJoined,
            LiveNews::DealerSeated { dealer: DEALER.id() },
            LiveNews::FindingRaised { code, slot: Some(slot) },
            LiveNews::FindingResolved { code, how: How::KeyIn },
            LiveNews::CardAmended { slot, from, to },
        ]
    );
}

#[test]
fn a_misread_card_on_which_nobody_agrees_voids_the_round() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd");
    live.must(&LiveCommand::ReportMisread { slot: Slot::P1, by: DEALER });
    assert!(live.table.ways().iter().all(|(how, _)| *how != How::Void), "two people try first");
    for _ in 0..3 {
        live.key(DEALER, "9d").unwrap();
        live.key(SUPERVISOR, "8d").unwrap();
    }
    let events = live.resolved(How::Void, &[SUPERVISOR]);
    let Some(Event::RoundVoided { reason, .. }) = events.first() else { panic!("{events:?}") };
    assert_eq!(*reason, VoidReason::Irregular);
}
