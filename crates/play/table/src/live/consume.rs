//! How events consume the readings that they name: each reading waits until exactly one event does.

use std::collections::BTreeSet;

use baccarat::Card;

use crate::live::counted_shoe::CountedShoe;
use crate::live::event::{BurnWhy, SeenBy};
use crate::live::findings::FindingCode;
use crate::live::origin::{Origin, RecordRef};
use crate::live::place::Place;
use crate::live::reading::Read;
use crate::live::state::{Loaded, Waiting};
use crate::misfit::ensure;
use crate::phase::Phase;
use crate::state::Table;

impl Table {
    /// Whether each of these records waits, and none is named twice.
    pub(crate) fn ensure_waiting(&self, records: &[RecordRef]) -> Result<(), &'static str> {
        let wait = records.iter().all(|record| self.live.find(*record).is_some());
        ensure(wait, "a record does not wait")?;
        let distinct: BTreeSet<_> = records.iter().collect();
        ensure(distinct.len() == records.len(), "a record is named twice")
    }

    pub(crate) fn load_shoe(
        &mut self,
        record: RecordRef,
        label: &str,
        decks: u8,
    ) -> Result<(), &'static str> {
        let waits = self.live.find(record).map(|waiting| &waiting.reading.what);
        let says_so = matches!(waits, Some(Read::Shoe(shoe)) if shoe.label == label && shoe.decks == decks);
        ensure(says_so, "the record does not say so, or does not wait")?;
        ensure(!self.shoe_in_play(), "another shoe is in play")?;
        self.live.remove(record);
        self.live.sensor.forget_pieces();
        let label = label.to_owned();
        self.live.loaded =
            Some(Loaded { device: record.device, label, decks, fresh: true, record: Some(record) });
        Ok(())
    }

    pub(crate) fn note_record(&mut self, record: RecordRef) -> Result<(), &'static str> {
        let waits = self.live.find(record).ok_or("the record does not wait")?;
        ensure(!waits.reading.what.is_card(), "the record is of a card")?;
        self.live.remove(record);
        Ok(())
    }

    pub(crate) fn burn_card(
        &mut self,
        card: Option<Card>,
        record: Option<RecordRef>,
        why: BurnWhy,
    ) -> Result<(), &'static str> {
        ensure(record.is_none() == (why == BurnWhy::Beyond), "the card has no record, or one too many")?;
        let Some(record) = record else {
            let Phase::Complete { coup } = &self.phase else { return Err("no coup is complete") };
            self.live.forget_beyond(coup.cards().len());
            return Ok(());
        };
        let waiting = self.live.find(record).ok_or("the record does not wait")?;
        ensure(waiting.reading.what.is_card(), "the record is of no card")?;
        let said = waiting.value(0);
        ensure(card.is_none() || card == said, "the record says another card")?;
        let waiting = self.live.remove(record).ok_or("the record does not wait")?;
        self.live.count_out(&waiting, card);
        // A card that came while wagers were taken was never one of the round.
        if card.is_none() && why != BurnWhy::Early {
            self.live.out.may_be_of(self.shoe.rounds());
        }
        // A card that the shoe cannot have had passed all the same; so did one of an empty shoe.
        let seen = card.is_some_and(|card| self.shoe.see(card).is_ok());
        _ = seen || self.shoe.burn(1).is_ok();
        Ok(())
    }

    pub(crate) fn see_cut_card(&mut self, by: SeenBy) -> Result<(), &'static str> {
        ensure(self.wants_cut_card(), "there is no cut card, or it was seen")?;
        if let SeenBy::Record(record) = by {
            let waits = self.live.find(record).map(|waiting| &waiting.reading.what);
            ensure(matches!(waits, Some(Read::CutCard { .. })), "the record is of no cut card")?;
            self.live.remove(record);
        }
        // Between rounds it belongs to the round that follows.
        let next = u16::from(!self.phase.round_under_way());
        self.shoe.see_cut_card(self.shoe.rounds().saturating_add(next));
        Ok(())
    }

    pub(crate) fn count_shoe(
        &mut self,
        records: &[RecordRef],
        count: CountedShoe,
    ) -> Result<(), &'static str> {
        ensure(self.place() == Place::Counting, "no shoe is counted")?;
        self.ensure_waiting(records)?;
        let cards: Vec<&Waiting> = records.iter().filter_map(|record| self.live.find(*record)).collect();
        let once: Vec<RecordRef> =
            self.live.each_once(&cards).iter().map(|waiting| waiting.reading.record).collect();
        self.take_cards(&once);
        for record in records {
            self.live.remove(*record);
        }
        self.live.counted = Some(count);
        Ok(())
    }

    /// Takes cards out of the shoe, each as it was read.
    pub(crate) fn take_cards(&mut self, records: &[RecordRef]) {
        let conf_min = self.conf_min();
        for record in records {
            if let Some(waiting) = self.live.remove(*record) {
                self.live.count_out(&waiting, waiting.value(conf_min));
            }
        }
    }

    /// Whether these readings are a burn of so many cards, whose first one is this.
    pub(crate) fn ensure_burn(
        &self,
        first: Option<Card>,
        count: usize,
        records: &[RecordRef],
    ) -> Result<(), &'static str> {
        ensure(self.live.scanned || records.is_empty(), "no device reads the cards of this shoe")?;
        ensure(!self.live.scanned || records.len() == count, "there is not a record for each card")?;
        self.ensure_waiting(records)?;
        let cards = records.iter().filter_map(|record| self.live.find(*record));
        ensure(cards.clone().all(|waiting| waiting.reading.what.is_card()), "a record is of no card")?;
        let turned = cards.clone().next().and_then(|waiting| waiting.value(0));
        ensure(first.is_none() || records.is_empty() || first == turned, "the record says another card")
    }

    /// Whether a card can come from there: a record that waits, two people, or the order of a shuffled shoe.
    pub(crate) fn ensure_origin(&self, card: Card, from: Origin) -> Result<(), &'static str> {
        match from {
            Origin::Shoe => ensure(!self.live.scanned, "the card has no record"),
            Origin::Device(record) => {
                let said = self.live.find(record).and_then(|waiting| waiting.value(0));
                ensure(
                    self.live.scanned && said == Some(card),
                    "the record does not say so, or does not wait",
                )
            }
            Origin::Keyed { finding_no, dealer, supervisor } => {
                let agreed = self.live.agreed.filter(|agreed| agreed.code != FindingCode::Misread);
                let right = agreed.is_some_and(|agreed| {
                    let people = (agreed.dealer, agreed.supervisor) == (dealer, supervisor);
                    people && agreed.finding_no == finding_no && agreed.card == card
                });
                ensure(self.live.scanned && right, "two people did not say so")
            }
        }
    }

    /// Counts a card that was dealt from there.
    pub(crate) fn take_origin(&mut self, card: Card, from: Origin) {
        if self.live.scanned {
            self.live.origins.push(from);
        }
        match from {
            Origin::Shoe => {}
            Origin::Device(record) => {
                if let Some(waiting) = self.live.remove(record) {
                    self.live.count_out(&waiting, Some(card));
                }
            }
            Origin::Keyed { .. } => {
                (self.live.agreed, self.live.rescans) = (None, 0);
                self.live.know(Some(card));
            }
        }
    }
}
