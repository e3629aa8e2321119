//! The frozen vectors in `corpora/scanner`, which a separate program computed: every byte is the same here.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

mod common;

use common::{START, about, device, enrolled, key, secret, session_id};
use punto_scanner::envelope::{LONGEST, digest};
use punto_scanner::frame::{
    CardRecord, DeviceState, FaultCode, GateState, ShoeRecord, ShoeState, Slot, UnreadRecord, UnreadWhy,
};
use punto_scanner::server::Timing;
use punto_scanner::{
    Device, DeviceEffect, DeviceFrame, DeviceKey, Effect, Envelope, Fingerprint, Head, Kept, PublishedRecord,
    ServerFrame, ServerSession, Statement, What, check_records,
};
use serde_json::Value;

const LINES: &str = include_str!("../../../../corpora/scanner/session.txt");
const VECTORS: &str = include_str!("../../../../corpora/scanner/vectors.json");

fn vectors() -> Value {
    serde_json::from_str(VECTORS).unwrap()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

/// What one side says, in order.
fn said(side: &str) -> Vec<&'static str> {
    LINES.lines().filter_map(|line| line.strip_prefix(side)).collect()
}

#[test]
fn every_frame_reads_verifies_and_writes_as_itself() {
    let public = key().public();
    for frame in said("> ") {
        let envelope = Envelope::read(frame).unwrap();
        assert_eq!(envelope.verify(&public), Ok(()), "{frame}");
        assert_eq!(envelope.write(), frame);
        assert_eq!(DeviceFrame::read(envelope.body()).unwrap().write(), envelope.body());
    }
    for frame in said("< ") {
        assert_eq!(ServerFrame::read(frame).unwrap().write(), frame);
    }
}

/// What happens at the device of the vectors.
fn happenings() -> [(u64, What); 5] {
    let card = |pass, card: &str| CardRecord::new(pass, card.parse().unwrap());
    let shoe = "BOX-0117".parse().unwrap();
    let first = CardRecord { slot: Some(Slot::P1), conf: Some(998), ..card(1, "9h") };
    let unread = UnreadRecord { pass: 2, why: UnreadWhy::Smeared, rescan: None, img: None };
    [
        (9_000, What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None })),
        (61_250, What::Card(first)),
        (62_610, What::Unread(unread)),
        (67_900, What::Card(CardRecord { rescan: Some(2), ..card(3, "Kd") })),
        (91_300, What::CutCard { pass: 4 }),
    ]
}

fn texts(effects: Vec<DeviceEffect>) -> Vec<String> {
    let text = |effect| if let DeviceEffect::Send(text) = effect { Some(text) } else { None };
    effects.into_iter().filter_map(text).collect()
}

/// Lets the device beat until this time, and returns the last beat.
fn beat_until(device: &mut Device, from: u64, until: u64) -> Option<String> {
    (from..=until).step_by(1000).flat_map(|now| texts(device.tick(now))).last()
}

#[test]
fn both_sides_of_a_session_say_the_frozen_bytes() {
    let (mut from_device, mut from_server) = (said("> ").into_iter(), said("< ").into_iter());
    let (mut server, challenge) = ServerSession::begin(session_id(), Timing::default(), START);
    let Effect::Send(challenge) = challenge else { panic!("{challenge:?}") };
    assert_eq!(Some(challenge.write().as_str()), from_server.next());

    let mut device = device();
    assert_eq!(device.tick(0), [DeviceEffect::Connect]);
    device.connected(5_100);
    let hello = texts(device.receive(&challenge.write(), 5_120)).remove(0);
    assert_eq!(Some(hello.as_str()), from_device.next());
    assert!(matches!(server.receive(&hello, START).as_slice(), [Effect::Identify(_)]));
    let welcome = server.admit(enrolled(Head::NONE, None), START);
    let [Effect::Send(welcome), Effect::Tell(_)] = welcome.as_slice() else { panic!("{welcome:?}") };
    assert_eq!(Some(welcome.write().as_str()), from_server.next());
    assert_eq!(device.receive(&welcome.write(), 5_130), []);

    for (t, what) in happenings() {
        let frame = texts(device.record(what, t).unwrap()).remove(0);
        assert_eq!(Some(frame.as_str()), from_device.next());
        let stored = server.receive(&frame, START + t);
        let Some(Effect::Store(arrival)) = stored.last() else { panic!("{stored:?}") };
        assert_eq!(arrival.signed.envelope().write(), frame);
        let ack = server.stored(arrival.signed.head().n).remove(0);
        let Effect::Send(ack) = ack else { panic!("{ack:?}") };
        // The vectors do not show the ack of the last record, and gates are the table's own.
        let expected = from_server.by_ref().find(|frame| !frame.contains("gate")).unwrap();
        assert!(ack.write() == expected || t == 91_300, "{expected}");
        device.receive(&ack.write(), t);
    }
    device.set_state(DeviceState::Ready, GateState::Open);
    let last = beat_until(&mut device, 76_000, 92_000).unwrap();
    assert_eq!(Some(last.as_str()), from_device.next());
}

#[test]
fn the_digests_are_the_frozen_ones() {
    let vectors = vectors();
    let digests: Vec<&str> =
        vectors["session_digests"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let records: Vec<String> = said("> ")
        .into_iter()
        .map(|frame| Envelope::read(frame).unwrap())
        .filter(|envelope| matches!(DeviceFrame::read(envelope.body()), Ok(DeviceFrame::Record(_))))
        .map(|envelope| envelope.digest().to_string())
        .collect();
    assert_eq!(records, digests);
    assert_eq!(digests[4], "b67bb9fcaabeab820980ad41014d79eb445289d9864ceee450c645f175703c72");
}

#[test]
fn a_key_has_the_frozen_fingerprint_and_signs_the_frozen_statements() {
    let (vectors, key) = (vectors(), key());
    let public = key.public();
    assert_eq!(public.to_string(), text(&vectors, "key"));
    assert_eq!(Fingerprint::of(&public).to_string(), "5647 5aa7 5463 474c");
    assert_eq!(Fingerprint::of(&public).to_string().replace(' ', ""), text(&vectors, "fingerprint"));

    let enrolment = &vectors["enrolment"];
    let statement = Statement::enrolment(&text(enrolment, "code").parse().unwrap(), &public, 9);
    assert_eq!(statement.as_str(), text(enrolment, "text"));
    assert_eq!(statement.sign(&key).to_string(), text(enrolment, "sig"));
    assert_eq!(statement.verify(&public, &text(enrolment, "sig").parse().unwrap()), Ok(()));

    let picture = &vectors["picture"];
    let statement = Statement::picture(&session_id(), &text(picture, "sha256").parse().unwrap());
    assert_eq!(statement.as_str(), text(picture, "text"));
    assert_eq!(statement.sign(&key).to_string(), text(picture, "sig"));
    let enrolled = text(enrolment, "sig").parse().unwrap();
    assert!(statement.verify(&public, &enrolled).is_err(), "it is of the other statement");
}

#[test]
fn records_of_every_kind_and_every_field_are_the_frozen_ones() {
    let vectors = vectors();
    let records = vectors["records"].as_array().unwrap();
    let bodies = records.iter().map(|record| text(record, "body"));
    let (mut lines, mut seen) = (String::new(), Vec::new());
    for (record, body) in records.iter().zip(bodies) {
        let sig = text(record, "sig").parse().unwrap();
        assert_eq!(Envelope::new(body.to_owned(), sig).unwrap().verify(&key().public()), Ok(()));
        assert_eq!(digest(body).to_string(), text(record, "digest"));
        let frame = DeviceFrame::read(body).unwrap();
        // What the maker adds for itself is signed and stored as text, and read past.
        let without = body.replace(",\"x\":{\"lot\":[1,{\"a\":null}]}", "");
        assert_eq!(frame.write(), without);
        let DeviceFrame::Record(record) = frame else { panic!("{body}") };
        seen.push(record.what);
        let line =
            PublishedRecord { key: key().public(), life: None, received_at: 7, body: body.to_owned(), sig };
        lines += &(line.write() + "\n");
    }
    let report = check_records(&lines);
    assert_eq!(
        (report.lines, report.faults.as_slice(), report.remarks.as_slice()),
        (9, [].as_slice(), [].as_slice())
    );
    assert_eq!(seen[6], What::Fault { code: FaultCode::Motor, text: "stalled at 12 °C".parse().unwrap() });
    assert!(matches!(&seen[3], What::Card(CardRecord { conf: Some(1000), tag: Some(_), img: Some(_), .. })));
}

#[test]
fn the_longest_record_fits_into_a_frame() {
    // Letters that need an escape in the body, whose escapes need escapes in the envelope.
    let text = "\"".repeat(200).parse().unwrap();
    let mut device =
        Device::start(DeviceKey::new(secret()), about(), Kept { acked: Head::NONE, unacked: Vec::new() })
            .unwrap();
    let effects = device.record(What::Fault { code: FaultCode::Store, text }, u64::MAX).unwrap();
    let [DeviceEffect::Keep(signed)] = effects.as_slice() else { panic!("{effects:?}") };
    let frame = signed.envelope().write();
    assert!((1000..LONGEST).contains(&frame.len()), "{}", frame.len());
    assert!(Envelope::read(&frame).is_ok());
}
