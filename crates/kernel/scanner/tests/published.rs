//! The records of a shoe as everybody gets them: honest ones hold, and each change is found at its line.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "in a test it says: this cannot fail here"
)]

mod common;

use common::{START, body, card, chain, key, loaded, other_digest, secret, signed};
use fair::PublicKey;
use proptest::prelude::*;
use punto_scanner::envelope::digest;
use punto_scanner::published::{KeyLife, ReadCard, RecordFault, Remark, Stretch};
use punto_scanner::{
    ChainError, DeviceKey, Envelope, Head, PublishedRecord, RecordError, RecordsReport, What, check_records,
};

fn published(key: PublicKey, frame: &str, received_at: u64) -> PublishedRecord {
    let envelope = Envelope::read(frame).unwrap();
    PublishedRecord { key, life: None, received_at, body: envelope.body().to_owned(), sig: envelope.sig() }
}

/// A shoe of one record for the box and one for each card.
fn shoe(count: u64) -> Vec<PublishedRecord> {
    let frames = chain(count).into_iter();
    frames.map(|(frame, head)| published(key().public(), &frame, START + head.n)).collect()
}

fn check(records: &[PublishedRecord]) -> RecordsReport {
    check_records(&records.iter().map(|record| record.write() + "\n").collect::<String>())
}

/// Records by another key that goes on: what happens, and at which pass.
fn others(secret: [u8; 32], whats: Vec<What>) -> Vec<PublishedRecord> {
    let (public, mut head, mut records) = (DeviceKey::new(secret).public(), Head::NONE, Vec::new());
    for what in whats {
        let body = body(head, 7, what);
        head = Head { n: head.n + 1, digest: digest(&body) };
        records.push(published(public, &signed(secret, &body), START + 1000));
    }
    records
}

fn faults(records: &[PublishedRecord]) -> Vec<(usize, RecordFault)> {
    check(records).faults
}

#[test]
fn an_honest_shoe_holds_and_tells_its_cards() {
    let report = check(&shoe(9));
    let last = chain(9)[8].1;
    let key = key().public();
    assert_eq!(report.faults, []);
    assert_eq!(report.remarks, []);
    assert_eq!(report.lines, 9);
    assert_eq!(report.stretches, [Stretch { key, before: Head::NONE, last }]);
    let cards: Vec<ReadCard> = (2..=9).map(|n| ReadCard { key, n, card: "9h".parse().unwrap() }).collect();
    assert_eq!(report.cards, cards);
}

#[test]
fn a_line_reads_and_writes_as_itself_and_nothing_else_is_one() {
    let record = shoe(1).remove(0);
    let line = record.write();
    assert_eq!(PublishedRecord::read(&line), Ok(record));
    for bad in [line.replacen('{', "{\"device\":4,", 1), line.replace("received_at", "at"), String::new()] {
        let report = check_records(&format!("{bad}\n"));
        assert!(matches!(report.faults.as_slice(), [(1, RecordFault::Line(_))]), "{bad}");
    }
    assert_eq!(check_records("").faults, [(1, RecordFault::NotLoaded)]);
}

#[test]
fn the_life_of_a_key_is_told_and_no_fault_of_the_records_before_its_end() {
    let mut records = shoe(5);
    let life = KeyLife { enrolled_at: START, suspended_at: None, revoked_at: Some(START + 3) };
    records[0].life = Some(life);
    let line = records[0].write();
    assert!(line.contains(&format!("\"life\":{{\"enrolled_at\":{START},\"revoked_at\":{}}}", START + 3)));
    assert_eq!(PublishedRecord::read(&line).as_ref(), Ok(&records[0]));
    let report = check(&records);
    assert_eq!((report.faults, report.lives), (vec![], vec![(key().public(), life)]));
    // The third record came with the end of the key, the fourth and fifth after it.
    assert_eq!(report.remarks, [(4, Remark::KeyOver), (5, Remark::KeyOver)]);
    records[0].life = Some(KeyLife { suspended_at: Some(START + 4), revoked_at: None, ..life });
    assert_eq!(check(&records).remarks, [(5, Remark::KeyOver)]);

    let stranger = line.replacen("enrolled_at", "born_at", 1);
    assert!(matches!(check_records(&stranger).faults.as_slice(), [(1, RecordFault::Line(_))]));
}

#[test]
fn a_record_that_is_left_out_breaks_the_chain_at_the_next() {
    for left_out in 1..8 {
        let mut records = shoe(9);
        records.remove(left_out);
        let found = faults(&records);
        let got = u64::try_from(left_out).unwrap() + 2;
        let number = RecordFault::Chain(ChainError::Number { expected: got - 1, got });
        assert_eq!(found, [(left_out + 1, number)]);
    }
    let mut records = shoe(9);
    records.remove(0);
    assert_eq!(faults(&records), [(1, RecordFault::NotLoaded)], "the shoe begins in the middle");
}

#[test]
fn records_in_another_order_and_twice_are_found() {
    let mut swapped = shoe(5);
    swapped.swap(2, 3);
    assert!(faults(&swapped).iter().any(|(line, _)| *line == 3), "{:?}", faults(&swapped));
    let mut doubled = shoe(5);
    doubled.insert(3, doubled[2].clone());
    let number = RecordFault::Chain(ChainError::Number { expected: 4, got: 3 });
    assert!(faults(&doubled).contains(&(4, number)));
}

#[test]
fn a_record_by_another_history_does_not_follow() {
    let mut records = shoe(4);
    let second = body(chain(2)[1].1, 3000, card(2, "2c"));
    records[2] = published(key().public(), &signed(secret(), &second), START + 3);
    let previous = ChainError::Previous { n: 4, expected: digest(&second), got: chain(3)[2].1.digest };
    assert_eq!(faults(&records), [(4, RecordFault::Chain(previous))]);
}

#[test]
fn a_record_of_a_stranger_or_under_a_strangers_name_is_found() {
    let stranger = DeviceKey::new([0x66; 32]).public();
    let mut records = shoe(3);
    records[1].key = stranger;
    assert!(matches!(faults(&records)[0], (2, RecordFault::Record(RecordError::Signature(_)))));
}

#[test]
fn a_beat_is_no_record() {
    let mut records = shoe(3);
    records.insert(1, published(key().public(), &common::beat(1, 1, 1), START + 1));
    assert_eq!(faults(&records), [(2, RecordFault::Record(RecordError::Kind))]);
}

#[test]
fn times_and_passes_that_run_back_are_found() {
    let mut records = shoe(3);
    records[2].received_at = START + 1;
    assert_eq!(faults(&records), [(3, RecordFault::Time { before: START + 2, got: START + 1 })]);

    let other = [0x22; 32];
    let records = others(other, vec![loaded(), card(1, "9h"), card(1, "9h"), card(2, "9h")]);
    assert_eq!(faults(&records), [(3, RecordFault::Pass { expected: 2, got: 1 })]);
    let report = check(&others(other, vec![loaded(), card(2, "9h"), card(5, "9h"), loaded(), card(1, "9h")]));
    assert_eq!(report.faults, []);
    assert_eq!(report.remarks, [(2, Remark::Missed { passes: 1 }), (3, Remark::Missed { passes: 2 })]);
}

#[test]
fn a_second_device_that_goes_on_has_a_chain_of_its_own() {
    let other = [0x22; 32];
    let mut records = shoe(3);
    records.extend(others(other, vec![card(3, "Td"), card(4, "Td")]));
    let report = check(&records);
    assert_eq!(report.faults, []);
    assert_eq!(report.remarks, [(4, Remark::OtherDevice)]);
    assert_eq!(report.stretches.len(), 2);
    assert_eq!(report.stretches[1].last.n, 2);
}

#[test]
fn shoes_of_one_chain_follow_each_other_without_a_record_between() {
    let all = shoe(9);
    let stretch = |records: &[PublishedRecord]| check(records).stretches[0];
    let (first, second, third) = (stretch(&all[..4]), stretch(&all[4..6]), stretch(&all[6..]));
    assert!(second.follows(&first) && third.follows(&second));
    assert!(!third.follows(&first), "record 5 and 6 are missing");
    let strange = Stretch { before: Head { digest: other_digest(), ..second.before }, ..second };
    assert!(!strange.follows(&first));
}

proptest! {
    #[test]
    fn a_changed_character_is_found(place in any::<prop::sample::Index>(), by in 1..16_u8) {
        let text: String = shoe(4).iter().map(|record| record.write() + "\n").collect();
        let mut bytes = text.clone().into_bytes();
        // All but the end of the last line.
        let at = place.index(bytes.len() - 1);
        bytes[at] ^= by;
        let Ok(changed) = String::from_utf8(bytes) else { return Ok(()) };
        let report = check_records(&changed);
        // When a record came is not signed: the log of the house covers it.
        let before = text[..at].rfind('"').map_or("", |quote| &text[..=quote]);
        let is_time = before.ends_with("received_at\"");
        prop_assert!(is_time || !report.faults.is_empty(), "{changed}");
    }
}
