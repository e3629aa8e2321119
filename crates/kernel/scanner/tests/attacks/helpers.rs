//! What refusals look like, and shortcuts to sessions.

use crate::common::{START, challenged, sent, signed};
use punto_scanner::frame::{Hello, Refusal};
use punto_scanner::server::{Alarm, Arrival, Ending, Notice};
use punto_scanner::{DeviceFrame, Effect, Head, ServerFrame, ServerSession};

pub(crate) const THIEF: [u8; 32] = [0x66; 32];

pub(crate) const fn refused(code: Refusal) -> ServerFrame {
    ServerFrame::Refused { code, expect: None }
}

/// The effects of a refusal that ends a session.
pub(crate) fn ends(code: Refusal) -> Vec<Effect> {
    vec![Effect::Send(refused(code)), Effect::End(Ending::Refused(code))]
}

pub(crate) fn ends_with_alarm(code: Refusal, alarm: Alarm) -> Vec<Effect> {
    vec![Effect::Send(refused(code)), Effect::Tell(Notice::Alarm(alarm)), Effect::End(Ending::Refused(code))]
}

pub(crate) fn forked(n: u64) -> Vec<Effect> {
    ends_with_alarm(Refusal::Forked, Alarm::Forked { n })
}

/// What a text leads to when it is the first bad one: the code, and nothing else.
pub(crate) fn only(code: Refusal) -> Vec<Effect> {
    vec![Effect::Send(refused(code))]
}

pub(crate) fn arrivals(effects: Vec<Effect>) -> Vec<Arrival> {
    let arrival = |effect| if let Effect::Store(arrival) = effect { Some(*arrival) } else { None };
    effects.into_iter().filter_map(arrival).collect()
}

/// Sends the records, each stored at once, and returns the head.
pub(crate) fn store_all(session: &mut ServerSession, frames: &[(String, Head)]) -> Head {
    for (frame, head) in frames {
        assert_eq!(arrivals(session.receive(frame, START)).len(), 1, "record {}", head.n);
        assert_eq!(sent(&session.stored(head.n)), [ServerFrame::Ack { n: head.n }]);
    }
    frames.last().map_or(Head::NONE, |(_, head)| *head)
}

pub(crate) fn say_hello(hello: &Hello, by: [u8; 32]) -> (ServerSession, Vec<Effect>) {
    let mut session = challenged();
    let effects = session.receive(&signed(by, &DeviceFrame::Hello(hello.clone()).write()), START);
    (session, effects)
}
