//! Of which records people may see the picture while a finding is open. A picture tells the card: nobody sees one who
//! may have to type that card and did not, nor one of a card that lies face down. Knows no picture.

use crate::live::findings::FindingCode;
use crate::live::open_finding::OpenFinding;
use crate::live::origin::RecordRef;
use crate::live::place::Place;
use crate::state::Table;

impl Table {
    /// The records of the open finding whose pictures the dealer and supervisors may see now.
    pub fn shown_pictures(&self) -> Vec<RecordRef> {
        let Some(finding) = &self.live.finding else { return Vec::new() };
        if self.keeps_cards_secret() {
            return Vec::new();
        }
        let records = finding.records.iter().copied();
        records.filter(|record| self.shows_picture(finding, *record)).collect()
    }

    /// Whether a picture might show a card that patrons turn, or one that is burned face down.
    fn keeps_cards_secret(&self) -> bool {
        self.squeeze.is_some() || matches!(self.place(), Place::NoShoe | Place::Burn | Place::Counting)
    }

    fn shows_picture(&self, finding: &OpenFinding, record: RecordRef) -> bool {
        match finding.code {
            // No round gets this card.
            FindingCode::EarlyCard | FindingCode::ForeignCard => true,
            // The card may be dealt, and is as it was read: nobody is asked to type it.
            FindingCode::SpareCard
            | FindingCode::ReadTwice
            | FindingCode::OutOfTurn
            | FindingCode::LateReading => self.is_surely_read(record),
            // Two people type the card. Both have, and what they typed differs.
            FindingCode::Unreadable | FindingCode::TooManyCopies => finding.tries > 0,
            // The record is that of the card behind the one that they type. A reported misreading has none.
            FindingCode::MissedCard
            | FindingCode::Misread
            | FindingCode::BurnForgotten
            | FindingCode::WrongShoe
            | FindingCode::CutCardEarly
            | FindingCode::CutCardLate
            | FindingCode::Composition
            | FindingCode::DeviceDisagrees => false,
        }
    }

    /// Whether a card was read that can come out of the shoe now.
    fn is_surely_read(&self, record: RecordRef) -> bool {
        let read = self.live.find(record).and_then(|waiting| waiting.value(self.conf_min()));
        read.is_some_and(|card| self.shoe_after(card, false).is_ok())
    }
}
