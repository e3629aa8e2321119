//! A live table that is to be recorded: it begins no round while it is not, unless a supervisor allows it for a time.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_table::live::{LiveCommand, LiveEvent, LiveNews, LiveRefusal, LiveWait, RecordingState};
use punto_table::{Decision, Event, PublicEvent, RecordedEvent, Refusal, Timestamp};

use crate::live_table::{DEALER, LiveTable, SUPERVISOR, Stored};

fn note(live: &mut LiveTable, runs: bool) -> Decision {
    let now = live.now;
    live.live(LiveCommand::NoteRecording { runs, now }).unwrap()
}

fn begin(live: &mut LiveTable) -> Result<Decision, Refusal> {
    live.now = live.now.plus_ms(5_000);
    let now = live.now;
    live.live(LiveCommand::StartBetting { dealer: DEALER.id(), now })
}

fn allow(live: &mut LiveTable, until: Timestamp) -> Decision {
    let (by, why) = (SUPERVISOR.id(), "the camera is repaired".to_owned());
    live.live(LiveCommand::AllowUnrecorded { by, why, until }).unwrap()
}

const fn waits() -> Refusal {
    Refusal::Live(LiveRefusal::Waits(LiveWait::Recording))
}

#[test]
fn a_round_under_way_ends_and_the_next_one_waits_for_the_recording() {
    let mut live = LiveTable::closed();
    assert_eq!(note(&mut live, false), Decision::Accepted(vec![Event::Live(LiveEvent::RecordingLost)]));
    assert_eq!(note(&mut live, false), Decision::Duplicate, "it is known");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Card), "the round goes on");
    live.cards("9h Kd Ks 3c");
    assert_eq!(live.table.live_wait(), Some(LiveWait::Recording));
    assert_eq!(begin(&mut live), Err(waits()));
    let free = live.live(LiveCommand::OpenFreeRound { by: SUPERVISOR.id() });
    assert_eq!(free, Err(waits()), "nor a round without wagers");
    assert_eq!(note(&mut live, true), Decision::Accepted(vec![Event::Live(LiveEvent::RecordingRuns)]));
    assert_eq!(live.table.live_wait(), Some(LiveWait::Start));
    assert!(begin(&mut live).is_ok());
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_supervisor_allows_rounds_without_it_for_a_time() {
    let mut live = LiveTable::closed();
    live.cards("9h Kd Ks 3c");
    let until = live.now.plus_ms(60_000);
    assert_eq!(allow(&mut live, until), Decision::Duplicate, "there is nothing to allow while it runs");
    note(&mut live, false);
    allow(&mut live, until);
    assert_eq!(live.table.live().recording(), RecordingState::Allowed { until });
    assert!(begin(&mut live).is_ok());
    live.close();
    live.cards("9h Kd Ks 3c");
    assert_eq!(note(&mut live, false), Decision::Duplicate, "the time is not over");
    live.now = until;
    assert_eq!(note(&mut live, false), Decision::Accepted(vec![Event::Live(LiveEvent::RecordingLost)]));
    assert_eq!(begin(&mut live), Err(waits()));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn the_public_learns_that_the_recording_is_missing_and_not_who_allowed_that() {
    let live = LiveTable::closed();
    let told = |event| {
        let recorded = RecordedEvent { seq: live.table.seq() + 1, at: live.now, event: Event::Live(event) };
        live.table.public_frame(&recorded).map(|frame| frame.event)
    };
    assert_eq!(told(LiveEvent::RecordingLost), Some(PublicEvent::Live(LiveNews::RecordingLost)));
    let allowed =
        LiveEvent::UnrecordedAllowed { by: SUPERVISOR.id(), why: "secret".to_owned(), until: live.now };
    assert_eq!(told(allowed), Some(PublicEvent::Live(LiveNews::UnrecordedAllowed)));
}

#[test]
fn a_table_remembers_it_over_the_opening_of_a_shoe() {
    let mut live = LiveTable::new("live-commission");
    note(&mut live, false);
    live.load("BOX-0117");
    live.open_shoe();
    assert_eq!(live.table.live().recording(), RecordingState::Lost);
    assert_eq!(live.replayed(), live.table);
    let opened = live.history.iter().find_map(|stored| match stored {
        Stored::Event(recorded) if matches!(recorded.event, Event::ShoeOpened { .. }) => {
            Some(&recorded.event)
        }
        _ => None,
    });
    let text = serde_json::to_string(&opened).unwrap();
    assert!(text.contains(r#""recording":{"state":"lost"}"#), "{text}");
    assert_eq!(serde_json::from_str::<Event>(&text).ok().as_ref(), opened);
}
