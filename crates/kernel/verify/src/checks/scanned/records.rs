//! What the device signed of the shoe: all of it, by the device that the house names.

use fair::bulletin::scanned::OpenedScanned;
use scanner::frame::{ShoeState, What};

use super::super::words::count;
use super::case::ScannedCase;
use super::readings::Readings;
use crate::report::{Place, Step, failed, not_checked};

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
