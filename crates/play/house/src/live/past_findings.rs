//! The findings of a shoe: what was wrong, how it was resolved, by whom, and how long that took. A fold over its
//! events.

use baccarat::Card;
use table::live::{FindingCode, How, LiveEvent, Origin, Person, Slot};
use table::{Event, RecordRef, RecordedEvent, RoundRef, TableId, Timestamp};

use crate::answer::Failure;
use crate::house::House;
use crate::ports::StoredRound;

/// A finding of a shoe, open or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastFinding {
    /// Its number.
    pub no: u64,
    /// What was wrong.
    pub code: FindingCode,
    /// The round under way, or the latest one; round 0 is the time before the first one.
    pub round: RoundRef,
    /// The records it is about.
    pub records: Vec<RecordRef>,
    /// Which card of the round it is about, if it is about one.
    pub slot: Option<Slot>,
    /// Who saw it; none when the readings show it.
    pub seen_by: Option<Person>,
    /// The card that two people said it was. None where nobody typed one, and of a card that fell face down or was
    /// burned.
    pub card: Option<Card>,
    /// When it was raised.
    pub at: Timestamp,
    /// How it was resolved; none while it is open.
    pub end: Option<FindingEnd>,
}

/// How a finding was resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingEnd {
    /// How.
    pub how: How,
    /// Who; none when the clock did it.
    pub by: Option<Person>,
    /// Who agreed, where two people have to.
    pub confirmed_by: Option<Person>,
    /// When.
    pub at: Timestamp,
    /// How many rescans the card had, or how often two people typed different cards.
    pub attempts: u8,
    /// The text of a note; none of another way, and of notes from before they had one.
    pub why: Option<String>,
}

impl House {
    /// The findings of a shoe of a live table, newest first; none for a shoe that never was.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn findings(&self, table: TableId, shoe_no: u32) -> Result<Option<Vec<PastFinding>>, Failure> {
        let rounds = self.rounds(table, shoe_no).await?;
        let mut findings = Vec::new();
        for StoredRound { round, .. } in &rounds {
            for recorded in &self.context.store.round_events(table, *round).await? {
                take(&mut findings, *round, recorded);
            }
        }
        findings.reverse();
        Ok((!rounds.is_empty()).then_some(findings))
    }
}

/// Takes the next event of a shoe into account.
fn take(findings: &mut Vec<PastFinding>, round: RoundRef, RecordedEvent { seq, at, event }: &RecordedEvent) {
    match event {
        Event::CardDrawn { card, from: Origin::Keyed { finding_no, .. }, face_down: false }
        | Event::Live(LiveEvent::CardAmended { to: card, finding_no, .. }) => {
            if let Some(finding) = numbered(findings, *finding_no) {
                finding.card = Some(*card);
            }
        }
        Event::Live(LiveEvent::FindingRaised { code, records, slot, by }) => findings.push(PastFinding {
            no: *seq,
            code: *code,
            round,
            records: records.clone(),
            slot: *slot,
            seen_by: *by,
            card: None,
            at: *at,
            end: None,
        }),
        Event::Live(LiveEvent::FindingResolved {
            finding_no, how, by, confirmed_by, attempts, why, ..
        }) => {
            // One that was raised before the shoe is a finding of the shoe before.
            if let Some(finding) = numbered(findings, *finding_no) {
                let (how, by, confirmed_by, attempts) = (*how, *by, *confirmed_by, *attempts);
                let why = why.clone();
                finding.end = Some(FindingEnd { how, by, confirmed_by, at: *at, attempts, why });
            }
        }
        _ => {}
    }
}

/// The finding of this number, if it is one of the shoe.
fn numbered(findings: &mut [PastFinding], no: u64) -> Option<&mut PastFinding> {
    findings.iter_mut().find(|finding| finding.no == no)
}

#[cfg(test)]
mod tests {
    use table::StaffId;

    use super::*;

    #[test]
    fn a_finding_ends_by_its_number_and_one_of_the_shoe_before_does_not_count() {
        let round = RoundRef { shoe_no: 4, round_no: 2 };
        let dealer = Some(Person::Dealer(StaffId(7)));
        let raised = |code| LiveEvent::FindingRaised { code, records: vec![], slot: None, by: None };
        let resolved = |finding_no, how| {
            let (by, confirmed_by, consumes, why) = (dealer, None, vec![], None);
            LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, consumes, attempts: 1, why }
        };
        let mut findings = Vec::new();
        let told = [
            resolved(3, How::LoadRight),
            raised(FindingCode::Unreadable),
            raised(FindingCode::SpareCard),
            resolved(11, How::Rescan),
        ];
        for (seq, event) in (10..).zip(told) {
            let at = Timestamp(i64::try_from(seq).unwrap() * 1_000);
            take(&mut findings, round, &RecordedEvent { seq, at, event: Event::Live(event) });
        }
        let (how, at) = (How::Rescan, Timestamp(13_000));
        let end = FindingEnd { how, by: dealer, confirmed_by: None, at, attempts: 1, why: None };
        let shown: Vec<_> = findings.iter().map(|it| (it.no, it.code, it.end.clone())).collect();
        let expected = [(11, FindingCode::Unreadable, Some(end)), (12, FindingCode::SpareCard, None)];
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_card_that_two_people_typed_is_told_unless_it_fell_face_down() {
        let round = RoundRef { shoe_no: 4, round_no: 2 };
        let card = |text: &str| text.parse::<Card>().unwrap();
        let raised =
            |code| Event::Live(LiveEvent::FindingRaised { code, records: vec![], slot: None, by: None });
        let keyed = |text, finding_no, face_down| Event::CardDrawn {
            card: card(text),
            from: Origin::Keyed { finding_no, dealer: StaffId(7), supervisor: StaffId(2) },
            face_down,
        };
        let (slot, from, to) = (Slot::B2, card("6h"), card("9h"));
        let told = [
            raised(FindingCode::Unreadable),
            keyed("5h", 10, false),
            raised(FindingCode::Unreadable),
            keyed("Kd", 12, true),
            raised(FindingCode::Misread),
            Event::Live(LiveEvent::CardAmended { slot, from, to, finding_no: 14 }),
        ];
        let mut findings = Vec::new();
        for (seq, event) in (10..).zip(told) {
            take(&mut findings, round, &RecordedEvent { seq, at: Timestamp(1_000), event });
        }
        let cards: Vec<_> = findings.iter().map(|finding| finding.card).collect();
        assert_eq!(cards, [Some(card("5h")), None, Some(to)], "the king lies face down");
    }
}
