//! True frames told again, in another order, later, or at another place.

use crate::common::{START, beat, body, card, chain, hello, live, loaded, secret, signed};
use crate::helpers::{THIEF, arrivals, ends, only, say_hello, store_all};
use fair::Bytes;
use punto_scanner::frame::{Hello, Refusal};
use punto_scanner::server::{Claim, Ending, Standing};
use punto_scanner::{DeviceFrame, Effect, Head, ServerFrame};

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
