//! How long it takes to verify a record, and all records of a shoe.

use std::time::Instant;

use scanner::frame::{CardRecord, ShoeRecord, ShoeState, What};
use scanner::{
    About, Device, DeviceEffect, DeviceKey, Envelope, Head, Kept, PublishedRecord, SignedRecord,
    check_records,
};

use crate::report::Report;
use crate::studio::{micros, text};

/// How many records the shoe has: one of its loading, and one a card.
const RECORDS: u64 = 417;
/// How often the whole shoe is verified.
const TIMES: usize = 20;

/// Verifies a shoe, record by record and as a whole.
pub(crate) fn verify(report: &mut Report) -> Result<(), String> {
    let (key, records) = (DeviceKey::new([3; 32]).public(), made()?);
    let frames: Vec<String> = records.iter().map(|signed| signed.envelope().write()).collect();
    for frame in &frames {
        let start = Instant::now();
        let envelope = Envelope::read(frame).map_err(text)?;
        SignedRecord::verify(envelope, &key).map_err(text)?;
        report.verified.push(micros(start.elapsed()));
    }
    let published = records.iter().map(|signed| {
        let envelope = signed.envelope();
        let (body, sig) = (envelope.body().to_owned(), envelope.sig());
        PublishedRecord { key, life: None, received_at: signed.head().n, body, sig }.write() + "\n"
    });
    let shoe: String = published.collect();
    for _ in 0..TIMES {
        let start = Instant::now();
        let found = check_records(&shoe);
        report.whole.push(micros(start.elapsed()));
        if !found.faults.is_empty() {
            return Err(format!("an honest shoe has faults: {:?}", found.faults));
        }
    }
    Ok(())
}

/// The records of a shoe, as a device signs them.
fn made() -> Result<Vec<SignedRecord>, String> {
    let about = About { model: "bench".parse().map_err(text)?, firmware: "1".parse().map_err(text)? };
    let (mut head, mut records) = (Head::NONE, Vec::new());
    for n in 1..=RECORDS {
        // It keeps no record here, so that it never has too many.
        let kept = Kept { acked: head, unacked: Vec::new() };
        let mut device = Device::start(DeviceKey::new([3; 32]), about.clone(), kept).map_err(text)?;
        let what = if n == 1 {
            let shoe = "BOX-0001".parse().map_err(text)?;
            What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None })
        } else {
            What::Card(CardRecord::new(n - 1, "9h".parse().map_err(text)?))
        };
        let made = device.record(what, n).map_err(text)?.into_iter().next();
        let Some(DeviceEffect::Keep(signed)) = made else {
            return Err("a device keeps no record".to_owned());
        };
        head = signed.head();
        records.push(*signed);
    }
    Ok(records)
}
