//! Which rounds of live tables ended as void without a supervisor who asked for that alone: people resolved a finding
//! like this, nobody answered one, or nobody drew a card for too long. Knows no money.

use std::collections::BTreeMap;

use crate::event::TableEvent;
use crate::ids::RoundId;
use crate::live_event::{LiveEvent, Person};
use crate::record::{Event, Record};

/// After how many rescans nobody has to answer.
const RESCANS: u8 = 2;

/// These rounds, each with the supervisor who decided it, if one did.
pub(super) fn by_finding(record: &Record) -> BTreeMap<RoundId, Option<u32>> {
    let tables = record.by_table();
    tables.flat_map(|events| Walk::default().all(events)).collect()
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    shoe_no: u32,
    round_no: u16,
    supervisor_ms: i64,
    abandon_ms: i64,
    /// Since when the next card is awaited.
    since: i64,
    /// When the open finding was raised, and its code.
    open: Option<(i64, String)>,
    rescans: u8,
}

impl Walk {
    fn all(mut self, events: &[Event]) -> Vec<(RoundId, Option<u32>)> {
        // What a void shows comes before what becomes of its finding.
        let shown = |event: &&Event| matches!(event.what, TableEvent::CardsRevealed { .. });
        let events: Vec<&Event> = events.iter().filter(|event| !shown(event)).collect();
        let next = events.iter().skip(1).map(|event| Some(*event)).chain([None]);
        events.iter().zip(next).filter_map(|(event, next)| self.step(event, next)).collect()
    }

    fn step(&mut self, event: &Event, next: Option<&Event>) -> Option<(RoundId, Option<u32>)> {
        match &event.what {
            TableEvent::ShoeOpened { shoe_no, live, .. } => {
                let scanner = live.as_ref().map(|live| &live.scanner);
                self.shoe_no = *shoe_no;
                self.supervisor_ms = scanner.map_or(0, |scanner| i64::from(scanner.supervisor_ms));
                self.abandon_ms = scanner.map_or(0, |scanner| i64::from(scanner.abandon_ms));
            }
            TableEvent::BettingClosed { .. } | TableEvent::CardDrawn { .. } => {
                (self.since, self.rescans) = (event.at, 0);
            }
            TableEvent::RoundVoided { reason, by, .. } if self.abandon_ms > 0 => {
                let round = RoundId { table: event.id.table, shoe_no: self.shoe_no, round_no: self.round_no };
                let fits = self.fits((event.at, reason, *by), next.map(|next| &next.what));
                self.rescans = 0;
                return fits.then_some((round, *by));
            }
            TableEvent::Live(live) => self.live(event.at, live),
            _ => {}
        }
        self.round_no = event.what.begins_round().unwrap_or(self.round_no);
        None
    }

    fn live(&mut self, at: i64, event: &LiveEvent) {
        match event {
            LiveEvent::FreeRoundOpened { .. } => (self.since, self.rescans) = (at, 0),
            LiveEvent::FindingRaised { code, .. } => self.open = Some((at, code.clone())),
            LiveEvent::FindingResolved { how, .. } => {
                let unread = self.open.take().is_some_and(|(_, code)| code == "unreadable");
                self.rescans += u8::from(how == "rescan" && unread);
            }
            _ => {}
        }
    }

    /// Whether a round may be void for this reason now, with what follows.
    fn fits(&self, (at, reason, by): (i64, &str, Option<u32>), next: Option<&TableEvent>) -> bool {
        let resolved = match next {
            Some(TableEvent::Live(LiveEvent::FindingResolved {
                how, by: one, confirmed_by: other, ..
            })) => {
                let people: Vec<u32> = [one, other].into_iter().flatten().copied().map(Person::id).collect();
                how.starts_with("void").then_some(people)
            }
            _ => None,
        };
        let Some((raised, code)) = &self.open else {
            return reason == "interrupted" && by.is_none() && at - self.since >= self.abandon_ms;
        };
        let agreed = by.is_some_and(|by| resolved.as_ref().is_some_and(|people| people.contains(&by)));
        let unanswered = by.is_none() && resolved.is_some_and(|people| people.is_empty());
        match reason {
            "irregular" => agreed && code != "unreadable",
            "unreadable_card" if code == "unreadable" => {
                let waited = at - raised >= 3 * self.supervisor_ms && self.rescans >= RESCANS;
                agreed || unanswered && waited
            }
            "interrupted" => unanswered && at - self.since >= self.abandon_ms,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    const OPENED: &str = r#"{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{"scanner":{"start":"dealer","shoes":"any","count_out":false,"conf_min":950,"dealer_ms":20,"supervisor_ms":60,"abandon_ms":900},"device":4,"label":"B","decks":8,"dealer":7,"connected":4,"heads":[],"pass":0}}"#;
    const RAISED: &str = r#"{"type":"live","what":"finding_raised","code":"CODE","records":[]}"#;

    /// Whether a round may be void after this long, because of this finding, for this reason, by this resolution.
    fn may(at: i64, code: &str, reason: &str, by: &str, resolved: &str) -> bool {
        let begins = r#"{"type":"betting_opened","round_no":1,"closes_at":0}"#.to_owned();
        let voided = format!(r#"{{"type":"round_voided","reason":"{reason}","returned":[]{by}}}"#);
        let resolved = format!(
            r#"{{"type":"live","what":"finding_resolved","finding_no":4,"attempts":0,"consumes":[]{resolved}}}"#
        );
        let closed = r#"{"type":"betting_closed"}"#.to_owned();
        let bodies = [OPENED.to_owned(), begins, closed, RAISED.replace("CODE", code), voided, resolved];
        let events = (1..).zip(bodies).filter(|(_, body)| !body.contains("\"none\"")).map(|(seq, body)| {
            let when = if seq < 5 { 0 } else { at };
            Event::read(EventId { table: 9, seq }, when, None, body).unwrap()
        });
        !Walk::default().all(&events.collect::<Vec<_>>()).is_empty()
    }

    #[test]
    fn a_round_is_void_by_a_finding_that_people_resolve_so_or_by_the_clock() {
        let (by, of_two) =
            (r#","by":2"#, r#","how":"void","by":{"dealer":7},"confirmed_by":{"supervisor":2}"#);
        let nobody = r#","how":"void""#;
        for (at, code, reason, by, resolved, expected) in [
            (1, "unreadable", "unreadable_card", by, of_two, true),
            (1, "unreadable", "irregular", by, of_two, false),
            (1, "out_of_turn", "irregular", by, of_two, true),
            (1, "out_of_turn", "irregular", r#","by":3"#, of_two, false),
            (1, "out_of_turn", "irregular", by, r#","how":"go_on","by":{"supervisor":2}"#, false),
            (899, "out_of_turn", "interrupted", "", nobody, false),
            (900, "out_of_turn", "interrupted", "", nobody, true),
            (900, "none", "interrupted", "", nobody, true),
            (899, "none", "interrupted", "", nobody, false),
            // Nobody answered, and nobody had the card scanned again before.
            (800, "unreadable", "unreadable_card", "", nobody, false),
        ] {
            assert_eq!(may(at, code, reason, by, resolved), expected, "{at} {code} {reason} {by} {resolved}");
        }
    }
}
