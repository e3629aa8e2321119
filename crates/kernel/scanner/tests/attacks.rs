//! Attacks on a session and its records, each as the attacker would make it.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "in a test it says: this cannot fail here"
)]

mod common;

use common::{
    START, beat, body, card, chain, challenged, enrolled, hello, key, live, live_at, loaded, other_digest,
    secret, sent, session_id, signed, signed_text,
};
use fair::{Bytes, PublicKey};
use punto_scanner::envelope::{LONGEST, digest};
use punto_scanner::frame::{Hello, Refusal};
use punto_scanner::server::{Alarm, Arrival, Claim, Ending, Line, Notice, Standing};
use punto_scanner::{
    DeviceFrame, DeviceKey, Effect, Head, ServerFrame, ServerSession, Statement, What, check_key,
};

const THIEF: [u8; 32] = [0x66; 32];

const fn refused(code: Refusal) -> ServerFrame {
    ServerFrame::Refused { code, expect: None }
}

/// The effects of a refusal that ends a session.
fn ends(code: Refusal) -> Vec<Effect> {
    vec![Effect::Send(refused(code)), Effect::End(Ending::Refused(code))]
}

fn ends_with_alarm(code: Refusal, alarm: Alarm) -> Vec<Effect> {
    vec![Effect::Send(refused(code)), Effect::Tell(Notice::Alarm(alarm)), Effect::End(Ending::Refused(code))]
}

fn forked(n: u64) -> Vec<Effect> {
    ends_with_alarm(Refusal::Forked, Alarm::Forked { n })
}

/// What a text leads to when it is the first bad one: the code, and nothing else.
fn only(code: Refusal) -> Vec<Effect> {
    vec![Effect::Send(refused(code))]
}

fn arrivals(effects: Vec<Effect>) -> Vec<Arrival> {
    let arrival = |effect| if let Effect::Store(arrival) = effect { Some(*arrival) } else { None };
    effects.into_iter().filter_map(arrival).collect()
}

/// Sends the records, each stored at once, and returns the head.
fn store_all(session: &mut ServerSession, frames: &[(String, Head)]) -> Head {
    for (frame, head) in frames {
        assert_eq!(arrivals(session.receive(frame, START)).len(), 1, "record {}", head.n);
        assert_eq!(sent(&session.stored(head.n)), [ServerFrame::Ack { n: head.n }]);
    }
    frames.last().map_or(Head::NONE, |(_, head)| *head)
}

fn say_hello(hello: &Hello, by: [u8; 32]) -> (ServerSession, Vec<Effect>) {
    let mut session = challenged();
    let effects = session.receive(&signed(by, &DeviceFrame::Hello(hello.clone()).write()), START);
    (session, effects)
}

// Forged.

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

// Told again, in another order, later, elsewhere.

#[test]
fn a_replayed_record_is_acknowledged_and_has_no_effect() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(3);
    store_all(&mut session, &frames);
    let claim = Claim { n: 2, digest: frames[1].1.digest };
    assert_eq!(session.receive(&frames[1].0, START), [Effect::Compare(claim)]);
    assert_eq!(session.compared(claim, frames[1].1.digest), [Effect::Send(ServerFrame::Ack { n: 3 })]);
}

#[test]
fn a_record_that_is_replayed_before_it_is_stored_is_not_acknowledged() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(1);
    assert_eq!(arrivals(session.receive(&frames[0].0, START)).len(), 1);
    assert_eq!(session.receive(&frames[0].0, START), []);
    assert_eq!(session.stored(1), [Effect::Send(ServerFrame::Ack { n: 1 })]);
    assert_eq!(session.stored(1), [], "an ack is sent once");
    assert_eq!(session.stored(7), [], "and not for records that never came");
}

#[test]
fn a_hello_of_an_older_session_opens_no_new_one() {
    let old = Hello { session: Bytes([1; 16]), ..hello(Head::NONE, 0) };
    assert_eq!(say_hello(&old, secret()).1, ends(Refusal::BadSession));
}

#[test]
fn a_replayed_beat_keeps_no_dead_device_alive() {
    let mut session = live(Head::NONE, Head::NONE);
    let beat = beat(1, 0, 1000);
    assert_eq!(session.receive(&beat, START + 1000).len(), 1);
    for at in [2000, 3000, 3900] {
        assert_eq!(session.receive(&beat, START + at), []);
    }
    assert_eq!(session.deadline(), Some(START + 4000));
    assert!(session.is_alive(START + 3999));
    assert_eq!(session.tick(START + 3999), []);
    assert_eq!(session.tick(START + 4000), [Effect::End(Ending::Lost)]);
}

#[test]
fn a_beat_of_another_session_is_refused() {
    let mut session = live(Head::NONE, Head::NONE);
    let other = beat(1, 0, 1000).replace("6f1d", "7f1d");
    assert_eq!(session.receive(&other, START), only(Refusal::BadSignature));
    let body = DeviceFrame::Beat(punto_scanner::frame::Beat {
        session: Bytes([1; 16]),
        b: 1,
        last: 0,
        t: 1,
        state: punto_scanner::frame::DeviceState::Ready,
        gate: punto_scanner::frame::GateState::Open,
    });
    assert_eq!(session.receive(&signed(secret(), &body.write()), START), only(Refusal::BadSession));
}

#[test]
fn reordered_records_wait_for_those_that_are_missing() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(3);
    let gap = ServerFrame::Refused { code: Refusal::Gap, expect: Some(1) };
    assert_eq!(session.receive(&frames[2].0, START), [Effect::Send(gap)]);
    assert_eq!(session.receive(&frames[1].0, START), [], "it was asked for a moment ago");
    assert_eq!(session.receive(&frames[1].0, START + 2000), [Effect::Send(gap)]);
    store_all(&mut session, &frames);
}

#[test]
fn a_withheld_record_is_asked_for_and_is_late_when_it_comes() {
    let mut session = live(Head::NONE, Head::NONE);
    let (first, head) = chain(1).remove(0);
    assert_eq!(arrivals(session.receive(&first, START + 1_000)).len(), 1);
    let withheld = signed(secret(), &body(head, 2_000, card(1, "9h")));
    // Beats go on and say that there is a record 2.
    let gap = Effect::Send(ServerFrame::Refused { code: Refusal::Gap, expect: Some(2) });
    for t in 2..=7 {
        let effects = session.receive(&beat(t, 2, t * 1000), START + t * 1000);
        assert_eq!(effects.contains(&gap), t % 2 == 0, "at {t}");
    }
    let arrival = arrivals(session.receive(&withheld, START + 7_001)).remove(0);
    assert_eq!((arrival.read_at, arrival.delay_ms(), arrival.is_late), (START + 2_000, 5_001, true));
}

#[test]
fn a_record_of_another_device_is_refused_at_this_table() {
    let mut session = live(Head::NONE, Head::NONE);
    let elsewhere = signed(THIEF, &body(Head::NONE, 9, loaded()));
    assert_eq!(session.receive(&elsewhere, START), only(Refusal::BadSignature));
}

#[test]
fn a_device_of_another_table_is_not_here() {
    let (mut session, _) = say_hello(&hello(Head::NONE, 0), secret());
    assert_eq!(session.admit(Standing::NotHere, START), ends(Refusal::NotHere));
}

// Left out, told twice.

#[test]
fn a_record_that_the_device_leaves_out_breaks_the_chain() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(3);
    store_all(&mut session, &frames[..1]);
    // Record 3 takes the number of record 2, which nobody is to see.
    let renumbered = signed(secret(), &body(Head { n: 1, ..frames[1].1 }, 9_000, card(2, "9h")));
    assert_eq!(session.receive(&renumbered, START), forked(2));
    assert_eq!(session.receive(&frames[1].0, START), [], "nothing follows a fork");
}

#[test]
fn a_second_history_is_seen_in_a_record_that_is_stored() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(3);
    store_all(&mut session, &frames);
    let second = body(frames[0].1, 2_000, card(1, "2c"));
    let claim = Claim { n: 2, digest: digest(&second) };
    assert_eq!(session.receive(&signed(secret(), &second), START), [Effect::Compare(claim)]);
    assert_eq!(session.compared(claim, frames[1].1.digest), forked(2));
}

#[test]
fn a_second_history_is_seen_while_the_first_is_stored() {
    let mut session = live(Head::NONE, Head::NONE);
    assert_eq!(arrivals(session.receive(&chain(1)[0].0, START)).len(), 1);
    let second = signed(secret(), &body(Head::NONE, 2_000, card(1, "2c")));
    assert_eq!(session.receive(&second, START), forked(1));
}

#[test]
fn a_second_history_is_seen_in_a_hello() {
    let frames = chain(2);
    let stored = frames[1].1;
    let (mut session, _) = say_hello(&hello(Head { digest: other_digest(), ..stored }, 0), secret());
    assert_eq!(session.admit(enrolled(stored, None), START), forked(2));
}

#[test]
fn a_hello_that_names_another_head_than_its_records_lead_to_is_a_second_history() {
    let frames = chain(2);
    let mut session = live(Head { n: 2, digest: other_digest() }, Head::NONE);
    store_all(&mut session, &frames[..1]);
    assert_eq!(session.receive(&frames[1].0, START), forked(2));
}

#[test]
fn a_device_that_forgot_its_counter_needs_a_new_key() {
    let frames = chain(3);
    let (mut session, _) = say_hello(&hello(frames[1].1, 0), secret());
    let effects = session.admit(enrolled(frames[2].1, None), START);
    assert_eq!(effects, ends_with_alarm(Refusal::CounterLost, Alarm::CounterLost { last: 2 }));
}

// One key, two devices.

#[test]
fn a_thief_who_comes_second_cannot_push_the_shoe_out() {
    let mut first = live(Head::NONE, Head::NONE);
    assert!(first.is_alive(START + 2_999));
    let (mut second, _) = say_hello(&hello(Head::NONE, 0), secret());
    let effects = second.admit(Standing::AlreadyConnected, START);
    assert_eq!(effects, ends_with_alarm(Refusal::AlreadyConnected, Alarm::AlreadyConnected));
    store_all(&mut first, &chain(2));
}

#[test]
fn a_thief_who_comes_first_is_seen_when_the_shoe_comes() {
    // The thief has the key, says hello and invents a record. The shoe has another one.
    let mut thief = live(Head::NONE, Head::NONE);
    let invented = body(Head::NONE, 1, card(1, "9c"));
    store_all(&mut thief, &[(signed(secret(), &invented), Head { n: 1, digest: digest(&invented) })]);
    assert!(!thief.is_alive(START + 3_000), "it did not beat");
    let stored = Head { n: 1, digest: digest(&invented) };
    let (mut shoe, _) = say_hello(&hello(chain(1)[0].1, 0), secret());
    assert_eq!(shoe.admit(enrolled(stored, None), START + 3_000), forked(1));
}

#[test]
fn a_stolen_key_that_is_revoked_in_a_round_says_nothing_more() {
    let mut session = live(Head::NONE, Head::NONE);
    let frames = chain(3);
    store_all(&mut session, &frames[..1]);
    assert_eq!(arrivals(session.receive(&frames[1].0, START)).len(), 1);
    assert_eq!(session.revoke(Refusal::Revoked), ends(Refusal::Revoked));
    assert_eq!(session.receive(&frames[2].0, START), []);
    assert_eq!(session.stored(2), [], "the record stays valid, and nobody hears an ack");
    assert_eq!(session.revoke(Refusal::Revoked), []);
    assert!(session.has_ended() && session.deadline().is_none());
    for (standing, code) in [(Standing::Revoked, Refusal::Revoked), (Standing::Suspended, Refusal::Suspended)]
    {
        let (mut session, _) = say_hello(&hello(Head::NONE, 0), secret());
        assert_eq!(session.admit(standing, START), ends(code));
    }
}

// Time.

#[test]
fn a_clock_that_runs_back_within_a_session_is_refused() {
    let mut session = live_at(Head::NONE, 5_000, Head::NONE, None);
    let record = |t| signed(secret(), &body(Head::NONE, t, loaded()));
    assert_eq!(session.receive(&record(4_999), START), only(Refusal::BadFrame));
    assert_eq!(session.receive(&beat(1, 0, 4_999), START), only(Refusal::BadFrame));
    assert_eq!(arrivals(session.receive(&record(5_000), START)).len(), 1);
    let mut session = live_at(Head::NONE, 5_000, Head::NONE, None);
    session.receive(&beat(1, 0, 7_000), START + 2_000);
    // A record that the line lost, and that is older than the last beat, is no clock that runs back.
    assert_eq!(arrivals(session.receive(&record(6_000), START + 2_000)).len(), 1);
    let head = Head { n: 1, digest: digest(&body(Head::NONE, 6_000, loaded())) };
    let next = signed(secret(), &body(head, 5_999, card(1, "9h")));
    assert_eq!(session.receive(&next, START + 2_000), only(Refusal::BadFrame));
    assert_eq!(
        session.receive(&beat(2, 2, 6_999), START + 2_000),
        ends(Refusal::BadFrame).split_at(0).1[..1]
    );
}

#[test]
fn a_line_that_delays_everything_more_and_more_makes_no_card_look_later() {
    let mut session = live(Head::NONE, Head::NONE);
    for second in 1..=120 {
        let effects = session.receive(&beat(second, 0, second * 1_000), START + second * 1_050);
        assert!(!effects.contains(&Effect::End(Ending::Lost)));
    }
    let card = signed(secret(), &body(Head::NONE, 120_500, card(1, "9h")));
    let arrival = arrivals(session.receive(&card, START + 126_525)).remove(0);
    assert!(arrival.is_late, "it is 6025 on its way, and seems {}", arrival.delay_ms());
    assert!(arrival.delay_ms() > 5_850);
}

/// A session of a device that made records 1 and 2 before it, and 2 is not stored; the record as it arrives.
fn made_before(line: Option<Line>, t: u64) -> Arrival {
    let first = chain(1)[0].1;
    let late = body(first, 90_000, card(1, "9h"));
    let made = Head { n: 2, digest: digest(&late) };
    let mut session = live_at(made, t, first, line);
    arrivals(session.receive(&signed(secret(), &late), START + 10)).remove(0)
}

#[test]
fn a_card_that_was_read_before_the_session_is_late_unless_the_line_was_gone_for_a_moment() {
    let line = |gone: u64, offset: i64| Some(Line { heard_at: START - gone, offset });
    let offset = i64::try_from(START).unwrap() - 92_000;
    assert_eq!(Some(Line::at(START - 4_000, 88_000)), line(4_000, offset));
    // Made at 90,000 of a clock that goes on, with hello at 92,000.
    let short = made_before(line(4_999, offset), 92_000);
    assert_eq!((short.read_at, short.is_late), (START - 2_000, false));
    assert!(made_before(line(5_000, offset), 92_000).is_late, "gone for too long");
    assert!(made_before(line(4_999, offset - 2_001), 92_000).is_late, "the clock jumped");
    assert!(made_before(line(4_999, offset), 500).is_late, "the device was switched off");
    let unknown = made_before(None, 92_000);
    assert_eq!((unknown.read_at, unknown.is_late), (START, true), "the server was started");
    // The clock goes on, and the record is old all the same.
    assert!(made_before(line(4_999, offset + 3_002), 95_002).is_late);
}

#[test]
fn a_slow_line_is_put_on_record_from_two_seconds_and_a_finding_from_five() {
    for (delay, is_slow, is_late) in
        [(2_000, false, false), (2_001, true, false), (5_000, true, false), (5_001, true, true)]
    {
        let mut session = live(Head::NONE, Head::NONE);
        session.receive(&beat(1, 1, 100 + delay), START + 100 + delay);
        let effects =
            session.receive(&signed(secret(), &body(Head::NONE, 100, loaded())), START + 100 + delay);
        let slow = Effect::Tell(Notice::Slow { n: 1, delay_ms: delay });
        assert_eq!(effects.contains(&slow), is_slow, "{delay}");
        assert_eq!(arrivals(effects)[0].is_late, is_late, "{delay}");
    }
}

// Noise.

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
