//! A system clock that is set while rounds are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use house::ports::Clock;
use house::{SteadyClock, SystemClock};
use table::Timestamp;

use crate::test_server::{Parts, QUICK, TestServer, tables};

/// The system's clock, so many milliseconds off.
struct SetClock(Arc<AtomicI64>);

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.0.load(Ordering::SeqCst))
    }
}

#[tokio::test]
async fn betting_neither_closes_at_once_nor_stays_open_when_the_clock_is_set() {
    let betting = Duration::from_secs(2);
    let off = Arc::new(AtomicI64::new(0));
    let clock = Arc::new(SteadyClock::over(Arc::new(SetClock(Arc::clone(&off)))));
    let mut tables = tables();
    tables[1].timings.betting_ms = 2_000;
    let server = TestServer::of(Parts { tables, clock, ..Parts::default() }).await;
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    let hour = 3_600_000;
    for set_to in [hour, -hour, 0] {
        socket.receive_event("betting_opened").await;
        let since = Instant::now();
        off.store(set_to, Ordering::SeqCst);
        socket.receive_event("betting_closed").await;
        assert!(since.elapsed() > betting / 2, "set to {set_to}: {:?}", since.elapsed());
    }
    assert!(server.house.stopped_tables().is_empty());
}
