//! Provable shoes: each is committed one ahead, sealed before its first bet, and its secret comes out when it is over.
//! A verifier that knows the published data alone finds nothing wrong, at any moment and after a restart.
#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::sync::Arc;

use baccarat::HouseRules;
use fair::{Bulletin, Notice};
use money::Stake;
use punto_house::floor::{FloorPlan, GivenTable};
use punto_house::ports::CommitStore as _;
use punto_house::proofs::{NotedHeads, Recovery, ShoeFile, ShoeKeys};
use punto_house::{House, OsEntropy, Pass, StartError, default_tables};
use store::MemoryStore;
use table::{Event, PatronId, PublicEvent, RawWager, RequestId, Settings, StaffId};
use tokio::sync::broadcast::error::RecvError;
use verify::{Check, Known, Verdict, check, check_all};

use crate::test_house::{SALON, TestHouse};

pub(crate) const KEYS: Option<[u8; 2]> = Some([1, 2]);

/// The salon under the house rules with the shortest shoes.
fn salon() -> Settings {
    let rules = HouseRules::builtin("gold-card").expect("these house rules are built in");
    Settings { rules: Arc::new(rules.clone()), ..default_tables().remove(0) }
}

/// A house with the salon, and these keys: that of the house and that of the shoes.
async fn open(store: &Arc<MemoryStore>, keys: Option<[u8; 2]>) -> Result<House, StartError> {
    recover(store, keys, Recovery::default()).await
}

/// A house with the salon and these keys, which gives up these shoes.
pub(crate) async fn recover(
    store: &Arc<MemoryStore>,
    keys: Option<[u8; 2]>,
    recovery: Recovery,
) -> Result<House, StartError> {
    open_as(store, plan(keys, recovery, NotedHeads::new())).await
}

/// The plan of the salon with these keys.
pub(crate) fn plan(keys: Option<[u8; 2]>, recovery: Recovery, noted: NotedHeads) -> FloorPlan {
    let keys = keys.map(|[house, shoe]| Arc::new(ShoeKeys::new([house; 32], [shoe; 32])));
    let tables = Some(vec![GivenTable::of(&salon())]);
    FloorPlan { tables, keys, recovery, noted, ..FloorPlan::default() }
}

pub(crate) async fn open_as(store: &Arc<MemoryStore>, plan: FloorPlan) -> Result<House, StartError> {
    House::open(store.clone(), Arc::new(TestHouse::clock()), Arc::new(OsEntropy), plan).await
}

/// Waits for the next public event of the salon that is like this.
pub(crate) async fn until(house: &House, like: impl Fn(&PublicEvent) -> bool) {
    let mut frames = house.subscribe(SALON).expect("the salon is there");
    loop {
        match frames.recv().await {
            Ok(frame) if like(&frame.public.event) => return,
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => panic!("the salon has stopped"),
        }
    }
}

pub(crate) async fn file(house: &House, shoe_no: u32) -> String {
    match house.shoe_file(SALON, shoe_no).await.expect("the store answers") {
        ShoeFile::File(text) => text,
        other => panic!("shoe {shoe_no}: {other:?}"),
    }
}

/// Verifies a file with all that an outsider may know, and gives the checks that could not be made.
pub(crate) fn verified(house: &House, text: &str) -> Vec<Check> {
    let known =
        Known { key: house.proof_key(), nonce: None, wagers: None, pairing: None, ..Known::default() };
    let report = check(text, &known);
    assert!(!report.has_failed(), "{:#?}\n{text}", report.findings);
    let open = report.findings.iter().filter(|finding| finding.verdict == Verdict::NotChecked);
    open.map(|finding| finding.check).collect()
}

/// The bulletins of the salon so far.
pub(crate) async fn bulletins(house: &House) -> Vec<Bulletin> {
    let stored = house.bulletins(SALON, 1, u16::MAX).await.expect("the store answers");
    stored.iter().map(|own| own.read().expect("a bulletin")).collect()
}

pub(crate) async fn wager(house: &House, patron: PatronId, id: u128) {
    let round = loop {
        let snapshot = house.snapshot(SALON).expect("the salon is there");
        if snapshot.view.phase.id() == "betting" {
            break snapshot.view.round.expect("a round is open");
        }
        until(house, |event| *event == PublicEvent::BettingOpened).await;
    };
    let wagers = ["banker", "tie", "player_pair"];
    let wagers =
        wagers.map(|spot| RawWager { spot: spot.to_owned(), stake: Stake::new(10_000).ok() }).to_vec();
    house
        .place_slip(patron, SALON, round, RequestId(id), wagers, house.now())
        .await
        .expect("the slip is taken");
}

#[tokio::test(start_paused = true)]
async fn a_verifier_follows_a_shoe_from_its_first_card_to_its_secret() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await.unwrap();
    let patron = house.new_guest("Mara").await.unwrap().0.id;
    let _line = house.connected(patron);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    house.take_seat(patron, SALON, Pass::default()).await.unwrap();
    for id in 1..=3 {
        verified(&house, &file(&house, 1).await);
        wager(&house, patron, id).await;
        until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
        let open = verified(&house, &file(&house, 1).await);
        assert!(!open.contains(&Check::Cards) && open.contains(&Check::Order), "{open:?}");
        until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    }
    wager(&house, patron, 4).await;
    let round = house.snapshot(SALON).unwrap().view.round.unwrap();
    house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    verified(&house, &file(&house, 1).await);

    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    let played = file(&house, 1).await;
    let open = verified(&house, &played);
    assert_eq!(open, [Check::Shoes, Check::Fork, Check::Beacon, Check::Wagers, Check::Payouts]);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let known =
        Known { key: house.proof_key(), nonce: None, wagers: None, pairing: None, ..Known::default() };
    let together = check_all(&[&played, &file(&house, 2).await], &known);
    assert!(together.iter().all(|report| !report.has_failed()), "{together:#?}");
    // Nothing of the old way is stored.
    assert!(store.seeds().is_empty());
    let closed = bulletins(&house).await;
    let patrons = closed.iter().filter_map(|own| match &own.notice {
        Notice::Closed(it) => Some(it.patrons),
        _ => None,
    });
    assert_eq!(
        patrons.take(4).collect::<Vec<_>>(),
        [1, 1, 1, 0],
        "the fourth round was voided in its betting"
    );
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_restart_goes_on_in_the_sealed_order_and_needs_the_key() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await.unwrap();
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    house.shutdown().await;
    drop(house);
    for keys in [None, Some([1, 3])] {
        let refused = open(&store, keys).await.expect_err("the secret cannot be opened");
        assert!(refused.to_string().contains("key"), "{refused}");
    }
    let house = open(&store, KEYS).await.unwrap();
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    verified(&house, &file(&house, 1).await);
    let voided = |event: &Event| matches!(event, Event::RoundVoided { .. });
    assert!(!store.events(SALON).iter().any(|recorded| voided(&recorded.event)), "the round went on");
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn an_older_shoe_is_played_out_and_the_next_one_has_a_proof() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, None).await.unwrap();
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    house.shutdown().await;
    drop(house);
    let house = open(&store, KEYS).await.unwrap();
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    let [first] = &bulletins(&house).await[..] else { panic!("one bulletin commits the next shoe") };
    assert!(matches!(&first.notice, Notice::Committed(it) if it.shoe_no == 2), "{first:?}");
    until(&house, |event| *event == PublicEvent::ShoeOpened).await;
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    assert_eq!(house.shoe_file(SALON, 1).await, Ok(ShoeFile::NoProof));
    assert_eq!(house.shoe_file(SALON, 3).await, Ok(ShoeFile::Unknown), "it is committed, and not open");
    verified(&house, &file(&house, 2).await);
    assert_eq!(store.seeds().len(), 1, "the seed of the first shoe stays, and no other comes");
    assert_eq!(store.locked_secret(SALON, 1).await, Ok(None));
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn the_heads_of_all_tables_are_signed() {
    let store = Arc::new(MemoryStore::new());
    let house = open(&store, KEYS).await.unwrap();
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    let heads = house.proof_heads().await.unwrap().expect("the house has a key");
    let last = bulletins(&house).await.pop().unwrap();
    assert!(heads.text.ends_with(&format!("\ntable 1 {} {}\n", last.no, last.digest())), "{}", heads.text);
    assert_eq!(fair::verify(&heads.key, &heads.text, &heads.signature), Ok(()));
    assert_eq!(Some(heads.key), house.proof_key());
    house.shutdown().await;
}
