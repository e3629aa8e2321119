//! The public stream: contiguous, the same for every subscriber, and joined again from a snapshot after a lag.

use punto_house::Notice;
use table::PublicEvent;
use tokio::sync::broadcast::error::RecvError;

use crate::test_house::{SALON, TestHouse, next_frame};

#[tokio::test(start_paused = true)]
async fn frames_are_contiguous_over_private_events_and_lead_to_the_snapshot() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    let mut frames = test.subscribe(SALON);
    let mut seen = test.house.snapshot(SALON).unwrap().view.seq;
    test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    test.place(patron, SALON, 2, "player 100").await.unwrap();
    test.end(SALON).await;
    while seen < test.house.snapshot(SALON).unwrap().view.seq {
        let frame = next_frame(&mut frames).await;
        seen += 1;
        assert_eq!((frame.public.seq, frame.view.seq), (seen, seen));
    }
    let events = test.store.events(SALON);
    let private = events.iter().filter(|recorded| !recorded.event.is_public()).count();
    assert_eq!(private, 3, "a seat and two slips took no number");
    assert_eq!(seen, u64::try_from(events.len() - private).unwrap());
}

#[tokio::test(start_paused = true)]
async fn a_subscriber_that_lags_takes_a_snapshot_and_follows_from_there() {
    let test = TestHouse::with(SALON).await;
    let mut frames = test.subscribe(SALON);
    for _ in 0..80 {
        test.end(SALON).await;
    }
    assert!(matches!(frames.recv().await, Err(RecvError::Lagged(_))), "80 rounds are more than it holds");
    let snapshot = test.house.snapshot(SALON).unwrap();
    let mut covered = 0;
    let following = loop {
        let frame = next_frame(&mut frames).await;
        if frame.public.seq > snapshot.view.seq {
            break frame;
        }
        covered += 1;
    };
    assert!(covered > 0, "the snapshot covers the frames that were still held");
    assert_eq!(following.public.seq, snapshot.view.seq + 1);
}

#[tokio::test(start_paused = true)]
async fn no_card_is_public_before_it_is_dealt() {
    let test = TestHouse::with(SALON).await;
    let mut frames = test.subscribe(SALON);
    let (mut dealt, mut rounds) = (0, 0);
    while rounds < 5 {
        let frame = next_frame(&mut frames).await;
        match &frame.public.event {
            PublicEvent::BettingOpened => dealt = 0,
            PublicEvent::CardDrawn { .. } => dealt += 1,
            PublicEvent::RoundSettled { .. } => rounds += 1,
            _ => {}
        }
        let shown = frame.view.phase.cards().len();
        assert_eq!(shown, if frame.view.phase.id() == "closed" { 0 } else { dealt }, "{:?}", frame.public);
    }
}

#[tokio::test(start_paused = true)]
async fn a_patron_is_given_the_latest_twenty_results_that_they_missed() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let other = test.stranger("Bob").await;
    let mut ended = Vec::new();
    for slip_id in 0..23 {
        test.betting(SALON).await;
        test.place(patron, SALON, slip_id, "player 500").await.unwrap();
        ended.push(test.end(SALON).await.public.seq);
    }
    let missed = async |patron, after| {
        let missed = test.house.missed_results(patron, SALON, after).await.unwrap();
        assert!(missed.iter().all(|result| matches!(result.notice, Notice::RoundSettled { .. })));
        missed.iter().map(|result| result.seq).collect::<Vec<_>>()
    };
    assert_eq!(missed(patron, 0).await, ended[3..]);
    assert_eq!(missed(patron, ended[20]).await, ended[21..]);
    assert!(missed(patron, ended[22]).await.is_empty());
    assert!(missed(other, 0).await.is_empty());
}
