//! Shoes whose order depends on a beacon: the round is named before its value exists, the table waits for the value,
//! and a shoe that cannot have it is given up in public.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fair::bulletin::Abandonment;
use fair::shoe::BeaconValue;
use fair::{Bytes, Notice};
use punto_house::floor::{FloorPlan, GivenTimings};
use punto_house::ports::{Beacon, BeaconFuture, Clock, NoValue};
use punto_house::proofs::{NotedHeads, Recovery};
use punto_house::{AbandonedShoe, House, HouseRefusal, OsEntropy, Rejection};
use store::MemoryStore;
use table::proof::BEACON_PATIENCE_MS;
use table::{PublicEvent, Refusal, StaffId, Timestamp};
use tokio::time::Instant;
use verify::{Check, Known, Verdict, check};

use crate::proofs::{KEYS, bulletins, file, plan, until, verified};
use crate::test_house::SALON;

/// A published round of quicknet, and its value.
const ROUND: u64 = 1_000;
const VALUE: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";

/// A clock that is set so that a shoe that opens at once names [`ROUND`].
#[derive(Clone, Copy)]
struct NearRound(Instant);

impl Clock for NearRound {
    fn now(&self) -> Timestamp {
        let genesis = beacon::time_of(ROUND).expect("the round has a time") - 4_000;
        let elapsed = self.0.elapsed().as_millis();
        let now = u128::from(genesis) + elapsed;
        Timestamp(i64::try_from(now).expect("a time"))
    }
}

/// A relay that fails so many times first. It gives the published value, and for another round bytes of its own.
#[derive(Debug, Default)]
struct Relay {
    failures: AtomicU64,
    asked: Mutex<Vec<u64>>,
}

impl Beacon for Relay {
    fn value(&self, round: u64) -> BeaconFuture<'_> {
        self.asked.lock().expect("no test panicked with it").push(round);
        let fails =
            self.failures.try_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        Box::pin(async move {
            if fails.is_ok() {
                return Err(NoValue("the relay does not answer".to_owned()));
            }
            let value: BeaconValue =
                if round == ROUND { VALUE.parse().expect("a value") } else { Bytes([9; 48]) };
            Ok(value)
        })
    }
}

/// What a house is opened with more than once.
struct World {
    store: Arc<MemoryStore>,
    clock: NearRound,
    relay: Arc<Relay>,
}

impl World {
    fn new(failures: u64) -> Self {
        let relay = Relay { failures: AtomicU64::new(failures), ..Relay::default() };
        Self { store: Arc::new(MemoryStore::new()), clock: NearRound(Instant::now()), relay: Arc::new(relay) }
    }

    async fn open(&self, has_beacon: bool, timings: GivenTimings) -> House {
        let relay: Arc<dyn Beacon> = self.relay.clone();
        let beacon = has_beacon.then_some(relay);
        let plan = FloorPlan { beacon, timings, ..plan(KEYS, Recovery::default(), NotedHeads::new()) };
        let clock = Arc::new(self.clock);
        House::open(self.store.clone(), clock, Arc::new(OsEntropy), plan).await.expect("the house opens")
    }
}

/// The shoes that were given up, and why.
async fn given_up(house: &House) -> Vec<(u32, Abandonment)> {
    let all = bulletins(house).await;
    let ends = all.iter().filter_map(|own| match &own.notice {
        Notice::Finished(it) => it.secret.and(Some((it.shoe_no, it.abandoned?))),
        _ => None,
    });
    ends.collect()
}

#[tokio::test(start_paused = true)]
async fn the_order_depends_on_a_value_that_did_not_exist_when_all_else_was_fixed() {
    let world = World::new(2);
    let house = world.open(true, GivenTimings::default()).await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    assert_eq!(*world.relay.asked.lock().unwrap(), [ROUND; 3], "asked until it was there, one at a time");
    let exists = beacon::time_of(ROUND).unwrap();
    let chain = Bytes(beacon::CHAIN);
    for said in bulletins(&house).await {
        match said.notice {
            Notice::Committed(it) => assert_eq!(it.beacon, Some(chain)),
            Notice::Opened(it) => {
                assert_eq!(it.beacon, Some((chain, ROUND)));
                assert!(said.at + 3_000 <= exists);
            }
            Notice::Revealed(_) => assert!(said.at < exists),
            Notice::Sealed(it) => {
                assert_eq!(it.beacon.map(|value| value.to_string()).as_deref(), Some(VALUE));
                assert!(said.at > exists);
            }
            _ => {}
        }
    }
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    let pairing = |round: u64, value: &BeaconValue| beacon::verify(round, &value.0).is_ok();
    let known = Known {
        key: house.proof_key(),
        nonce: None,
        wagers: None,
        pairing: Some(&pairing),
        ..Known::default()
    };
    let report = check(&file(&house, 1).await, &known);
    assert!(!report.has_failed(), "{:#?}", report.findings);
    let found = report.findings.iter().find(|it| it.check == Check::Beacon).expect("a finding");
    assert_eq!(found.verdict, Verdict::Ok, "{found:?}");
    house.shutdown().await;

    // A restart asks nobody: the value is on record.
    let house = world.open(true, GivenTimings::default()).await;
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    verified(&house, &file(&house, 1).await);
    assert_eq!(world.relay.asked.lock().unwrap().len(), 3);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_waits_for_the_value_and_a_supervisor_may_give_the_shoe_up() {
    let world = World::new(u64::MAX);
    let house = world.open(true, GivenTimings::default()).await;
    let mut frames = house.subscribe(SALON).unwrap();
    let patience = Duration::from_millis(BEACON_PATIENCE_MS.into());
    tokio::time::sleep(patience).await;
    let opened = |event: &PublicEvent| *event == PublicEvent::BettingOpened;
    while let Ok(frame) = frames.try_recv() {
        assert!(!opened(&frame.public.event), "no wagers without the value");
    }
    let refused = house.abandon_shoe(SALON, 1, StaffId(3)).await.unwrap_err();
    let Rejection::Refused(HouseRefusal::Table(Refusal::WaitOn { remaining_ms })) = refused else {
        panic!("{refused:?}")
    };
    let stopped = house.stopped_tables();
    assert!(format!("{stopped:?}").contains("the relay does not answer"), "{stopped:?}");

    tokio::time::sleep(Duration::from_millis(remaining_ms)).await;
    let another = house.abandon_shoe(SALON, 2, StaffId(3)).await;
    let not_waiting = |shoe_no| Err(Refusal::NotWaiting { shoe_no }.into());
    assert_eq!(another, not_waiting(2), "it is not on the table");
    let abandoned = house.abandon_shoe(SALON, 1, StaffId(3)).await;
    assert_eq!(abandoned, Ok(AbandonedShoe { table: SALON, shoe_no: 1 }));
    assert_eq!(given_up(&house).await, [(1, Abandonment::NoBeacon)]);
    verified(&house, &file(&house, 1).await);

    // The next shoe names a later round, and has its value.
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    let early = house.abandon_shoe(SALON, 2, StaffId(3)).await;
    assert!(
        matches!(early, Err(Rejection::Refused(HouseRefusal::Table(Refusal::WaitOn { .. })))),
        "{early:?}"
    );
    world.relay.failures.store(0, Ordering::Relaxed);
    until(&house, opened).await;
    let rounds = bulletins(&house).await;
    let rounds = rounds.iter().filter_map(|said| match &said.notice {
        Notice::Opened(it) => it.beacon.map(|(_, round)| round),
        _ => None,
    });
    let rounds: Vec<_> = rounds.collect();
    assert!(rounds[0] == ROUND && rounds[1] > ROUND, "{rounds:?}");
    let sealed = house.abandon_shoe(SALON, 2, StaffId(3)).await;
    assert_eq!(sealed, not_waiting(2));
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_house_without_its_beacon_gives_up_the_shoes_that_name_it() {
    let world = World::new(u64::MAX);
    let house = world.open(true, GivenTimings::default()).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    house.shutdown().await;

    let house = world.open(false, GivenTimings::default()).await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let changed = Abandonment::BeaconChanged;
    assert_eq!(given_up(&house).await, [(1, changed), (2, changed)]);
    verified(&house, &file(&house, 3).await);
    house.shutdown().await;

    // Shoe 4 is committed without a beacon, and stays so; shoe 5 names it again.
    world.relay.failures.store(0, Ordering::Relaxed);
    let house = world.open(true, GivenTimings::default()).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    let named: Vec<_> = bulletins(&house)
        .await
        .iter()
        .filter_map(|said| match &said.notice {
            Notice::Committed(it) => Some((it.shoe_no, it.beacon.is_some())),
            _ => None,
        })
        .collect();
    assert_eq!(named, [(1, true), (2, true), (3, false), (4, false), (5, true), (6, true)]);
    assert_eq!(given_up(&house).await.len(), 2);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn numbers_that_are_fixed_after_the_value_exists_end_the_shoe() {
    let world = World::new(0);
    let windows = GivenTimings { pledge_ms: Some(2_000), reveal_ms: Some(1_000), ..GivenTimings::default() };
    let house = world.open(true, windows).await;
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    house.shutdown().await;
    tokio::time::sleep(Duration::from_secs(10)).await;

    let house = world.open(true, windows).await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    assert_eq!(given_up(&house).await, [(1, Abandonment::Late)]);
    verified(&house, &file(&house, 1).await);
    verified(&house, &file(&house, 2).await);
    house.shutdown().await;
}
