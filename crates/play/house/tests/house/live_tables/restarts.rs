//! A shift that is interrupted after any step: table, finding and waiting readings are as they were, and nobody deals a
//! card again.

use std::time::Duration;

use punto_house::live::{DealerCommand, SupervisorCommand};
use punto_house::{ABANDONED_MS, default_tables};
use table::live::How;
use table::{Event, PublicEvent};

use super::shift::{ONE, SALON_LIVE, Shift};
use crate::histories::place::Place;
use crate::test_house::{GIFT, next_frame};

/// What happens in a shift.
#[derive(Clone, Copy, Debug)]
enum Step {
    Open,
    Cards(&'static str),
    Start,
    Close,
    Rescan,
    KeyIn(&'static str),
    Agree(&'static str),
    /// The line breaks unseen, and a card passes.
    Unheard(&'static str),
}

/// A shoe with a burn, a card that cannot be read with one that waits behind it, and one that two people type.
const SHIFT: [Step; 15] = [
    Step::Open,
    Step::Cards("2d"),
    Step::Cards("9h"),
    Step::Cards("8c"),
    Step::Start,
    Step::Close,
    Step::Cards("9h"),
    Step::Cards("x"),
    Step::Rescan,
    Step::Cards("Kd"),
    Step::Cards("x"),
    Step::KeyIn("Ks"),
    Step::Cards("3c"),
    Step::Agree("Ks"),
    Step::Cards("6h"),
];

async fn take(shift: &mut Shift, step: Step) {
    let finding_no = shift.finding().await.map_or(0, |(no, _)| no);
    match step {
        Step::Open => shift.open().await,
        Step::Cards(cards) => shift.cards(cards).await,
        Step::Start => {
            shift.dealer(DealerCommand::StartBetting).await.unwrap();
            shift.place("player 100").await;
        }
        Step::Close => {
            let mut frames = shift.house.subscribe(SALON_LIVE).unwrap();
            while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
        }
        Step::Rescan => {
            shift.dealer(DealerCommand::Resolve { finding_no, how: How::Rescan }).await.unwrap();
        }
        Step::KeyIn(card) => {
            let card = card.parse().unwrap();
            shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
        }
        Step::Agree(card) => {
            let card = card.parse().unwrap();
            shift.supervisor(ONE, SupervisorCommand::KeyIn { finding_no, card }).await.unwrap();
        }
        Step::Unheard(card) => {
            shift.session = None;
            shift.cards(card).await;
        }
    }
    shift.rest().await;
}

/// What happened in a shoe, but for the coming and going of the device.
async fn happened(shift: &Shift) -> Vec<String> {
    let (events, _) = shift.history().await;
    let told = events.iter().map(|recorded| match &recorded.event {
        Event::CardDrawn { card, .. } => format!("card {card}"),
        event => {
            let body = serde_json::to_value(event).unwrap();
            format!("{} {}", body["type"].as_str().unwrap(), body["what"].as_str().unwrap_or_default())
        }
    });
    told.filter(|told| !told.contains("device_")).collect()
}

/// What a shift comes to that is interrupted before this step.
async fn played(place: Place, cut: Option<usize>) -> (Vec<String>, u64, Option<&'static str>) {
    let mut shift = Shift::begin(place, "live-commission").await;
    for (index, step) in SHIFT.into_iter().enumerate() {
        if cut == Some(index) {
            let before = shift.stored_table().await;
            shift = shift.restart().await;
            let after = shift.stored_table().await;
            assert_eq!(after.phase(), before.phase(), "{cut:?}");
            assert!(after.live().waiting().eq(before.live().waiting()), "{cut:?}");
        }
        take(&mut shift, step).await;
    }
    shift.each_record_counts_once().await;
    let (told, balance) = (happened(&shift).await, shift.balance().await);
    let finding = shift.finding().await.map(|(_, code)| code);
    shift.end().await;
    (told, balance, finding)
}

#[tokio::test(start_paused = true)]
async fn a_shift_that_is_interrupted_anywhere_comes_to_the_same() {
    let whole = played(Place::memory(), None).await;
    assert_eq!((whole.1, whole.2), (GIFT + 100, Some("spare_card")), "{:?}", whole.0);
    for cut in 1..SHIFT.len() {
        for place in [Place::memory(), Place::file()] {
            assert_eq!(played(place, Some(cut)).await, whole, "before step {cut}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_device_read_while_the_house_was_away_is_sent_again_and_late_after_a_while() {
    for (away_ms, finding) in [(500, None), (6_000, Some("late_reading"))] {
        let mut shift = Shift::begin(Place::memory(), "three-bet").await;
        shift.open().await;
        for step in [Step::Start, Step::Close, Step::Cards("9h"), Step::Unheard("Kd")] {
            take(&mut shift, step).await;
        }
        assert_eq!(shift.on_table(), "9h");
        tokio::time::advance(Duration::from_millis(away_ms)).await;
        let mut shift = shift.restart().await;
        shift.rest().await;
        assert_eq!(shift.finding().await.map(|(_, code)| code), finding, "{away_ms} ms");
        if let Some((finding_no, _)) = shift.finding().await {
            let resolve = SupervisorCommand::Resolve { finding_no, how: How::Accept, why: None };
            shift.supervisor(ONE, resolve).await.unwrap();
            shift.rest().await;
        }
        assert_eq!(shift.on_table(), "9h Kd");
        shift.cards("Ks 3c").await;
        assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT + 100));
        shift.each_record_counts_once().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_of_a_live_table_that_runs_no_more_is_voided_in_the_end() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h x").await;
    let (house, lasting) = shift.replace(default_tables().into_iter().take(1).collect()).await;
    let cash = async || house.wallet(lasting.patron).await.unwrap().cash.minor();
    assert_eq!(cash().await, GIFT - 100);
    tokio::time::sleep(Duration::from_millis(u64::from(ABANDONED_MS) + 1_000)).await;
    assert_eq!(cash().await, GIFT);
    house.shutdown().await;
    drop(house);
    lasting.place.audit().unwrap();
}
