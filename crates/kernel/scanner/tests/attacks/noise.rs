//! Garbage, floods, silence, and frames at the wrong time.

use crate::common::{START, body, chain, challenged, hello, live, loaded, secret, signed, signed_text};
use crate::helpers::{arrivals, ends, only, say_hello};
use punto_scanner::envelope::{LONGEST, preimage};
use punto_scanner::frame::{DeviceFrame, Refusal};
use punto_scanner::server::Ending;
use punto_scanner::{Effect, Head, What};

#[test]
fn three_bad_frames_within_a_minute_end_a_session_and_two_do_not() {
    let long = " ".repeat(LONGEST + 1);
    let broken = signed(secret(), "{\"v\":1,\n\"type\":\"hello\"}");
    let version = signed(secret(), &body(Head::NONE, 0, loaded()).replace("\"v\":1", "\"v\":2"));
    for (frame, code) in [
        (long.as_str(), Refusal::BadFrame),
        ("garbage", Refusal::BadFrame),
        ("{\"body\":\"{}\",\"sig\":\"\"}", Refusal::BadFrame),
        (broken.as_str(), Refusal::BadFrame),
        (version.as_str(), Refusal::Version),
    ] {
        assert_eq!(challenged().receive(frame, START), ends(code), "{frame}");
        let mut session = live(Head::NONE, Head::NONE);
        assert_eq!(session.receive(frame, START), only(code), "{frame}");
        assert_eq!(session.receive(frame, START + 1), only(code));
        assert_eq!(session.receive(frame, START + 60_000), only(code));
        assert_eq!(session.receive(frame, START + 60_000), ends(code));
    }
}

#[test]
fn the_version_of_a_hello_is_refused_for_good_only_where_its_key_signed_it() {
    let body = DeviceFrame::Hello(hello(Head::NONE, 0)).write();
    let newer = body.replacen("\"v\":1", "\"v\":2", 1);
    let of_a_newer_device = signed(secret(), &newer);
    assert_eq!(challenged().receive(&of_a_newer_device, START), ends(Refusal::Version));
    let noise = signed_text(secret(), &preimage(&body), &newer);
    assert_eq!(challenged().receive(&noise, START), ends(Refusal::BadSignature), "the device tries again");
}

#[test]
fn a_flood_ends_the_session() {
    let mut session = live(Head::NONE, Head::NONE);
    let frame = chain(1).remove(0).0;
    let effects: Vec<Vec<Effect>> = (0..53).map(|_| session.receive(&frame, START)).collect();
    assert!(
        effects[..52]
            .iter()
            .all(|effects| !effects.contains(&Effect::End(Ending::Refused(Refusal::TooFast))))
    );
    assert_eq!(effects[52], ends(Refusal::TooFast));
}

#[test]
fn more_records_than_a_device_may_hold_without_an_ack_end_the_session() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(33);
    for (frame, _) in &frames[..32] {
        assert_eq!(arrivals(session.receive(frame, START)).len(), 1);
    }
    assert_eq!(session.receive(&frames[32].0, START), ends(Refusal::TooFast));
}

#[test]
fn a_device_that_does_not_answer_the_challenge_is_let_go() {
    let mut session = challenged();
    assert_eq!(session.tick(START + 2_999), []);
    assert_eq!(session.tick(START + 3_000), [Effect::End(Ending::NoHello)]);
}

#[test]
fn nothing_but_a_hello_is_heard_before_the_welcome() {
    let frame = chain(1).remove(0).0;
    assert_eq!(challenged().receive(&frame, START), ends(Refusal::BadFrame));
    let (mut session, _) = say_hello(&hello(Head::NONE, 0), secret());
    assert_eq!(session.receive(&frame, START), ends(Refusal::BadFrame));
}

#[test]
fn a_result_by_the_device_is_a_record_like_any_other() {
    let mut session = live(Head::NONE, Head::NONE);
    let result = body(Head::NONE, 9, What::Result { outcome: baccarat::Outcome::Banker });
    let arrival = arrivals(session.receive(&signed(secret(), &result), START)).remove(0);
    assert_eq!(arrival.signed.envelope().body(), result);
    assert_eq!(arrival.signed.record().what.pass(), None);
}
