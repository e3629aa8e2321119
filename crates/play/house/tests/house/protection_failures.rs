//! Protection on a store that fails, is slow, or loses its answer: what a patron set is enforced all the same.

#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use punto_house::log::{Entity, EntityKind, EntityRef, HouseEvent};
use punto_house::ports::{Call, ReadStore as _};
use punto_house::protection::LimitKind;
use punto_house::{Notice, default_tables};
use table::PatronId;

use crate::faults::{Fault, Faults};
use crate::test_house::{GOLD, SALON, TestHouse, code, drain};

/// The salon on a store with faults to come, and a guest in it while it takes wagers.
async fn with_guest() -> (TestHouse, Arc<Faults>, PatronId) {
    at_tables(1).await
}

/// So many of the default tables, and a guest with a seat at each, while the salon takes wagers.
async fn at_tables(count: usize) -> (TestHouse, Arc<Faults>, PatronId) {
    let faults = Arc::new(Faults::default());
    let tables = default_tables().into_iter().take(count).collect();
    let (store, clock) = (Arc::clone(&faults.store), TestHouse::clock());
    let test = TestHouse::open_on(tables, faults.clone(), store, clock, Arc::default()).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    (test, faults, patron)
}

async fn limit(test: &TestHouse, patron: PatronId, kind: LimitKind, value: u64) -> Result<(), &'static str> {
    let wanted = BTreeMap::from([(kind, Some(value))]);
    test.house.set_limits(patron, &wanted).await.map(|_| ()).map_err(|no| code(&no))
}

#[tokio::test(start_paused = true)]
async fn what_was_staked_counts_although_a_reading_of_it_was_broken_off() {
    for (call, fault) in [
        (Call::Read("held"), Fault::TakesMs(1_000)),
        (Call::Read("statement"), Fault::TakesMs(1_000)),
        (Call::Read("held"), Fault::Fails),
        (Call::Read("statement"), Fault::Fails),
    ] {
        let (test, faults, patron) = with_guest().await;
        test.place(patron, SALON, 1, "player 800").await.expect("nothing limits it");
        test.end(SALON).await;
        test.betting(SALON).await;
        // The patron goes away, or the store fails, while the house reads the patron's stakes.
        faults.next(call, 1, fault);
        let setting = limit(&test, patron, LimitKind::StakeDay, 1_000);
        let answer = tokio::time::timeout(Duration::from_millis(100), setting).await;
        assert_ne!(answer, Ok(Ok(())), "{call:?} {fault:?}");
        let refused = test.place(patron, SALON, 2, "player 300").await;
        assert_eq!(refused.map_err(|no| code(&no)).map(|_| ()), Err("stake_limit"), "{call:?} {fault:?}");
        test.place(patron, SALON, 3, "player 200").await.expect("that much is left");
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_whose_answer_is_lost_is_enforced() {
    for goes_away in [false, true] {
        let (test, faults, patron) = with_guest().await;
        test.place(patron, SALON, 1, "player 100").await.expect("nothing forbids it");
        let append = Call::Write("append_entry");
        if goes_away {
            faults.next(append, 1, Fault::TakesMs(1_000));
            let asked = tokio::time::timeout(Duration::from_millis(100), test.house.pause(patron, 24)).await;
            assert!(asked.is_err(), "the patron went away");
        } else {
            faults.next(append, 1, Fault::IsLost);
            assert_eq!(test.house.pause(patron, 24).await.map_err(|no| code(&no)), Err("failed"));
        }
        let slip = test.place(patron, SALON, 2, "player 100").await;
        assert_eq!(slip.map_err(|no| code(&no)), Err("paused"), "{goes_away}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_patron_whose_pause_was_not_answered_gets_up_without_a_slip_of_theirs() {
    let (test, faults, patron) = with_guest().await;
    faults.next(Call::Write("append_entry"), 1, Fault::IsLost);
    assert_eq!(test.house.pause(patron, 24).await.map_err(|no| code(&no)), Err("failed"));
    faults.next(Call::Read("entity"), 2, Fault::Fails);
    test.end(SALON).await;
    test.betting(SALON).await;
    assert!(test.house.seats_of(patron).is_empty(), "the house read by itself what became of the pause");
}

#[tokio::test(start_paused = true)]
async fn a_reality_check_that_could_not_be_computed_is_sent_later() {
    let (test, faults, patron) = with_guest().await;
    limit(&test, patron, LimitKind::RealityCheckMinutes, 1).await.expect("tighter");
    test.place(patron, SALON, 1, "player 100").await.expect("nothing forbids it");
    test.end(SALON).await;
    faults.next(Call::Read("held"), 3, Fault::Fails);
    let mut notices = test.house.notices(patron);
    tokio::time::sleep(Duration::from_secs(90)).await;
    let checks = drain(&mut notices).into_iter().filter(|notice| matches!(notice, Notice::RealityCheck(_)));
    assert_eq!(checks.count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_protection_that_is_not_known_is_read_and_keeps_nobody_busy() {
    let (test, faults, patron) = with_guest().await;
    limit(&test, patron, LimitKind::TimeDayMinutes, 60).await.expect("tighter");
    faults.next(Call::Read("entity"), 3, Fault::Fails);
    assert_eq!(limit(&test, patron, LimitKind::TimeDayMinutes, 50).await, Err("failed"));
    test.house.leave(patron, SALON, test.house.now()).await.expect("the seat is given up");
    tokio::time::sleep(Duration::from_secs(10)).await;
    let time = EntityRef { kind: EntityKind::PlayTime, number: patron.0 };
    let on_record = faults.store.entity(time).await.expect("it can be read").expect("it is on record");
    let HouseEvent::Changed { entity: Entity::PlayTime(time), .. } = on_record.event else {
        panic!("a time at tables");
    };
    assert_eq!(time.sitting, None, "the end of the seat is on record");
}

#[tokio::test(start_paused = true)]
async fn a_slip_whose_sender_went_away_counts_at_the_next_table_and_before_a_pause() {
    let (test, faults, patron) = at_tables(2).await;
    limit(&test, patron, LimitKind::StakeDay, 1_000).await.expect("tighter");
    test.betting(SALON).await;
    test.betting(GOLD).await;
    faults.next(Call::Write("commit"), 1, Fault::TakesMs(1_000));
    let slip = test.place(patron, SALON, 1, "player 600");
    let gone = tokio::time::timeout(Duration::from_millis(100), slip).await;
    assert!(gone.is_err(), "the sender went away before the answer");
    let other = test.place(patron, GOLD, 2, "player 600").await;
    assert_eq!(other.map_err(|no| code(&no)).map(|_| ()), Err("stake_limit"));
    assert_eq!(test.house.protection(patron).await.expect("known").held.minor(), 600);

    faults.next(Call::Write("commit"), 1, Fault::TakesMs(1_000));
    let slip = test.place(patron, SALON, 3, "player 400");
    let gone = tokio::time::timeout(Duration::from_millis(100), slip).await;
    assert!(gone.is_err(), "the sender went away before the answer");
    test.house.pause(patron, 24).await.expect("a pause");
    let view = test.house.patron_view(patron, SALON).await.expect("the table runs");
    assert_eq!(view.staked.minor(), 1_000, "a slip on its way counts before the pause");
}
