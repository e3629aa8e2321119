//! Auto in a running house: it wagers in every round by itself, and the patron receives the reason of its end.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use baccarat::Spot;
use money::Stake;
use punto_house::patrons::range::{PatronRange, SpotRange};
use punto_house::ports::{Call, PatronRound};
use punto_house::protection::LimitKind;
use punto_house::{AutoReceipt, HouseRefusal, Notice, NumberedNotice, Purse, Rejection};
use table::settle::sums;
use table::{
    AutoEnd, EndedAuto, LeaveReason, LimitSource, PatronId, RawStopAt, Refusal, RequestId, RoundRef, StaffId,
    StopAt, StopMet, TableId,
};

use crate::faults::{Fault, Faults};
use crate::test_house::{GIFT, SALON, TestHouse, amount, code, drain, raw_wagers, written};

async fn start(
    test: &TestHouse,
    patron: PatronId,
    wagers: &str,
    rounds: u16,
    request: u128,
) -> Result<AutoReceipt, Rejection> {
    start_until(test, patron, wagers, rounds, RawStopAt::default(), request).await
}

async fn start_until(
    test: &TestHouse,
    patron: PatronId,
    wagers: &str,
    rounds: u16,
    stop_at: RawStopAt,
    request: u128,
) -> Result<AutoReceipt, Rejection> {
    test.house.start_auto(patron, SALON, raw_wagers(wagers), rounds, stop_at, RequestId(request)).await
}

/// What a patron has on the table once every slip that was sent is answered.
async fn staked(test: &TestHouse, patron: PatronId) -> u64 {
    tokio::time::sleep(Duration::from_millis(1)).await;
    test.house.patron_view(patron, SALON).await.expect("the table runs").staked.minor()
}

/// The rounds that Auto has left; none when it is off.
async fn left(test: &TestHouse, patron: PatronId) -> Option<u16> {
    let seat = test.house.patron_view(patron, SALON).await.expect("the table runs").seat;
    seat.and_then(|seat| seat.auto).map(|auto| auto.rounds_left)
}

async fn next_round(test: &TestHouse) -> RoundRef {
    test.end(SALON).await;
    test.betting(SALON).await
}

fn ended(end: AutoEnd, rounds_left: u16) -> Notice {
    Notice::AutoEnded { table: SALON, end, rounds_left }
}

/// The notices about Auto that were sent so far.
fn about_auto(notices: &mut tokio::sync::broadcast::Receiver<NumberedNotice>) -> Vec<Notice> {
    let about = |notice: &Notice| matches!(notice, Notice::AutoStarted { .. } | Notice::AutoEnded { .. });
    drain(notices).into_iter().filter(about).collect()
}

#[tokio::test(start_paused = true)]
async fn auto_wagers_in_every_round_until_all_are_played() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    let receipt = AutoReceipt { table: SALON, repeated: false, rounds_left: 3 };
    assert_eq!(start(&test, patron, "player 100 tie 100", 3, 1).await.unwrap(), receipt);
    assert!(start(&test, patron, "player 100 tie 100", 3, 1).await.unwrap().repeated);
    for rounds_left in [Some(2), Some(1), None] {
        assert_eq!((staked(&test, patron).await, left(&test, patron).await), (200, rounds_left));
        next_round(&test).await;
    }
    assert_eq!(staked(&test, patron).await, 0);
    assert!(
        start(&test, patron, "player 100 tie 100", 3, 1).await.unwrap().repeated,
        "it is not started again"
    );
    assert_eq!(test.history(patron).await.len(), 3);
    let sent = about_auto(&mut notices);
    assert!(
        matches!(&sent[0], Notice::AutoStarted { wagers, rounds: 3, .. } if written(wagers) == "player 100 tie 100"),
        "{sent:?}"
    );
    assert_eq!(sent[1..], [ended(AutoEnd::Played, 0)]);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn auto_beyond_the_own_range_is_not_started() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let spots = BTreeMap::from([(Spot::Player, SpotRange { minimum: 0, maximum: Some(500) })]);
    test.house.set_range(PatronRange { patron, spots }, StaffId(7), "as agreed").await.unwrap();
    let no = start(&test, patron, "player 1000", 3, 1).await.unwrap_err();
    let own = LimitSource::OwnRange;
    assert!(
        matches!(no, Rejection::Refused(HouseRefusal::Table(Refusal::Limit { by, .. })) if by == own),
        "{no}"
    );
    start(&test, patron, "player 500", 3, 2).await.unwrap();
    assert_eq!((staked(&test, patron).await, left(&test, patron).await), (500, Some(2)));
}

#[tokio::test(start_paused = true)]
async fn auto_outlasts_a_restart_and_a_shoe() {
    let (test, patron, first) = TestHouse::patient_with_guest().await;
    start(&test, patron, "player 100", 100, 1).await.unwrap();
    let test = test.restart_after(1_000).await;
    assert_eq!(staked(&test, patron).await, 100);
    let mut round = first;
    let mut rounds = 1;
    while round.shoe_no == first.shoe_no {
        round = next_round(&test).await;
        rounds += 1;
        assert_eq!(
            (staked(&test, patron).await, left(&test, patron).await),
            (100, Some(100 - rounds)),
            "{round}"
        );
    }
    let test = test.restart_after(30_000).await;
    next_round(&test).await;
    assert_eq!((staked(&test, patron).await, left(&test, patron).await), (100, Some(100 - rounds - 1)));
}

/// What a patron's rounds came to, each won less lost.
async fn results(test: &TestHouse, patron: PatronId) -> Vec<i64> {
    let mut rounds = test.history(patron).await;
    rounds.sort_by_key(|own| own.round);
    let result = |own: &PatronRound| {
        let (staked, paid) = sums(&own.wagers);
        paid.signed() - staked.signed()
    };
    rounds.iter().map(result).collect()
}

#[tokio::test(start_paused = true)]
async fn auto_ends_at_a_loss_or_a_win_also_across_restarts() {
    for (loss, win) in [(100, 100), (300, 200), (200, 400)] {
        let stop_at = StopAt { loss: Stake::new(loss).ok(), win: Stake::new(win).ok() };
        let (mut test, patron, _) = TestHouse::patient_with_guest().await;
        start_until(&test, patron, "player 100", 100, stop_at.into(), 1).await.unwrap();
        let mut rounds_left = 100;
        while let Some(before) = left(&test, patron).await {
            assert!(staked(&test, patron).await > 0);
            let net: i64 = results(&test, patron).await.iter().sum();
            let running = test.house.patron_view(patron, SALON).await.unwrap().seat.unwrap().auto.unwrap();
            assert_eq!(running.stop.map(|stop| stop.net), Some(net), "{before} rounds are left");
            rounds_left = running.rounds_left;
            next_round(&test).await;
            if before % 2 == 0 {
                test = test.restart_after(1_000).await;
            }
        }
        assert_eq!(staked(&test, patron).await, 0, "nothing more is placed");
        let results = results(&test, patron).await;
        let (net, last): (i64, i64) = (results.iter().sum(), *results.last().unwrap());
        let [loss, win] = [loss, win].map(|bound| i64::try_from(bound).unwrap());
        assert!(-loss < net - last && net - last < win, "a round too late: {results:?}");
        let met = if net <= -loss { StopMet::Loss } else { StopMet::Win };
        assert!(net <= -loss || win <= net, "a round too early: {results:?}");
        assert_eq!(last_end(&test, patron).await, Some((AutoEnd::Stop(met), rounds_left)));
        assert_eq!(test.audit().await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn the_patron_gets_the_reason_after_the_result_that_met_the_condition() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    let stop_at = StopAt { loss: Stake::new(1).ok(), win: Stake::new(1).ok() };
    start_until(&test, patron, "player 100", 100, stop_at.into(), 1).await.unwrap();
    let mut sent = Vec::new();
    while left(&test, patron).await.is_some() {
        let _ = staked(&test, patron).await;
        next_round(&test).await;
        sent.extend(drain(&mut notices));
    }
    let at = sent.iter().position(|it| matches!(it, Notice::AutoEnded { .. })).unwrap();
    let Notice::RoundSettled { paid, staked, auto_net: None, .. } = &sent[at - 1] else { panic!("{sent:?}") };
    let end = AutoEnd::Stop(if paid > staked { StopMet::Win } else { StopMet::Loss });
    assert!(matches!(&sent[at], Notice::AutoEnded { end: told, .. } if *told == end), "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn the_patron_stops_auto_and_keeps_what_it_placed() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    start(&test, patron, "player 100", 5, 1).await.unwrap();
    assert_eq!(staked(&test, patron).await, 100);
    let stopped = AutoReceipt { table: SALON, repeated: false, rounds_left: 0 };
    assert_eq!(test.house.stop_auto(patron, SALON).await.unwrap(), stopped);
    assert!(test.house.stop_auto(patron, SALON).await.unwrap().repeated);
    assert_eq!(staked(&test, patron).await, 100);
    next_round(&test).await;
    assert_eq!(staked(&test, patron).await, 0);
    assert_eq!(about_auto(&mut notices)[1..], [ended(AutoEnd::Stopped, 4)]);
}

#[tokio::test(start_paused = true)]
async fn auto_ends_when_the_money_does_not_last_and_says_so() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let mut notices = test.house.notices(patron);
    start(&test, patron, "player 60000 banker 60000", 9, 1).await.unwrap();
    assert_eq!(staked(&test, patron).await, 120_000);
    let take = 10_000 - i64::try_from(GIFT).unwrap() + 120_000;
    test.adjust_by_two(patron, Purse::Cash, take, 5).await.unwrap();
    next_round(&test).await;
    // What the round paid is more than the stake of a side and less than those of both.
    let mut rounds = 8;
    while staked(&test, patron).await > 0 {
        rounds -= 1;
        next_round(&test).await;
    }
    assert_eq!(left(&test, patron).await, None);
    let refused = ended(AutoEnd::Refused("insufficient_funds".to_owned()), rounds);
    assert_eq!(about_auto(&mut notices)[1..], [refused]);
    assert!(test.house.patron_view(patron, SALON).await.unwrap().seat.is_some(), "the seat stays");
}

#[tokio::test(start_paused = true)]
async fn auto_leaves_a_round_to_wagers_by_hand() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "tie 100").await.unwrap();
    start(&test, patron, "player 100", 2, 1).await.unwrap();
    assert_eq!((staked(&test, patron).await, left(&test, patron).await), (100, Some(2)));
    next_round(&test).await;
    assert_eq!((staked(&test, patron).await, left(&test, patron).await), (100, Some(1)));
    test.place(patron, SALON, 2, "tie 100").await.unwrap();
    assert_eq!(staked(&test, patron).await, 200, "one may add to what Auto placed");
}

/// How the patron's last Auto ended, as they read it when they come back.
async fn last_end(test: &TestHouse, patron: PatronId) -> Option<(AutoEnd, u16)> {
    let view = test.house.patron_view(patron, SALON).await.expect("the table runs");
    view.ended_auto.map(|EndedAuto { end, rounds_left }| (end, rounds_left))
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_reads_how_auto_ended_until_the_next_one_or_seat() {
    let (test, patron, _) = TestHouse::patient_with_guest().await;
    assert_eq!(last_end(&test, patron).await, None);
    start(&test, patron, "player 100", 5, 1).await.unwrap();
    assert_eq!((staked(&test, patron).await, last_end(&test, patron).await), (100, None), "it runs");
    test.house.stop_auto(patron, SALON).await.unwrap();
    let test = test.restart_after(1_000).await;
    assert_eq!(last_end(&test, patron).await, Some((AutoEnd::Stopped, 4)), "after a restart, too");
    start(&test, patron, "player 100", 1, 2).await.unwrap();
    assert_eq!(last_end(&test, patron).await, None, "another one runs");
    next_round(&test).await;
    assert_eq!(staked(&test, patron).await, 100);
    assert_eq!(last_end(&test, patron).await, Some((AutoEnd::Played, 0)));
    next_round(&test).await;
    start(&test, patron, "player 100", 9, 3).await.unwrap();
    assert_eq!(staked(&test, patron).await, 100);
    test.house.leave(patron, SALON, test.house.now()).await.unwrap();
    assert_eq!(last_end(&test, patron).await, Some((AutoEnd::SeatLost, 8)));
    test.sit(patron, SALON).await.unwrap();
    assert_eq!(last_end(&test, patron).await, None, "this seat had no Auto");
    next_round(&test).await;
    start(&test, patron, "player 100", 9, 4).await.unwrap();
    assert_eq!(staked(&test, patron).await, 100);
    test.adjust_by_two(patron, Purse::Cash, -i64::try_from(test.balance(patron).await).unwrap(), 5)
        .await
        .unwrap();
    let mut rounds = 8;
    next_round(&test).await;
    while staked(&test, patron).await > 0 {
        rounds -= 1;
        next_round(&test).await;
    }
    let refused = AutoEnd::Refused("insufficient_funds".to_owned());
    assert_eq!(last_end(&test, patron).await, Some((refused, rounds)));
}

#[tokio::test(start_paused = true)]
async fn auto_ends_with_the_seat() {
    for absent in [false, true] {
        let (test, patron, _) = TestHouse::with_guest(SALON).await;
        let mut notices = test.house.notices(patron);
        start(&test, patron, "player 100", 9, 1).await.unwrap();
        assert_eq!(staked(&test, patron).await, 100);
        let reason = if absent { LeaveReason::Absent } else { LeaveReason::Left };
        if absent {
            test.disconnect(patron);
            tokio::time::sleep(Duration::from_secs(61)).await;
        } else {
            test.house.leave(patron, SALON, test.house.now()).await.unwrap();
        }
        let sent = drain(&mut notices);
        let at =
            sent.iter().position(|it| *it == Notice::SeatLeft { table: SALON, reason }).expect("it is lost");
        assert!(matches!(&sent[at + 1], Notice::AutoEnded { end: AutoEnd::SeatLost, .. }), "{sent:?}");
        test.connect(patron);
        next_round(&test).await;
        assert_eq!(staked(&test, patron).await, 0);
        assert_eq!(code(&start(&test, patron, "player 100", 9, 2).await.unwrap_err()), "not_seated");
    }
}

#[tokio::test(start_paused = true)]
async fn protection_ends_auto_at_once_for_its_own_reason_and_accepted_wagers_are_settled() {
    for expected in ["paused", "excluded", "time_limit"] {
        let (test, patron, _) = TestHouse::with_guest(SALON).await;
        let mut notices = test.house.notices(patron);
        start(&test, patron, "player 100", 9, 1).await.unwrap();
        assert_eq!(staked(&test, patron).await, 100);
        let house = &test.house;
        match expected {
            "paused" => drop(house.pause(patron, 24).await.unwrap()),
            "excluded" => drop(house.exclude(patron, Some(9)).await.unwrap()),
            _ => {
                let limit = BTreeMap::from([(LimitKind::TimeDayMinutes, Some(1))]);
                house.set_limits(patron, &limit).await.unwrap();
                tokio::time::sleep(Duration::from_mins(1)).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(left(&test, patron).await, None, "{expected}");
        let (refused, rounds_left) = last_end(&test, patron).await.expect("it ended");
        assert_eq!(refused, AutoEnd::Refused(expected.to_owned()));
        assert_eq!(code(&start(&test, patron, "player 100", 9, 2).await.unwrap_err()), expected);
        next_round(&test).await;
        assert_eq!(staked(&test, patron).await, 0);
        let sent = drain(&mut notices);
        let autos = sent.iter().filter(|it| matches!(it, Notice::AutoEnded { .. }));
        assert_eq!(autos.collect::<Vec<_>>(), [&ended(refused, rounds_left)], "one reason, told once");
        let last = sent.last().expect("notices");
        assert_eq!(*last, Notice::SeatLeft { table: SALON, reason: LeaveReason::Removed }, "{sent:?}");
        let settled = test.history(patron).await.len();
        assert_eq!(settled, usize::from(9 - rounds_left), "{expected}: accepted wagers are settled");
    }
}

#[tokio::test(start_paused = true)]
async fn an_auto_slip_that_fails_is_not_sent_again_after_the_house_is_closed() {
    let faults = Arc::new(Faults::default());
    let tables = punto_house::default_tables().into_iter().take(1).collect();
    let (store, clock) = (Arc::clone(&faults.store), TestHouse::clock());
    let test = TestHouse::open_on(tables, faults.clone(), store, clock, Arc::default()).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    start(&test, patron, "player 100", 99, 1).await.unwrap();
    // The house looks every minute whether another server changed the patron's range.
    faults.next(Call::Read("entity"), u32::MAX, Fault::Fails);
    tokio::time::sleep(Duration::from_mins(2)).await;
    let before = faults.failed();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert!(faults.failed() > before, "it is sent again while the house is open");
    test.house.shutdown().await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    let before = faults.failed();
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(faults.failed(), before);
}

#[tokio::test(start_paused = true)]
async fn the_slips_of_many_patrons_share_batches() {
    let test = TestHouse::with(SALON).await;
    test.betting(SALON).await;
    let mut patrons = Vec::new();
    for n in 0..200 {
        let patron = test.guest(&format!("Patron {n}")).await;
        start(&test, patron, "tie 100", 2, n).await.unwrap();
        patrons.push(patron);
    }
    next_round(&test).await;
    for patron in &patrons {
        assert_eq!((staked(&test, *patron).await, left(&test, *patron).await), (100, None));
    }
    assert_eq!(test.audit().await, 200);
    assert_eq!(test.house.patron_view(patrons[0], TableId(1)).await.unwrap().staked, amount(100));
}
