//! Somebody without the key: forged devices, changed bodies, signatures of other texts, weak keys.

use crate::common::{
    START, body, card, chain, challenged, hello, key, live, loaded, other_digest, secret, session_id,
    signed_text,
};
use crate::helpers::{THIEF, arrivals, ends, only, say_hello, store_all};
use fair::{Bytes, PublicKey};
use punto_scanner::frame::{Hello, Refusal};
use punto_scanner::server::Standing;
use punto_scanner::{DeviceFrame, DeviceKey, Effect, Head, Statement, check_key};

#[test]
fn a_forged_device_with_a_key_of_its_own_is_unknown() {
    let forged = Hello { key: DeviceKey::new(THIEF).public(), ..hello(Head::NONE, 0) };
    let (mut session, effects) = say_hello(&forged, THIEF);
    assert_eq!(effects, [Effect::Identify(forged)], "the caller learns the key that really signed");
    assert_eq!(session.admit(Standing::Unknown, START), ends(Refusal::UnknownDevice));
    assert_eq!(session.receive(&chain(1)[0].0, START), []);
}

#[test]
fn a_forged_device_that_names_the_right_key_cannot_sign() {
    let (session, effects) = say_hello(&hello(Head::NONE, 0), THIEF);
    assert_eq!(effects, ends(Refusal::BadSignature));
    assert!(session.has_ended());
}

#[test]
fn keys_of_small_order_and_second_spellings_of_keys_are_refused() {
    let small = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        // Points of large order, whose y is written with p added.
        "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "f1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ];
    for text in small {
        let key: PublicKey = text.parse().unwrap();
        assert!(check_key(&key).is_err(), "{text}");
    }
    // The two largest coordinates below p that are points.
    let near = [
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eaffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ];
    let judged = near.map(|text| check_key(&text.parse().unwrap()).is_ok());
    assert_eq!(judged, [false, true], "the first is weak, the second a good key");
    assert_eq!(check_key(&key().public()), Ok(()));
}

#[test]
fn a_signature_that_fits_every_text_under_a_weak_key_opens_no_session() {
    // Under the neutral element as key, R = B and S = 1 satisfy the equation for any text.
    let weak: PublicKey = Bytes(std::array::from_fn(|place| u8::from(place == 0)));
    let body = DeviceFrame::Hello(Hello { key: weak, ..hello(Head::NONE, 0) }).write();
    let sig = format!("58{}{:0<64}", "66".repeat(31), "01");
    let frame = serde_json::json!({ "body": body, "sig": sig }).to_string();
    assert_eq!(challenged().receive(&frame, START), ends(Refusal::BadSignature));
}

#[test]
fn a_changed_body_is_refused_and_stores_nothing() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(2);
    store_all(&mut session, &frames[..1]);
    let changed = frames[1].0.replace("9h", "9d");
    assert_ne!(changed, frames[1].0);
    assert_eq!(session.receive(&changed, START), only(Refusal::BadSignature));
    assert_eq!(arrivals(session.receive(&frames[1].0, START)).len(), 1, "the true one is still taken");
}

#[test]
fn the_signature_of_another_body_is_refused() {
    let mut session = live(Head::NONE, Head::NONE);
    let head = store_all(&mut session, &chain(1));
    let (told, wanted) = (body(head, 9, card(1, "2c")), body(head, 9, card(1, "9h")));
    let frame = signed_text(secret(), &punto_scanner::envelope::preimage(&told), &wanted);
    assert_eq!(session.receive(&frame, START), only(Refusal::BadSignature));
}

#[test]
fn a_signature_of_the_same_key_for_another_purpose_is_refused() {
    let wanted = body(Head::NONE, 9, loaded());
    for text in [
        wanted.clone(),
        format!("punto scanner 2\n{wanted}"),
        format!("punto scanner 1{wanted}"),
        format!("punto scanner 1\n\n{wanted}"),
        format!("punto scanner enrol 1\n{wanted}"),
    ] {
        let mut session = live(Head::NONE, Head::NONE);
        let frame = signed_text(secret(), &text, &wanted);
        assert_eq!(session.receive(&frame, START), only(Refusal::BadSignature), "{text}");
    }
    let key = key();
    let sig = Statement::enrolment(&"code".parse().unwrap(), &key.public(), 9).sign(&key);
    let picture = Statement::picture(&session_id(), &other_digest());
    assert!(picture.verify(&key.public(), &sig).is_err());
}

#[test]
fn an_enrolment_is_for_one_code_one_key_and_one_table() {
    let (key, code) = (key(), "K7QX-93MD".parse().unwrap());
    let sig = Statement::enrolment(&code, &key.public(), 9).sign(&key);
    let thief = DeviceKey::new(THIEF).public();
    for other in [
        Statement::enrolment(&"K7QX-93ME".parse().unwrap(), &key.public(), 9),
        Statement::enrolment(&code, &key.public(), 10),
        Statement::enrolment(&code, &thief, 9),
    ] {
        assert!(other.verify(&key.public(), &sig).is_err(), "{}", other.as_str());
        assert!(other.verify(&thief, &sig).is_err(), "{}", other.as_str());
    }
}

#[test]
fn a_code_cannot_smuggle_lines_into_what_is_signed() {
    assert!("K7QX\n9".parse::<punto_scanner::Code>().is_err());
}
