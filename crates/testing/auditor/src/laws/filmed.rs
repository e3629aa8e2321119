//! Law: no round begins at a table whose recording is required and lost, unless a supervisor allowed it by name and
//! with a reason, for a time that is not over. A shoe is opened with what was so before.

use crate::event::TableEvent;
use crate::live_event::{CarriedRecording, LiveEvent};
use crate::record::{Event, Record};

/// How long after the end of an allowance a table may not have heard of it, in milliseconds: it is told every five
/// seconds.
const HEARD_MS: i64 = 10_000;

pub(super) fn check(record: &Record) -> Vec<String> {
    let tables = record.by_table();
    tables.flat_map(flaws).collect()
}

/// One table, followed from its first event on. None where it is recorded, or need not be.
fn flaws(events: &[Event]) -> Vec<String> {
    let mut lost: Option<CarriedRecording> = None;
    events.iter().filter_map(|event| step(&mut lost, event)).collect()
}

fn step(lost: &mut Option<CarriedRecording>, event: &Event) -> Option<String> {
    let id = event.id;
    let flaw = match &event.what {
        TableEvent::BettingOpened { round_no, .. }
        | TableEvent::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => match lost {
            Some(CarriedRecording::Lost) => Some(format!("round {round_no} begins without a recording")),
            Some(CarriedRecording::Allowed { until }) if until.saturating_add(HEARD_MS) < event.at => {
                Some(format!("round {round_no} begins without a recording, which was allowed until {until}"))
            }
            _ => None,
        },
        TableEvent::ShoeOpened { live: Some(live), .. } if live.recording != *lost => {
            Some(format!("the shoe opens with {:?}, and it is {lost:?}", live.recording))
        }
        TableEvent::Live(live) => noted(lost, live, event.at),
        _ => None,
    };
    flaw.map(|flaw| format!("{id}: {flaw}"))
}

/// What an event says of the recording, where it says something else than before.
fn noted(lost: &mut Option<CarriedRecording>, event: &LiveEvent, at: i64) -> Option<String> {
    match event {
        LiveEvent::RecordingLost => {
            let goes_on = match lost.replace(CarriedRecording::Lost) {
                None => false,
                Some(CarriedRecording::Allowed { until }) => at < until,
                Some(CarriedRecording::Lost) => true,
            };
            goes_on.then(|| "the recording is lost, as before".to_owned())
        }
        LiveEvent::RecordingRuns => {
            lost.take().is_none().then(|| "the recording runs again, as before".to_owned())
        }
        LiveEvent::UnrecordedAllowed { by, why, until } => {
            let before = lost.replace(CarriedRecording::Allowed { until: *until });
            let empty = why.trim().is_empty() || *until <= at;
            (before.is_none() || empty)
                .then(|| format!("supervisor {by} allows nothing: {why:?}, until {until}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    const BEGUN: &str = r#"{"type":"betting_opened","round_no":1,"closes_at":0}"#;
    const FREE: &str = r#"{"type":"live","what":"free_round_opened","round_no":2,"by":3}"#;
    const LOST: &str = r#"{"type":"live","what":"recording_lost"}"#;
    const RUNS: &str = r#"{"type":"live","what":"recording_runs"}"#;
    const ALLOWED: &str =
        r#"{"type":"live","what":"unrecorded_allowed","by":3,"why":"a repair","until":3600000}"#;

    /// What the law finds in these events at these times.
    fn found(events: &[(i64, &str)]) -> Vec<String> {
        let read = |(seq, (at, body)): (u64, &(i64, &str))| {
            Event::read(EventId { table: 9, seq }, *at, None, (*body).to_owned()).unwrap()
        };
        flaws(&(1_u64..).zip(events).map(read).collect::<Vec<_>>())
    }

    #[test]
    fn rounds_begin_while_it_runs_or_by_name() {
        let sound = [
            (0, BEGUN),
            (1, LOST),
            (2, ALLOWED),
            (3, BEGUN),
            (4, FREE),
            (3_600_000, LOST),
            (3_600_001, RUNS),
        ];
        assert_eq!(found(&sound), Vec::<String>::new());
        assert_eq!(found(&[(0, LOST), (1, RUNS), (2, BEGUN)]), Vec::<String>::new());
    }

    #[test]
    fn a_round_without_its_recording_is_found() {
        for events in [
            vec![(0, LOST), (1, BEGUN)],
            vec![(0, LOST), (1, FREE)],
            vec![(0, LOST), (1, ALLOWED), (3_600_000 + HEARD_MS + 1, BEGUN)],
            vec![(0, LOST), (1, ALLOWED), (3_600_000, LOST), (3_600_001, BEGUN)],
        ] {
            assert_eq!(found(&events).len(), 1, "{events:?}");
        }
    }

    #[test]
    fn an_allowance_is_of_something_and_for_a_time() {
        for events in [
            vec![(0, ALLOWED)],
            vec![(0, LOST), (3_600_000, ALLOWED)],
            vec![(0, LOST), (1, LOST)],
            vec![(0, RUNS)],
            vec![(0, LOST), (1, ALLOWED), (2, LOST)],
        ] {
            assert_eq!(found(&events).len(), 1, "{events:?}");
        }
        let unsaid = ALLOWED.replace("a repair", " ");
        assert_eq!(found(&[(0, LOST), (1, unsaid.as_str())]).len(), 1);
    }

    #[test]
    fn a_shoe_opens_with_what_was_so_before() {
        let opened = |recording: &str| {
            format!(
                r#"{{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{{"scanner":{{"start":"dealer","shoes":"assigned","count_out":true,"conf_min":950,"dealer_ms":20000,"supervisor_ms":60000,"abandon_ms":900000}},"device":4,"label":"BOX-0117","decks":8,"dealer":7,"connected":4,{recording}"heads":[{{"device":4,"n":1}}],"pass":0}}}}"#
            )
        };
        let (runs, lost) = (opened(""), opened(r#""recording":{"state":"lost"},"#));
        assert_eq!(found(&[(0, runs.as_str()), (1, LOST), (2, lost.as_str())]), Vec::<String>::new());
        assert_eq!(found(&[(0, LOST), (1, runs.as_str())]).len(), 1);
        assert_eq!(found(&[(0, lost.as_str())]).len(), 1);
    }
}
