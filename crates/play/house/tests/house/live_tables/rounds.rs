//! Rounds whose cards a device reads: what it says is dealt and paid, and people decide what it cannot say.

use punto_house::live::{DealerCommand, SupervisorCommand};
use table::PublicEvent;
use table::event::VoidReason;
use table::live::How;

use super::shift::{DEALER, ONE, SALON_LIVE, Shift};
use crate::histories::place::Place;
use crate::test_house::{GIFT, code, next_frame};

#[tokio::test(start_paused = true)]
async fn a_round_is_dealt_and_paid_by_the_records_of_a_device() {
    for place in [Place::memory(), Place::file()] {
        let mut shift = Shift::begin(place, "three-bet").await;
        shift.open().await;
        shift.bet("player 100").await;
        shift.cards("9h Kd Ks").await;
        assert_eq!((shift.phase(), shift.on_table().as_str()), ("dealing", "9h Kd Ks"));
        shift.cards("3c").await;
        assert_eq!((shift.phase(), shift.on_table().as_str()), ("settled", "9h Kd Ks 3c"));
        assert_eq!(shift.balance().await, GIFT + 100);
        shift.bet("player 100").await;
        shift.cards("4h 4d 2s 3c").await;
        assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT), "six and seven");
        shift.each_record_counts_once().await;
        assert_eq!(shift.finding().await, None);
        shift.end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_burn_is_known_when_its_last_card_has_passed() {
    let mut shift = Shift::begin(Place::file(), "live-commission").await;
    shift.open().await;
    shift.cards("2d 9h").await;
    assert_eq!(shift.dealer(DealerCommand::StartBetting).await.map_err(|no| code(&no)), Err("burn_first"));
    shift.cards("8c").await;
    shift.bet("player 100").await;
    shift.cards("9h Kd Ks 3c").await;
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
    shift.each_record_counts_once().await;
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_card_that_cannot_be_read_passes_again_or_two_people_type_it() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h x").await;
    let (finding_no, what) = shift.finding().await.unwrap();
    assert_eq!(what, "unreadable");
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Rescan }).await.unwrap();
    shift.cards("Kd x").await;
    assert_eq!(shift.on_table(), "9h Kd");
    let (finding_no, _) = shift.finding().await.unwrap();
    let card = "Ks".parse().unwrap();
    shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
    let typed = SupervisorCommand::KeyIn { finding_no, card };
    let alone = shift.supervisor(DEALER, typed.clone()).await.unwrap_err();
    assert_eq!((code(&alone), shift.on_table().as_str()), ("same_person", "9h Kd"));
    shift.supervisor(ONE, typed).await.unwrap();
    assert_eq!((shift.on_table().as_str(), shift.finding().await), ("9h Kd Ks", None));
    shift.cards("3c").await;
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
    shift.each_record_counts_once().await;
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_card_that_comes_too_early_is_burned_and_never_dealt() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    shift.cards("6h").await;
    let (finding_no, what) = shift.finding().await.unwrap();
    assert_eq!((what, shift.phase()), ("early_card", "betting"));
    shift.place("player 100").await;
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
    let mut frames = shift.house.subscribe(SALON_LIVE).unwrap();
    while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
    shift.cards("9h Kd Ks 3c").await;
    assert_eq!((shift.phase(), shift.on_table().as_str()), ("settled", "9h Kd Ks 3c"));
    shift.each_record_counts_once().await;
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_round_that_nobody_finishes_is_voided_in_the_end() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h").await;
    let (since, mut frames) = (shift.now(), shift.house.subscribe(SALON_LIVE).unwrap());
    let end = next_frame(&mut frames).await;
    assert_eq!(end.public.event, PublicEvent::RoundVoided { reason: VoidReason::Interrupted });
    assert_eq!((shift.now() - since, shift.balance().await), (900_000, GIFT));
    // The table goes on with the same shoe.
    shift.bet("player 100").await;
    shift.cards("9d Kd Ks 3c").await;
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_card_that_nobody_answers_for_voids_its_round() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h").await;
    shift.unread_thrice().await;
    let (since, mut frames) = (shift.now(), shift.house.subscribe(SALON_LIVE).unwrap());
    let end = next_frame(&mut frames).await;
    assert_eq!(end.public.event, PublicEvent::RoundVoided { reason: VoidReason::UnreadableCard });
    assert_eq!((shift.now() - since, shift.balance().await), (180_000, GIFT));
    shift.rest().await;
    shift.each_record_counts_once().await;
    assert_eq!(shift.finding().await, None);
    shift.end().await;
}
