//! Tables that do not go on: they say so, and why, and a supervisor can end their round. They try nothing blindly.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use ledger::{Account, TransferRefusal};
use money::Currency;
use punto_house::ports::{CommitStore as _, Layer, PortFuture, Store, StoreFailure, Unit, UnitOutcome};
use punto_house::{StopReason, StoppedTable, default_tables};
use store::MemoryStore;
use table::{Event, PublicEvent, TableId};

use crate::corrections::ONE;
use crate::test_house::{GIFT, SALON, TestHouse, code};

/// A store whose ledger refuses some events, or that takes its time.
#[derive(Default)]
struct Stubborn {
    store: Arc<MemoryStore>,
    /// How many settlements, and how many voids, are still refused.
    settlements: AtomicU32,
    voids: AtomicU32,
    /// How many commits there were since somebody looked.
    commits: AtomicU32,
    /// For how many milliseconds the next commit hangs.
    hangs: AtomicU64,
    /// How many commits still fail.
    failures: AtomicU32,
}

fn one_less(count: &AtomicU32) -> bool {
    count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |count| count.checked_sub(1)).is_ok()
}

impl Layer for Stubborn {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass_commit(&self, table: TableId, seq: u64, units: Vec<Unit>) -> PortFuture<'_, Vec<UnitOutcome>> {
        self.commits.fetch_add(1, Ordering::Relaxed);
        let has = |like: fn(&Event) -> bool| {
            units.iter().flat_map(|unit| &unit.events).any(|(_, event)| like(event))
        };
        let settles = has(|event| matches!(event, Event::RoundSettled { .. })) && one_less(&self.settlements);
        let voids = has(|event| matches!(event, Event::RoundVoided { .. })) && one_less(&self.voids);
        let (hangs, fails) = (self.hangs.swap(0, Ordering::Relaxed), one_less(&self.failures));
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(hangs)).await;
            if fails {
                return Err(StoreFailure::Storage("the disk is gone".to_owned()));
            }
            if settles || voids {
                let account = Account::house_table(table.0, Currency::PLAY);
                let refusal = TransferRefusal::Overflow { account };
                return Ok(units.iter().map(|_| UnitOutcome::Refused { refusal, wallet: None }).collect());
            }
            self.store.commit(table, seq, units).await
        })
    }
}

async fn salon() -> (TestHouse, Arc<Stubborn>) {
    let stubborn = Arc::new(Stubborn::default());
    let tables = default_tables().into_iter().filter(|settings| settings.id == SALON).collect();
    let store = Arc::clone(&stubborn.store);
    let test = TestHouse::open_on(tables, stubborn.clone(), store, TestHouse::clock(), Arc::default()).await;
    (test, stubborn)
}

/// Why the salon does not go on, if so.
fn stopped(test: &TestHouse) -> Option<StopReason> {
    let mut stopped = test.house.stopped_tables();
    assert!(stopped.iter().all(|one| one.table == SALON));
    stopped.pop().map(|StoppedTable { why, .. }| why)
}

async fn pass(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn a_table_stops_when_the_ledger_refuses_what_is_due_until_its_round_is_void() {
    let (test, stubborn) = salon().await;
    let patron = test.guest("Mara").await;
    let round = test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    stubborn.settlements.store(u32::MAX, Ordering::Relaxed);
    stubborn.voids.store(1, Ordering::Relaxed);
    test.until(SALON, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    pass(60).await;
    let Some(StopReason::Refused { why }) = stopped(&test) else { panic!("it does not go on") };
    assert_eq!(why, "card: the balance of the account house_table 1 in PLAY would be too large to keep");
    stubborn.commits.store(0, Ordering::Relaxed);
    pass(600).await;
    assert_eq!(stubborn.commits.load(Ordering::Relaxed), 0, "it does not try again and again");
    assert_eq!(test.house.running(), 1, "it answers");
    let refused = test.house.void_this_round(SALON, round, ONE).await.unwrap_err();
    assert_eq!(code(&refused), "not_booked");
    assert!(stopped(&test).is_some(), "a void that is refused changes nothing");
    stubborn.settlements.store(0, Ordering::Relaxed);
    test.house.void_this_round(SALON, round, ONE).await.unwrap();
    assert_eq!((stopped(&test), test.balance(patron).await), (None, GIFT));
    let next = test.betting(SALON).await;
    assert_eq!(next.round_no, round.round_no + 1, "it goes on by itself");
    test.end(SALON).await;
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_store_hangs_is_late_after_twice_the_time_and_goes_on() {
    let (test, stubborn) = salon().await;
    test.betting(SALON).await;
    // Betting takes 15 seconds, and what was received is waited for a tenth of a second more.
    stubborn.hangs.store(60_000, Ordering::Relaxed);
    pass(30).await;
    assert_eq!(stopped(&test), None, "it is not late yet");
    pass(1).await;
    let late = stopped(&test);
    assert!(matches!(late, Some(StopReason::Late { step: "close_betting", failure: None, .. })), "{late:?}");
    test.end(SALON).await;
    assert_eq!(stopped(&test), None, "it went on");
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_store_fails_says_which_step_is_late_and_why() {
    let (test, stubborn) = salon().await;
    test.end(SALON).await;
    stubborn.failures.store(60, Ordering::Relaxed);
    pass(30).await;
    let Some(late) = stopped(&test) else { panic!("it does not go on") };
    assert_eq!(late.to_string(), "the step open_betting is late: storage failed: the disk is gone");
    test.end(SALON).await;
    assert_eq!(stopped(&test), None, "it went on");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_goes_on_is_never_late() {
    let (test, _) = salon().await;
    for _ in 0..600 {
        pass(1).await;
        assert_eq!(stopped(&test), None);
    }
}
