//! Shoes that are given up when a house is opened: their end is public, their numbers are used up, and the table goes
//! on with a new shoe.

use std::sync::Arc;

use fair::bulletin::Abandonment;
use fair::{Bytes, Notice};
use punto_house::floor::{Change, TableStep};
use punto_house::log::Actor;
use punto_house::ports::Wallet;
use punto_house::proofs::{NotedHead, NotedHeads, Recovery};
use punto_house::{House, Pass};
use store::MemoryStore;
use table::{Event, PatronId, PublicEvent};
use verify::{Check, Known, check_all};

use crate::proofs::{KEYS, bulletins, file, open_as, plan, recover, until, verified, wager};
use crate::test_house::SALON;

/// Another key of shoes than that of [`KEYS`].
const OTHER: Option<[u8; 2]> = Some([1, 3]);
const NOTHING: Recovery = Recovery { key_lost: false, restored: false };
const RESTORED: Recovery = Recovery { key_lost: false, restored: true };
const KEY_LOST: Recovery = Recovery { key_lost: true, restored: false };

/// A store whose house was killed while it dealt a round, and a patron who has a wager in it, with their wallet before.
async fn killed() -> (Arc<MemoryStore>, PatronId, Wallet) {
    let store = Arc::new(MemoryStore::new());
    let house = recover(&store, KEYS, NOTHING).await.expect("the house opens");
    let patron = house.new_guest("Mara").await.expect("a guest").0.id;
    let _line = house.connected(patron);
    until(&house, |event| *event == PublicEvent::BettingOpened).await;
    house.take_seat(patron, SALON, Pass::default()).await.expect("a seat");
    let wallet = house.wallet(patron).await.expect("a wallet");
    wager(&house, patron, 1).await;
    until(&house, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
    house.shutdown().await;
    (store, patron, wallet)
}

/// The shoes that were finished, why they were given up, and whether their secret was shown.
async fn finished(house: &House) -> Vec<(u32, Option<Abandonment>, bool)> {
    let all = bulletins(house).await;
    let ends = all.iter().filter_map(|own| match &own.notice {
        Notice::Finished(it) => Some((it.shoe_no, it.abandoned, it.secret.is_some())),
        _ => None,
    });
    ends.collect()
}

/// The checks that fail of the files of these shoes, taken together.
async fn failing(house: &House, shoes: impl IntoIterator<Item = u32>) -> Vec<Vec<Check>> {
    let mut files = Vec::new();
    for shoe_no in shoes {
        files.push(file(house, shoe_no).await);
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let known =
        Known { key: house.proof_key(), nonce: None, wagers: None, pairing: None, ..Known::default() };
    let failed = |report: &verify::Report| {
        let failed = report.findings.iter().filter(|it| it.verdict == verify::Verdict::Failed);
        failed.map(|it| it.check).collect()
    };
    check_all(&files, &known).iter().map(failed).collect()
}

#[tokio::test(start_paused = true)]
async fn a_lost_key_ends_its_shoes_with_no_secret_when_the_operator_says_so() {
    let (store, patron, before) = killed().await;
    let refused = recover(&store, OTHER, NOTHING).await.expect_err("the secrets do not open").to_string();
    assert!(refused.contains("shoe 1 of table 1") && refused.contains("--shoe-key-lost"), "{refused}");

    let house = recover(&store, OTHER, KEY_LOST).await.unwrap();
    let lost = Some(Abandonment::KeyLost);
    assert_eq!(finished(&house).await, [(1, lost, false), (2, lost, false)]);
    let after = house.wallet(patron).await.unwrap();
    assert_eq!(after, before, "the stakes of the round that was under way went back");
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    verified(&house, &file(&house, 3).await);
    assert_eq!(failing(&house, 1..=3).await, [vec![Check::Commitment], vec![Check::Commitment], vec![]]);
    house.shutdown().await;
    drop(house);

    // The flag gives up nothing that opens, and is not needed any more.
    for recovery in [KEY_LOST, NOTHING] {
        let house = recover(&store, OTHER, recovery).await.unwrap();
        assert_eq!(finished(&house).await.len(), 2);
        house.shutdown().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_restored_store_ends_its_shoes_in_public() {
    let (store, _, _) = killed().await;
    let house = recover(&store, KEYS, RESTORED).await.unwrap();
    let restored = Some(Abandonment::Restored);
    assert_eq!(finished(&house).await, [(1, restored, true), (2, restored, true)]);
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    // Every check holds: the secrets are shown, and nothing of the shoe that was not dealt is hidden.
    assert_eq!(failing(&house, 1..=3).await, [const { Vec::new() }; 3]);
    assert!(!verified(&house, &file(&house, 1).await).contains(&Check::Order));
    house.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_store_is_refused_that_is_behind_or_beside_what_was_published() {
    let (store, _, _) = killed().await;
    let house = recover(&store, KEYS, NOTHING).await.unwrap();
    let noted = house.noted_heads().borrow().clone();
    house.shutdown().await;
    drop(house);
    let last = noted[&SALON];
    let ahead = NotedHead { no: last.no + 1, ..last };
    let beside = NotedHead { digest: Bytes([7; 32]), ..last };
    for other in [ahead, beside] {
        let plan = |recovery| plan(KEYS, recovery, NotedHeads::from([(SALON, other)]));
        let refused = open_as(&store, plan(NOTHING)).await.expect_err("the store is behind").to_string();
        assert!(refused.contains("table 1") && refused.contains("--restored"), "{refused}");
    }
    for noted in [noted, NotedHeads::from([(SALON, ahead)])] {
        let recovery = if noted[&SALON] == last { NOTHING } else { RESTORED };
        let house = open_as(&store, plan(KEYS, recovery, noted)).await.unwrap();
        let mut heads = house.noted_heads();
        heads.wait_for(|heads| heads[&SALON].no > last.no).await.unwrap();
        house.shutdown().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_closed_table_shows_its_secrets_and_opens_with_a_new_shoe() {
    let (store, _, _) = killed().await;
    let house = recover(&store, KEYS, NOTHING).await.unwrap();
    let change = Change { by: Actor::Operator, why: "the end of the day" };
    house.step_table(SALON, TableStep::Close, change).await.unwrap();
    let mut heads = house.noted_heads();
    while finished(&house).await.len() < 2 {
        heads.changed().await.unwrap();
    }
    let closed = Some(Abandonment::TableClosed);
    assert_eq!(finished(&house).await, [(1, closed, true), (2, closed, true)]);
    let rounds = store.events(SALON);
    let voided = rounds.iter().any(|recorded| matches!(recorded.event, Event::RoundVoided { .. }));
    assert!(!voided, "the round under way came to its end");
    house.step_table(SALON, TableStep::Open, change).await.unwrap();
    until(&house, |event| matches!(event, PublicEvent::RoundSettled { .. })).await;
    assert_eq!(failing(&house, 1..=3).await, [const { Vec::new() }; 3]);
    house.shutdown().await;
}
