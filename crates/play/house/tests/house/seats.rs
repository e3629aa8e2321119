//! Seats: taken before the first wager, given up by leaving, kept over a restart and over a new shoe.

use punto_house::{Notice, Pass, SeatReceipt};
use table::{LeaveReason, PublicEvent, TableId};

use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, code, drain, next};

fn receipt(table: TableId, repeated: bool) -> SeatReceipt {
    SeatReceipt { table, repeated }
}

/// How many seats are taken at a table, as everybody sees it.
fn taken(test: &TestHouse, table: TableId) -> u32 {
    test.house.snapshot(table).expect("the table is there").view.seats
}

#[tokio::test(start_paused = true)]
async fn a_wager_needs_a_seat_at_its_table() {
    let test = TestHouse::open(punto_house::default_tables()).await;
    let patron = test.stranger("Mara").await;
    test.betting(SALON).await;
    assert_eq!(test.sit(patron, GOLD).await.unwrap(), receipt(GOLD, false));
    let refused = test.place(patron, SALON, 1, "player 100").await.unwrap_err();
    assert_eq!(code(&refused), "not_seated", "a seat at another table is none at this one");
    assert_eq!(test.balance(patron).await, GIFT);
    assert_eq!(test.sit(patron, SALON).await.unwrap(), receipt(SALON, false));
    assert_eq!(test.sit(patron, SALON).await.unwrap(), receipt(SALON, true));
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    let unknown = test.sit(patron, TableId(77)).await.unwrap_err();
    assert_eq!(code(&unknown), "unknown_table");
}

#[tokio::test(start_paused = true)]
async fn everybody_sees_how_many_seats_are_taken_without_a_frame() {
    let test = TestHouse::with(SALON).await;
    let (mara, noor) = (test.stranger("Mara").await, test.stranger("Noor").await);
    let seq = test.house.snapshot(SALON).unwrap().view.seq;
    let mut notices = test.house.notices(mara);
    test.sit(mara, SALON).await.unwrap();
    test.sit(noor, SALON).await.unwrap();
    test.sit(noor, SALON).await.unwrap();
    assert_eq!((taken(&test, SALON), test.house.snapshot(SALON).unwrap().view.seq), (2, seq));
    test.house.leave(mara, SALON, test.house.now()).await.unwrap();
    test.house.leave(mara, SALON, test.house.now()).await.unwrap();
    assert_eq!(taken(&test, SALON), 1);
    assert_eq!(next(&mut notices).await.notice, Notice::SeatTaken { table: SALON });
    assert_eq!(drain(&mut notices), [Notice::SeatLeft { table: SALON, reason: LeaveReason::Left }]);
    assert_eq!(test.until(SALON, |event| *event == PublicEvent::BettingOpened).await.view.seats, 1);
}

#[tokio::test(start_paused = true)]
async fn who_left_gets_the_result_and_sits_down_again_to_wager() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    assert_eq!(test.house.leave(patron, SALON, test.house.now()).await.unwrap().returned, amount(0));
    let refused = test.place(patron, SALON, 2, "player 100").await.unwrap_err();
    assert_eq!(code(&refused), "not_seated");
    assert!(test.place(patron, SALON, 1, "player 100").await.unwrap().repeated, "a repeat is answered");
    test.end(SALON).await;
    assert!(
        test.place(patron, SALON, 1, "player 100").await.unwrap().repeated,
        "also when the round is over"
    );
    assert_eq!(test.history(patron).await.len(), 1);
    test.betting(SALON).await;
    test.sit(patron, SALON).await.unwrap();
    test.place(patron, SALON, 2, "player 100").await.unwrap();
    assert_eq!(test.audit().await, 1);
}

#[tokio::test(start_paused = true)]
async fn seats_outlast_a_restart_and_a_shoe() {
    let (test, patron, round) = TestHouse::patient_with_guest().await;
    let gone = test.guest("Noor").await;
    test.house.leave(gone, SALON, test.house.now()).await.unwrap();
    let test = test.restart_after(2_000).await;
    assert_eq!(taken(&test, SALON), 1);
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    while test.betting(SALON).await.shoe_no == round.shoe_no {
        test.end(SALON).await;
    }
    test.place(patron, SALON, 2, "player 100").await.unwrap();
    let test = test.restart_after(2_000).await;
    assert_eq!(taken(&test, SALON), 1);
    test.place(patron, SALON, 3, "player 100").await.unwrap();
    let refused = test.place(gone, SALON, 4, "player 100").await.unwrap_err();
    assert_eq!(code(&refused), "not_seated");
}

#[test]
fn a_pass_is_not_printed() {
    let pass = Pass { password: Some("swordfish".to_owned()), invitation: Some("4711".to_owned()) };
    assert_eq!(format!("{pass:?}"), "Pass(<secret>)");
}
