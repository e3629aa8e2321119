//! What a device does on its own side: it keeps before it sends, sends again, waits longer and longer, and stops.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "in a test it says: this cannot fail here"
)]

mod common;

use common::{about, card, chain, device, key, loaded, other_digest, session_id};
use punto_scanner::frame::{CardRecord, Gate, GateWhy, Refusal, Slot, Welcome, What};
use punto_scanner::{
    CannotRecord, ChainError, Device, DeviceEffect, DeviceFrame, Envelope, Head, Kept, ServerFrame,
    SignedRecord, Stop,
};

fn challenge() -> String {
    ServerFrame::Challenge { session: session_id(), now: 0 }.write()
}

fn welcome(head: Head) -> String {
    let expect = head.n + 1;
    let welcome = Welcome { table: 9, expect, head: head.digest, beat_ms: 1000, lost_ms: 3000 };
    ServerFrame::Welcome(welcome).write()
}

fn ack(n: u64) -> String {
    ServerFrame::Ack { n }.write()
}

fn refused(code: Refusal, expect: Option<u64>) -> String {
    ServerFrame::Refused { code, expect }.write()
}

/// Signed records of the chain of the tests.
fn records(count: u64) -> Vec<SignedRecord> {
    let frames = chain(count).into_iter().map(|(frame, _)| Envelope::read(&frame).unwrap());
    frames.map(|envelope| SignedRecord::verify(envelope, &key().public()).unwrap()).collect()
}

fn restarted(acked: Head, unacked: Vec<SignedRecord>) -> Device {
    Device::start(key(), about(), Kept { acked, unacked }).unwrap()
}

/// Brings a device to life at a server whose last record is `head`, and returns what it does at the welcome.
fn greet(device: &mut Device, head: Head, now: u64) -> Vec<DeviceEffect> {
    assert_eq!(device.tick(now), [DeviceEffect::Connect]);
    device.connected(now);
    assert_eq!(device.receive(&challenge(), now).len(), 1);
    device.receive(&welcome(head), now)
}

fn sends(signed: &SignedRecord) -> DeviceEffect {
    DeviceEffect::Send(signed.envelope().write())
}

fn stops(stop: Stop) -> Vec<DeviceEffect> {
    vec![DeviceEffect::HangUp, DeviceEffect::Stop(stop)]
}

#[test]
fn a_record_is_kept_before_it_is_sent() {
    let mut device = device();
    assert!(matches!(device.record(loaded(), 1000).unwrap().as_slice(), [DeviceEffect::Keep(_)]), "no line");
    greet(&mut device, Head::NONE, 1000);
    let effects = device.record(card(1, "9h"), 2000).unwrap();
    let [DeviceEffect::Keep(kept), DeviceEffect::Send(text)] = effects.as_slice() else {
        panic!("{effects:?}")
    };
    assert_eq!(kept.envelope().write(), *text);
    assert_eq!(kept.record().prev, chain(1)[0].1.digest);
}

#[test]
fn a_record_that_is_sent_again_has_the_same_bytes() {
    let kept = records(3);
    let mut device = restarted(Head::NONE, kept.clone());
    let all: Vec<DeviceEffect> = kept.iter().map(sends).collect();
    assert_eq!(greet(&mut device, Head::NONE, 10), all);
    assert_eq!(device.deadline(), Some(1010), "the next beat");
    let later = |from: u64, until: u64, device: &mut Device| -> Vec<DeviceEffect> {
        (from..=until)
            .step_by(500)
            .flat_map(|now| device.tick(now))
            .filter(|effect| all.contains(effect))
            .collect()
    };
    assert_eq!(later(510, 2510, &mut device), []);
    assert_eq!(later(3010, 3010, &mut device), all, "no ack came for three seconds");
    assert_eq!(device.receive(&ack(1), 4000), [DeviceEffect::Forget(kept[0].head())]);
    assert_eq!(later(4010, 6510, &mut device), []);
    assert_eq!(later(7010, 7010, &mut device), all[1..]);
}

#[test]
fn a_gap_is_filled_from_the_record_that_is_expected() {
    let kept = records(4);
    let mut device = restarted(Head::NONE, kept.clone());
    greet(&mut device, Head::NONE, 10);
    let gap = |expect| refused(Refusal::Gap, Some(expect));
    assert_eq!(device.receive(&gap(3), 20), [sends(&kept[2]), sends(&kept[3])]);
    assert_eq!(device.receive(&gap(5), 20), [], "the server has them all");
    device.receive(&ack(2), 30);
    assert_eq!(device.receive(&gap(2), 40), [], "it was filled since");
    assert_eq!(device.unacked(), 2, "a gap is no ack");
    assert_eq!(device.receive(&gap(6), 50), stops(Stop::OtherHistory { n: 6 }));
}

#[test]
fn only_records_that_are_durable_are_forgotten() {
    let kept = records(3);
    let mut device = restarted(Head::NONE, kept.clone());
    let effects = greet(&mut device, kept[0].head(), 10);
    assert_eq!(effects, [DeviceEffect::Forget(kept[0].head()), sends(&kept[1]), sends(&kept[2])]);
    assert_eq!(device.receive(&ack(3), 20), [DeviceEffect::Forget(kept[2].head())]);
    assert_eq!(device.receive(&ack(2), 20), [], "an ack that was overtaken");
    assert_eq!((device.unacked(), device.head()), (0, kept[2].head()));
    assert_eq!(device.receive(&ack(4), 20), stops(Stop::OtherHistory { n: 4 }), "it never made record 4");
}

#[test]
fn a_device_stops_at_a_server_with_another_head() {
    let kept = records(3);
    let acked = kept[0].head();
    let start = || restarted(acked, kept[1..].to_vec());
    let other = |n| Head { n, digest: other_digest() };
    for (head, stop) in [
        (other(1), Stop::OtherHistory { n: 1 }),
        (other(3), Stop::OtherHistory { n: 3 }),
        (other(4), Stop::OtherHistory { n: 4 }),
        (Head::NONE, Stop::Forgotten { expect: 1 }),
    ] {
        let mut device = start();
        assert_eq!(greet(&mut device, head, 10), stops(stop));
        assert_eq!(device.stopped(), Some(stop));
        assert_eq!(device.record(card(3, "9h"), 20), Err(CannotRecord::Stopped));
        device.disconnected(30);
        assert_eq!((device.tick(100_000), device.deadline()), (vec![], None));
        assert_eq!(device.receive(&challenge(), 20), []);
    }
    assert_eq!(greet(&mut start(), kept[2].head(), 10), [DeviceEffect::Forget(kept[2].head())]);
}

#[test]
fn a_refusal_for_good_stops_a_device_and_another_lets_it_try_again() {
    for code in [Refusal::Forked, Refusal::CounterLost, Refusal::Revoked, Refusal::Version] {
        let mut device = device();
        greet(&mut device, Head::NONE, 10);
        assert_eq!(device.receive(&refused(code, None), 20), stops(Stop::Refused(code)));
    }
    for code in [
        Refusal::UnknownDevice,
        Refusal::Suspended,
        Refusal::AlreadyConnected,
        Refusal::NotHere,
        Refusal::TooFast,
    ] {
        let mut device = device();
        greet(&mut device, Head::NONE, 10);
        assert_eq!(device.receive(&refused(code, None), 20), [DeviceEffect::HangUp]);
        assert_eq!(device.deadline(), Some(270));
    }
    let mut device = device();
    greet(&mut device, Head::NONE, 10);
    assert_eq!(device.receive(&refused(Refusal::BadFrame, None), 20), [], "the server goes on");
}

#[test]
fn the_thirty_third_record_waits_for_an_ack() {
    let mut device = device();
    greet(&mut device, Head::NONE, 0);
    for pass in 1..=32 {
        assert_eq!(device.record(card(pass, "2c"), pass).unwrap().len(), 2);
    }
    assert_eq!(device.record(card(33, "2c"), 40), Err(CannotRecord::Full));
    device.receive(&ack(1), 50);
    assert!(device.record(card(33, "2c"), 60).is_ok());
}

#[test]
fn a_device_beats_each_second_and_says_how_far_its_records_go() {
    let mut device = device();
    greet(&mut device, Head::NONE, 500);
    device.record(loaded(), 600).unwrap();
    let beats = |device: &mut Device, now| {
        let effects = device.tick(now);
        let [DeviceEffect::Send(text)] = effects.as_slice() else { return None };
        let envelope = Envelope::read(text).unwrap();
        let DeviceFrame::Beat(beat) = DeviceFrame::read(envelope.body()).unwrap() else { return None };
        Some((beat.b, beat.last, beat.t, beat.session))
    };
    assert_eq!(beats(&mut device, 1499), None);
    assert_eq!(beats(&mut device, 1500), Some((1, 1, 1500, session_id())));
    assert_eq!(beats(&mut device, 1501), None);
    assert_eq!(beats(&mut device, 2500), Some((2, 1, 2500, session_id())));
}

#[test]
fn a_device_waits_longer_each_time_until_a_server_welcomes_it() {
    let mut device = device();
    let (mut now, mut waits) = (0, Vec::new());
    for _ in 0..7 {
        assert_eq!(device.tick(now), [DeviceEffect::Connect]);
        device.disconnected(now);
        let until = device.deadline().unwrap();
        assert_eq!(device.tick(until - 1), []);
        waits.push(until - now);
        now = until;
    }
    assert_eq!(waits, [250, 500, 1000, 2000, 4000, 5000, 5000]);
    greet(&mut device, Head::NONE, now);
    device.disconnected(now);
    assert_eq!(device.deadline(), Some(now + 250));
}

#[test]
fn a_server_that_does_not_answer_is_left() {
    let mut device = device();
    device.tick(0);
    device.connected(0);
    assert_eq!((device.deadline(), device.tick(2999)), (Some(3000), vec![]));
    assert_eq!(device.tick(3000), [DeviceEffect::HangUp]);
    assert_eq!(device.tick(3250), [DeviceEffect::Connect]);
    device.connected(3250);
    device.receive(&challenge(), 3250);
    assert_eq!(device.tick(6250), [DeviceEffect::HangUp]);
}

#[test]
fn a_gate_is_shown_and_noise_is_passed_over() {
    let mut device = device();
    let gate = Gate { open: true, slot: Some(Slot::P1), why: GateWhy::Deal };
    let text = ServerFrame::Gate(gate).write();
    assert_eq!(device.receive(&text, 0), [], "no session");
    greet(&mut device, Head::NONE, 0);
    assert_eq!(device.receive(&text, 0), [DeviceEffect::Gate(gate)]);
    for noise in ["", "{}", "garbage", &challenge(), &welcome(Head::NONE)] {
        assert_eq!(device.receive(noise, 0), [], "{noise}");
    }
}

#[test]
fn a_disk_whose_records_do_not_follow_each_other_starts_no_device() {
    let kept = records(3);
    let start = |acked, unacked: &[SignedRecord]| {
        Device::start(key(), about(), Kept { acked, unacked: unacked.to_vec() }).map(drop)
    };
    assert_eq!(start(Head::NONE, &kept), Ok(()));
    assert_eq!(start(Head::NONE, &kept[1..]), Err(ChainError::Number { expected: 1, got: 2 }));
    let expected = other_digest();
    let (n, got) = (2, kept[0].head().digest);
    assert_eq!(
        start(Head { n: 1, digest: expected }, &kept[1..]),
        Err(ChainError::Previous { n, expected, got })
    );
}

#[test]
fn a_device_makes_no_record_that_nobody_would_read() {
    let mut device = restarted(Head::NONE, Vec::new());
    let read = |pass, rescan, conf| {
        What::Card(CardRecord { rescan, conf, ..CardRecord::new(pass, "9h".parse().unwrap()) })
    };
    for (what, place) in [
        (read(2, Some(2), None), "rescan"),
        (read(2, Some(9), None), "rescan"),
        (read(2, Some(0), None), "rescan"),
        (read(0, None, None), "pass"),
        (read(2, None, Some(1_001)), "conf"),
    ] {
        let refused = device.record(what, 5).unwrap_err();
        assert!(refused.to_string().contains(place), "{refused}");
        assert_eq!((device.head(), device.unacked()), (Head::NONE, 0), "nothing was signed");
    }
    let made = device.record(read(2, Some(1), Some(1_000)), 5).unwrap();
    assert_eq!((made.len(), device.head().n), (1, 1));
}
