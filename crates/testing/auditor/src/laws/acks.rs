//! Law: what a live table acknowledged is on record: each record of a device as it was signed, numbered without a gap,
//! and each order about a finding. Knows no cards and no money.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::TableEvent;
use crate::live_event::{LiveEvent, Person};
use crate::live_observations::{DoneOrder, LiveObservations};
use crate::record::Record;

/// A step of a person in a finding: table, finding, person, how.
type Step<'a> = (u32, u64, u32, &'a str);

pub(super) fn check(record: &Record, observed: &LiveObservations) -> Vec<String> {
    let stored: BTreeMap<(u32, u64), &str> = record
        .device_records
        .values()
        .flatten()
        .map(|own| ((own.device, own.n), own.body.as_str()))
        .collect();
    let lost = observed.acked.iter().filter_map(|((device, n), body)| {
        let there = stored.get(&(*device, *n)).copied();
        let flaw = || format!("record {n} of device {device} was acknowledged, and {there:?} is stored");
        (there != Some(body)).then(flaw)
    });
    let steps = steps(record);
    let undone = observed.done.iter().filter_map(|order| {
        let DoneOrder { table, finding_no, by, how } = order;
        let is_there = steps.contains(&(*table, *finding_no, *by, how.as_str()));
        (!is_there).then(|| format!("{order:?} was carried out, and is not on record"))
    });
    let numbers = gaps(stored.keys().copied());
    numbers.chain(lost).chain(undone).chain(observed.contradictions.iter().cloned()).collect()
}

/// Every record whose device has none of the number before.
fn gaps(numbers: impl Iterator<Item = (u32, u64)>) -> impl Iterator<Item = String> {
    let mut last = (0, 0);
    numbers.filter_map(move |(device, n)| {
        let before = if last.0 == device { last.1 } else { 0 };
        last = (device, n);
        (n != before + 1).then(|| format!("record {n} of device {device} follows record {before}"))
    })
}

/// Every step of a person in a finding.
fn steps(record: &Record) -> BTreeSet<Step<'_>> {
    let mut steps = BTreeSet::new();
    for event in &record.events {
        let TableEvent::Live(live) = &event.what else { continue };
        let table = event.id.table;
        let of = |finding_no: u64, how, by: &Person| (table, finding_no, by.id(), how);
        match live {
            LiveEvent::CardKeyed { finding_no, by, .. } => _ = steps.insert(of(*finding_no, "key_in", by)),
            LiveEvent::ResolutionProposed { finding_no, how, by, .. } => {
                _ = steps.insert(of(*finding_no, how, by));
            }
            LiveEvent::FindingResolved { finding_no, how, by, confirmed_by, .. } => {
                steps.extend([by, confirmed_by].into_iter().flatten().map(|by| of(*finding_no, how, by)));
            }
            _ => {}
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EventId;
    use crate::record::{DeviceRecord, Event};

    fn record(numbers: &[u64]) -> Record {
        let body = r#"{"type":"live","what":"card_keyed","finding_no":6,"by":{"dealer":7},"card":"Kd"}"#;
        let events = vec![Event::read(EventId { table: 9, seq: 7 }, 0, None, body.to_owned()).unwrap()];
        let of = |n: &u64| DeviceRecord {
            no: *n,
            seq: 1,
            device: 4,
            n: *n,
            read_at: 0,
            late: false,
            body: format!("body {n}"),
        };
        let device_records = BTreeMap::from([(9, numbers.iter().map(of).collect())]);
        Record { events, device_records, ..Record::default() }
    }

    fn observed(acked: &[(u64, &str)], by: u32) -> LiveObservations {
        let acked = acked.iter().map(|(n, body)| ((4, *n), (*body).to_owned())).collect();
        let done = vec![DoneOrder { table: 9, finding_no: 6, by, how: "key_in".to_owned() }];
        LiveObservations { acked, done, contradictions: Vec::new() }
    }

    #[test]
    fn what_was_acknowledged_is_on_record_in_order_and_unchanged() {
        for (numbers, acked, by, expected) in [
            (&[1, 2][..], &[(1, "body 1"), (2, "body 2")][..], 7, None),
            (&[1, 2, 3], &[(2, "body 2")], 7, None),
            (&[1], &[(2, "body 2")], 7, Some("record 2 of device 4 was acknowledged, and None is stored")),
            (&[1], &[(1, "body 7")], 7, Some("was acknowledged")),
            (&[1, 3], &[], 7, Some("record 3 of device 4 follows record 1")),
            (&[1], &[], 8, Some("is not on record")),
        ] {
            let flaws = check(&record(numbers), &observed(acked, by));
            match expected {
                None => assert_eq!(flaws, [""; 0]),
                Some(expected) => {
                    assert!(flaws.len() == 1 && flaws[0].contains(expected), "{expected}: {flaws:?}");
                }
            }
        }
    }
}
