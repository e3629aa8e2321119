//! The range of stakes that a manager sets for one patron.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use baccarat::Spot;
use punto_house::log::{Actor, Entity, HouseEvent};
use punto_house::patrons::range::{PatronRange, SpotRange};
use punto_house::ports::{Call, ReadStore as _};
use punto_house::{HouseRefusal, Rejection, default_tables};
use table::{LimitSource, PatronId, Refusal, RequestId, StaffId};

use crate::faults::{Fault, Faults};
use crate::test_house::{SALON, TestHouse, code, raw_wagers, written};

const BOSS: StaffId = StaffId(7);

fn range(patron: PatronId, spots: &[(Spot, u64, Option<u64>)]) -> PatronRange {
    let spot = |(spot, minimum, maximum): &(Spot, u64, Option<u64>)| {
        (*spot, SpotRange { minimum: *minimum, maximum: *maximum })
    };
    PatronRange { patron, spots: spots.iter().map(spot).collect() }
}

/// The code of a refusal, and what limited the stake.
fn limited(rejection: &Rejection) -> (&'static str, Option<LimitSource>) {
    let by = match rejection {
        Rejection::Refused(HouseRefusal::Table(Refusal::Limit { by, .. })) => Some(*by),
        _ => None,
    };
    (code(rejection), by)
}

#[tokio::test(start_paused = true)]
async fn every_kind_of_slip_obeys_the_own_range_and_the_refusal_names_it() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 2000 tie 1000").await.unwrap();
    let set = range(patron, &[(Spot::Player, 1_500, Some(3_000)), (Spot::Tie, 0, Some(0))]);
    test.house.set_range(set.clone(), BOSS, "as agreed").await.unwrap();
    assert_eq!(test.house.range(patron).await, Ok(set));
    let own = Some(LimitSource::OwnRange);
    let add = test.place(patron, SALON, 2, "player 1500").await.unwrap_err();
    assert_eq!(limited(&add), ("above_maximum", own));
    assert_eq!(
        add.to_string(),
        "the limit on Player is 3000; 2000 already lies there (minor units), a limit of the patron's own range"
    );
    let replace = async |id, wagers| {
        let (id, now) = (RequestId(id), test.house.now());
        test.house.replace_wagers(patron, SALON, round, id, raw_wagers(wagers), now).await
    };
    assert_eq!(limited(&replace(3, "player 1499").await.unwrap_err()), ("below_minimum", own));
    assert_eq!(limited(&replace(4, "tie 1000").await.unwrap_err()), ("above_maximum", own));
    let table = replace(5, "banker 50000001").await.unwrap_err();
    assert_eq!(limited(&table), ("above_maximum", Some(LimitSource::Table)));
    assert_eq!(written(&replace(6, "player 3000").await.unwrap().wagers), "player 3000");
    // An undo would put back what the range does not allow any more; all can be taken back.
    let undo = test.house.undo_last(patron, SALON, round, RequestId(7), test.house.now()).await;
    assert_eq!(limited(&undo.unwrap_err()), ("above_maximum", own));
    replace(8, "").await.unwrap();
    let other = test.guest("Nino").await;
    test.place(other, SALON, 9, "tie 1000").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_rebet_obeys_the_own_range() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 2000").await.unwrap();
    test.end(SALON).await;
    let round = test.betting(SALON).await;
    test.house.set_range(range(patron, &[(Spot::Player, 0, Some(1_999))]), BOSS, "why").await.unwrap();
    let no = test.house.rebet(patron, SALON, round, RequestId(2), test.house.now()).await.unwrap_err();
    assert_eq!(limited(&no), ("above_maximum", Some(LimitSource::OwnRange)));
}

#[tokio::test(start_paused = true)]
async fn a_range_is_on_record_counts_after_a_restart_and_is_taken_away() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let set = range(patron, &[(Spot::Player, 0, Some(500))]);
    for _ in 0..2 {
        test.house.set_range(set.clone(), BOSS, " as agreed ").await.unwrap();
    }
    let log = test.store.house_log(None, 1).await.unwrap().remove(0);
    let changed = HouseEvent::Changed {
        by: Actor::Staff(BOSS),
        why: "as agreed".to_owned(),
        entity: Entity::Range(set),
    };
    assert_eq!(log.event, changed);
    let test = test.restart_after(1).await;
    let no = test.place(patron, SALON, 1, "player 1000").await.unwrap_err();
    assert_eq!(limited(&no), ("above_maximum", Some(LimitSource::OwnRange)));
    test.house.set_range(PatronRange::none(patron), BOSS, "no longer").await.unwrap();
    test.place(patron, SALON, 2, "player 1000").await.unwrap();
    let entry =
        test.store.entity_history(Entity::Range(PatronRange::none(patron)).entity_ref(), None, 9).await;
    assert_eq!(entry.unwrap().len(), 2, "setting the same again is no change");
}

#[tokio::test(start_paused = true)]
async fn a_range_is_refused_with_these_codes() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let stranger = PatronRange { patron: PatronId(99), spots: BTreeMap::new() };
    for (range, why, expected) in [
        (stranger, "", "unknown_patron"),
        (range(patron, &[(Spot::Tie, 10, Some(9))]), "", "bad_range"),
        (range(patron, &[(Spot::Tie, u64::MAX, None)]), "", "bad_range"),
        (range(patron, &[(Spot::Tie, 1, Some(u64::MAX))]), "", "bad_range"),
        (range(patron, &[(Spot::Tie, 10, Some(10))]), "  ", "no_reason"),
    ] {
        let no = test.house.set_range(range, BOSS, why).await.unwrap_err();
        assert_eq!(code(&no), expected, "{no}");
    }
    assert_eq!(test.house.range(patron).await, Ok(PatronRange::none(patron)));
}

#[tokio::test(start_paused = true)]
async fn a_range_that_is_set_while_a_slip_reads_the_one_before_counts_from_the_next_slip_on() {
    let faults = Arc::new(Faults::default());
    let (salon, store) = (vec![default_tables().remove(0)], Arc::clone(&faults.store));
    let test = TestHouse::open_on(salon, faults.clone(), store, TestHouse::clock(), Arc::default()).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    // The first entity that a slip reads is the protection, the second one the range.
    test.house.protection(patron).await.unwrap();
    faults.next(Call::Read("entity"), 1, Fault::TakesMs(1_000));
    let slow = test.place(patron, SALON, 1, "player 1000");
    let set = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let set = range(patron, &[(Spot::Player, 0, Some(1_500))]);
        test.house.set_range(set, BOSS, "as agreed").await.unwrap();
    };
    let (slow, ()) = tokio::join!(slow, set);
    slow.unwrap();
    let no = test.place(patron, SALON, 2, "player 1000").await.unwrap_err();
    assert_eq!(limited(&no), ("above_maximum", Some(LimitSource::OwnRange)));
}
