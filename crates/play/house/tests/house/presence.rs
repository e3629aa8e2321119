//! Connections: a seat is lost after the grace time without any, and never while there is one.

use std::time::Duration;

use punto_house::Notice;
use table::{Event, LeaveReason, PatronId, PublicEvent, TableId, Timestamp};

use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, code, drain};

/// The default grace time.
const GRACE: Duration = Duration::from_mins(1);
const MOMENT: Duration = Duration::from_millis(1);
const JUST_BEFORE: Duration = Duration::from_millis(59_999);

async fn is_seated(test: &TestHouse, patron: PatronId, table: TableId) -> bool {
    test.house.patron_view(patron, table).await.expect("the table runs").seat.is_some()
}

#[tokio::test(start_paused = true)]
async fn a_seat_is_lost_when_the_grace_time_is_over_and_not_before() {
    let test = TestHouse::open(punto_house::default_tables().into_iter().take(2).collect()).await;
    let (gone, stays) = (test.guest("Mara").await, test.guest("Noor").await);
    let mut notices = test.house.notices(gone);
    test.disconnect(gone);
    tokio::time::sleep(JUST_BEFORE).await;
    assert!(is_seated(&test, gone, SALON).await && is_seated(&test, gone, GOLD).await);
    tokio::time::sleep(2 * MOMENT).await;
    for table in [SALON, GOLD] {
        assert!(!is_seated(&test, gone, table).await && is_seated(&test, stays, table).await);
        assert_eq!(test.house.seats_taken(table), 1);
    }
    let left = |table| Notice::SeatLeft { table, reason: LeaveReason::Absent };
    let mut sent = drain(&mut notices);
    sent.sort_by_key(|notice| *notice != left(SALON));
    assert_eq!(sent, [left(SALON), left(GOLD)]);
    test.connect(gone);
    assert!(!is_seated(&test, gone, SALON).await, "coming back later gives no seat");
}

#[tokio::test(start_paused = true)]
async fn any_connection_keeps_every_seat() {
    let (test, patron, _) = TestHouse::patient_with_guest().await;
    let other_tab = test.house.connected(patron);
    test.disconnect(patron);
    tokio::time::sleep(3 * GRACE).await;
    assert!(is_seated(&test, patron, SALON).await, "another tab is open, on any screen");
    drop(other_tab);
    tokio::time::sleep(JUST_BEFORE).await;
    test.connect(patron);
    tokio::time::sleep(3 * GRACE).await;
    assert!(is_seated(&test, patron, SALON).await, "they came back in time");
}

#[tokio::test(start_paused = true)]
async fn leaving_in_one_tab_gives_the_seat_up_though_another_is_open() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let _other_tab = test.house.connected(patron);
    test.house.leave(patron, SALON, test.house.now()).await.unwrap();
    assert!(!is_seated(&test, patron, SALON).await);
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_the_grace_time_begins_again() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.disconnect(patron);
    tokio::time::sleep(GRACE / 2).await;
    let test = test.restart_after(120_000).await;
    tokio::time::sleep(JUST_BEFORE).await;
    assert!(is_seated(&test, patron, SALON).await);
    tokio::time::sleep(2 * MOMENT).await;
    assert!(!is_seated(&test, patron, SALON).await);
    let test = test.restart_after(1).await;
    assert!(!is_seated(&test, patron, SALON).await, "and the seat stays lost");
}

#[tokio::test(start_paused = true)]
async fn the_wagers_of_an_absent_patron_follow_the_house_rules() {
    for (table, returned) in [(GOLD, 100), (SALON, 0)] {
        let mut settings = punto_house::default_tables();
        settings.retain(|settings| settings.id == table);
        settings[0].seating.grace_ms = 5_000;
        let test = TestHouse::open(settings).await;
        let patron = test.guest("Mara").await;
        test.betting(table).await;
        test.place(patron, table, 1, "player 100").await.unwrap();
        test.disconnect(patron);
        tokio::time::sleep(Duration::from_millis(5_001)).await;
        let view = test.house.patron_view(patron, table).await.unwrap();
        assert_eq!((view.seat, view.staked), (None, amount(100 - returned)), "{table:?}");
        assert_eq!(test.balance(patron).await, GIFT - 100 + returned, "{table:?}");
        test.end(table).await;
        assert_eq!(test.history(patron).await.len(), usize::from(returned == 0), "{table:?}");
        assert_eq!(test.audit().await, 0, "{table:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_sits_down_without_a_connection_has_the_grace_time() {
    let test = TestHouse::with(SALON).await;
    let patron = test.stranger("Mara").await;
    test.sit(patron, SALON).await.unwrap();
    tokio::time::sleep(JUST_BEFORE).await;
    test.until(SALON, |event| *event == PublicEvent::BettingOpened).await;
    let refused = test.place(patron, SALON, 1, "player 100").await.unwrap_err();
    assert_eq!(code(&refused), "not_seated");
}

/// The patrons whose seats were given up at a table, and when, in the order of its log.
fn left(test: &TestHouse, table: TableId) -> Vec<(u32, Timestamp)> {
    let events = test.store.events(table).into_iter();
    let left = events.filter_map(|recorded| match recorded.event {
        Event::SeatLeft { patron, .. } => Some((patron.0, recorded.at)),
        _ => None,
    });
    left.collect()
}

#[tokio::test(start_paused = true)]
async fn seats_lost_in_the_same_moment_leave_every_stake_whole() {
    for (table, stands) in [(GOLD, false), (SALON, true)] {
        let mut settings = punto_house::default_tables();
        settings.retain(|settings| settings.id == table);
        settings[0].seating.grace_ms = 5_000;
        let test = TestHouse::open(settings).await;
        let mut patrons = Vec::new();
        for name in ["Mara", "Noor", "Olga", "Pia", "Rosa"] {
            patrons.push(test.guest(name).await);
        }
        let (stays, gone) = (patrons[4], &patrons[..4]);
        test.betting(table).await;
        // Two with wagers, two without, and one who stays.
        for (patron, stake) in [(gone[0], 100_u64), (gone[2], 300), (stays, 500)] {
            let slip = format!("player {stake}");
            test.place(patron, table, stake.into(), &slip).await.expect("they have a seat");
        }
        gone.iter().for_each(|patron| test.disconnect(*patron));
        tokio::time::sleep(Duration::from_millis(5_001)).await;
        assert_eq!(test.house.seats_taken(table), 1, "{table:?}");
        let left = left(&test, table);
        let mut who: Vec<_> = left.iter().map(|(patron, _)| *patron).collect();
        who.sort_unstable();
        assert_eq!(who, gone.iter().map(|patron| patron.0).collect::<Vec<_>>(), "{table:?}");
        assert!(left.iter().all(|(_, at)| *at == left[0].1), "{table:?}: {left:?}");
        for (patron, stake) in [(gone[0], 100), (gone[1], 0), (gone[2], 300), (gone[3], 0), (stays, 500)] {
            let held = if stands || patron == stays { stake } else { 0 };
            let view = test.house.patron_view(patron, table).await.expect("the table runs");
            assert_eq!(view.staked, amount(held), "{table:?} {patron:?}");
            assert_eq!(test.balance(patron).await, GIFT - held, "{table:?} {patron:?}");
        }
        assert_eq!(test.audit().await, if stands { 3 } else { 1 }, "{table:?}: holds are open");
        test.end(table).await;
        for (patron, stake) in [(gone[0], 100), (gone[1], 0), (gone[2], 300), (gone[3], 0), (stays, 500)] {
            let settled = test.history(patron).await;
            let wagers: Vec<_> = settled.iter().flat_map(|round| &round.wagers).collect();
            let staked: u64 = wagers.iter().map(|own| own.stake.minor()).sum();
            let paid: u64 = wagers.iter().map(|own| own.payout.minor()).sum();
            assert_eq!(staked, if stands || patron == stays { stake } else { 0 }, "{table:?} {patron:?}");
            assert_eq!(test.balance(patron).await, GIFT - staked + paid, "{table:?} {patron:?}");
        }
        assert_eq!(test.audit().await, 0, "{table:?}");
    }
}
