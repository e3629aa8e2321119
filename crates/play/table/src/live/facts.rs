//! What people read about an open finding before they answer it. They read neither the card that two people type blind
//! nor a card that lies face down. Decides nothing.

use baccarat::{Card, Outcome};

use crate::live::counted_shoe::CountedShoe;
use crate::live::findings::FindingCode;
use crate::live::reading::{Read, Slot};
use crate::live::state::Waiting;
use crate::state::Table;

/// Something that the device or the count says about an open finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// This card was read. It is burned, or cannot be right as it was read.
    Card(Card),
    /// The device is as sure as this of its reading, up to 1000, and has to be surer.
    Sure {
        /// How sure it is.
        conf: u16,
        /// How sure it has to be.
        at_least: u16,
    },
    /// The device expects the card here.
    Slot(Slot),
    /// This shoe was loaded.
    Shoe {
        /// Its label.
        label: String,
        /// How many decks it holds, by the device.
        decks: u8,
        /// The number of its seal, if the device says one.
        seal: Option<String>,
    },
    /// So many things passed unread.
    Missed(u64),
    /// So many readings of cards came late.
    Late(usize),
    /// Who won, as the device thinks.
    Outcome(Outcome),
    /// The cards of the shoe are not those of its decks: the count as it is on record.
    Differs(CountedShoe),
}

impl Table {
    /// What is known of the open finding; nothing while none is open.
    pub fn finding_facts(&self) -> Vec<Fact> {
        let Some(finding) = &self.live.finding else { return Vec::new() };
        let about = self.about(finding);
        let fact = match finding.code {
            FindingCode::SpareCard | FindingCode::EarlyCard => about.and_then(|it| self.card_fact(it)),
            // A card that patrons turn may lie face down.
            FindingCode::TooManyCopies if self.squeeze.is_none() => about.and_then(|it| self.card_fact(it)),
            FindingCode::Unreadable => about.and_then(|it| self.sure_fact(it)),
            // The place says whether a side draws, and the outcome what lies face down.
            FindingCode::OutOfTurn if !self.hides_cards() => about.and_then(slot_fact),
            FindingCode::WrongShoe => about.and_then(shoe_fact),
            FindingCode::MissedCard => about.map(|it| Fact::Missed(it.missed)),
            FindingCode::LateReading => Some(Fact::Late(self.late_cards())),
            FindingCode::DeviceDisagrees if !self.hides_cards() => about.and_then(outcome_fact),
            FindingCode::Composition => self.live.counted.clone().map(Fact::Differs),
            FindingCode::TooManyCopies
            | FindingCode::OutOfTurn
            | FindingCode::DeviceDisagrees
            | FindingCode::ReadTwice
            | FindingCode::BurnForgotten
            | FindingCode::ForeignCard
            | FindingCode::Misread
            | FindingCode::CutCardEarly
            | FindingCode::CutCardLate => None,
        };
        fact.into_iter().collect()
    }

    fn card_fact(&self, about: &Waiting) -> Option<Fact> {
        about.value(self.conf_min()).map(Fact::Card)
    }

    fn sure_fact(&self, about: &Waiting) -> Option<Fact> {
        let Read::Card(read) = &about.reading.what else { return None };
        read.conf.map(|conf| Fact::Sure { conf, at_least: self.conf_min() })
    }

    fn late_cards(&self) -> usize {
        let cards = self.live.waiting.iter().filter(|waiting| waiting.reading.what.is_card());
        cards.filter(|waiting| waiting.reading.late).count()
    }
}

fn slot_fact(about: &Waiting) -> Option<Fact> {
    let Read::Card(read) = &about.reading.what else { return None };
    read.slot.map(Fact::Slot)
}

fn shoe_fact(about: &Waiting) -> Option<Fact> {
    let Read::Shoe(shoe) = &about.reading.what else { return None };
    Some(Fact::Shoe { label: shoe.label.clone(), decks: shoe.decks, seal: shoe.seal.clone() })
}

fn outcome_fact(about: &Waiting) -> Option<Fact> {
    let Read::Result { outcome } = &about.reading.what else { return None };
    Some(Fact::Outcome(*outcome))
}
