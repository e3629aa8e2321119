//! Law: at tables where a dealer draws the cards, every record of a device counts once, every card has a record or two
//! people who are two, and every finding is resolved by those whom the table of findings names; a note has the text
//! that the first of them wrote. Knows no money.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::TableEvent;
use crate::ids::EventId;
use crate::live_event::{LiveEvent, Origin, Person, RecordRef};
use crate::record::{Event, Record};

/// Who resolves each finding, and how: D the dealer, S a supervisor, in any order where two have to agree.
const WAYS: [(&str, &[(&str, &str)]); 16] = [
    ("unreadable", &[("rescan", "D"), ("key_in", "DS"), ("void", "DS")]),
    ("read_twice", &[("drop", "D"), ("take", "DS")]),
    ("out_of_turn", &[("go_on", "S"), ("void", "S")]),
    ("too_many_copies", &[("rescan", "D"), ("key_in", "DS"), ("void_and_end_shoe", "SS")]),
    ("spare_card", &[("burn", "D"), ("free_hand", "S")]),
    ("early_card", &[("burn", "D"), ("void", "S")]),
    ("burn_forgotten", &[("end_shoe", "S")]),
    ("wrong_shoe", &[("load_right", "D"), ("assign", "SS"), ("end_shoe", "S")]),
    ("foreign_card", &[("void_and_end_shoe", "SS")]),
    ("misread", &[("key_in", "DS"), ("void", "S")]),
    ("missed_card", &[("rescan", "D"), ("key_in", "DS"), ("void", "S")]),
    ("late_reading", &[("accept", "S"), ("void", "S")]),
    ("cut_card_early", &[("seen", "D"), ("last_round", "S"), ("end_shoe", "S")]),
    ("cut_card_late", &[("seen", "D"), ("last_round", "S"), ("end_shoe", "S")]),
    ("composition", &[("note", "SS")]),
    ("device_disagrees", &[("note", "S")]),
];

pub(super) fn check(record: &Record) -> Vec<String> {
    let tables = record.by_table();
    tables.flat_map(|events| Walk::default().all(events)).collect()
}

/// The stored records of devices that no event uses. There are such while a table waits for something; at rest there is
/// none.
pub fn unused_records(record: &Record) -> Vec<String> {
    let used: BTreeSet<RecordRef> = record.events.iter().flat_map(|event| records(&event.what)).collect();
    let stored = record.device_records.values().flatten();
    let unused = stored.filter(|own| !used.contains(&RecordRef { device: own.device, n: own.n }));
    unused
        .map(|own| format!("record {} of device {} is stored, and nothing came of it", own.n, own.device))
        .collect()
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    /// Whether a device reads the cards of the shoe.
    scanned: bool,
    used: BTreeSet<RecordRef>,
    open: Option<(u64, String)>,
    /// What each person typed in each finding.
    typed: BTreeMap<(u64, u32), String>,
    /// The text of the note that somebody proposed for the open finding.
    noted: Option<String>,
    /// Whether the event before voided a round: then a finding goes with it.
    voided: bool,
}

impl Walk {
    fn all(mut self, events: &[Event]) -> Vec<String> {
        events.iter().flat_map(|event| self.step(event)).collect()
    }

    fn step(&mut self, event: &Event) -> Vec<String> {
        let mut flaws: Vec<String> =
            records(&event.what).into_iter().filter_map(|record| self.uses(event.id, record)).collect();
        flaws.extend(match &event.what {
            TableEvent::ShoeOpened { live, .. } => {
                self.scanned = live.is_some();
                None
            }
            TableEvent::CardDrawn { card, from, .. } => self.card(event.id, card, from.as_ref()),
            TableEvent::CardsBurned { first, face_down, records } => {
                let cards = usize::from(*face_down) + first.iter().count();
                let right = if self.scanned { cards } else { 0 };
                (records.len() != right).then(|| format!("{} burns {cards} cards by {records:?}", event.id))
            }
            TableEvent::Live(live) => self.live(event.id, live),
            _ => None,
        });
        self.voided = match &event.what {
            TableEvent::RoundVoided { .. } => true,
            TableEvent::CardsRevealed { .. } | TableEvent::Live(_) => self.voided,
            _ => false,
        };
        flaws
    }

    fn uses(&mut self, id: EventId, record: RecordRef) -> Option<String> {
        (!self.used.insert(record)).then(|| format!("{id} uses {record:?}, which counted before"))
    }

    fn card(&self, id: EventId, card: &str, from: Option<&Origin>) -> Option<String> {
        let fits = match from {
            None => !self.scanned,
            Some(Origin::Device { .. }) => self.scanned,
            Some(Origin::Keyed { finding_no, dealer, supervisor }) => {
                let typed =
                    |who: &u32| self.typed.get(&(*finding_no, *who)).map(String::as_str) == Some(card);
                self.scanned && dealer != supervisor && typed(dealer) && typed(supervisor)
            }
        };
        (!fits).then(|| format!("{id}: {card} came from {from:?}"))
    }

    fn live(&mut self, id: EventId, event: &LiveEvent) -> Option<String> {
        match event {
            LiveEvent::FindingRaised { code, .. } => {
                let before = self.open.replace((id.seq, code.clone()));
                before.map(|before| format!("{id} raises {code}, and {before:?} is open"))
            }
            LiveEvent::CardKeyed { finding_no, by, card } => {
                self.typed.insert((*finding_no, by.id()), card.clone());
                None
            }
            LiveEvent::ResolutionProposed { how, why, .. } => {
                if how == "note" {
                    self.noted.clone_from(why);
                }
                (!has_text(how, why.as_ref())).then(|| format!("{id} proposes {how} with {why:?}"))
            }
            LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, why, .. } => {
                let noted = self.noted.take();
                if !has_text(how, why.as_ref()) || confirmed_by.is_some() && how == "note" && noted != *why {
                    return Some(format!("{id} resolves by {how} with {why:?}, and {noted:?} was proposed"));
                }
                let open = self.open.take().filter(|(no, _)| no == finding_no);
                let Some((_, code)) = open else {
                    return Some(format!("{id} resolves finding {finding_no}, which is not open"));
                };
                let who = [by, confirmed_by].map(|person| person.as_ref());
                (!self.may(&code, how, who)).then(|| format!("{id}: {code} was resolved by {how} of {who:?}"))
            }
            _ => None,
        }
    }

    /// Whether these people may resolve such a finding like this. A round that is voided takes its finding along.
    fn may(&self, code: &str, how: &str, who: [Option<&Person>; 2]) -> bool {
        if self.voided && how == "void" {
            return true;
        }
        let people: Vec<&Person> = who.into_iter().flatten().collect();
        let mut roles: Vec<char> = people.iter().map(|person| person.role()).collect();
        roles.sort_unstable();
        let two = people.len() < 2 || people[0].id() != people[1].id();
        let ways = WAYS.iter().find(|(known, _)| *known == code).map_or(&[][..], |(_, ways)| *ways);
        two && ways.iter().any(|(way, needs)| *way == how && needs.chars().eq(roles.iter().copied()))
    }
}

/// Whether a way to resolve a finding has a text: a note has one, and no other way.
fn has_text(how: &str, why: Option<&String>) -> bool {
    match why {
        Some(why) => how == "note" && !why.trim().is_empty(),
        None => how != "note",
    }
}

/// The records that an event uses.
fn records(event: &TableEvent) -> Vec<RecordRef> {
    match event {
        TableEvent::CardsBurned { records, .. } => records.clone(),
        TableEvent::CardDrawn { from: Some(Origin::Device { device, n }), .. } => {
            vec![RecordRef { device: *device, n: *n }]
        }
        TableEvent::Live(live) => live.records(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::DeviceRecord;

    /// A shift as a store keeps it: a shoe, a card, one that two people typed, one that was rescanned.
    const SHIFT: [&str; 13] = [
        r#"{"type":"live","what":"device_joined","device":4}"#,
        r#"{"type":"live","what":"dealer_seated","dealer":7}"#,
        r#"{"type":"live","what":"shoe_loaded","record":{"device":4,"n":1},"label":"BOX-0117","decks":8}"#,
        r#"{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{"scanner":{"start":"dealer","shoes":"assigned","count_out":true,"conf_min":950,"dealer_ms":20000,"supervisor_ms":60000,"abandon_ms":900000},"device":4,"label":"BOX-0117","decks":8,"dealer":7,"connected":4,"heads":[{"device":4,"n":1}],"pass":0}}"#,
        r#"{"type":"card_drawn","card":"9h","from":{"kind":"device","device":4,"n":2}}"#,
        r#"{"type":"live","what":"finding_raised","code":"unreadable","records":[{"device":4,"n":3}],"slot":"B1"}"#,
        r#"{"type":"live","what":"card_keyed","finding_no":6,"by":{"dealer":7},"card":"Kd"}"#,
        r#"{"type":"live","what":"card_keyed","finding_no":6,"by":{"supervisor":2},"card":"Kd"}"#,
        r#"{"type":"live","what":"finding_resolved","finding_no":6,"how":"key_in","by":{"dealer":7},"confirmed_by":{"supervisor":2},"consumes":[{"device":4,"n":3}],"attempts":0}"#,
        r#"{"type":"card_drawn","card":"Kd","from":{"kind":"keyed","finding_no":6,"dealer":7,"supervisor":2}}"#,
        r#"{"type":"live","what":"finding_raised","code":"unreadable","records":[{"device":4,"n":4}],"slot":"P2"}"#,
        r#"{"type":"live","what":"finding_resolved","finding_no":11,"how":"rescan","by":{"dealer":7},"consumes":[{"device":4,"n":4}],"attempts":0}"#,
        r#"{"type":"card_drawn","card":"Ks","from":{"kind":"device","device":4,"n":5}}"#,
    ];

    fn flaws(change: impl Fn(&str) -> String) -> Vec<String> {
        let events = (1..).zip(SHIFT).map(|(seq, body)| Event {
            id: EventId { table: 9, seq },
            at: 0,
            body: String::new(),
            round: None,
            what: serde_json::from_str(&change(body)).expect("an event"),
        });
        Walk::default().all(&events.collect::<Vec<_>>())
    }

    #[test]
    fn a_shift_by_the_book_has_no_flaw() {
        assert_eq!(flaws(str::to_owned), Vec::<String>::new());
    }

    #[test]
    fn a_record_that_no_event_uses_is_named() {
        let what = |body: &&str| serde_json::from_str(body).expect("an event");
        let id = EventId { table: 9, seq: 1 };
        let event = |body| Event { id, at: 0, body: String::new(), round: None, what: what(body) };
        let own =
            |n| DeviceRecord { no: n, seq: 1, device: 4, n, read_at: 0, late: false, body: String::new() };
        let device_records = [(9, (1..=6).map(own).collect())].into();
        let record =
            Record { events: SHIFT.iter().map(event).collect(), device_records, ..Record::default() };
        assert_eq!(unused_records(&record), ["record 6 of device 4 is stored, and nothing came of it"]);
    }

    #[test]
    fn a_note_has_the_text_of_who_proposed_it() {
        const NOTED: [&str; 3] = [
            r#"{"type":"live","what":"finding_raised","code":"composition"}"#,
            r#"{"type":"live","what":"resolution_proposed","finding_no":1,"how":"note","by":{"supervisor":2},"why":"a"}"#,
            r#"{"type":"live","what":"finding_resolved","finding_no":1,"how":"note","by":{"supervisor":2},"confirmed_by":{"supervisor":3},"attempts":0,"why":"a"}"#,
        ];
        let flaws = |changed: usize, to: &str| {
            let events = (0..).zip(NOTED).map(|(at, body)| Event {
                id: EventId { table: 9, seq: at + 1 },
                at: 0,
                body: String::new(),
                round: None,
                what: serde_json::from_str(&if usize::try_from(at) == Ok(changed) {
                    body.replace(r#","why":"a""#, to)
                } else {
                    body.to_owned()
                })
                .expect("an event"),
            });
            Walk::default().all(&events.collect::<Vec<_>>())
        };
        assert_eq!(flaws(0, ""), Vec::<String>::new());
        for (changed, to) in [(1, ""), (2, ""), (1, r#","why":" ""#), (2, r#","why":"b""#)] {
            let found = flaws(changed, to);
            let named =
                found.iter().any(|flaw| flaw.contains("by note with") || flaw.contains("proposes note"));
            assert!(named, "{changed} {to}: {found:?}");
        }
    }

    #[test]
    fn each_breach_is_found() {
        let people = r#""dealer":7,"supervisor":2}"#;
        for (from, to, flaw) in [
            (r#""n":5}"#, r#""n":2}"#, "which counted before"),
            (r#","from":{"kind":"device","device":4,"n":5}"#, "", "Ks came from None"),
            (people, r#""dealer":7,"supervisor":7}"#, "Kd came from"),
            (r#""by":{"supervisor":2},"card":"Kd""#, r#""by":{"supervisor":2},"card":"Kc""#, "Kd came from"),
            (
                r#""confirmed_by":{"supervisor":2}"#,
                r#""confirmed_by":{"supervisor":7}"#,
                "was resolved by key_in",
            ),
            (
                r#""how":"rescan","by":{"dealer":7}"#,
                r#""how":"rescan","by":{"supervisor":2}"#,
                "resolved by rescan",
            ),
            (r#""how":"rescan""#, r#""how":"burn""#, "was resolved by burn"),
            (r#""finding_no":11"#, r#""finding_no":6"#, "which is not open"),
        ] {
            let found = flaws(|body| body.replace(from, to));
            assert!(found.iter().any(|found| found.contains(flaw)), "{from} -> {to}: {found:?}");
        }
    }
}
