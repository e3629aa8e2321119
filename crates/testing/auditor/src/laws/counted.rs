//! Law: a count of a live shoe has each piece of card that came out once. A card counts as its device read it, or as
//! people typed it, put it right or corrected it. People look at a count that differs from the decks, and at no other
//! one. Knows no coups and no money.

use std::collections::BTreeMap;

use super::cards_out::{Piece, Reading, Said, Shoe, same};
use crate::event::TableEvent;
use crate::live_event::{CardCount, LiveEvent, Origin, RecordRef};
use crate::record::{DeviceRecord, Event, Record};

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut flaws = Vec::new();
    for events in record.by_table() {
        flaws.extend(Walk::default().all(events, record.device_records_of(events)));
    }
    flaws
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    loaded: BTreeMap<u32, u64>,
    /// Which piece of card passed at each pass that is the rescan of another one.
    again: BTreeMap<Piece, Piece>,
    readings: BTreeMap<RecordRef, Reading>,
    open: Option<(String, Vec<RecordRef>)>,
    /// What somebody typed last in the open finding.
    typed: Option<String>,
    shoe: Shoe,
    /// Whether the count that was just made differs from the decks.
    differs: Option<bool>,
}

impl Walk {
    fn all(mut self, events: &[Event], stored: &[DeviceRecord]) -> Vec<String> {
        let (mut flaws, mut stored) = (Vec::new(), stored.iter().peekable());
        for event in events {
            while let Some(own) = stored.next_if(|own| own.seq <= event.id.seq) {
                self.take(own);
            }
            let flaw = self.looked_at(&event.what);
            let flaw = flaw.or_else(|| self.step(&event.what));
            flaws.extend(flaw.map(|flaw| format!("{}: {flaw}", event.id)));
        }
        flaws
    }

    fn take(&mut self, own: &DeviceRecord) {
        // What is no record, the law of readings names.
        let Ok(said) = serde_json::from_str::<Said>(&own.body) else { return };
        let loaded = self.loaded.entry(own.device).or_default();
        *loaded += u64::from(said.state.as_deref() == Some("loaded"));
        let (Some(pass), true) = (said.pass, ["card", "unread"].contains(&said.r#type.as_str())) else {
            return;
        };
        let first = (own.device, *loaded, said.rescan.unwrap_or(pass));
        let piece = self.again.get(&first).copied().unwrap_or(first);
        if said.rescan.is_some() {
            self.again.insert((own.device, *loaded, pass), piece);
        }
        self.readings.insert(RecordRef { device: own.device, n: own.n }, Reading { said, piece });
    }

    /// Right after a count, people look at it if it differs.
    fn looked_at(&mut self, event: &TableEvent) -> Option<String> {
        let differs = self.differs.take()?;
        let is_raised =
            matches!(event, TableEvent::Live(LiveEvent::FindingRaised { code, .. }) if code == "composition");
        (differs != is_raised).then(|| format!("the count before it differs: {differs}"))
    }

    fn step(&mut self, event: &TableEvent) -> Option<String> {
        match event {
            TableEvent::ShoeOpened { shoe_no, live, .. } => {
                let live = live.as_ref();
                self.shoe = Shoe {
                    no: *shoe_no,
                    decks: live.map_or(0, |live| i64::from(live.decks)),
                    conf_min: live.map_or(0, |live| live.scanner.conf_min),
                    ..Shoe::default()
                };
            }
            TableEvent::CardsBurned { records, .. } => {
                for record in records {
                    let card = self.value(*record);
                    self.out(*record, card);
                }
            }
            TableEvent::CardDrawn { card, from, .. } => match from {
                Some(Origin::Device { device, n }) => {
                    self.out(RecordRef { device: *device, n: *n }, Some(card.clone()));
                }
                _ => self.shoe.see(Some(card.clone())),
            },
            TableEvent::RoundCorrected { agreed, .. } if agreed.round.shoe_no == self.shoe.no => {
                self.shoe.correct(agreed);
            }
            TableEvent::Live(live) => return self.live(live),
            _ => {}
        }
        self.shoe.round_no = event.begins_round().unwrap_or(self.shoe.round_no);
        None
    }

    fn live(&mut self, event: &LiveEvent) -> Option<String> {
        match event {
            LiveEvent::FreeRoundOpened { round_no, .. } => self.shoe.round_no = *round_no,
            LiveEvent::CardBurned { card, record: Some(record), why } => {
                self.out(*record, card.clone());
                // A card that came while wagers were taken was never one of the round.
                if card.is_none() && why != "early" {
                    *self.shoe.hidden.entry(self.shoe.round_no).or_default() += 1;
                }
            }
            LiveEvent::CardAmended { from, to, .. } => self.shoe.amend(from, to),
            LiveEvent::FindingRaised { code, records, .. } => {
                (self.open, self.typed) = (Some((code.clone(), records.clone())), None);
            }
            LiveEvent::CardKeyed { card, .. } => self.typed = Some(card.clone()),
            LiveEvent::FindingResolved { how, consumes, .. } => self.resolved(how, consumes),
            LiveEvent::ShoeCounted { records, missing, extra, unseen } => {
                return self.counted(records, (missing, extra, i64::from(*unseen)));
            }
            _ => {}
        }
        None
    }

    /// A card that two people typed is out when its reading counts nothing; else it waits, and is what they typed.
    fn resolved(&mut self, how: &str, consumes: &[RecordRef]) {
        let open = self.open.take().filter(|_| how == "key_in");
        let Some((code, records)) = open else { return };
        for record in consumes {
            self.gone(*record);
        }
        let waits = records.first().filter(|record| code != "missed_card" && !consumes.contains(record));
        self.shoe.keyed.extend(waits.copied().zip(self.typed.take()));
    }

    /// Which card a reading is; none when nobody knows.
    fn value(&self, record: RecordRef) -> Option<String> {
        let said = self.readings.get(&record).map(|reading| &reading.said);
        let sure = said.filter(|said| said.conf.is_none_or(|conf| conf >= self.shoe.conf_min));
        self.shoe.keyed.get(&record).cloned().or_else(|| sure.and_then(|said| said.card.clone()))
    }

    /// The piece of card of a reading is out.
    fn gone(&mut self, record: RecordRef) {
        if let Some(reading) = self.readings.get(&record) {
            self.shoe.pieces.insert(reading.piece);
            self.shoe.tags.extend(reading.said.tag.clone());
        }
    }

    fn out(&mut self, record: RecordRef, card: Option<String>) {
        self.gone(record);
        self.shoe.see(card);
    }

    fn counted(
        &mut self,
        records: &[RecordRef],
        (missing, extra, unseen): (&[CardCount], &[CardCount], i64),
    ) -> Option<String> {
        for record in self.once(records) {
            let card = self.value(record);
            self.out(record, card);
        }
        let off = |counts: &[CardCount], sign: i64| -> Vec<(String, i64)> {
            counts.iter().map(|one| (one.card.clone(), sign * i64::from(one.count))).collect()
        };
        let said: BTreeMap<String, i64> = off(missing, -1).into_iter().chain(off(extra, 1)).collect();
        let (found, hidden) = (self.shoe.off(), self.shoe.unseen());
        let lack: i64 = found.values().filter(|count| **count < 0).map(|count| -count).sum();
        self.differs = Some(lack != hidden || found.values().any(|count| *count > 0));
        let same = said == found && unseen == hidden && said.len() == missing.len() + extra.len();
        (!same).then(|| {
            format!("the count says {said:?} and {unseen} unseen; what came out is off by {found:?}, {hidden} unseen")
        })
    }

    /// The readings of a count that count: of each piece of card the last one in which a card was read, or else the
    /// last one. A piece that is out counts no more.
    fn once(&self, records: &[RecordRef]) -> Vec<RecordRef> {
        let own = records.iter().filter_map(|record| Some((*record, self.readings.get(record)?)));
        let fresh: Vec<(RecordRef, &Reading)> = own.filter(|(_, reading)| !self.shoe.has(reading)).collect();
        let mut once = Vec::new();
        for (place, (record, reading)) in fresh.iter().enumerate() {
            let beaten = fresh.iter().enumerate().any(|(other, (_, by))| {
                let [is_read, by_read] = [reading, by].map(|one| one.said.card.is_some());
                match other.cmp(&place) {
                    std::cmp::Ordering::Less => same(by, reading) && by_read && !is_read,
                    std::cmp::Ordering::Equal => false,
                    std::cmp::Ordering::Greater => same(reading, by) && (by_read || !is_read),
                }
            });
            if !beaten {
                once.push(*record);
            }
        }
        once
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;

    const OPENED: &str = r#"{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{"scanner":{"start":"dealer","shoes":"any","count_out":true,"conf_min":950,"dealer_ms":20,"supervisor_ms":60,"abandon_ms":900},"device":4,"label":"B","decks":1,"dealer":7,"connected":4,"heads":[],"pass":0}}"#;

    /// A shoe of one deck, as it happens: its records, and the events after them.
    struct Shift {
        events: Vec<String>,
        records: Vec<(u64, String)>,
        pass: u64,
        left: Vec<String>,
    }

    impl Shift {
        fn new() -> Self {
            let kinds = Shoe { decks: -1, ..Shoe::default() }.off().into_keys().collect();
            let events = vec![
                OPENED.to_owned(),
                r#"{"type":"live","what":"free_round_opened","round_no":1,"by":2}"#.to_owned(),
            ];
            let loaded = (1, r#"{"type":"shoe","state":"loaded"}"#.to_owned());
            Self { events, records: vec![loaded], pass: 0, left: kinds }
        }

        /// Something passes; `more` is what its record says beside the pass.
        fn record(&mut self, kind: &str, more: &str) -> String {
            self.pass += 1;
            let body = format!(r#"{{"type":"{kind}","pass":{}{more}}}"#, self.pass);
            self.records.push((u64::try_from(self.events.len()).unwrap() + 1, body));
            format!(r#"{{"device":4,"n":{}}}"#, self.records.len())
        }

        fn card(&mut self, card: &str, more: &str) -> String {
            self.record("card", &format!(r#","card":"{card}"{more}"#))
        }

        fn event(&mut self, body: String) {
            self.events.push(body);
        }

        /// These cards are dealt as they are read; `truly` are those that come out.
        fn deal(&mut self, read: &str, truly: &str) {
            for card in read.split(' ') {
                let record = self.card(card, "").replacen('{', r#"{"kind":"device","#, 1);
                self.event(format!(r#"{{"type":"card_drawn","card":"{card}","from":{record}}}"#));
            }
            self.left.retain(|card| !truly.split(' ').any(|out| out == card));
        }

        /// A card that cannot be read is burned.
        fn burn(&mut self, truly: &str, why: &str) {
            let record = self.record("unread", "");
            self.event(format!(r#"{{"type":"live","what":"card_burned","record":{record},"why":"{why}"}}"#));
            self.left.retain(|card| card != truly);
        }

        fn correct(&mut self, before: &[&str], after: &[&str]) {
            let ruling = format!(r#"{{"kind":"cards","cards":{after:?}}}"#);
            self.event(format!(
                r#"{{"type":"round_corrected","correction_no":5,"approved_by":3,"agreed":{{"round":{{"shoe_no":1,"round_no":1}},"revision":2,"ruling":{ruling},"by":2,"why":"w","request_id":null,"rules":null,"evidence":null,"cards_before":{before:?},"patrons":[]}}}}"#
            ));
        }

        /// All cards that are left pass, and then what `last` lets pass; `said` is what the count says of them.
        fn count(mut self, last: impl FnOnce(&mut Self) -> Vec<String>, said: &str) -> Vec<String> {
            let mut records = Vec::new();
            for card in std::mem::take(&mut self.left) {
                records.push(self.card(&card, ""));
            }
            records.extend(last(&mut self));
            let records = records.join(",");
            self.event(format!(r#"{{"type":"live","what":"shoe_counted","records":[{records}],{said}}}"#));
            self.flaws()
        }

        fn flaws(self) -> Vec<String> {
            let event = |(seq, body)| Event::read(EventId { table: 9, seq }, 0, None, body).unwrap();
            let events: Vec<Event> = (1..).zip(self.events).map(event).collect();
            let stored = (1..).zip(self.records).map(|(n, (seq, body))| DeviceRecord {
                no: n,
                seq,
                device: 4,
                n,
                read_at: 0,
                late: false,
                body,
            });
            Walk::default().all(&events, &stored.collect::<Vec<_>>())
        }
    }

    const WHOLE: &str = r#""unseen":0"#;
    const NONE: fn(&mut Shift) -> Vec<String> = |_| Vec::new();

    #[test]
    fn a_whole_deck_is_counted_and_each_lie_about_it_is_named() {
        let shift = || {
            let mut shift = Shift::new();
            shift.deal("9h Kd", "9h Kd");
            shift
        };
        assert_eq!(shift().count(NONE, WHOLE), [""; 0]);
        for said in [
            r#""missing":[{"card":"9h","count":1}],"unseen":0"#,
            r#""extra":[{"card":"9h","count":1}],"unseen":0"#,
            r#""unseen":1"#,
        ] {
            let flaws = shift().count(NONE, said);
            assert!(flaws.len() == 1 && flaws[0].contains("the count says"), "{said}: {flaws:?}");
        }
    }

    #[test]
    fn a_count_is_looked_at_if_it_differs_and_only_then() {
        let raised = r#"{"type":"live","what":"finding_raised","code":"composition"}"#;
        let other = r#"{"type":"live","what":"recording_lost"}"#;
        for (lacks, next, flaws) in
            [(false, other, 0), (true, raised, 0), (false, raised, 1), (true, other, 1)]
        {
            let mut shift = Shift::new();
            shift.left.retain(|card| !lacks || card != "9h");
            let records: Vec<String> =
                std::mem::take(&mut shift.left).iter().map(|card| shift.card(card, "")).collect();
            let missing = if lacks { r#""missing":[{"card":"9h","count":1}],"# } else { "" };
            let records = records.join(",");
            shift.event(format!(
                r#"{{"type":"live","what":"shoe_counted","records":[{records}],{missing}"unseen":0}}"#
            ));
            shift.event(next.to_owned());
            let found = shift.flaws();
            assert_eq!(found.len(), flaws, "lacks {lacks}, then {next}: {found:?}");
        }
    }

    #[test]
    fn a_piece_of_card_that_surely_passes_twice_counts_once() {
        type Again = fn(&mut Shift) -> Vec<String>;
        let ways: [(&str, Again); 5] = [
            ("a rescan of a card that is out", |shift| vec![shift.card("9h", r#","rescan":1"#)]),
            ("a rescan of the count", |shift| {
                vec![shift.card("Ks", &format!(r#","rescan":{}"#, shift.pass))]
            }),
            ("a rescan that fails", |shift| {
                vec![shift.record("unread", &format!(r#","rescan":{}"#, shift.pass))]
            }),
            ("the same pass", |shift| {
                shift.pass -= 1;
                vec![shift.card("Ks", "")]
            }),
            ("its mark", |shift| {
                let last = shift.records.last_mut().unwrap();
                last.1 = last.1.replace('}', r#","tag":"a"}"#);
                vec![shift.card("Ks", r#","tag":"a""#)]
            }),
        ];
        for (how, again) in ways {
            let mut shift = Shift::new();
            shift.deal("9h Kd", "9h Kd");
            // The last one that passes.
            shift.left.sort_by_key(|card| card == "Ks");
            assert_eq!(shift.count(again, WHOLE), [""; 0], "{how}");
        }
        let two = Shift::new().count(|shift| vec![shift.card("Ks", "")], WHOLE);
        assert!(two[0].contains(r#"{"Ks": 1}"#), "{two:?}");
    }

    #[test]
    fn the_count_follows_a_round_that_was_corrected() {
        let read = |corrects: bool| {
            let mut shift = Shift::new();
            shift.deal("6h Kd Ks 7c", "9h Kd Ks 7c");
            if corrects {
                shift.correct(&["6h", "Kd", "Ks", "7c"], &["9h", "Kd", "Ks", "7c"]);
            }
            shift
        };
        let as_read = r#""missing":[{"card":"9h","count":1}],"extra":[{"card":"6h","count":1}],"unseen":0"#;
        assert_eq!(read(true).count(NONE, WHOLE), [""; 0]);
        assert_eq!(read(false).count(NONE, as_read), [""; 0]);
        assert_eq!((read(true).count(NONE, as_read).len(), read(false).count(NONE, WHOLE).len()), (1, 1));
    }

    #[test]
    fn a_card_that_nobody_saw_is_known_once_a_correction_names_it() {
        let missing = r#""missing":[{"card":"7c","count":1}],"unseen":1"#;
        for (why, corrects, said) in
            [("void", false, missing), ("void", true, WHOLE), ("early", true, r#""unseen":1"#)]
        {
            let mut shift = Shift::new();
            shift.deal("6h Kd Ks", "6h Kd Ks");
            shift.burn("7c", why);
            if corrects {
                shift.correct(&["6h", "Kd", "Ks"], &["6h", "Kd", "Ks", "7c"]);
            }
            assert_eq!(shift.count(NONE, said), [""; 0], "{why}, corrected {corrects}");
        }
    }
}
