//! Compares what a table decides with what its log has.

use table::live::How;
use table::{Event, LiveEvent};

/// Whether an event is the decided one, as far as the log tells. The time at which betting closes is not compared: it
/// follows from the table's timings, which are not on record.
pub(crate) fn fits(expected: &Event, stored: &Event) -> bool {
    match (expected, stored) {
        (Event::BettingOpened { round_no, .. }, Event::BettingOpened { round_no: stored, .. }) => {
            round_no == stored
        }
        // Why somebody leaves is not decided by the table.
        (Event::SeatLeft { patron, .. }, Event::SeatLeft { patron: stored, .. }) => patron == stored,
        // Before notes had a text, none was written down.
        (
            Event::Live(
                LiveEvent::ResolutionProposed { how: How::Note, .. }
                | LiveEvent::FindingResolved { how: How::Note, .. },
            ),
            Event::Live(
                LiveEvent::ResolutionProposed { how: How::Note, why: None, .. }
                | LiveEvent::FindingResolved { how: How::Note, why: None, .. },
            ),
        ) => without_text(expected) == *stored,
        // Before there were seats, no shoe carried any on; and before public events were counted, none had a number.
        (
            Event::ShoeOpened { shoe_no, algorithm, rules, seats, public_seq, proof, withheld, live },
            Event::ShoeOpened {
                shoe_no: stored_no,
                algorithm: stored_algorithm,
                rules: stored_rules,
                seats: stored_seats,
                public_seq: stored_seq,
                proof: stored_proof,
                withheld: stored_withheld,
                live: stored_live,
            },
        ) => {
            let same = (shoe_no, algorithm, rules, proof, withheld, live)
                == (stored_no, stored_algorithm, stored_rules, stored_proof, stored_withheld, stored_live);
            let no_seats = stored_seats.is_none() && seats.as_ref().is_none_or(Vec::is_empty);
            same && (no_seats || seats == stored_seats) && (stored_seq.is_none() || public_seq == stored_seq)
        }
        (expected, stored) => expected == stored,
    }
}

/// The event of a note without its text.
fn without_text(event: &Event) -> Event {
    let mut event = event.clone();
    if let Event::Live(LiveEvent::ResolutionProposed { why, .. } | LiveEvent::FindingResolved { why, .. }) =
        &mut event
    {
        *why = None;
    }
    event
}

/// The first part in which two events differ, of each event as text.
pub(crate) fn difference(expected: &Event, stored: &Event) -> (String, String) {
    fn first<T: PartialEq + serde::Serialize>(expected: &[T], stored: &[T]) -> Option<(String, String)> {
        let (one, two) = expected.iter().zip(stored).find(|(one, two)| one != two)?;
        Some((json(one), json(two)))
    }
    let part = match (expected, stored) {
        (Event::RoundSettled { patrons, .. }, Event::RoundSettled { patrons: others, .. }) => {
            first(patrons, others)
        }
        (Event::RoundVoided { returned, .. }, Event::RoundVoided { returned: others, .. }) => {
            first(returned, others)
        }
        (Event::CorrectionProposed(one), Event::CorrectionProposed(two)) => first(&one.patrons, &two.patrons),
        _ => None,
    };
    part.unwrap_or_else(|| (json(expected), json(stored)))
}

/// As text.
pub(crate) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}
