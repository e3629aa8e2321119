//! Law: the public record of a shoe whose cards a device reads says what happened: which device, from which record each
//! card came, what was burned, whose wagers stood, and with which record it ends. Knows no signature.

use std::collections::BTreeMap;

use fair::bulletin::Places;
use fair::bulletin::scanned::Source;
use fair::{Bulletin, Notice};

use crate::event::TableEvent;
use crate::live_event::{LiveEvent, Origin};
use crate::record::Event;

/// The events of a table against its bulletins by event.
pub(super) fn check(events: &[Event], said: &BTreeMap<u64, Bulletin>) -> Vec<String> {
    let mut walk = Walk::default();
    let flaws = events.iter().filter_map(|event| {
        let notice = said.get(&event.id.seq).map(|bulletin| &bulletin.notice);
        let flaw = walk.step(&event.what, notice)?;
        Some(format!("{}: {flaw}; its bulletin says {notice:?}", event.id))
    });
    flaws.collect()
}

/// One table, followed from its first event on.
#[derive(Default)]
struct Walk {
    /// Whether the shoe has a public record that goes on.
    open: bool,
    /// Where the cards of the round under way came from, in the order in which they fell.
    drawn: Vec<Source>,
    /// Those of them that lie beyond the coup.
    beyond: Vec<Source>,
}

impl Walk {
    /// What is wrong with the bulletin of the next event.
    fn step(&mut self, event: &TableEvent, notice: Option<&Notice>) -> Option<String> {
        match event {
            TableEvent::ShoeOpened { live: Some(live), .. } => {
                let proof = live.proof.as_ref();
                self.open = proof.is_some();
                let own = proof.map(|proof| (proof.key.clone(), proof.record.n));
                let said = match notice {
                    Some(Notice::OpenedScanned(it)) => Some((it.device.to_string(), it.record)),
                    _ => None,
                };
                (own != said).then(|| format!("the shoe opens with {own:?}"))
            }
            _ if !self.open => None,
            TableEvent::BettingOpened { .. } => {
                self.begin();
                None
            }
            TableEvent::BettingClosed { wagers, .. } => {
                let own = wagers.as_ref().map(|fixed| (fixed.count, fixed.root.clone()));
                let said = match notice {
                    Some(Notice::Closed(it)) => Some((it.patrons, it.root.to_string())),
                    _ => None,
                };
                (own.is_none() || own != said).then(|| "the wagers are not those that were fixed".to_owned())
            }
            TableEvent::CardDrawn { from, .. } => {
                self.drawn.extend(from.as_ref().map(source));
                None
            }
            TableEvent::RoundSettled { .. } | TableEvent::RoundVoided { .. } => self.ended(notice),
            TableEvent::Live(event) => self.live(event, notice),
            _ => None,
        }
    }

    fn begin(&mut self) {
        (self.drawn, self.beyond) = (Vec::new(), Vec::new());
    }

    fn ended(&self, notice: Option<&Notice>) -> Option<String> {
        let named = match notice {
            Some(Notice::Ended(it)) => match &it.at {
                Places::Read(sources) => [sources.clone(), self.beyond.clone()].concat(),
                _ => Vec::new(),
            },
            _ => return Some("no bulletin says that the round ended".to_owned()),
        };
        (named != self.drawn).then(|| format!("its cards came from {:?}, not {named:?}", self.drawn))
    }

    fn live(&mut self, event: &LiveEvent, notice: Option<&Notice>) -> Option<String> {
        match (event, notice) {
            (LiveEvent::FreeRoundOpened { round_no, .. }, Some(Notice::Free(it)))
                if it.round_no == *round_no =>
            {
                self.begin();
                None
            }
            (LiveEvent::CardBurned { record: Some(record), .. }, Some(Notice::Removed(it))) => {
                (it.source != Source::Record(record.n)).then(|| "another record was burned".to_owned())
            }
            (LiveEvent::CardBurned { record: None, .. }, Some(Notice::Removed(it))) => {
                self.beyond.push(it.source);
                None
            }
            (LiveEvent::CardAmended { from, to, .. }, Some(Notice::Amended(it))) => {
                let same = (it.from.to_string(), it.to.to_string()) == (from.clone(), to.clone());
                (!same).then(|| "another card was put right".to_owned())
            }
            (LiveEvent::FindingResolved { how, consumes, .. }, Some(Notice::Resolved(it))) => {
                let dropped = it.drops.iter().copied().eq(consumes.iter().map(|record| record.n));
                let same = dropped && <&str>::from(it.how) == how;
                (!same).then(|| "it was resolved otherwise".to_owned())
            }
            (LiveEvent::ShoeCounted { records, .. }, Some(Notice::Counted(it))) => {
                let same = it.records.iter().copied().eq(records.iter().map(|record| record.n));
                (!same).then(|| "other records were counted".to_owned())
            }
            (LiveEvent::ShoeEnded { after_round, .. }, Some(Notice::LastRound(it))) => {
                (it.round_no != *after_round).then(|| "the shoe ends after another round".to_owned())
            }
            (LiveEvent::CutCardSeen { .. }, Some(Notice::CutCard(_))) => None,
            (LiveEvent::ShoeFinished { digest, .. }, Some(Notice::FinishedScanned(it))) => {
                self.open = false;
                (it.last.to_string() != *digest).then(|| "its last record is another one".to_owned())
            }
            (
                LiveEvent::FreeRoundOpened { .. }
                | LiveEvent::CardBurned { .. }
                | LiveEvent::CardAmended { .. }
                | LiveEvent::FindingResolved { .. }
                | LiveEvent::ShoeCounted { .. }
                | LiveEvent::ShoeEnded { .. }
                | LiveEvent::CutCardSeen { .. }
                | LiveEvent::ShoeFinished { .. },
                _,
            ) => Some("no bulletin says it".to_owned()),
            _ => None,
        }
    }
}

const fn source(origin: &Origin) -> Source {
    match origin {
        Origin::Device { n, .. } => Source::Record(*n),
        Origin::Keyed { .. } => Source::Keyed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;
    use fair::bulletin::scanned::{FinishedScanned, OpenedScanned};
    use fair::bulletin::{Closed, Ended, RoundResult, VoidReason};
    use fair::{Bytes, Digest};

    const SCANNER: &str = r#"{"start":"dealer","shoes":"any","count_out":false,"conf_min":950,"dealer_ms":1,"supervisor_ms":1,"abandon_ms":1}"#;

    /// A shoe with a round that is void after one card, and its bulletins by event.
    fn played() -> (Vec<Event>, BTreeMap<u64, Bulletin>) {
        let (key, root): (Digest, Digest) = (Bytes([1; 32]), Bytes([2; 32]));
        let record = r#"{"device":4,"n":9}"#;
        let bodies = [
            format!(
                r#"{{"type":"shoe_opened","shoe_no":1,"algorithm":"punto-scanner-1","live":{{"scanner":{SCANNER},"device":4,"label":"A","decks":8,"dealer":null,"connected":4,"heads":[],"pass":0,"proof":{{"key":"{key}","wager_key":"{root}","record":{record}}}}}}}"#
            ),
            r#"{"type":"betting_opened","round_no":1,"closes_at":5}"#.to_owned(),
            format!(r#"{{"type":"betting_closed","wagers":{{"count":2,"root":"{root}"}}}}"#),
            r#"{"type":"card_drawn","card":"9h","from":{"kind":"device","device":4,"n":10}}"#.to_owned(),
            r#"{"type":"round_voided","reason":"irregular","returned":[]}"#.to_owned(),
            format!(r#"{{"type":"live","what":"shoe_finished","last":{record},"digest":"{root}"}}"#),
        ];
        let ended = Ended {
            shoe_no: 1,
            round_no: 1,
            at: Places::Read(vec![Source::Record(10)]),
            cards: vec!["9h".parse().unwrap()],
            result: RoundResult::Void(VoidReason::Irregular),
        };
        let opened = OpenedScanned {
            shoe_no: 1,
            device: key,
            record: 9,
            label: "A".to_owned(),
            rules_id: "live".to_owned(),
            rules_digest: root,
            decks: 8,
        };
        let finished =
            FinishedScanned { shoe_no: 1, records: 2, last: root, findings: 0, keyed: 0, amended: 0 };
        let notices = [
            (1, Notice::OpenedScanned(opened)),
            (3, Notice::Closed(Closed { shoe_no: 1, round_no: 1, patrons: 2, root, draw: None })),
            (5, Notice::Ended(ended)),
            (6, Notice::FinishedScanned(finished)),
        ];
        let of = |(seq, notice)| {
            (seq, Bulletin { house: key, table: 7, no: seq, at: 0, previous: Digest::ZERO, notice })
        };
        let event = |(seq, body)| Event::read(EventId { table: 7, seq }, 0, None, body).unwrap();
        ((1..).zip(bodies).map(event).collect(), notices.into_iter().map(of).collect())
    }

    #[test]
    fn a_whole_record_has_no_flaw_and_each_mistake_is_named() {
        let (events, said) = played();
        assert_eq!(check(&events, &said), Vec::<String>::new());
        for (seq, change, expected) in [
            (1, ("record 9", "record 8"), "the shoe opens with"),
            (3, ("wagers 2", "wagers 1"), "the wagers are not those"),
            (5, ("records 10", "records 11"), "its cards came from"),
            (6, ("0202", "0303"), "its last record is another one"),
        ] {
            let mut changed = said.clone();
            let text = said[&seq].to_string().replace(change.0, change.1);
            changed.insert(seq, text.parse().unwrap());
            let flaws = check(&events, &changed).join("; ");
            assert!(flaws.contains(expected), "{expected}: {flaws}");
            changed.remove(&seq);
            assert_eq!(check(&events, &changed).len(), 1, "the bulletin of event {seq} is missing");
        }
    }
}
