//! A system clock that is set by an hour, forth and back, while rounds are played and wagered on.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use house::ports::Clock;
use house::{SteadyClock, SystemClock};
use serde_json::json;
use table::Timestamp;

use crate::socket_client::{id, round_of};
use crate::test_server::{Parts, QUICK, TestServer, tables};

/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;

/// The system's clock, so many milliseconds off.
struct SetClock(Arc<AtomicI64>);

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.0.load(Ordering::SeqCst))
    }
}

/// A server whose system clock is set, and whose quick table takes wagers for two seconds.
async fn open() -> (TestServer, Arc<AtomicI64>) {
    let off = Arc::new(AtomicI64::new(0));
    let clock = Arc::new(SteadyClock::over(Arc::new(SetClock(Arc::clone(&off)))));
    let mut tables = tables();
    tables[1].timings.betting_ms = 2_000;
    (TestServer::of(Parts { tables, clock, ..Parts::default() }).await, off)
}

#[tokio::test]
async fn betting_neither_closes_at_once_nor_stays_open_when_the_clock_is_set() {
    let betting = Duration::from_secs(2);
    let (server, off) = open().await;
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    for set_to in [HOUR, -HOUR, 0] {
        socket.receive_event("betting_opened").await;
        let since = Instant::now();
        off.store(set_to, Ordering::SeqCst);
        socket.receive_event("betting_closed").await;
        assert!(since.elapsed() > betting / 2, "set to {set_to}: {:?}", since.elapsed());
    }
    assert!(server.house.stopped_tables().is_empty());
}

#[tokio::test]
async fn a_slip_counts_before_the_end_of_betting_and_not_after_it_when_the_clock_is_set() {
    let (server, off) = open().await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    socket.watch(QUICK).await;
    socket.take_seat(QUICK).await;
    for (number, set_to) in (0..).zip([HOUR, -HOUR, 0]) {
        let opened = socket.receive_event("betting_opened").await;
        let round = round_of(&opened["event"]["shoe"]);
        off.store(set_to, Ordering::SeqCst);
        let before = socket.place(QUICK, &round, &id(2 * number), &[("tie", 100)]).await;
        assert_eq!(before["type"], "slip_accepted", "set to {set_to}: {before}");
        socket.receive_event("betting_closed").await;
        let after = socket.place(QUICK, &round, &id(2 * number + 1), &[("tie", 100)]).await;
        let code = after["refusal"]["code"].as_str();
        assert!(matches!(code, Some("betting_closed" | "round_not_open")), "set to {set_to}: {after}");
        let settled = socket.receive_type("you_settled").await;
        assert_eq!((&settled["round"], &settled["staked"]), (&round, &json!(100)), "set to {set_to}");
    }
}
