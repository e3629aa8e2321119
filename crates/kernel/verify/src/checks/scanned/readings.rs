//! The records of a device as the checks look them up.

use std::collections::BTreeMap;

use baccarat::Card;
use fair::Digest;
use fair::bulletin::scanned::OpenedScanned;
use scanner::frame::What;
use scanner::{Label, PublishedRecord, RecordsReport, check_records};

use super::pieces::{Piece, Pieces};

/// The records of a shoe, and what each of them is.
pub(super) struct Readings {
    /// What the records show alone.
    pub(super) report: RecordsReport,
    /// Those of the device of the shoe, by number.
    by_number: BTreeMap<u64, Reading>,
}

/// A record of the device of the shoe.
pub(super) struct Reading {
    pub(super) digest: Digest,
    pub(super) what: What,
    /// The piece of card that passed; none when none did.
    pub(super) piece: Option<Piece>,
}

impl Reading {
    /// Whether a card passed, read or not.
    pub(super) const fn is_card(&self) -> bool {
        matches!(self.what, What::Card(_) | What::Unread(_))
    }

    /// The card that was read.
    pub(super) const fn card(&self) -> Option<Card> {
        match &self.what {
            What::Card(card) => Some(card.card),
            _ => None,
        }
    }

    /// The mark of the piece of card that was read, from a device that reads marks.
    pub(super) fn tag(&self) -> Option<&str> {
        match &self.what {
            What::Card(card) => card.tag.as_ref().map(Label::as_str),
            _ => None,
        }
    }

    /// Whether it replaces another reading.
    pub(super) const fn is_rescan(&self) -> bool {
        match &self.what {
            What::Card(card) => card.rescan.is_some(),
            What::Unread(unread) => unread.rescan.is_some(),
            _ => false,
        }
    }

    /// Whether the device was not wholly sure of the card.
    pub(super) const fn is_unsure(&self) -> bool {
        matches!(&self.what, What::Card(card) if card.conf.is_some())
    }
}

impl Readings {
    /// The records in this text, if they are of this shoe: the device made one of them when the shoe was loaded.
    pub(super) fn of(text: &str, opened: &OpenedScanned) -> Option<Self> {
        let published = text.lines().filter_map(|line| PublishedRecord::read(line).ok());
        let own = published.filter(|published| published.key == opened.device);
        let verified = own.filter_map(|published| published.verify().ok());
        let mut by_number = BTreeMap::new();
        for signed in verified {
            let what = signed.record().what.clone();
            let reading = Reading { digest: signed.head().digest, what, piece: None };
            by_number.entry(signed.head().n).or_insert(reading);
        }
        let mut pieces = Pieces::default();
        for reading in by_number.values_mut() {
            reading.piece = pieces.next(&reading.what);
        }
        by_number.contains_key(&opened.record).then(|| Self { report: check_records(text), by_number })
    }

    /// A record of the device.
    pub(super) fn get(&self, n: u64) -> Option<&Reading> {
        self.by_number.get(&n)
    }

    /// The records of the shoe, by ascending number.
    pub(super) fn of_shoe(
        &self,
        opened: &OpenedScanned,
        last: Option<u64>,
    ) -> impl Iterator<Item = (u64, &Reading)> {
        let range = opened.record..=last.unwrap_or(u64::MAX).max(opened.record);
        self.by_number.range(range).map(|(n, reading)| (*n, reading))
    }
}
