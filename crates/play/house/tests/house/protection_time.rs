//! Time at tables: reality checks, limits on time, and who gets up when they may not play any more.

use std::collections::BTreeMap;
use std::time::Duration;

use punto_house::floor::{Change, TableStep};
use punto_house::log::Actor;
use punto_house::notice::RealityCheck;
use punto_house::protection::{LimitKind, Period, ProtectionRefusal};
use punto_house::{Notice, NumberedNotice, Pass};
use table::{LeaveReason, PatronId, StaffId, TableId};

use crate::test_house::{GOLD, SALON, TestHouse, code, drain, next};

const MINUTE_MS: u64 = 60_000;

async fn limit(test: &TestHouse, patron: PatronId, kind: LimitKind, minutes: u64) {
    test.house.set_limits(patron, &BTreeMap::from([(kind, Some(minutes))])).await.expect("it is tighter");
}

/// A house with these tables, where idle patrons keep their seats, and a guest with a connection to be.
async fn patient(tables: &[TableId]) -> (TestHouse, PatronId) {
    let mut settings = punto_house::default_tables();
    settings.retain(|own| tables.contains(&own.id));
    for own in &mut settings {
        (own.seating.idle_warning, own.seating.idle_limit) = (0, 0);
    }
    let test = TestHouse::open(settings).await;
    let patron = test.guest("Mara").await;
    (test, patron)
}

/// Lets so much time pass, step by step, so that the tables go on.
async fn pass_minutes(minutes: u64) {
    tokio::time::sleep(Duration::from_millis(minutes * MINUTE_MS)).await;
}

/// The next reality check.
async fn check(notices: &mut tokio::sync::broadcast::Receiver<NumberedNotice>) -> RealityCheck {
    loop {
        if let Notice::RealityCheck(check) = next(notices).await.notice {
            return check;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_reality_check_stops_slips_until_it_is_acknowledged() {
    let (test, patron) = patient(&[SALON]).await;
    let _line = test.house.connected(patron);
    let sat_down = test.house.now();
    limit(&test, patron, LimitKind::RealityCheckMinutes, 10).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 1000 tie 100").await.expect("the patron has a seat");
    let mut notices = test.house.notices(patron);
    let shown = check(&mut notices).await;
    assert_eq!((shown.since, shown.minutes, shown.staked), (sat_down, 10, 1_100));
    let settled = &test.history(patron).await[0];
    let paid: i64 = settled.wagers.iter().map(|own| own.payout.signed()).sum();
    assert_eq!(shown.lost, 1_100 - paid);
    test.betting(SALON).await;
    let refused = test.place(patron, SALON, 2, "player 100").await;
    assert_eq!(refused, Err(ProtectionRefusal::RealityCheckDue.into()));
    let view = test.house.protection(patron).await.expect("known");
    assert_eq!((view.is_check_due, view.check.map(|own| own.staked)), (true, Some(1_100)));
    let after = test.house.acknowledge_reality_check(patron).await.expect("known");
    assert!(!after.is_check_due);
    test.betting(SALON).await;
    test.place(patron, SALON, 3, "player 100").await.expect("it is acknowledged");
    let again = check(&mut notices).await;
    assert_eq!((again.since, again.staked), (sat_down, 1_200));
    assert!(again.minutes >= 20, "{again:?}");
}

#[tokio::test(start_paused = true)]
async fn a_limit_on_time_ends_play_after_the_round_and_holds_until_the_next_day() {
    let (test, patron) = patient(&[SALON]).await;
    let line = test.house.connected(patron);
    limit(&test, patron, LimitKind::TimeDayMinutes, 30).await;
    test.house.take_seat(patron, SALON, Pass::default()).await.expect("a seat");
    pass_minutes(29).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.expect("time is left");
    pass_minutes(2).await;
    assert!(test.house.seats_of(patron).is_empty(), "the seat is lost after the round");
    let until = Period::Day.end(test.house.now());
    let expected = ProtectionRefusal::TimeLimit { limit: LimitKind::TimeDayMinutes, minutes: 30, until };
    let seat = test.house.take_seat(patron, SALON, Pass::default()).await;
    assert_eq!(seat, Err(expected.into()));
    assert_eq!(test.house.protection(patron).await.expect("known").refusal, Some(expected));
    assert_eq!(test.house.quick_seat(patron).await.map_err(|no| code(&no)), Err("time_limit"));
    assert_eq!(test.place(patron, SALON, 2, "player 100").await, Err(expected.into()));
    drop(line);
    let rest = u64::try_from(until.0 - test.house.now().0).expect("it is later");
    let test = test.restart_after(rest).await;
    test.house.take_seat(patron, SALON, Pass::default()).await.expect("another day");
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_the_time_at_tables_and_does_not_count_itself() {
    let (test, patron) = patient(&[SALON]).await;
    let line = test.house.connected(patron);
    limit(&test, patron, LimitKind::TimeDayMinutes, 30).await;
    test.house.take_seat(patron, SALON, Pass::default()).await.expect("a seat");
    pass_minutes(20).await;
    drop(line);
    let test = test.restart_after(15 * MINUTE_MS).await;
    let _line = test.house.connected(patron);
    pass_minutes(5).await;
    let time = test.house.protection(patron).await.expect("known").time.expect("a limit counts it");
    assert_eq!(time.day_ms / MINUTE_MS, 25);
    pass_minutes(6).await;
    assert_eq!(test.place(patron, SALON, 1, "player 100").await.map_err(|no| code(&no)), Err("time_limit"));
}

#[tokio::test(start_paused = true)]
async fn who_pauses_or_is_excluded_gets_up_after_the_round_and_wagers_are_settled() {
    for table in [SALON, GOLD] {
        for pauses in [true, false] {
            let (test, patron, round) = TestHouse::with_guest(table).await;
            let _line = test.house.connected(patron);
            test.place(patron, table, 1, "player 1000").await.expect("accepted");
            let mut notices = test.house.notices(patron);
            if pauses {
                test.house.pause(patron, 24).await.expect("a pause");
            } else {
                test.house.exclude(patron, Some(1)).await.expect("an exclusion");
            }
            assert_eq!(test.house.seats_of(patron), [table], "the round is under way");
            let (mut settled, mut left) = (false, false);
            while !left {
                match next(&mut notices).await.notice {
                    Notice::RoundSettled { round: ended, .. } => settled = ended == round,
                    Notice::SeatLeft { reason, .. } => {
                        assert_eq!(reason, LeaveReason::Removed);
                        assert!(settled, "accepted wagers are settled first");
                        left = true;
                    }
                    _ => {}
                }
            }
            assert!(test.house.seats_of(patron).is_empty());
            let expected = if pauses { "paused" } else { "excluded" };
            let seat = test.house.take_seat(patron, table, Pass::default()).await;
            assert_eq!(seat.map_err(|no| code(&no)), Err(expected));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn two_seats_at_once_count_once() {
    let (test, patron) = patient(&[SALON, GOLD]).await;
    let _line = test.house.connected(patron);
    limit(&test, patron, LimitKind::TimeWeekMinutes, 600).await;
    for table in [SALON, GOLD] {
        test.house.take_seat(patron, table, Pass::default()).await.expect("a seat");
    }
    pass_minutes(10).await;
    test.house.leave(patron, SALON, test.house.now()).await.expect("it is left");
    pass_minutes(10).await;
    test.house.leave(patron, GOLD, test.house.now()).await.expect("it is left");
    pass_minutes(10).await;
    let time = test.house.protection(patron).await.expect("known").time.expect("a limit counts it");
    assert_eq!((time.week_ms / MINUTE_MS, time.sitting), (20, None));
}

#[tokio::test(start_paused = true)]
async fn play_ends_when_the_time_is_used_up_and_not_when_it_is_put_on_record() {
    for minutes in [7, 25] {
        let (test, patron) = patient(&[SALON]).await;
        limit(&test, patron, LimitKind::TimeDayMinutes, minutes).await;
        let mut notices = test.house.notices(patron);
        pass_minutes(minutes - 1).await;
        assert_eq!(test.house.seats_of(patron), [SALON], "{minutes}: a minute is left");
        pass_minutes(1).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(test.house.seats_of(patron).is_empty(), "{minutes}");
        let left = Notice::SeatLeft { table: SALON, reason: LeaveReason::Removed };
        assert!(drain(&mut notices).contains(&left), "{minutes}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_void_of_an_abandoned_round_stops_no_clock_and_gives_back_what_was_at_risk() {
    let (test, patron) = patient(&[SALON, GOLD]).await;
    limit(&test, patron, LimitKind::TimeDayMinutes, 600).await;
    limit(&test, patron, LimitKind::StakeDay, 5_000).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 3000").await.expect("within the limit");
    let test = test.restart_without(SALON).await;
    let view = test.house.protection(patron).await.expect("known");
    assert_eq!(view.held.minor(), 3_000);
    let before = view.time.expect("a limit counts it").day_ms;
    pass_minutes(20).await;
    let view = test.house.protection(patron).await.expect("known");
    assert_eq!(view.held.minor(), 0, "the round is void");
    assert_eq!(
        view.time.expect("a limit counts it").day_ms - before,
        20 * MINUTE_MS,
        "the other seat counts"
    );
}

#[tokio::test(start_paused = true)]
async fn a_patron_who_pauses_gets_up_at_a_halted_table_too() {
    let (test, patron) = patient(&[SALON]).await;
    test.betting(SALON).await;
    let halt = Change { by: Actor::Staff(StaffId(3)), why: "a spill" };
    test.house.step_table(SALON, TableStep::Halt, halt).await.expect("it is open");
    test.end(SALON).await;
    pass_minutes(10).await;
    assert_eq!(test.house.seats_of(patron), [SALON], "the seats stay");
    test.house.pause(patron, 24).await.expect("a pause");
    pass_minutes(1).await;
    assert!(test.house.seats_of(patron).is_empty());
}

#[tokio::test(start_paused = true)]
async fn who_may_play_again_before_the_round_ends_keeps_the_seat() {
    let mut salon = punto_house::default_tables().remove(0);
    salon.timings.betting_ms = 2 * 60 * 60 * 1_000;
    salon.seating.idle_limit = 0;
    let test = TestHouse::open(vec![salon]).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.expect("nothing forbids it");
    test.house.pause(patron, 1).await.expect("a pause");
    pass_minutes(180).await;
    assert_eq!(test.history(patron).await.len(), 1);
    assert_eq!(test.house.seats_of(patron), [SALON]);
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_is_sent_the_reality_check_that_waits() {
    let (test, patron) = patient(&[SALON]).await;
    limit(&test, patron, LimitKind::RealityCheckMinutes, 10).await;
    pass_minutes(12).await;
    let is_check = |notice: &Notice| matches!(notice, Notice::RealityCheck(_));
    let mut notices = test.house.notices(patron);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(
        drain(&mut notices).iter().filter(|notice| is_check(notice)).count(),
        1,
        "nobody listened before"
    );
    test.house.acknowledge_reality_check(patron).await.expect("known");
    let mut notices = test.house.notices(patron);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!drain(&mut notices).iter().any(is_check), "it is acknowledged");
}
