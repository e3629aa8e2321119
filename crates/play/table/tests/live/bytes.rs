//! How events are written: those of shuffled shoes as before, those of live tables as documented.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{BurnWhy, FindingCode, How, LiveEvent, Person, SeenBy};
use punto_table::{DeviceId, Event, Origin, RecordRef, StaffId};

use crate::live_table::{LiveTable, Stored, card};

/// Bodies as they lie in stores from before there were live tables.
const BEFORE: [&str; 4] = [
    r#"{"type":"card_drawn","card":"9h"}"#,
    r#"{"type":"cards_burned","first":"5d","face_down":5}"#,
    r#"{"type":"shoe_opened","shoe_no":3,"algorithm":"punto-proof-1","seats":[],"public_seq":7}"#,
    r#"{"type":"round_voided","reason":"supervisor","returned":[]}"#,
];

#[test]
fn what_was_written_before_is_read_and_written_with_the_same_bytes() {
    for body in BEFORE {
        let event = serde_json::from_str::<Event>(body).unwrap();
        assert_eq!(serde_json::to_string(&event).unwrap(), body);
    }
}

fn is_written_as(event: &Event, body: &str) {
    assert_eq!(serde_json::to_string(event).unwrap(), body);
    assert_eq!(serde_json::from_str::<Event>(body).unwrap(), *event);
}

#[test]
fn live_events_are_written_as_documented() {
    let record = RecordRef { device: DeviceId(4), n: 2 };
    let (dealer, supervisor) = (StaffId(7), StaffId(2));
    let resolved = LiveEvent::FindingResolved {
        finding_no: 812,
        how: How::Rescan,
        by: Some(Person::Dealer(dealer)),
        confirmed_by: None,
        consumes: vec![record],
        attempts: 1,
        why: None,
    };
    let raised = LiveEvent::FindingRaised {
        code: FindingCode::Unreadable,
        records: vec![record],
        slot: None,
        by: None,
    };
    let burned = LiveEvent::CardBurned { card: None, record: Some(record), why: BurnWhy::Spare };
    for (event, body) in [
        (
            Event::CardDrawn { card: card("9h"), from: Origin::Device(record), face_down: false },
            r#"{"type":"card_drawn","card":"9h","from":{"kind":"device","device":4,"n":2}}"#,
        ),
        (
            Event::CardDrawn {
                card: card("9d"),
                from: Origin::Keyed { finding_no: 815, dealer, supervisor },
                face_down: false,
            },
            r#"{"type":"card_drawn","card":"9d","from":{"kind":"keyed","finding_no":815,"dealer":7,"supervisor":2}}"#,
        ),
        (
            Event::CardsBurned { first: None, face_down: 1, records: vec![record] },
            r#"{"type":"cards_burned","first":null,"face_down":1,"records":[{"device":4,"n":2}]}"#,
        ),
        (
            Event::Live(raised),
            r#"{"type":"live","what":"finding_raised","code":"unreadable","records":[{"device":4,"n":2}]}"#,
        ),
        (
            Event::Live(resolved),
            r#"{"type":"live","what":"finding_resolved","finding_no":812,"how":"rescan","by":{"dealer":7},"consumes":[{"device":4,"n":2}],"attempts":1}"#,
        ),
        (
            Event::Live(burned),
            r#"{"type":"live","what":"card_burned","record":{"device":4,"n":2},"why":"spare"}"#,
        ),
        (Event::Live(LiveEvent::RecordingLost), r#"{"type":"live","what":"recording_lost"}"#),
        (Event::Live(LiveEvent::RecordingRuns), r#"{"type":"live","what":"recording_runs"}"#),
        (
            Event::Live(LiveEvent::UnrecordedAllowed {
                by: supervisor,
                why: "repair".to_owned(),
                until: punto_table::Timestamp(7),
            }),
            r#"{"type":"live","what":"unrecorded_allowed","by":2,"why":"repair","until":7}"#,
        ),
        (
            Event::Live(LiveEvent::CutCardSeen { by: SeenBy::Record(record) }),
            r#"{"type":"live","what":"cut_card_seen","by":{"record":{"device":4,"n":2}}}"#,
        ),
    ] {
        is_written_as(&event, body);
    }
}

#[test]
fn a_note_is_written_with_its_text_and_read_without_one() {
    let supervisor = StaffId(2);
    let (proposed, noted) = (Person::Supervisor(supervisor), Person::Supervisor(StaffId(3)));
    let why = Some("an ace lay under the tray".to_owned());
    let by = proposed;
    let told = LiveEvent::ResolutionProposed { finding_no: 812, how: How::Note, by, why: why.clone() };
    let agreed = LiveEvent::FindingResolved {
        finding_no: 812,
        how: How::Note,
        by: Some(proposed),
        confirmed_by: Some(noted),
        consumes: vec![],
        attempts: 0,
        why,
    };
    let unwritten = LiveEvent::ResolutionProposed { finding_no: 812, how: How::Note, by, why: None };
    for (event, body) in [
        (
            Event::Live(told),
            r#"{"type":"live","what":"resolution_proposed","finding_no":812,"how":"note","by":{"supervisor":2},"why":"an ace lay under the tray"}"#,
        ),
        (
            Event::Live(agreed),
            r#"{"type":"live","what":"finding_resolved","finding_no":812,"how":"note","by":{"supervisor":2},"confirmed_by":{"supervisor":3},"attempts":0,"why":"an ace lay under the tray"}"#,
        ),
        (
            Event::Live(unwritten),
            r#"{"type":"live","what":"resolution_proposed","finding_no":812,"how":"note","by":{"supervisor":2}}"#,
        ),
    ] {
        is_written_as(&event, body);
    }
}

#[test]
fn calls_holds_and_changes_of_dealers_are_written_as_documented() {
    let (dealer, supervisor) = (StaffId(7), StaffId(2));
    for (event, body) in [
        (
            Event::Live(LiveEvent::ReliefOffered { dealer }),
            r#"{"type":"live","what":"relief_offered","dealer":7}"#,
        ),
        (
            Event::Live(LiveEvent::ReliefWithdrawn { dealer, by: None }),
            r#"{"type":"live","what":"relief_withdrawn","dealer":7}"#,
        ),
        (
            Event::Live(LiveEvent::HandOverAgreed { dealer, to: supervisor }),
            r#"{"type":"live","what":"hand_over_agreed","dealer":7,"to":2}"#,
        ),
        (
            Event::Live(LiveEvent::SupervisorCalled { dealer }),
            r#"{"type":"live","what":"supervisor_called","dealer":7}"#,
        ),
        (
            Event::Live(LiveEvent::CallAnswered { by: Person::Supervisor(supervisor) }),
            r#"{"type":"live","what":"call_answered","by":{"supervisor":2}}"#,
        ),
        (Event::Live(LiveEvent::HoldSet { dealer }), r#"{"type":"live","what":"hold_set","dealer":7}"#),
        (Event::Live(LiveEvent::HoldEnded { dealer }), r#"{"type":"live","what":"hold_ended","dealer":7}"#),
    ] {
        is_written_as(&event, body);
    }
}

#[test]
fn every_event_of_a_shift_is_read_as_it_was_written() {
    let mut live = LiveTable::opened("live-commission");
    live.cards("2d 9h 8c");
    live.start();
    live.place(1, "player", 100);
    live.close();
    live.unread();
    live.resolved(How::Rescan, &[crate::live_table::DEALER]);
    live.cards("9h Kd Ks 3c");
    for stored in &live.history {
        let Stored::Event(recorded) = stored else { continue };
        let body = serde_json::to_string(recorded).unwrap();
        assert_eq!(serde_json::from_str::<punto_table::RecordedEvent>(&body).unwrap(), **recorded);
    }
}

#[test]
fn an_event_of_no_known_kind_is_refused() {
    assert!(serde_json::from_str::<Event>(r#"{"type":"winner_typed","side":"banker"}"#).is_err());
    assert!(serde_json::from_str::<Event>(r#"{"type":"card_drawn","card":"9x"}"#).is_err());
}
