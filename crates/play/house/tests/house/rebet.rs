//! Rebet: the last round's wagers once more, also after a shoe change and a restart.

use punto_house::{Rejection, SlipReceipt};
use table::{PatronId, PublicEvent, RequestId, RoundRef, StaffId};

use crate::test_house::{SALON, TestHouse, code, written};

async fn rebet(
    test: &TestHouse,
    patron: PatronId,
    round: RoundRef,
    id: u128,
) -> Result<SlipReceipt, Rejection> {
    test.house.rebet(patron, SALON, round, RequestId(id), test.house.now()).await
}

#[tokio::test(start_paused = true)]
async fn the_last_wagers_outlive_the_shoe_and_a_restart() {
    let (test, patron, round) = TestHouse::patient_with_guest().await;
    assert_eq!(code(&rebet(&test, patron, round, 1).await.unwrap_err()), "nothing_to_rebet");
    test.place(patron, SALON, 2, "player 500").await.unwrap();
    test.place(patron, SALON, 3, "player 500 tie 200").await.unwrap();
    test.end(SALON).await;
    test.until(SALON, |event| *event == PublicEvent::ShoeOpened).await;
    let test = test.restart_after(1).await;
    let round = test.betting(SALON).await;
    assert_eq!(round.shoe_no, 2);
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!((written(&view.last_wagers), view.last), ("player 1000 tie 200".to_owned(), None));
    test.sit(patron, SALON).await.unwrap();
    for repeated in [false, true] {
        let receipt = rebet(&test, patron, round, 4).await.unwrap();
        assert_eq!(
            (written(&receipt.wagers), receipt.repeated),
            ("player 1000 tie 200".to_owned(), repeated)
        );
    }
    let held = test.audit().await;
    assert_eq!(held, 2, "they are placed once");
}

#[tokio::test(start_paused = true)]
async fn a_repeat_of_the_id_counts_once_though_the_last_wagers_are_others_by_then() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 500").await.unwrap();
    test.end(SALON).await;
    let round = test.betting(SALON).await;
    rebet(&test, patron, round, 2).await.unwrap();
    test.place(patron, SALON, 3, "tie 200").await.unwrap();
    test.end(SALON).await;
    assert!(rebet(&test, patron, round, 2).await.unwrap().repeated);
    let next = test.betting(SALON).await;
    assert_eq!(code(&rebet(&test, patron, next, 2).await.unwrap_err()), "slip_id_used");
    assert_eq!(code(&rebet(&test, patron, round, 4).await.unwrap_err()), "round_not_open");
    assert_eq!(written(&rebet(&test, patron, next, 5).await.unwrap().wagers), "player 500 tie 200");
}

#[tokio::test(start_paused = true)]
async fn a_voided_round_is_repeated_in_its_shoe_and_the_one_before_it_later() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 500").await.unwrap();
    test.end(SALON).await;
    let round = test.betting(SALON).await;
    test.place(patron, SALON, 2, "tie 300").await.unwrap();
    test.house.void_this_round(SALON, round, StaffId(1)).await.unwrap();
    let last = async || written(&test.house.patron_view(patron, SALON).await.unwrap().last_wagers);
    assert_eq!(last().await, "tie 300");
    test.until(SALON, |event| *event == PublicEvent::ShoeOpened).await;
    assert_eq!(last().await, "player 500");
}
