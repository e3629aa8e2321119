//! Patrons without wagers are warned, and lose their seats later.

use punto_house::{Notice, default_tables};
use table::{LeaveReason, Seating, Settings};

use crate::test_house::{SALON, TestHouse, code, drain};

/// A house with the salon under these limits for idle patrons.
async fn salon(idle_warning: u16, idle_limit: u16) -> TestHouse {
    let seating = Seating { idle_warning, idle_limit, ..Seating::default() };
    TestHouse::open(vec![Settings { seating, ..default_tables().remove(0) }]).await
}

#[tokio::test(start_paused = true)]
async fn idle_patrons_are_warned_after_three_rounds_and_unseated_after_five() {
    let test =
        TestHouse::open(vec![Settings { seating: Seating::default(), ..default_tables().remove(0) }]).await;
    let (idle, plays) = (test.guest("Mara").await, test.guest("Noor").await);
    let mut notices = test.house.notices(idle);
    let warning = Notice::Idle { table: SALON, rounds: 3, limit: Some(5) };
    let left = Notice::SeatLeft { table: SALON, reason: LeaveReason::Idle };
    for (rounds, expected) in [(1, vec![]), (2, vec![]), (3, vec![warning]), (4, vec![]), (5, vec![left])] {
        let round = test.betting(SALON).await;
        test.place(plays, SALON, rounds, "player 100").await.unwrap();
        test.end(SALON).await;
        let next = test.betting(SALON).await;
        assert!(next > round);
        assert_eq!(drain(&mut notices), expected, "after {rounds} rounds");
    }
    let refused = test.place(idle, SALON, 9, "player 100").await.unwrap_err();
    assert_eq!((code(&refused), test.house.seats_taken(SALON)), ("not_seated", 1));
    test.place(plays, SALON, 9, "player 100").await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_wager_begins_the_count_again_and_a_restart_does_not() {
    let test = salon(0, 3).await;
    let patron = test.guest("Mara").await;
    test.end(SALON).await;
    test.end(SALON).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.end(SALON).await;
    test.end(SALON).await;
    test.end(SALON).await;
    let test = test.restart_after(1).await;
    assert_eq!(test.house.seats_taken(SALON), 1);
    test.end(SALON).await;
    test.betting(SALON).await;
    assert_eq!(test.house.seats_taken(SALON), 0);
}

#[tokio::test(start_paused = true)]
async fn zero_switches_warning_and_loss_off() {
    let test = salon(0, 0).await;
    let patron = test.guest("Mara").await;
    let mut notices = test.house.notices(patron);
    for _ in 0..12 {
        test.end(SALON).await;
    }
    assert_eq!((test.house.seats_taken(SALON), drain(&mut notices)), (1, vec![]));
}
