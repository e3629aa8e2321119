//! Clocks that run back, lines that delay, cards that were read before the session.

use crate::common::{START, beat, body, card, chain, live, live_at, loaded, secret, signed};
use crate::helpers::{arrivals, ends, only};
use punto_scanner::envelope::digest;
use punto_scanner::frame::Refusal;
use punto_scanner::server::{Arrival, Ending, Line, Notice};
use punto_scanner::{Effect, Head};

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
