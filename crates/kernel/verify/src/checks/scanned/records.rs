//! What the device signed of the shoe: all of it, by the device that the house names.

use std::collections::BTreeMap;

use baccarat::Card;
use fair::Digest;
use fair::bulletin::scanned::OpenedScanned;
use scanner::frame::{ShoeState, What};
use scanner::{PublishedRecord, RecordsReport, check_records};

use super::super::case::count;
use super::case::ScannedCase;
use crate::report::{Place, Step, failed, not_checked};

/// The records of a shoe, and what each of them is.
pub(super) struct Readings {
    /// What the records show alone.
    report: RecordsReport,
    /// Those of the device of the shoe, by number.
    by_number: BTreeMap<u64, Reading>,
}

/// A record of the device of the shoe.
pub(super) struct Reading {
    pub(super) digest: Digest,
    pub(super) what: What,
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
            let reading = Reading { digest: signed.head().digest, what: signed.record().what.clone() };
            by_number.entry(signed.head().n).or_insert(reading);
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

pub(super) fn device(case: &ScannedCase<'_>) -> Step<String> {
    let Some(opened) = case.opened else { return not_checked("the shoe has no opening") };
    let device = opened.it.device;
    match case.known.devices {
        [] => not_checked(format!("no key of a device was given; the shoe was read by {device}")),
        known if known.contains(&device) => Ok("a device that you gave".to_owned()),
        _ => failed(Place::No(opened.by.no), format!("it was read by another device, {device}")),
    }
}

pub(super) fn records(case: &ScannedCase<'_>) -> Step<String> {
    let readings = case.given()?;
    let Some(opened) = case.opened else { return not_checked("the shoe has no opening") };
    if let Some((line, fault)) = readings.report.faults.first() {
        return failed(Place::Record(None), format!("line {line}: {fault}"));
    }
    is_loaded(readings, opened.it)?;
    let finished = case.is_over()?;
    let own = readings.of_shoe(opened.it, None).count();
    let last = last_of(opened.it, finished.records);
    let Some(reading) = readings.get(last) else {
        return failed(Place::Record(Some(last)), format!("{} are there", count(own, "record")));
    };
    if reading.digest != finished.last {
        let expected = finished.last;
        return failed(
            Place::Record(Some(last)),
            format!("its digest is {}, not {expected}", reading.digest),
        );
    }
    let of_shoe = readings.of_shoe(opened.it, Some(last)).count();
    let more = match own.saturating_sub(of_shoe) {
        0 => String::new(),
        more => format!("; {more} after the end of the shoe"),
    };
    Ok(format!("{}, each signed, none missing{more}", count(of_shoe, "record")))
}

/// The number of the last record of a shoe that has so many.
pub(super) const fn last_of(opened: &OpenedScanned, records: u64) -> u64 {
    opened.record.saturating_add(records).saturating_sub(1)
}

/// The first record says that this shoe was loaded.
fn is_loaded(readings: &Readings, opened: &OpenedScanned) -> Step {
    let place = || Place::Record(Some(opened.record));
    match readings.get(opened.record).map(|reading| &reading.what) {
        Some(What::Shoe(shoe)) if shoe.state == ShoeState::Loaded => {
            let said = (shoe.shoe.as_str(), shoe.decks);
            if said == (opened.label.as_str(), opened.decks) {
                return Ok(());
            }
            failed(place(), format!("it is of shoe {} with {} decks", said.0, said.1))
        }
        _ => failed(place(), "it does not say that the shoe was loaded"),
    }
}
