//! Slips in spans of time against a server of this test.

mod support;

use std::net::SocketAddr;
use std::time::Duration;

use load::process::Process;
use load::slips::{Load, Stage, Terms};
use table::Timings;

use support::serve;

const PATRONS: u32 = 9;
const SPAN: Duration = Duration::from_millis(600);

fn timings(betting_ms: u32) -> Timings {
    Timings { betting_ms, drain_ms: 20, card_ms: 0, result_ms: 0, shuffle_ms: 0, ..Timings::default() }
}

fn open(address: SocketAddr) -> Stage {
    let terms = Terms { tables: vec![1, 2], patrons: PATRONS, span: SPAN, pause: Duration::from_millis(50) };
    Stage::open(address, Process::this(), terms).expect("everybody has a seat")
}

#[test]
fn every_slip_of_a_span_is_accepted_once_and_settled() {
    let (address, _runtime, _data) = serve(2, timings(2_500));
    let mut stage = open(address);
    for (load, slips) in
        [(Load::Nothing, 0), (Load::Single(SPAN / 2), 1), (Load::AtOnce(1), 1), (Load::AtOnce(4), 4)]
    {
        let span = stage.measure(load).expect("every slip is accepted");
        assert_eq!(span.slips, u64::from(PATRONS * slips), "{load:?}");
        assert_eq!(span.answers.len(), usize::try_from(PATRONS * slips).unwrap(), "{load:?}");
        // Each slip has its answer. What stands after it is said once at least of those that came together.
        let least = span.slips + if slips > 0 { 2 * u64::from(PATRONS) } else { 1 };
        assert!(span.private >= least && span.cpu > Duration::ZERO, "{span:?}");
    }
    stage.finish().expect("every wallet is as in the book");
}

#[test]
fn a_span_that_betting_does_not_last_for_is_refused() {
    let (address, _runtime, _data) = serve(2, timings(200));
    let mut stage = open(address);
    let refused = stage.measure(Load::Single(SPAN / 2)).unwrap_err();
    assert!(refused.contains("betting"), "{refused}");
}
