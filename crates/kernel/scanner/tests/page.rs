//! `docs/SCANNER.md` says what the code does: its examples, its fields, its words, its codes and its numbers.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test it says: this cannot fail here")]

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{about, beat, body, card, key, live, loaded, secret, session_id, signed};
use fair::Bytes;
use punto_scanner::device::{ANSWER_MS, WINDOW};
use punto_scanner::envelope::{LONGEST, digest, preimage};
use punto_scanner::frame::{DeviceState, FaultCode, GateState, GateWhy, Refusal, ShoeState, Slot, UnreadWhy};
use punto_scanner::server::{Alarm, Effect, LATE_MS, Notice, SLOW_MS, Timing};
use punto_scanner::{
    Device, DeviceEffect, DeviceFrame, Envelope, Fingerprint, Head, Kept, PublishedRecord, ServerFrame,
    Statement,
};
use serde_json::Value;
use strum::VariantNames as _;

const PAGE: &str = include_str!("../../../../docs/SCANNER.md");
const SESSION: &str = include_str!("../../../../corpora/scanner/session.txt");
const VECTORS: &str = include_str!("../../../../corpora/scanner/vectors.json");

/// The rows of the table with this head, each as its cells.
fn table(head: &str) -> Vec<Vec<String>> {
    let after = PAGE.split_once(&format!("| {head} |\n")).unwrap_or_else(|| panic!("no table {head}")).1;
    let rows = after.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What stands in backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The blocks of examples.
fn blocks() -> Vec<&'static str> {
    PAGE.split("```\n").skip(1).step_by(2).collect()
}

#[test]
fn the_session_of_the_page_is_the_frozen_one() {
    assert!(blocks().contains(&SESSION));
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let digests = vectors["session_digests"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
    let digests = digests.collect::<Vec<_>>().join("\n") + "\n";
    assert!(blocks().contains(&digests.as_str()));
}

#[test]
fn the_key_the_digest_and_the_enrolment_of_the_page_hold() {
    let (secret, public) = (Bytes(secret()), key().public());
    let fingerprint = Fingerprint::of(&public);
    let keys = format!("secret       {secret}\npublic key   {public}\nfingerprint  {fingerprint}\n");
    assert!(blocks().contains(&keys.as_str()));

    let shell = blocks().into_iter().find(|block| block.starts_with("$ BODY='")).unwrap();
    let body = shell.split('\'').nth(1).unwrap();
    assert_eq!(preimage(body), format!("punto scanner 1\n{body}"));
    assert!(shell.ends_with(&format!("{}  -\n", digest(body))));
    let frame = blocks().into_iter().find(|block| block.starts_with("{\"body\":\"{\\\"v\\\":1")).unwrap();
    let envelope = Envelope::read(frame.trim_end()).unwrap();
    assert_eq!((envelope.body(), envelope.verify(&public)), (body, Ok(())));

    let text = blocks().into_iter().find(|block| block.starts_with("punto scanner enrol 1\n")).unwrap();
    let statement = Statement::enrolment(&"K7QX-93MD".parse().unwrap(), &public, 9);
    assert_eq!(statement.as_str(), text.trim_end());
    let sig = quoted(PAGE.split_once("is signed as").unwrap().1)[0];
    assert_eq!(statement.verify(&public, &sig.parse().unwrap()), Ok(()));

    let line = blocks().into_iter().find(|block| block.starts_with("{\"key\":")).unwrap();
    let line = line.trim_end().replace("\"sig\":\"...\"", &format!("\"sig\":\"{sig}\""));
    assert_eq!(PublishedRecord::read(&line).unwrap().write(), line);
}

/// The fields of each kind of frame, with `?` where the frames do not all have it.
fn fields(frames: impl Iterator<Item = Value>) -> BTreeMap<String, BTreeSet<String>> {
    let mut kinds: BTreeMap<String, Vec<BTreeSet<String>>> = BTreeMap::new();
    for frame in frames {
        let mut names: BTreeSet<String> = frame.as_object().unwrap().keys().cloned().collect();
        names.retain(|name| !["v", "type", "x"].contains(&name.as_str()));
        kinds.entry(frame["type"].as_str().unwrap().to_owned()).or_default().push(names);
    }
    let marked = |seen: Vec<BTreeSet<String>>| {
        let all: BTreeSet<String> = seen.iter().flatten().cloned().collect();
        let always = |name: &String| seen.iter().all(|names| names.contains(name));
        all.into_iter().map(|name| if always(&name) { name } else { name + "?" }).collect()
    };
    kinds.into_iter().map(|(kind, seen)| (kind, marked(seen))).collect()
}

fn fields_of_the_page(head: &str) -> BTreeMap<String, BTreeSet<String>> {
    let row = |row: Vec<String>| {
        let names = quoted(&row[1]).into_iter().map(str::to_owned).collect();
        (quoted(&row[0])[0].to_owned(), names)
    };
    table(head).into_iter().map(row).collect()
}

#[test]
fn the_page_has_every_frame_with_its_fields() {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let frozen = SESSION.lines().filter_map(|line| line.strip_prefix("> "));
    let frozen = frozen.map(|frame| Envelope::read(frame).unwrap().body().to_owned());
    let records =
        vectors["records"].as_array().unwrap().iter().map(|it| it["body"].as_str().unwrap().to_owned());
    let minimal = [loaded(), card(1, "9h")].map(|what| body(Head::NONE, 0, what));
    let device = frozen.chain(records).chain(minimal);
    let device = device.map(|body| {
        assert!(DeviceFrame::read(&body).is_ok(), "{body}");
        serde_json::from_str(&body).unwrap()
    });
    assert_eq!(fields_of_the_page("device sends | fields"), fields(device));

    let refused = ServerFrame::Refused { code: Refusal::Version, expect: None }.write();
    let gate = ServerFrame::read("{\"type\":\"gate\",\"open\":false,\"why\":\"halted\"}").unwrap().write();
    let server = SESSION.lines().filter_map(|line| line.strip_prefix("< ").map(str::to_owned));
    let server = server.chain([refused, gate]).map(|text| serde_json::from_str(&text).unwrap());
    assert_eq!(fields_of_the_page("server sends | fields"), fields(server));
}

#[test]
fn every_field_and_every_word_of_a_frame_is_explained() {
    let known: BTreeSet<String> = fields_of_the_page("device sends | fields")
        .into_values()
        .flatten()
        .map(|name| name.trim_end_matches('?').to_owned())
        .collect();
    let rows: Vec<Vec<String>> = table("field | is");
    let mut explained: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(&row[0])).collect();
    let words: BTreeMap<String, Vec<String>> = table("word of | words")
        .into_iter()
        .map(|row| (row[0].replace('`', ""), quoted(&row[1]).into_iter().map(str::to_owned).collect()))
        .collect();
    explained.extend(words.keys().map(|key| key.split(' ').next().unwrap()));
    explained.insert("t");
    assert_eq!(explained, known.iter().map(String::as_str).collect());

    let expected: [(&str, &[&str]); 8] = [
        ("state of beat", DeviceState::VARIANTS),
        ("gate of beat", GateState::VARIANTS),
        ("state of shoe", ShoeState::VARIANTS),
        ("slot", Slot::VARIANTS),
        ("why of unread", UnreadWhy::VARIANTS),
        ("outcome", &["player", "banker", "tie"]),
        ("code of fault", FaultCode::VARIANTS),
        ("why of gate", GateWhy::VARIANTS),
    ];
    let expected =
        expected.map(|(name, words)| (name.to_owned(), words.iter().map(|&it| it.to_owned()).collect()));
    assert_eq!(words, BTreeMap::from(expected));
}

/// What a device that is welcome does when it is refused.
fn does(code: Refusal) -> &'static str {
    let mut device = Device::start(key(), about(), Kept { acked: Head::NONE, unacked: Vec::new() }).unwrap();
    device.record(loaded(), 0).unwrap();
    device.tick(0);
    device.connected(0);
    let challenge = ServerFrame::Challenge { session: session_id(), now: 0 };
    device.receive(&challenge.write(), 0);
    let welcome = SESSION.lines().find(|line| line.contains("welcome")).unwrap();
    device.receive(welcome.strip_prefix("< ").unwrap(), 0);
    let refused = ServerFrame::Refused { code, expect: (code == Refusal::Gap).then_some(1) };
    match device.receive(&refused.write(), 0).as_slice() {
        [] => "goes on; see below",
        [DeviceEffect::HangUp] => "tries again",
        [DeviceEffect::HangUp, DeviceEffect::Stop(_)] => "stops",
        [DeviceEffect::Send(_)] => "sends from `expect`",
        effects => panic!("{effects:?}"),
    }
}

#[test]
fn the_page_has_every_refusal_and_what_a_device_does() {
    let rows: Vec<(String, String)> = table("code | means | the device")
        .into_iter()
        .map(|row| (row[0].replace('`', ""), row[2].clone()))
        .collect();
    let expected =
        Refusal::VARIANTS.iter().map(|code| ((*code).to_owned(), does(code.parse().unwrap()).to_owned()));
    assert_eq!(rows, expected.collect::<Vec<_>>());
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_code() {
    let Timing { beat_ms, lost_ms } = Timing::default();
    let numbers = [
        ("LONGEST", LONGEST.to_string()),
        ("WINDOW", WINDOW.to_string()),
        ("ANSWER_MS", ANSWER_MS.to_string()),
        ("beat_ms", beat_ms.to_string()),
        ("lost_ms", lost_ms.to_string()),
        ("SLOW_MS", SLOW_MS.to_string()),
        ("LATE_MS", LATE_MS.to_string()),
    ];
    let rows = table("name | value | is").into_iter().map(|row| (row[0].replace('`', ""), row[1].clone()));
    let expected = numbers.map(|(name, value)| (name.to_owned(), value));
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}

#[test]
fn the_table_of_what_the_server_does_with_a_record_holds() {
    let rows: Vec<String> = table("the server gets | it").into_iter().map(|row| row[1].clone()).collect();
    let frame = |body: &str| signed(secret(), body);
    let first = body(Head::NONE, 1, loaded());
    let head = Head { n: 1, digest: digest(&first) };
    let second = body(head, 2, card(1, "9h"));
    let third = body(Head { n: 2, digest: digest(&second) }, 3, card(2, "9h"));
    let ack = Effect::Send(ServerFrame::Ack { n: 1 });
    let forked = |n| Effect::Tell(Notice::Alarm(Alarm::Forked { n }));
    let mut session = live(Head::NONE, Head::NONE);
    let at = common::START;

    assert!(rows[0].starts_with("stores it, then sends `ack`"));
    assert!(matches!(session.receive(&frame(&first), at).as_slice(), [Effect::Store(_)]));
    assert!(rows[2].starts_with("does nothing"));
    assert_eq!(session.receive(&frame(&first), at), []);
    assert_eq!(session.stored(1).first(), Some(&ack));
    assert!(rows[1].starts_with("sends `ack` again"));
    let compare = session.receive(&frame(&first), at);
    let [Effect::Compare(claim)] = compare.as_slice() else { panic!("{compare:?}") };
    assert_eq!(session.compared(*claim, head.digest), [ack]);
    assert!(rows[3].starts_with("`forked`: ends"));
    assert!(session.clone().compared(*claim, common::other_digest()).contains(&forked(1)));
    assert_eq!(rows[4], "`forked`");
    let other = body(Head { n: 1, digest: common::other_digest() }, 2, card(1, "9h"));
    assert!(session.clone().receive(&frame(&other), at).contains(&forked(2)));
    assert!(rows[5].starts_with("sends `gap` with `expect`"));
    let gap = Effect::Send(ServerFrame::Refused { code: Refusal::Gap, expect: Some(2) });
    assert_eq!(session.clone().receive(&frame(&third), at).first(), Some(&gap));
    assert!(session.receive(&beat(1, 2, 5), at).contains(&gap));
    assert_eq!(rows.len(), 6);
}
