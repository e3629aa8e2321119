//! Cards that are drawn after the bets: the table names a value of the beacon when betting closes, waits for it, and
//! deals what it draws; through outages, restarts, voids and the end of a table.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use baccarat::HouseRules;
use fair::bulletin::{Abandonment, Algorithm, Ended, Places};
use fair::shoe::leaf;
use fair::{Bulletin, Bytes, Digest, Notice};
use punto_house::floor::{Change, FloorPlan, FloorRefusal, GivenTable, TableRecord, TableStep};
use punto_house::log::Actor;
use punto_house::ports::{Beacon, BeaconFuture, Clock, NoValue};
use punto_house::proofs::{NotedHeads, Recovery, ShoeKeys};
use punto_house::{
    CardProof, House, HouseRefusal, OsEntropy, Pass, Published, Rejection, StartError, default_tables,
};
use store::MemoryStore;
use table::{Drawing, PublicEvent, Settings, StaffId, Timestamp};
use tokio::time::Instant;
use verify::Check;

use crate::proofs::{KEYS, bulletins, file, plan, until, verified, wager};
use crate::test_house::{SALON, START};

const CHANGE: Change<'static> = Change { by: Actor::Operator, why: "the end of the day" };

/// A clock that goes on through restarts, and a wall clock that may be set.
#[derive(Clone)]
struct Time {
    began: Instant,
    set_by: Arc<AtomicI64>,
}

impl Clock for Time {
    fn now(&self) -> Timestamp {
        Timestamp(START.0 + i64::try_from(self.began.elapsed().as_millis()).expect("tests are short"))
    }

    fn wall(&self) -> Timestamp {
        Timestamp(self.now().0 + self.set_by.load(Ordering::Relaxed))
    }
}

/// A relay that has each value from its time on, unless it is down.
#[derive(Debug)]
struct Relay {
    began: Instant,
    is_down: AtomicBool,
    asked: Mutex<Vec<u64>>,
}

impl Relay {
    fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::Relaxed);
    }
}

impl Beacon for Relay {
    fn value(&self, round: u64) -> BeaconFuture<'_> {
        self.asked.lock().expect("no test panicked with it").push(round);
        let now = Time { began: self.began, set_by: Arc::default() }.now();
        let exists = beacon::time_of(round).is_some_and(|at| i64::try_from(at).is_ok_and(|at| at <= now.0));
        let known = exists && !self.is_down.load(Ordering::Relaxed);
        let [.., low] = round.to_be_bytes();
        let value = known.then_some(Bytes([low; 48])).ok_or_else(|| NoValue("it does not answer".to_owned()));
        Box::pin(async move { value })
    }
}

/// What a house is opened with more than once.
struct World {
    store: Arc<MemoryStore>,
    time: Time,
    relay: Arc<Relay>,
}

/// The salon under the house rules with the shortest shoes, whose cards are drawn after the bets.
fn salon() -> Settings {
    let rules = HouseRules::builtin("gold-card").expect("these house rules are built in");
    Settings { rules: Arc::new(rules.clone()), draw: Drawing::AfterBets, ..default_tables().remove(0) }
}

impl World {
    fn new() -> Self {
        let began = Instant::now();
        let relay = Relay { began, is_down: AtomicBool::new(false), asked: Mutex::default() };
        let time = Time { began, set_by: Arc::default() };
        Self { store: Arc::new(MemoryStore::new()), time, relay: Arc::new(relay) }
    }

    async fn open_with(&self, plan: FloorPlan) -> Result<House, StartError> {
        House::open(self.store.clone(), Arc::new(self.time.clone()), Arc::new(OsEntropy), plan).await
    }

    fn plan(&self) -> FloorPlan {
        let relay: Arc<dyn Beacon> = self.relay.clone();
        let plan = plan(KEYS, Recovery::default(), NotedHeads::new());
        FloorPlan { beacon: Some(relay), tables: Some(vec![GivenTable::of(&salon())]), ..plan }
    }

    async fn open(&self) -> House {
        self.open_with(self.plan()).await.expect("the house opens")
    }

    /// A house in whose first round betting has closed, so that the cards wait for their value.
    async fn waiting(&self) -> House {
        let house = self.open().await;
        until(&house, |event| *event == PublicEvent::BettingClosed).await;
        assert!(house.snapshot(SALON).expect("the salon").view.awaited_draw.is_some());
        house
    }
}

fn is_card(event: &PublicEvent) -> bool {
    matches!(event, PublicEvent::CardDrawn { .. })
}

fn is_settled(event: &PublicEvent) -> bool {
    matches!(event, PublicEvent::RoundSettled { .. })
}

async fn pass_ms(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// The ends of rounds so far.
async fn ends(house: &House) -> Vec<Ended> {
    let said = bulletins(house).await;
    said.into_iter()
        .filter_map(|said| match said.notice {
            Notice::Ended(it) => Some(it),
            _ => None,
        })
        .collect()
}

fn indices(ended: &Ended) -> &[u16] {
    let Places::At(indices) = &ended.at else { panic!("{ended:?}") };
    assert_eq!(indices.len(), ended.cards.len());
    indices
}

/// No bulletin names a value that could be known when betting closed, and no card index comes twice in a shoe.
fn in_order(said: &[Bulletin]) {
    let (mut named, mut seen) = (None, BTreeSet::new());
    for one in said {
        match &one.notice {
            Notice::Opened(it) => {
                assert_eq!(it.algorithm, Algorithm::Proof2);
                seen = BTreeSet::new();
            }
            Notice::Closed(it) => {
                let (_, round) = it.draw.expect("it names what draws the cards");
                assert_eq!(beacon::first_round_at(one.at + 1_000), Some(round));
                named = Some(round);
            }
            Notice::Drawn(it) => {
                let [.., low] = named.expect("betting closed").to_be_bytes();
                assert_eq!(it.value, Bytes([low; 48]), "of the named round");
                assert!(one.at >= beacon::time_of(named.unwrap_or_default()).expect("a time"));
            }
            Notice::Ended(it) => {
                named = None;
                assert!(indices(it).iter().all(|index| *index > 0 && seen.insert(*index)), "{it:?}");
            }
            _ => {}
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_whole_shoe_is_drawn_round_by_round_after_its_bets() {
    let world = World::new();
    let house = world.open().await;
    let patron = house.new_guest("Mara").await.unwrap().0.id;
    let _line = house.connected(patron);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    house.take_seat(patron, SALON, Pass::default()).await.unwrap();
    let leaves = house.shoe_leaves(SALON, 1).await.unwrap().unwrap();
    let (leaves, _) = leaves.as_chunks::<32>();
    let mut published = house.published(SALON).unwrap();
    wager(&house, patron, 1).await;
    let (mut order, mut cards) = (Vec::new(), 0);
    while cards < 12 {
        match published.recv().await.unwrap() {
            Published::Lift(_) => {}
            Published::Bulletin(stored) => order.push(stored.read().unwrap().notice.kind()),
            Published::Frame(frame) => match &frame.public.event {
                PublicEvent::CardDrawn { card, .. } => {
                    let CardProof { index, salt } = frame.proof.expect("the shoe has a proof");
                    let opened: Digest = leaf(index, *card, &salt);
                    assert_eq!(opened.0, leaves[usize::from(index)]);
                    order.push("card");
                    cards += 1;
                    verified(&house, &file(&house, 1).await);
                }
                PublicEvent::RoundDrawn { .. } => {
                    assert_eq!(frame.view.awaited_draw, None);
                    order.push("frame");
                }
                _ => {}
            },
        }
    }
    assert_eq!(order[..4], ["closed", "frame", "drawn", "card"]);
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    let open = verified(&house, &file(&house, 1).await);
    assert_eq!(open, [Check::Shoes, Check::Fork, Check::Beacon, Check::Wagers, Check::Payouts]);
    in_order(&bulletins(&house).await);
    let dealt = ends(&house).await;
    assert!(dealt.len() > 20 && dealt.iter().any(|end| !indices(end).is_sorted()), "drawn from anywhere");
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn cards_wait_for_a_relay_that_is_down_and_come_when_it_is_back() {
    let world = World::new();
    let house = world.waiting().await;
    world.relay.set_down(true);
    let mut frames = house.subscribe(SALON).unwrap();
    let asked = || world.relay.asked.lock().unwrap().len();
    let before = asked();
    pass_ms(60_000).await;
    assert!(frames.try_recv().is_err(), "nothing happens without the value");
    assert!((40..80).contains(&(asked() - before)), "asked about once a second: {}", asked() - before);
    let stopped = format!("{:?}", house.stopped_tables());
    assert!(stopped.contains("ask_beacon") && stopped.contains("it does not answer"), "{stopped}");
    world.relay.set_down(false);
    until(&house, is_settled).await;
    assert_eq!(house.stopped_tables(), []);
    verified(&house, &file(&house, 1).await);
    in_order(&bulletins(&house).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_goes_on_with_the_same_row_and_the_same_draws() {
    let world = World::new();
    let house = world.waiting().await;
    let named = house.snapshot(SALON).unwrap().view.awaited_draw;
    house.shutdown().await;
    // While it waits.
    let house = world.open().await;
    assert_eq!(house.snapshot(SALON).unwrap().view.awaited_draw, named);
    until(&house, is_settled).await;
    // In the middle of a round, after a void with cards.
    until(&house, is_card).await;
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    for _ in 0..3 {
        until(&house, is_card).await;
    }
    house.shutdown().await;
    let house = world.open().await;
    for _ in 0..3 {
        until(&house, is_settled).await;
    }
    verified(&house, &file(&house, 1).await);
    in_order(&bulletins(&house).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_void_while_the_cards_wait_has_none_and_one_in_the_middle_keeps_them_out() {
    let world = World::new();
    let house = world.waiting().await;
    world.relay.set_down(true);
    pass_ms(10_000).await;
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    assert_eq!(house.snapshot(SALON).unwrap().view.awaited_draw, None);
    world.relay.set_down(false);
    verified(&house, &file(&house, 1).await);
    until(&house, |event| matches!(event, PublicEvent::RoundDrawn { .. })).await;
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    until(&house, is_card).await;
    until(&house, is_card).await;
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    until(&house, is_settled).await;
    let ends = ends(&house).await;
    let cards: Vec<_> = ends.iter().map(|end| indices(end).len()).collect();
    assert_eq!(cards[..3], [0, 0, 2], "{ends:?}");
    verified(&house, &file(&house, 1).await);
    in_order(&bulletins(&house).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_closed_while_its_cards_wait_deals_them_and_shows_its_secrets() {
    let world = World::new();
    let house = world.waiting().await;
    house.step_table(SALON, TableStep::Close, CHANGE).await.unwrap();
    let mut heads = house.noted_heads();
    while given_up(&house).await.len() < 2 {
        heads.changed().await.unwrap();
    }
    let closed = Abandonment::TableClosed;
    assert_eq!(given_up(&house).await, [(1, closed), (2, closed)]);
    assert!(!indices(&ends(&house).await[0]).is_empty(), "the round came to its end");
    verified(&house, &file(&house, 1).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_key_in_the_middle_of_a_round_leaves_a_whole_record() {
    let world = World::new();
    let house = world.open().await;
    until(&house, is_card).await;
    until(&house, is_card).await;
    house.shutdown().await;
    let keys = Some(Arc::new(ShoeKeys::new([1; 32], [3; 32])));
    let recovery = Recovery { key_lost: true, restored: false };
    let house = world.open_with(FloorPlan { keys, recovery, ..world.plan() }).await.unwrap();
    let ends = ends(&house).await;
    assert!(indices(&ends[0]).len() >= 2, "{ends:?}");
    until(&house, is_settled).await;
    in_order(&bulletins(&house).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_house_without_a_beacon_refuses_the_setting_and_gives_up_its_shoes() {
    let world = World::new();
    let house = world.waiting().await;
    house.shutdown().await;
    let without = || FloorPlan { beacon: None, ..world.plan() };
    let refused = world.open_with(without()).await.expect_err("it does not start");
    assert!(matches!(refused, StartError::Floor(FloorRefusal::NoBeacon { table: SALON })), "{refused:?}");
    assert!(refused.to_string().contains("--beacon-relay"), "{refused}");

    let house = world.open().await;
    let set = |draw| {
        move |record: &mut TableRecord| {
            record.draw = draw;
            Ok(())
        }
    };
    house.change_table(SALON, CHANGE, set(Drawing::Sealed)).await.unwrap();
    house.shutdown().await;
    let house = world.open_with(without()).await.unwrap();
    until(&house, is_card).await;
    let changed = Abandonment::BeaconChanged;
    assert_eq!(given_up(&house).await, [(1, changed), (2, changed)]);
    assert!(ends(&house).await[0].cards.is_empty(), "the round that waited is void");
    verified(&house, &file(&house, 1).await);
    verified(&house, &file(&house, 3).await);
    let refused = house.change_table(SALON, CHANGE, set(Drawing::AfterBets)).await.unwrap_err();
    let no_beacon = HouseRefusal::Floor(FloorRefusal::NoBeacon { table: SALON });
    assert_eq!(refused, Rejection::Refused(no_beacon.clone()));
    assert_eq!(no_beacon.code(), "no_beacon");
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn another_setting_holds_from_the_next_shoe_on() {
    let world = World::new();
    let house = world.open().await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let to_sealed = |record: &mut TableRecord| {
        record.draw = Drawing::Sealed;
        Ok(())
    };
    house.change_table(SALON, CHANGE, to_sealed).await.unwrap();
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    until(&house, is_settled).await;
    let algorithms: Vec<_> = bulletins(&house)
        .await
        .iter()
        .filter_map(|said| match &said.notice {
            Notice::Opened(it) => Some(it.algorithm),
            _ => None,
        })
        .collect();
    assert_eq!(algorithms, [Algorithm::Proof2, Algorithm::Proof1]);
    verified(&house, &file(&house, 1).await);
    verified(&house, &file(&house, 2).await);
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn no_round_is_drawn_by_a_value_that_may_exist_because_the_clock_was_set() {
    let world = World::new();
    let house = world.open().await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    world.time.set_by.store(1_000, Ordering::Relaxed);
    until(&house, |event| matches!(event, PublicEvent::RoundVoided { .. })).await;
    let mut frames = house.subscribe(SALON).unwrap();
    pass_ms(30_000).await;
    assert!(frames.try_recv().is_err(), "no round begins");
    assert!(format!("{:?}", house.stopped_tables()).contains("the clock of the tables"));
    world.time.set_by.store(999, Ordering::Relaxed);
    until(&house, is_settled).await;
    in_order(&bulletins(&house).await);
    house.shutdown().await;
}

/// The shoes that were given up, and why.
async fn given_up(house: &House) -> Vec<(u32, Abandonment)> {
    let all = bulletins(house).await;
    let ends = all.iter().filter_map(|own| match &own.notice {
        Notice::Finished(it) => Some((it.shoe_no, it.abandoned?)),
        _ => None,
    });
    ends.collect()
}
