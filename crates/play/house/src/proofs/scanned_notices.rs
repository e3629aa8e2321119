//! What the public record says of the events of a shoe whose cards a device reads. Pure, as for all other shoes.

use std::str::FromStr;

use baccarat::Card;
use fair::bulletin::scanned::{
    Amended, Counted, CutCard, Finding, FinishedScanned, FreeRound, LastRound, OpenedScanned, RemovedCard,
    RemovedWhy, Resolution, Resolved, Source,
};
use fair::bulletin::{Burned, Ended, Places, RoundResult};
use fair::{Bytes, Notice};
use table::live::{BurnWhy, CardCount, CarriedLive, LiveEvent, Origin, RecordRef, SeenBy};
use table::{Event, RecordedEvent, RulesRef, Table, Timestamp};

use crate::proofs::results::{bead, why};

/// The events of a unit as they are gone through, each with the table right before it.
pub(super) struct ScannedWalk(Table);

impl ScannedWalk {
    /// Those that follow this table; none unless a device reads the cards of its shoe, or of the one that they open.
    pub(super) fn of(table: &Table, events: &[Event]) -> Option<Self> {
        let opens = events
            .iter()
            .any(|event| matches!(event, Event::ShoeOpened { live: Some(live), .. } if live.proof.is_some()));
        (opens || table.live().open_record().is_some()).then(|| Self(table.clone()))
    }

    /// What the public record says of the next event; the table then goes on to the one after it.
    pub(super) fn notice(&mut self, event: &Event) -> Option<Notice> {
        let notice = notice_of(&self.0, event);
        let recorded = RecordedEvent {
            seq: self.0.seq().saturating_add(1),
            at: Timestamp::default(),
            event: event.clone(),
        };
        // An event that does not fit is refused where it is written or audited.
        _ = self.0.try_apply(&recorded);
        notice
    }
}

fn notice_of(table: &Table, event: &Event) -> Option<Notice> {
    if let Event::ShoeOpened { shoe_no, rules: Some(rules), live: Some(live), .. } = event {
        return opened(*shoe_no, rules, live).map(Notice::OpenedScanned);
    }
    table.live().open_record()?;
    match event {
        Event::CardsBurned { first, face_down, records } => {
            let (shoe_no, from) = (table.shoe_no(), table.shoe().out());
            let (first, face_down, records) = (*first, *face_down, numbers(records));
            Some(Notice::Burned(Burned { shoe_no, from, first, face_down, records }))
        }
        Event::RoundSettled { .. } => ended(table, |cards| bead(cards).map(RoundResult::Coup)),
        Event::RoundVoided { reason, .. } => ended(table, |_| Some(RoundResult::Void(why(*reason)))),
        Event::Live(event) => live_notice(table, event),
        _ => None,
    }
}

fn opened(shoe_no: u32, rules: &RulesRef, live: &CarriedLive) -> Option<OpenedScanned> {
    let proof = live.proof?;
    Some(OpenedScanned {
        shoe_no,
        device: Bytes(proof.key.0),
        record: proof.record.n,
        label: live.label.clone(),
        rules_id: rules.id.clone(),
        rules_digest: Bytes(rules.digest.0),
        decks: live.decks,
    })
}

/// The end of the round under way.
fn ended(table: &Table, result: impl FnOnce(&[Card]) -> Option<RoundResult>) -> Option<Notice> {
    let (cards, origins) = (table.true_cards(), table.live().origins());
    let at = Places::Read(origins.iter().map(|origin| source(*origin)).collect::<Option<_>>()?);
    let (shoe_no, round_no, result) = (table.shoe_no(), table.round()?.round_no, result(&cards)?);
    Some(Notice::Ended(Ended { shoe_no, round_no, at, cards, result }))
}

fn live_notice(table: &Table, event: &LiveEvent) -> Option<Notice> {
    let shoe_no = table.shoe_no();
    Some(match event {
        LiveEvent::FreeRoundOpened { round_no, .. } => {
            Notice::Free(FreeRound { shoe_no, round_no: *round_no })
        }
        LiveEvent::CardBurned { card, record, why } => {
            let origin = record.map(Origin::Device).or_else(|| table.origin_beyond());
            let (source, why) = (source(origin?)?, removed_why(*why));
            Notice::Removed(RemovedCard { shoe_no, card: *card, source, why })
        }
        LiveEvent::CardAmended { slot, from, to, .. } => {
            let (round_no, place) = (table.round()?.round_no, table.place_of(*slot)?);
            Notice::Amended(Amended { shoe_no, round_no, place, from: *from, to: *to })
        }
        LiveEvent::FindingResolved { how, consumes, .. } => {
            let finding = table.live().finding()?;
            Notice::Resolved(Resolved {
                shoe_no,
                code: same::<Finding>(finding.code.id())?,
                how: same::<Resolution>(how.id())?,
                about: numbers(&finding.records),
                drops: numbers(consumes),
            })
        }
        LiveEvent::CutCardSeen { by } => {
            let next = u16::from(!table.phase().round_under_way());
            let record = match by {
                SeenBy::Record(record) => Some(record.n),
                SeenBy::Person(_) => None,
            };
            let round_no = table.shoe().rounds().saturating_add(next);
            Notice::CutCard(CutCard { shoe_no, round_no, record })
        }
        LiveEvent::ShoeEnded { after_round, .. } => {
            Notice::LastRound(LastRound { shoe_no, round_no: *after_round })
        }
        LiveEvent::ShoeCounted { records, missing, extra, unseen } => Notice::Counted(Counted {
            shoe_no,
            records: numbers(records),
            missing: each(missing),
            extra: each(extra),
            unseen: *unseen,
        }),
        LiveEvent::ShoeFinished { last, digest } => {
            let record = table.live().open_record()?;
            Notice::FinishedScanned(FinishedScanned {
                shoe_no,
                records: record.records(*last),
                last: Bytes(digest.0),
                findings: record.findings,
                keyed: record.keyed,
                amended: record.amended,
            })
        }
        _ => return None,
    })
}

/// Where a card was read; none for one of a shuffled shoe.
const fn source(origin: Origin) -> Option<Source> {
    match origin {
        Origin::Shoe => None,
        Origin::Device(record) => Some(Source::Record(record.n)),
        Origin::Keyed { .. } => Some(Source::Keyed),
    }
}

fn numbers(records: &[RecordRef]) -> Vec<u64> {
    records.iter().map(|record| record.n).collect()
}

/// Each card as often as it is counted.
fn each(counts: &[CardCount]) -> Vec<Card> {
    counts.iter().flat_map(|one| std::iter::repeat_n(one.card, one.count.into())).collect()
}

/// The same word in the public record.
fn same<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

const fn removed_why(why: BurnWhy) -> RemovedWhy {
    match why {
        BurnWhy::Spare => RemovedWhy::Spare,
        BurnWhy::Early => RemovedWhy::Early,
        BurnWhy::Void => RemovedWhy::Void,
        BurnWhy::Beyond => RemovedWhy::Beyond,
        BurnWhy::HandOver => RemovedWhy::HandOver,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::live::{FindingCode, How};

    #[test]
    fn each_finding_and_each_way_has_its_word_in_the_public_record() {
        for code in FindingCode::all() {
            let said = same::<Finding>(code.id()).map(<&str>::from);
            assert_eq!(said, Some(code.id()));
        }
        for how in How::all() {
            assert_eq!(same::<Resolution>(how.id()).map(<&str>::from), Some(how.id()));
        }
    }
}
