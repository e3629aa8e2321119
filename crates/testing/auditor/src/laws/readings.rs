//! Law: at tables where a dealer draws the cards, each card is the one that its record says, read surely, after
//! betting closed and in the order past the sensor; no piece of card is dealt twice; and only those who work there
//! decide. Knows no money, and no signatures.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::event::TableEvent;
use crate::live_event::{LiveEvent, Origin, Person, RecordRef};
use crate::record::{DeviceRecord, Event, Record};

/// How many times a card that cannot be read is scanned again.
const RESCANS: u8 = 3;

/// What a record says, as far as the law asks.
#[derive(Clone, Debug, Deserialize)]
struct Said {
    r#type: String,
    state: Option<String>,
    pass: Option<u64>,
    card: Option<String>,
    slot: Option<String>,
    conf: Option<u16>,
    rescan: Option<u64>,
}

/// A reading: a record with its place among the things that passed the sensor.
struct Reading {
    said: Said,
    read_at: i64,
    late: bool,
    /// How many shoes its device had loaded, and the pass of the piece of card: of a rescan that of the first reading.
    piece: (u64, u64),
}

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut flaws = Vec::new();
    let tables = record.by_table();
    for events in tables {
        flaws.extend(Walk::default().all(events, record.device_records_of(events)));
    }
    flaws
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    readings: BTreeMap<RecordRef, Reading>,
    /// How many shoes each device has loaded, and which piece of card passed at which pass.
    loaded: BTreeMap<u32, u64>,
    passes: BTreeMap<(u64, u64), u64>,
    conf_min: u16,
    dealer: Option<u32>,
    /// When the betting of the round closed, if it has wagers.
    closes_at: Option<i64>,
    /// How many cards of the round are out.
    dealt: usize,
    /// The pieces of card that are out.
    out: BTreeSet<(u64, u64)>,
    /// Those that are to pass once more, and those in whose place another card was dealt.
    awaited: BTreeSet<(u64, u64)>,
    filled: BTreeSet<(u64, u64)>,
    /// The reading that takes the place of one before those that wait behind it.
    due: Option<RecordRef>,
    open: Option<(String, Vec<RecordRef>)>,
    /// What people let stand: the record and the finding.
    cleared: BTreeSet<(RecordRef, String)>,
    /// How many times the card that is wanted was scanned again.
    rescans: u8,
}

impl Walk {
    fn all(mut self, events: &[Event], stored: &[DeviceRecord]) -> Vec<String> {
        let (mut flaws, mut stored) = (Vec::new(), stored.iter().peekable());
        for event in events {
            while let Some(own) = stored.next_if(|own| own.seq <= event.id.seq) {
                flaws.extend(self.take(own));
            }
            flaws.extend(self.step(event).into_iter().map(|flaw| format!("{}: {flaw}", event.id)));
        }
        flaws
    }

    fn take(&mut self, own: &DeviceRecord) -> Option<String> {
        let Ok(said) = serde_json::from_str::<Said>(&own.body) else {
            return Some(format!("record {} of device {} is none: {}", own.n, own.device, own.body));
        };
        let loaded = self.loaded.entry(own.device).or_default();
        *loaded += u64::from(said.state.as_deref() == Some("loaded"));
        let (shoe, pass) = (*loaded, said.pass.unwrap_or_default());
        let first = said.rescan.map_or(pass, |of| self.passes.get(&(shoe, of)).copied().unwrap_or(of));
        self.passes.insert((shoe, pass), first);
        let reading = Reading { read_at: own.read_at, late: own.late, piece: (shoe, first), said };
        self.readings.insert(RecordRef { device: own.device, n: own.n }, reading);
        None
    }

    fn step(&mut self, event: &Event) -> Vec<String> {
        match &event.what {
            TableEvent::ShoeOpened { live: Some(live), .. } => {
                (self.conf_min, self.dealer) = (live.scanner.conf_min, live.dealer);
            }
            TableEvent::BettingOpened { closes_at, .. } => {
                (self.closes_at, self.dealt, self.rescans) = (Some(*closes_at), 0, 0);
            }
            TableEvent::CardDrawn { card, from, .. } => {
                self.dealt += 1;
                self.rescans = 0;
                let flaw = match from {
                    Some(Origin::Device { device, n }) => {
                        self.dealt(card, RecordRef { device: *device, n: *n })
                    }
                    _ => None,
                };
                self.filled.append(&mut self.awaited);
                return flaw.into_iter().collect();
            }
            TableEvent::CardsBurned { first, records, .. } => {
                self.due = self.due.filter(|due| !records.contains(due));
                let mut flaws = self.one_each(records);
                flaws.extend(self.burned(first.as_deref(), records));
                return flaws;
            }
            TableEvent::RoundVoided { .. } | TableEvent::RoundSettled { .. } => {
                (self.rescans, self.due) = (0, None);
                self.filled.append(&mut self.awaited);
            }
            TableEvent::Live(live) => return self.live(live),
            _ => {}
        }
        Vec::new()
    }

    /// A card that is dealt by a record.
    fn dealt(&mut self, card: &str, record: RecordRef) -> Option<String> {
        let Some(reading) = self.readings.get(&record) else {
            return Some(format!("{card} is dealt by {record:?}, which is not stored"));
        };
        let Reading { said, read_at, late, piece } = reading;
        let may = |code: &str| self.cleared.contains(&(record, code.to_owned()));
        let slot = said.slot.as_deref().is_none_or(|slot| self.is_next(slot));
        let wrong = [
            (said.card.as_deref() != Some(card), "says another card"),
            (said.conf.is_some_and(|conf| conf < self.conf_min), "is not sure"),
            (
                self.closes_at.is_some_and(|closes_at| *read_at < closes_at),
                "was read while wagers were taken",
            ),
            (*late && !may("late_reading"), "came late, and nobody looked"),
            (!slot && !may("out_of_turn"), "names another place, and nobody looked"),
            (self.out.contains(piece), "is of a piece of card that is out"),
            (
                said.rescan.is_some() && self.filled.contains(piece) && !may("read_twice"),
                "is the rescan of a card in whose place another one was dealt, and nobody looked",
            ),
            (self.due.is_some_and(|due| due != record), "comes before the rescan of another one"),
        ];
        let piece = *piece;
        let flaw = wrong.into_iter().find(|(holds, _)| *holds).map(|(_, what)| what);
        self.awaited.remove(&piece);
        self.out.insert(piece);
        self.due = None;
        flaw.map(|what| format!("{card} is dealt by {record:?}, which {what}"))
    }

    /// Whether the next card of the round may belong there. Where the fifth one does, the coup says.
    fn is_next(&self, slot: &str) -> bool {
        match self.dealt {
            1 => slot == "P1",
            2 => slot == "B1",
            3 => slot == "P2",
            4 => slot == "B2",
            5 => ["P3", "B3"].contains(&slot),
            _ => slot == "B3",
        }
    }

    /// The pieces of card of a burn that were burned or dealt before, or twice in it.
    fn one_each(&self, records: &[RecordRef]) -> Vec<String> {
        let mut pieces = self.out.clone();
        let read = records.iter().filter_map(|record| Some((record, self.readings.get(record)?)));
        let again = read.filter(|(_, reading)| !pieces.insert(reading.piece));
        again
            .map(|(record, _)| format!("{record:?} is burned, and is of a piece of card that is out"))
            .collect()
    }

    fn burned(&mut self, first: Option<&str>, records: &[RecordRef]) -> Vec<String> {
        let mut flaws = Vec::new();
        for (place, record) in records.iter().enumerate() {
            let Some(Reading { said, piece, .. }) = self.readings.get(record) else {
                flaws.push(format!("{record:?} is burned, and is not stored"));
                continue;
            };
            let turned = first.filter(|_| place == 0 && said.card.is_some());
            if !["card", "unread"].contains(&said.r#type.as_str()) {
                flaws.push(format!("{record:?} is burned, and is of no card"));
            } else if turned.is_some_and(|turned| said.card.as_deref() != Some(turned))
                && self.is_as_read(*record)
            {
                flaws.push(format!("{record:?} is burned as {turned:?}, and says {:?}", said.card));
            }
            self.out.insert(*piece);
        }
        flaws
    }

    /// Whether nobody typed what this record is.
    fn is_as_read(&self, record: RecordRef) -> bool {
        !self.cleared.contains(&(record, "key_in".to_owned()))
    }

    fn live(&mut self, event: &LiveEvent) -> Vec<String> {
        let by = match event {
            LiveEvent::CardKeyed { by, .. }
            | LiveEvent::ResolutionProposed { by, .. }
            | LiveEvent::CallAnswered { by } => Some(*by),
            LiveEvent::SupervisorCalled { dealer }
            | LiveEvent::HandOverAgreed { dealer, .. }
            | LiveEvent::HoldSet { dealer }
            | LiveEvent::HoldEnded { dealer } => Some(Person::Dealer(*dealer)),
            LiveEvent::FindingRaised { by, .. }
            | LiveEvent::FindingResolved { by, confirmed_by: None, .. } => *by,
            _ => None,
        };
        let mut flaws: Vec<String> = by.and_then(|by| self.absent(by)).into_iter().collect();
        match event {
            LiveEvent::DealerSeated { dealer, .. } => self.dealer = Some(*dealer),
            LiveEvent::DealerLeft { .. } => self.dealer = None,
            LiveEvent::FreeRoundOpened { .. } => {
                (self.closes_at, self.dealt, self.rescans) = (None, 0, 0);
            }
            LiveEvent::FindingRaised { code, records, .. } => {
                flaws.extend(self.unknown(records));
                self.due = None;
                self.open = Some((code.clone(), records.clone()));
            }
            LiveEvent::CardBurned { record: Some(record), card, .. } => {
                flaws.extend(self.unknown(&[*record]));
                flaws.extend(self.one_each(&[*record]));
                flaws.extend(self.burned(card.as_deref(), &[*record]));
            }
            LiveEvent::FindingResolved { how, consumes, .. } => {
                self.give_up(how, consumes);
                flaws.extend(self.resolved(how));
            }
            _ => {}
        }
        flaws
    }

    /// Readings that count nothing: their cards pass once more, or are as two people typed.
    fn give_up(&mut self, how: &str, consumes: &[RecordRef]) {
        let pieces =
            consumes.iter().filter_map(|record| self.readings.get(record)).map(|reading| reading.piece);
        match how {
            // With a card that was missed, that one passes first, and is the one that was wanted.
            "rescan" if self.open.as_ref().is_some_and(|(code, _)| code == "missed_card") => {}
            "rescan" => self.awaited.extend(pieces),
            "key_in" => self.out.extend(pieces),
            _ => {}
        }
    }

    fn resolved(&mut self, how: &str) -> Option<String> {
        let (code, records) = self.open.take()?;
        if how == "rescan" {
            self.rescans += u8::from(code == "unreadable");
            self.due = records.first().and_then(|record| self.replacement(*record));
        }
        if ["take", "go_on", "accept"].contains(&how) {
            self.cleared.extend(records.iter().map(|record| (*record, code.clone())));
        }
        if how == "key_in" {
            self.cleared.extend(records.iter().map(|record| (*record, how.to_owned())));
        }
        (self.rescans > RESCANS).then(|| format!("a card is scanned again for time {}", self.rescans))
    }

    /// The first reading that waits and says that it takes the place of this one.
    fn replacement(&self, record: RecordRef) -> Option<RecordRef> {
        let Reading { piece: (shoe, _), said, .. } = self.readings.get(&record)?;
        let after = RecordRef { n: record.n + 1, ..record }..=RecordRef { n: u64::MAX, ..record };
        let replaces = |other: &Reading| other.piece.0 == *shoe && other.said.rescan == said.pass;
        self.readings.range(after).find(|(_, other)| said.pass.is_some() && replaces(other)).map(|(n, _)| *n)
    }

    /// A dealer who acts and does not work at the table.
    fn absent(&self, by: Person) -> Option<String> {
        let absent = by.role() == 'D' && self.dealer != Some(by.id());
        absent.then(|| format!("{by:?} acts, and {:?} is the dealer", self.dealer))
    }

    fn unknown(&self, records: &[RecordRef]) -> Option<String> {
        let unknown = records.iter().find(|record| !self.readings.contains_key(record))?;
        Some(format!("{unknown:?} is named, and is not stored"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    const OPENED: &str = r#"{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{"scanner":{"start":"dealer","shoes":"any","count_out":false,"conf_min":950,"dealer_ms":20,"supervisor_ms":60,"abandon_ms":900},"device":4,"label":"B","decks":8,"dealer":7,"connected":4,"heads":[],"pass":0}}"#;
    const RESCANNED: &str = r#"{"type":"live","what":"finding_resolved","finding_no":5,"how":"rescan","by":{"dealer":7},"consumes":[{"device":4,"n":3}],"attempts":0}"#;

    /// A record: the event that follows it, when it was read, whether it came late, and what it says.
    type Row = (u64, i64, bool, String);

    /// A card of Player, one that cannot be read, the card behind it, and the rescan, which is dealt before that one.
    fn shift() -> (Vec<String>, Vec<Row>) {
        let card = |card: &str, n: u64| {
            format!(
                r#"{{"type":"card_drawn","card":"{card}","from":{{"kind":"device","device":4,"n":{n}}}}}"#
            )
        };
        let raised =
            r#"{"type":"live","what":"finding_raised","code":"unreadable","records":[{"device":4,"n":3}]}"#;
        let events = vec![
            OPENED.to_owned(),
            r#"{"type":"betting_opened","round_no":1,"closes_at":10}"#.to_owned(),
            r#"{"type":"betting_closed"}"#.to_owned(),
            card("9h", 2),
            raised.to_owned(),
            RESCANNED.to_owned(),
            card("Kd", 5),
            card("2c", 4),
        ];
        let loaded = r#"{"type":"shoe","state":"loaded"}"#.to_owned();
        let records = vec![
            (1, 0, false, loaded),
            (4, 10, false, r#"{"type":"card","pass":1,"card":"9h","slot":"P1","conf":950}"#.to_owned()),
            (5, 11, false, r#"{"type":"unread","pass":2}"#.to_owned()),
            (6, 12, false, r#"{"type":"card","pass":3,"card":"2c"}"#.to_owned()),
            (6, 13, false, r#"{"type":"card","pass":4,"card":"Kd","rescan":2}"#.to_owned()),
        ];
        (events, records)
    }

    fn flaws(change: impl Fn(&mut Vec<String>, &mut Vec<Row>)) -> Vec<String> {
        let (mut events, mut records) = shift();
        change(&mut events, &mut records);
        let event = |(seq, body)| Event::read(EventId { table: 9, seq }, 0, None, body).unwrap();
        let events: Vec<Event> = (1..).zip(events).map(event).collect();
        let stored = (1..).zip(records).map(|(n, (seq, read_at, late, body))| DeviceRecord {
            no: n,
            seq,
            device: 4,
            n,
            read_at,
            late,
            body,
        });
        Walk::default().all(&events, &stored.collect::<Vec<_>>())
    }

    #[test]
    fn cards_are_those_of_their_records_in_the_order_past_the_sensor() {
        assert_eq!(flaws(|_, _| {}), [""; 0]);
        let says = |place: usize, from: &'static str, to: &'static str| {
            flaws(move |_, records| records[place].3 = records[place].3.replace(from, to))
        };
        let body = |place: usize, from: &'static str, to: &'static str| {
            flaws(move |events, _| events[place] = events[place].replace(from, to))
        };
        for (found, expected) in [
            (says(1, "9h", "8h"), "says another card"),
            (says(1, "950", "949"), "is not sure"),
            (says(1, "P1", "B1"), "names another place"),
            (says(4, r#""rescan":2"#, r#""rescan":1"#), "is of a piece of card that is out"),
            (flaws(|_, records| records[1].1 = 9), "was read while wagers were taken"),
            (flaws(|_, records| records[1].2 = true), "came late, and nobody looked"),
            (flaws(|events, _| events.swap(6, 7)), "comes before the rescan of another one"),
            (flaws(|_, records| records[4].0 = 9), "which is not stored"),
            (body(5, r#""dealer":7"#, r#""dealer":8"#), "is the dealer"),
            (body(4, r#""n":3"#, r#""n":9"#), "is named, and is not stored"),
        ] {
            assert!(found.iter().any(|flaw| flaw.contains(expected)), "{expected}: {found:?}");
        }
    }

    #[test]
    fn a_rescan_comes_in_time_or_people_look() {
        // The other card waits no longer, and the rescan comes after it.
        let late = |more: &[&str]| {
            flaws(|events, records| {
                events.swap(6, 7);
                let more = more.iter().map(|event| (*event).to_owned());
                events.splice(7..7, more);
                records[4].0 = 7;
            })
        };
        assert!(late(&[])[0].contains("in whose place another one was dealt"), "{:?}", late(&[]));
        let raised =
            r#"{"type":"live","what":"finding_raised","code":"read_twice","records":[{"device":4,"n":5}]}"#;
        let take = r#"{"type":"live","what":"finding_resolved","finding_no":8,"how":"take","by":{"dealer":7},"confirmed_by":{"supervisor":2},"consumes":[],"attempts":0}"#;
        assert_eq!(late(&[raised, take]), [""; 0]);
    }

    #[test]
    fn a_card_is_scanned_again_three_times_at_most() {
        let raised = |events: &mut Vec<String>, times| {
            let pair = [events[4].clone(), events[5].clone()];
            for _ in 0..times {
                events.splice(6..6, pair.clone());
            }
        };
        assert_eq!(flaws(|events, _| raised(events, 2)), [""; 0]);
        let found = flaws(|events, _| raised(events, 3));
        assert!(found.len() == 1 && found[0].contains("scanned again for time 4"), "{found:?}");
    }

    /// A burn whose first card was not read and is scanned again while another card waits, and a round after it.
    fn burn(records: &str) -> Vec<String> {
        flaws(|events, rows| {
            let raised = events[4].replace(r#""n":3"#, r#""n":2"#);
            let resolved = RESCANNED.replace(r#""n":3"#, r#""n":2"#);
            let burned =
                format!(r#"{{"type":"cards_burned","first":"Kd","face_down":1,"records":[{records}]}}"#);
            let drawn = events[7].replace(r#""n":4"#, r#""n":5"#);
            let betting = events[1..3].to_vec();
            events.splice(1.., [raised, resolved, burned]);
            events.extend(betting);
            events.push(drawn);
            rows.splice(
                1..,
                [
                    (2, 0, false, r#"{"type":"unread","pass":1}"#.to_owned()),
                    (3, 1, false, r#"{"type":"card","pass":2,"card":"Kd","rescan":1}"#.to_owned()),
                    (3, 2, false, r#"{"type":"card","pass":3,"card":"Kd","rescan":1}"#.to_owned()),
                    (7, 12, false, r#"{"type":"card","pass":4,"card":"2c"}"#.to_owned()),
                ],
            );
        })
    }

    #[test]
    fn a_burn_takes_the_rescan_that_is_due_and_no_card_twice() {
        assert_eq!(burn(r#"{"device":4,"n":3}"#), [""; 0]);
        let twice = burn(r#"{"device":4,"n":3},{"device":4,"n":4}"#);
        assert!(twice.len() == 1 && twice[0].contains("is of a piece of card that is out"), "{twice:?}");
    }
}
