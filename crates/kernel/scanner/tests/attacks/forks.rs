//! Somebody with the key: records left out, second histories, two devices, a stolen key.

use crate::common::{START, body, card, chain, enrolled, hello, live, other_digest, secret, signed};
use crate::helpers::{arrivals, ends, ends_with_alarm, forked, say_hello, store_all};
use punto_scanner::envelope::digest;
use punto_scanner::frame::Refusal;
use punto_scanner::server::{Alarm, Claim, Standing};
use punto_scanner::{Effect, Head};

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
