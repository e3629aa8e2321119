//! All copies of a card that came out of a shoe too often, for the supervisors who look for the one that was misread.
//! Reads the log; the table counts its cards and does not keep where each of them lay.

use std::collections::BTreeMap;

use baccarat::{Card, Deal, Step};
use table::live::{Fact, FindingCode, LiveEvent, Slot};
use table::{Event, Origin, RecordRef, RecordedEvent, RoundRecord, RoundRef, TableId};

use crate::answer::Failure;
use crate::house::House;

/// The copies of a card that came out of a shoe before the finding that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCopies {
    /// The number of the finding.
    pub finding_no: u64,
    /// The card.
    pub card: Card,
    /// The copies, round by round.
    pub copies: Vec<CardCopy>,
}

/// A copy of a card that came out of a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardCopy {
    /// The round with which it came out; round 0 is the time before the first one.
    pub round: RoundRef,
    /// Where it lies in its round as that stands now.
    pub slot: Slot,
    /// The record that read it as this card; none when people said which card it is.
    pub record: Option<RecordRef>,
}

impl House {
    /// The copies of the card that the open finding `too_many_copies` is about; none when no such finding is open, or
    /// its card may lie face down. Those that lie face down are left out.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn card_copies(&self, table: TableId) -> Result<Option<CardCopies>, Failure> {
        let Some((finding_no, card)) = self.too_often(table) else { return Ok(None) };
        let rounds = by_round(self.context.store.latest_shoe(table).await?);
        let copies = rounds.iter().flat_map(|(round, events)| copies_of(card, *round, events)).collect();
        Ok(Some(CardCopies { finding_no, card, copies }))
    }

    /// The number of the open finding and the card that came out too often; none if staff may not see the card.
    fn too_often(&self, table: TableId) -> Option<(u64, Card)> {
        let told = self.live_status(table)?;
        let told = told.borrow();
        let finding = told.as_ref()?.finding.as_ref()?;
        let card = finding.facts.iter().find_map(|fact| match fact {
            Fact::Card(card) => Some(*card),
            _ => None,
        });
        card.filter(|_| finding.code == FindingCode::TooManyCopies).map(|card| (finding.no, card))
    }
}

/// The events of a shoe by their rounds, with the corrections of each after its own events. Corrections of other shoes
/// are left out.
fn by_round(events: Vec<RecordedEvent>) -> BTreeMap<RoundRef, Vec<RecordedEvent>> {
    let mut rounds: BTreeMap<RoundRef, Vec<RecordedEvent>> = BTreeMap::new();
    let (mut now, mut corrections) = (RoundRef { shoe_no: 0, round_no: 0 }, Vec::new());
    for recorded in events {
        if let Event::ShoeOpened { shoe_no, .. } = recorded.event {
            now.shoe_no = shoe_no;
        }
        now.round_no = recorded.event.begins_round().unwrap_or(now.round_no);
        match recorded.event.corrects() {
            Some(round) => corrections.push((round, recorded)),
            None => rounds.entry(now).or_default().push(recorded),
        }
    }
    for (round, recorded) in corrections {
        if let Some(events) = rounds.get_mut(&round) {
            events.push(recorded);
        }
    }
    rounds
}

/// The copies of a card that came out with a round: those on its places, then those that were burned. Once a card of
/// the shoe was put right, none comes out too often.
fn copies_of(card: Card, round: RoundRef, events: &[RecordedEvent]) -> Vec<CardCopy> {
    let Some(record) = RoundRecord::of(round, events) else { return burned_first(card, round, events) };
    let drawn: Vec<(Card, Origin)> = events.iter().filter_map(|it| drawn(&it.event)).collect();
    let read = |index: usize| drawn.get(index).filter(|(read, _)| *read == card);
    let lies = places(record.cards()).into_iter().enumerate().filter(|(_, (_, other))| *other == card);
    let lies = lies.map(|(index, (slot, _))| (slot, read(index).and_then(|(_, from)| from.record())));
    let burned = events.iter().filter_map(|it| burned(&it.event, card)).map(|it| (Slot::Burn, Some(it)));
    lies.chain(burned).map(|(slot, record)| CardCopy { round, slot, record }).collect()
}

/// The copies that came out before the first round.
fn burned_first(card: Card, round: RoundRef, events: &[RecordedEvent]) -> Vec<CardCopy> {
    let burned = events.iter().filter_map(|recorded| match &recorded.event {
        Event::CardsBurned { first, records, .. } => {
            records.first().filter(|_| *first == Some(card)).copied()
        }
        event => burned(event, card),
    });
    burned.map(|record| CardCopy { round, slot: Slot::Burn, record: Some(record) }).collect()
}

/// The record of a card that was burned outside the burn of a shoe, if it is this one.
fn burned(event: &Event, wanted: Card) -> Option<RecordRef> {
    match event {
        Event::Live(LiveEvent::CardBurned { card, record, .. }) => record.filter(|_| *card == Some(wanted)),
        _ => None,
    }
}

const fn drawn(event: &Event) -> Option<(Card, Origin)> {
    match event {
        Event::CardDrawn { card, from, .. } => Some((*card, *from)),
        _ => None,
    }
}

/// Where each card of a round lies.
fn places(cards: &[Card]) -> Vec<(Slot, Card)> {
    let (mut deal, mut places) = (Deal::new(), Vec::new());
    for card in cards {
        places.push((Slot::next(&deal), *card));
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(_) => break,
        }
    }
    places
}
