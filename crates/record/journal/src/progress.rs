//! How far a table's log has come: the round at hand, its cards, and the head of the hash chain. A pure fold.

use baccarat::Card;
use house::ports::{DeviceRecord, StoredRecord};
use table::live::{Amended, LiveEvent};
use table::squeeze::SeenCards;
use table::{Event, RecordedEvent, RoundRef, TableId};

use crate::digest::Digest;

/// How far a table's log has come. The events of the latest shoe are enough to rebuild it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableProgress {
    seq: u64,
    shoe_no: u32,
    round_no: u16,
    cards: SeenCards,
    digest: Option<Digest>,
    /// How many records of devices the table took.
    records: u64,
}

impl TableProgress {
    /// The progress after these events, which begin with the opening of a shoe.
    pub fn of(events: &[RecordedEvent]) -> Self {
        let mut progress = Self::default();
        for recorded in events {
            progress.follow(recorded.seq, &recorded.event);
        }
        progress
    }

    /// Folds in the next event, which has this number.
    pub fn follow(&mut self, seq: u64, event: &Event) {
        self.seq = seq;
        match event {
            Event::ShoeOpened { shoe_no, .. } => {
                (self.shoe_no, self.round_no) = (*shoe_no, 0);
                self.cards.clear();
            }
            Event::BettingOpened { round_no, .. }
            | Event::Live(LiveEvent::FreeRoundOpened { round_no, .. }) => {
                self.round_no = *round_no;
                self.cards.clear();
            }
            Event::Live(LiveEvent::CardAmended { slot, to, .. }) => {
                let amended = Amended::of(self.cards.all(), *slot, *to);
                self.cards.replace(amended.map(|amended| amended.cards()).unwrap_or_default());
            }
            Event::CardsBurned { first: Some(first), .. } => self.cards.fall(*first, false),
            Event::CardDrawn { card, face_down, .. } => self.cards.fall(*card, *face_down),
            Event::CardsRevealed { slots, .. } => self.cards.show(slots),
            _ => {}
        }
    }

    /// Takes in the next record of a device, and gives it its place.
    pub fn take_record(&mut self, table: TableId, record: &DeviceRecord) -> StoredRecord {
        let before = self.digest.unwrap_or_else(|| Digest::start(table));
        self.digest = Some(before.and_record(record));
        self.records = self.records.saturating_add(1);
        StoredRecord { no: self.records, seq: self.seq.saturating_add(1), record: record.clone() }
    }

    /// Sets how many records the table took up to its last event.
    pub const fn count_records(&mut self, records: u64) {
        self.records = records;
    }

    /// Sets the digest of the last event.
    pub const fn chain(&mut self, digest: Digest) {
        self.digest = Some(digest);
    }

    /// The digest that the next event follows, if there is an event or a record.
    pub const fn digest(&self) -> Option<Digest> {
        self.digest
    }

    /// The number of the last event, 0 for none.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// The round at hand; its numbers are 0 before the first.
    pub const fn round(&self) -> RoundRef {
        RoundRef { shoe_no: self.shoe_no, round_no: self.round_no }
    }

    /// The cards of the round at hand, in deal order, up to the first one that lies face down; before the first round,
    /// the card that was turned over.
    pub fn cards(&self) -> &[Card] {
        self.cards.seen()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Timestamp;

    fn happened() -> Vec<RecordedEvent> {
        let shoe = |shoe_no| Event::ShoeOpened {
            shoe_no,
            algorithm: String::new(),
            rules: None,
            seats: None,
            public_seq: None,
            proof: None,
            withheld: vec![],
            live: None,
        };
        let round = |round_no| Event::BettingOpened { round_no, closes_at: Timestamp(0) };
        let card = |card: &str| Event::CardDrawn {
            card: card.parse().unwrap(),
            from: table::Origin::Shoe,
            face_down: false,
        };
        let burned = Event::CardsBurned { first: None, face_down: 8, records: Vec::new() };
        let settled = |revision| Event::RoundSettled { revision, patrons: Vec::new() };
        let events = [
            vec![
                shoe(1),
                burned.clone(),
                round(1),
                Event::BettingClosed { wagers: None, draw: None, squeeze: None },
                card("9h"),
                card("Kd"),
                settled(1),
            ],
            vec![round(2), card("4s"), settled(1), settled(2), round(3), card("As")],
            vec![shoe(2), burned, round(1), card("2c"), card("3c")],
        ];
        let recorded = |(seq, event)| RecordedEvent { seq, at: Timestamp(0), event };
        (1..).zip(events.concat()).map(recorded).collect()
    }

    #[test]
    fn a_rebuild_from_the_latest_shoe_equals_every_step() {
        let events = happened();
        let mut step_by_step = TableProgress::default();
        for (idx, recorded) in events.iter().enumerate() {
            step_by_step.follow(recorded.seq, &recorded.event);
            let so_far = &events[..=idx];
            let opened = so_far.iter().rposition(|past| matches!(past.event, Event::ShoeOpened { .. }));
            assert_eq!(
                TableProgress::of(&so_far[opened.unwrap()..]),
                step_by_step,
                "after event {}",
                recorded.seq
            );
        }
    }

    #[test]
    fn cards_belong_to_the_round_they_fell_in() {
        let events = happened();
        for (seen, round, cards) in
            [(1, "1-0", ""), (7, "1-1", "9h Kd"), (11, "1-2", "4s"), (18, "2-1", "2c 3c")]
        {
            let progress = TableProgress::of(&events[..seen]);
            let fallen: Vec<String> = progress.cards().iter().map(ToString::to_string).collect();
            assert_eq!(
                (progress.round().to_string(), fallen.join(" ")),
                (round.to_owned(), cards.to_owned())
            );
            assert_eq!(progress.seq(), u64::try_from(seen).unwrap());
        }
    }
}
