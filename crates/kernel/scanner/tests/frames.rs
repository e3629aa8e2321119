//! Laws of frames: each reads and writes as itself, and what is not exactly a frame is refused.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

mod common;

use baccarat::{Card, Outcome};
use common::{secret, signed};
use fair::{Bytes, Digest};
use proptest::prelude::*;
use proptest::sample::select;
use punto_scanner::envelope::LONGEST;
use punto_scanner::frame::{
    Beat, CardRecord, DeviceState, FaultCode, Gate, GateState, GateWhy, Hello, MOST, Record, Refusal,
    ShoeRecord, ShoeState, Slot, UnreadRecord, UnreadWhy, Welcome,
};
use punto_scanner::{DeviceFrame, Envelope, FrameError, Label, ServerFrame, What};
use strum::VariantArray as _;

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..10_u64, 0..=MOST, Just(MOST)]
}

fn counted() -> impl Strategy<Value = u64> {
    prop_oneof![1..10_u64, 1..=MOST, Just(MOST)]
}

fn digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Bytes)
}

fn label<const LEAST: usize, const MOST: usize>() -> impl Strategy<Value = Label<LEAST, MOST>> {
    // Quotes and backslashes are escaped twice.
    let letters = r#"[ -~"\\é鞋]{0,200}"#;
    letters.prop_filter_map("short enough", |text: String| {
        text.chars().take(MOST).collect::<String>().parse().ok()
    })
}

fn slot() -> impl Strategy<Value = Slot> {
    select(vec![Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3, Slot::Burn])
}

fn card() -> impl Strategy<Value = CardRecord> {
    let optional = (
        prop::option::of(slot()),
        prop::option::of(0..=1000_u16),
        prop::option::of(label()),
        any::<bool>(),
        prop::option::of(digest()),
    );
    (counted(), 0..Card::KINDS, optional).prop_map(|(pass, index, (slot, conf, tag, again, img))| {
        CardRecord {
            pass,
            card: Card::from_index(index).unwrap(),
            slot,
            conf,
            tag,
            rescan: (again && pass > 1).then_some(pass - 1),
            img,
        }
    })
}

fn what() -> impl Strategy<Value = What> {
    use FaultCode::{Lid, Motor, Power, Sensor, Store};
    use UnreadWhy::{Dark, Foreign, NoCode, Reversed, Smeared, TimeOut, TwoAtOnce};
    let shoe = (
        select(vec![ShoeState::Loaded, ShoeState::Removed, ShoeState::LidOpen]),
        label(),
        1..=255_u8,
        prop::option::of(label()),
    );
    let why = select(vec![NoCode, Smeared, Reversed, TwoAtOnce, TimeOut, Foreign, Dark]);
    prop_oneof![
        shoe.prop_map(|(state, shoe, decks, seal)| What::Shoe(ShoeRecord { state, shoe, decks, seal })),
        card().prop_map(What::Card),
        (counted(), why, prop::option::of(digest()))
            .prop_map(|(pass, why, img)| What::Unread(UnreadRecord { pass, why, rescan: None, img })),
        counted().prop_map(|pass| What::CutCard { pass }),
        select(Outcome::ALL.to_vec()).prop_map(|outcome| What::Result { outcome }),
        (select(vec![Sensor, Motor, Lid, Power, Store]), label())
            .prop_map(|(code, text)| What::Fault { code, text }),
    ]
}

fn device_frame() -> impl Strategy<Value = DeviceFrame> {
    let hello = (digest(), any::<[u8; 16]>(), label(), label(), number(), digest(), number()).prop_map(
        |(key, session, model, firmware, last, head, t)| {
            let session = Bytes(session);
            DeviceFrame::Hello(Hello { key, session, model, firmware, last, head, t })
        },
    );
    let states = select(vec![DeviceState::Ready, DeviceState::Busy, DeviceState::Fault]);
    let gates = select(vec![GateState::Open, GateState::Shut]);
    let beat = (any::<[u8; 16]>(), counted(), number(), number(), states, gates).prop_map(
        |(session, b, last, t, state, gate)| {
            DeviceFrame::Beat(Beat { session: Bytes(session), b, last, t, state, gate })
        },
    );
    let record = (counted(), digest(), number(), what())
        .prop_map(|(n, prev, t, what)| DeviceFrame::Record(Record { n, prev, t, what }));
    prop_oneof![1 => hello, 1 => beat, 4 => record]
}

fn server_frame() -> impl Strategy<Value = ServerFrame> {
    use GateWhy::{Betting, Burn, Deal, Finding, Halted, Settled};
    let welcome = (any::<u32>(), counted(), digest(), 1..=u32::MAX, 1..=u32::MAX).prop_map(
        |(table, expect, head, beat_ms, lost_ms)| {
            ServerFrame::Welcome(Welcome { table, expect, head, beat_ms, lost_ms })
        },
    );
    let why = select(vec![Deal, Burn, Betting, Settled, Finding, Halted]);
    prop_oneof![
        (any::<[u8; 16]>(), number())
            .prop_map(|(session, now)| ServerFrame::Challenge { session: Bytes(session), now }),
        welcome,
        counted().prop_map(|n| ServerFrame::Ack { n }),
        (any::<bool>(), prop::option::of(slot()), why)
            .prop_map(|(open, slot, why)| ServerFrame::Gate(Gate { open, slot, why })),
        (select(Refusal::VARIANTS.to_vec()), prop::option::of(counted()))
            .prop_map(|(code, expect)| ServerFrame::Refused { code, expect }),
    ]
}

proptest! {
    #[test]
    fn every_frame_of_a_device_reads_as_itself(frame in device_frame()) {
        let body = frame.write();
        prop_assert_eq!(DeviceFrame::read(&body).unwrap(), frame);
        let text = signed(secret(), &body);
        prop_assert!(text.len() <= LONGEST, "{} bytes", text.len());
        let envelope = Envelope::read(&text).unwrap();
        prop_assert_eq!(envelope.body(), body.as_str());
        prop_assert_eq!(envelope.write(), text);
    }

    #[test]
    fn every_frame_of_a_server_reads_as_itself(frame in server_frame()) {
        prop_assert_eq!(ServerFrame::read(&frame.write()).unwrap(), frame);
    }

    #[test]
    fn a_field_that_is_left_out_added_or_doubled_is_refused(frame in device_frame(), place in any::<prop::sample::Index>()) {
        let body = frame.write();
        let fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&body).unwrap();
        let optional = ["seal", "slot", "conf", "tag", "rescan", "img"];
        let names: Vec<&String> = fields.keys().collect();
        let name = names[place.index(names.len())];
        let mut without = fields.clone();
        without.remove(name);
        let read = DeviceFrame::read(&serde_json::Value::Object(without).to_string());
        prop_assert_eq!(read.is_ok(), optional.contains(&name.as_str()), "{} without {}", body, name);
        let doubled = body.replacen('{', &format!("{{\"{name}\":{},", fields[name]), 1);
        prop_assert!(DeviceFrame::read(&doubled).is_err(), "{doubled}");
        let added = body.replacen('{', "{\"winner\":\"banker\",", 1);
        prop_assert!(DeviceFrame::read(&added).is_err(), "{added}");
        let own = body.replacen('{', "{\"x\":{\"winner\":\"banker\"},", 1);
        prop_assert_eq!(DeviceFrame::read(&own).unwrap(), frame, "{}", own);
    }
}

/// A card record with some fields changed.
fn card_body(from: &str, to: &str) -> String {
    let body = format!(
        "{{\"v\":1,\"type\":\"card\",\"n\":2,\"prev\":\"{}\",\"t\":5,\"pass\":3,\"card\":\"9h\",\"slot\":\"P1\",\"conf\":998}}",
        "0".repeat(64)
    );
    assert!(DeviceFrame::read(&body).is_ok() && body.contains(from), "{from}");
    body.replace(from, to)
}

#[test]
fn a_value_of_another_form_is_refused_and_named() {
    for (from, to, says) in [
        ("\"v\":1", "\"v\":2", "version 2 of the protocol is not known"),
        ("\"v\":1", "\"v\":\"1\"", "v: a whole number up to 18446744073709551615 was expected"),
        ("\"card\",\"n\"", "\"winner\",\"n\"", "type: there is no such frame"),
        ("\"n\":2", "\"n\":0", "n: a whole number from 1 to 9007199254740991 was expected"),
        ("\"n\":2", "\"n\":9007199254740992", "n: a whole number from 1 to 9007199254740991 was expected"),
        ("\"t\":5", "\"t\":5.0", "t: a whole number from 0 to 9007199254740991 was expected"),
        ("\"t\":5", "\"t\":-5", "t: a whole number from 0 to 9007199254740991 was expected"),
        ("\"9h\"", "\"10h\"", "card: a card such as 9h or Td was expected"),
        ("\"9h\"", "\"9H\"", "card: a card such as 9h or Td was expected"),
        ("\"9h\"", "\"1s\"", "card: a card such as 9h or Td was expected"),
        ("\"P1\"", "\"P4\"", "slot: one of P1, B1, P2, B2, P3, B3, burn was expected"),
        ("998", "1001", "conf: a whole number from 0 to 1000 was expected"),
        ("\"conf\":998", "\"rescan\":3", "rescan: a whole number from 1 to 2 was expected"),
        ("\"conf\":998", "\"x\":7", "x: an object was expected"),
        ("\"conf\":998", "\"tag\":\"\"", "tag: 1 to 64 characters were expected, without control characters"),
        ("\"conf\":998", "\"img\":\"00\"", "img: 32 bytes are written as 64 hex digits in lower case"),
        ("0000\"", "000A\"", "prev: 32 bytes are written as 64 hex digits in lower case"),
    ] {
        let error = DeviceFrame::read(&card_body(from, to)).unwrap_err();
        assert_eq!(error.to_string(), says, "{to}");
    }
    // A field that may be left out may be null.
    assert_eq!(
        DeviceFrame::read(&card_body("998", "null")),
        DeviceFrame::read(&card_body(",\"conf\":998", ""))
    );
}

#[test]
fn a_decimal_deck_or_a_shoe_without_a_label_is_refused() {
    let shoe = |decks: &str, label: &str| {
        let prev = "0".repeat(64);
        format!(
            "{{\"v\":1,\"type\":\"shoe\",\"n\":1,\"prev\":\"{prev}\",\"t\":0,\"state\":\"loaded\",\"shoe\":\"{label}\",\"decks\":{decks}}}"
        )
    };
    assert!(DeviceFrame::read(&shoe("8", &"鞋".repeat(32))).is_ok());
    for (decks, label) in
        [("0", "A"), ("256", "A"), ("8.0", "A"), ("8", ""), ("8", &"鞋".repeat(33)), ("8", "a\\u0000")]
    {
        assert!(DeviceFrame::read(&shoe(decks, label)).is_err(), "{decks} {label}");
    }
}

#[test]
fn an_envelope_has_a_body_in_one_line_a_signature_and_nothing_else() {
    let body = card_body("9h", "9h");
    let good = signed(secret(), &body);
    assert!(Envelope::read(&good).is_ok());
    for bad in [
        good.replacen('{', "{\"key\":\"\",", 1),
        good.replacen("\"sig\"", "\"Sig\"", 1),
        good.replacen("\"sig\":\"", "\"sig\":\"0", 1),
        good.to_uppercase(),
        body.clone(),
        format!("{good}{good}"),
        String::new(),
    ] {
        assert!(matches!(Envelope::read(&bad), Err(FrameError::Form(_))), "{bad}");
    }
    for end in ["\n", "\r"] {
        let broken = signed(secret(), &format!("{body}{end}"));
        assert_eq!(Envelope::read(&broken), Err(FrameError::LineBreak));
    }
    // The signature covers the body alone: the envelope may have blanks and other escapes.
    let spaced = good.replacen(':', " : ", 1).replacen("card", "\\u0063ard", 1);
    assert_eq!(Envelope::read(&spaced), Envelope::read(&good));
}

#[test]
fn a_frame_has_4096_bytes_at_most() {
    let fill = |count: usize| {
        let body = card_body("\"conf\":998", &format!("\"x\":{{\"fill\":\"{}\"}}", "f".repeat(count)));
        signed(secret(), &body)
    };
    let most = LONGEST - fill(0).len();
    assert_eq!((fill(most).len(), Envelope::read(&fill(most)).is_ok()), (4096, true));
    assert_eq!(Envelope::read(&fill(most + 1)), Err(FrameError::Long(4097)));
    let ack = format!("{{\"type\":\"ack\",\"n\":1,\"x\":{{}}{}}}", " ".repeat(4096));
    assert_eq!(ServerFrame::read(&ack), Err(FrameError::Long(ack.len())));
    assert!(ServerFrame::read(ack.replace(' ', "").as_str()).is_ok());
    let envelope = Envelope::read(&fill(most)).unwrap();
    assert!(Envelope::new(envelope.body().to_owned(), envelope.sig()).is_ok());
    assert!(Envelope::new(format!("{}f", envelope.body()), envelope.sig()).is_err());
}
