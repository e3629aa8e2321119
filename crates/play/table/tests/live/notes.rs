//! Findings that are put on record: the note has a text, and who agrees to it has read it. Nobody outside learns of it.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{FindingCode, How, LiveCommand, LiveEvent, LiveRefusal, Person};
use punto_table::{Decision, Event, Refusal, Table};

use crate::findings::raised;
use crate::live_table::{LiveTable, NOTE, OTHER, SUPERVISOR, Stored, live_events, names};

fn note(live: &mut LiveTable, by: Person, why: Option<&str>) -> Result<Vec<Event>, Refusal> {
    let finding_no = live.table.live().finding().unwrap().no;
    let why = why.map(str::to_owned);
    match live.live(LiveCommand::Resolve { finding_no, how: How::Note, by, why })? {
        Decision::Accepted(events) => Ok(events),
        Decision::Duplicate => Ok(Vec::new()),
    }
}

#[test]
fn a_note_without_a_text_is_refused_and_white_space_is_none() {
    let long = "a".repeat(501);
    for code in [FindingCode::Composition, FindingCode::DeviceDisagrees] {
        for why in [None, Some(""), Some(" \n"), Some(long.as_str())] {
            let mut live = raised(code);
            let refused = note(&mut live, SUPERVISOR, why).unwrap_err();
            assert_eq!(refused, LiveRefusal::NoReason.into(), "{code:?} {why:?}");
            assert_eq!(live.finding(), Some(code));
        }
    }
    let mut live = raised(FindingCode::DeviceDisagrees);
    let events = note(&mut live, SUPERVISOR, Some("  its lamp was covered ")).unwrap();
    let Some(LiveEvent::FindingResolved { why, .. }) = live_events(&events).next() else { panic!() };
    assert_eq!(why.as_deref(), Some("its lamp was covered"));
    assert_eq!((live.finding(), live.replayed()), (None, live.table));
}

#[test]
fn the_second_supervisor_agrees_to_the_text_of_the_first() {
    let mut live = raised(FindingCode::Composition);
    let events = note(&mut live, SUPERVISOR, Some(NOTE)).unwrap();
    assert_eq!(names(&events), ["resolution_proposed"]);
    let proposed = live.table.live().finding().unwrap().proposed.clone().unwrap();
    assert_eq!((proposed.how, proposed.by, proposed.why.as_deref()), (How::Note, SUPERVISOR, Some(NOTE)));
    assert_eq!(note(&mut live, SUPERVISOR, Some(NOTE)).unwrap_err(), LiveRefusal::SamePerson.into());
    for why in [None, Some(" an ace lay under the tray ")] {
        let mut live = live.clone();
        let events = note(&mut live, OTHER, why).unwrap();
        let Some(LiveEvent::FindingResolved { by, confirmed_by, why, .. }) = live_events(&events).next()
        else {
            panic!("{events:?}")
        };
        assert_eq!((*by, *confirmed_by, why.as_deref()), (Some(SUPERVISOR), Some(OTHER), Some(NOTE)));
        assert_eq!((live.finding(), live.replayed()), (None, live.table));
    }
}

#[test]
fn another_text_takes_the_place_of_the_one_before_and_is_agreed_to_by_somebody_else() {
    let mut live = raised(FindingCode::Composition);
    let texts = [(SUPERVISOR, NOTE), (OTHER, "somebody took it"), (OTHER, "somebody took an ace")];
    for (by, why) in texts {
        assert_eq!(names(&note(&mut live, by, Some(why)).unwrap()), ["resolution_proposed"], "{why}");
        assert_eq!(note(&mut live, by, None).unwrap_err(), LiveRefusal::SamePerson.into(), "{why}");
    }
    let events = note(&mut live, SUPERVISOR, None).unwrap();
    let Some(LiveEvent::FindingResolved { by, confirmed_by, why, .. }) = live_events(&events).next() else {
        panic!("{events:?}")
    };
    assert_eq!((*by, *confirmed_by), (Some(OTHER), Some(SUPERVISOR)));
    assert_eq!(why.as_deref(), Some("somebody took an ace"));
    assert_eq!((live.finding(), live.replayed()), (None, live.table));
}

#[test]
fn other_ways_have_no_text() {
    let mut live = raised(FindingCode::OutOfTurn);
    let finding_no = live.table.live().finding().unwrap().no;
    let why = Some(NOTE.to_owned());
    let Ok(Decision::Accepted(events)) =
        live.live(LiveCommand::Resolve { finding_no, how: How::GoOn, by: SUPERVISOR, why })
    else {
        panic!()
    };
    assert!(!serde_json::to_string(&events).unwrap().contains(NOTE), "{events:?}");
}

#[test]
fn the_public_learns_that_a_note_was_made_and_not_what_it_says() {
    let mut live = raised(FindingCode::Composition);
    live.resolved(How::Note, &[SUPERVISOR, OTHER]);
    let mut table = Table::new(std::sync::Arc::clone(live.table.settings()));
    let (mut told, mut written) = (Vec::new(), 0);
    for stored in &live.history {
        match stored {
            Stored::Reading(reading) => _ = table.take(reading),
            Stored::Event(recorded) => {
                written += usize::from(serde_json::to_string(recorded).unwrap().contains(NOTE));
                told.extend(table.public_frame(recorded).map(|frame| format!("{frame:?}")));
                table.apply(recorded);
            }
        }
        told.push(format!("{:?}", table.view()));
    }
    assert_eq!(written, 2, "the proposal and the resolution have the text");
    assert!(told.iter().any(|text| text.contains("FindingResolved")), "the public learns that it is over");
    assert!(told.iter().all(|text| !text.contains(NOTE)));
}
