//! A house that is closed at any moment and opened again: every accepted wager is there, and the round goes on
//! or is voided with its stakes back.

use table::event::VoidReason;
use table::{PublicEvent, RoundRef};

use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, code, next_frame, written};

#[tokio::test(start_paused = true)]
async fn betting_goes_on_until_the_time_that_was_promised() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let closes_at = test.house.now().plus_ms(15_000);
    test.place(patron, SALON, 1, "player 100").await.unwrap();

    let test = test.restart_after(5_000).await;
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!((view.round, written(&view.wagers).as_str()), (Some(round), "player 100"));
    let receipt = test.place(patron, SALON, 2, "player 50").await.unwrap();
    assert_eq!(receipt.staked, amount(150));
    let closed = test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert_eq!(closed.public.at, closes_at.plus_ms(100));
    test.end(SALON).await;
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn betting_whose_time_has_passed_is_closed_and_dealt() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    let test = test.restart_after(3_600_000).await;
    let late = test.place_in(patron, SALON, round, 2, "player 50", test.house.now()).await;
    assert_eq!(code(&late.unwrap_err()), "betting_closed");
    test.end(SALON).await;
    assert_eq!(test.history(patron).await[0].round, round);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn dealing_goes_on_with_the_very_next_card() {
    for cards_before in 1..=3 {
        let (test, patron, round) = TestHouse::with_guest(GOLD).await;
        test.place(patron, GOLD, 1, "player 100 banker 100").await.unwrap();
        for _ in 0..cards_before {
            test.until(GOLD, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
        }
        let test = test.restart_after(7).await;
        let end = test.end(GOLD).await;
        let cards = end.view.phase.cards();
        assert_eq!(cards, TestHouse::shuffled(1)[8..8 + cards.len()], "after {cards_before} cards");
        assert_eq!(end.view.round, Some(round));
        assert_eq!(test.audit().await, 0);
        assert_eq!(test.history(patron).await.len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_later_round_of_the_shoe_finds_its_cards_too() {
    let test = TestHouse::with(SALON).await;
    for _ in 0..3 {
        test.betting(SALON).await;
        test.end(SALON).await;
    }
    let before = test.house.snapshot(SALON).unwrap();
    let test = test.restart_after(0).await;
    let after = test.house.snapshot(SALON).unwrap();
    assert_eq!(after.view, before.view, "the table is what its history says");
    let end = test.end(SALON).await;
    let cards = end.view.phase.cards();
    let out = 416 - usize::from(end.view.cards_left);
    assert_eq!(cards, TestHouse::shuffled(1)[out - cards.len()..out]);
}

#[tokio::test(start_paused = true)]
async fn a_round_whose_shoe_is_lost_is_voided_and_a_new_shoe_comes() {
    for dealing in [false, true] {
        let (test, patron, _) = TestHouse::with_guest(SALON).await;
        test.place(patron, SALON, 1, "player 100 tie 100").await.unwrap();
        if dealing {
            test.until(SALON, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
        }
        test.store.lose_seed(SALON, 1);
        let test = test.restart_after(1_000).await;
        let end = test.end(SALON).await;
        let voided = PublicEvent::RoundVoided { reason: VoidReason::Interrupted };
        assert_eq!(end.public.event, voided, "dealing: {dealing}");
        assert_eq!(end.view.round, Some(RoundRef { shoe_no: 1, round_no: 1 }));
        assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));
        assert_eq!(test.betting(SALON).await, RoundRef { shoe_no: 2, round_no: 1 });
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_shoe_between_rounds_is_replaced_without_a_word() {
    let test = TestHouse::with(SALON).await;
    test.betting(SALON).await;
    test.end(SALON).await;
    test.store.lose_seed(SALON, 1);
    let test = test.restart_after(0).await;
    assert_eq!(test.betting(SALON).await, RoundRef { shoe_no: 2, round_no: 1 });
}

#[tokio::test(start_paused = true)]
async fn the_public_stream_goes_on_over_a_restart() {
    let mut test = TestHouse::with(SALON).await;
    test.betting(SALON).await;
    for _ in 0..2 {
        let last = test.house.snapshot(SALON).unwrap().view.seq;
        test = test.restart_after(0).await;
        let mut frames = test.subscribe(SALON);
        assert_eq!(test.house.snapshot(SALON).unwrap().view.seq, last);
        assert_eq!(next_frame(&mut frames).await.public.seq, last + 1);
        test.end(SALON).await;
    }
}
