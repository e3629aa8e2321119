//! The public stream: contiguous, the same for everybody, and caught up with after an absence.

use table::PublicEvent;

use crate::hall::{Hall, SALON, next};

#[tokio::test(start_paused = true)]
async fn frames_are_contiguous_over_private_events_and_lead_to_the_snapshot() {
    let hall = Hall::with(SALON).await;
    let patron = hall.guest("Mara").await;
    let mut frames = hall.subscribe(SALON);
    let mut seen = hall.house.snapshot(SALON).unwrap().view.seq;
    hall.betting(SALON).await;
    hall.place(patron, SALON, 1, "player 100").await.unwrap();
    hall.place(patron, SALON, 2, "player 100").await.unwrap();
    hall.end(SALON).await;
    let mut gaps = 0;
    while seen < hall.house.snapshot(SALON).unwrap().view.seq {
        let frame = next(&mut frames).await;
        assert_eq!(frame.public.after, seen);
        gaps += frame.public.seq - frame.public.after - 1;
        seen = frame.public.seq;
        assert_eq!(frame.view.seq, seen);
    }
    assert_eq!(gaps, 2, "two slips lie between public events");
    let snapshot = hall.house.snapshot(SALON).unwrap();
    assert_eq!(snapshot.roads.beads(), snapshot.view.beads);
    assert_eq!(snapshot.watchers, 1);
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_gets_what_was_missed_or_nothing_at_all() {
    let hall = Hall::with(SALON).await;
    hall.betting(SALON).await;
    let seen = hall.house.snapshot(SALON).unwrap().view.seq;
    hall.end(SALON).await;
    let missed = hall.house.frames_since(SALON, seen).unwrap();
    let seqs: Vec<_> = missed.iter().map(|frame| (frame.public.after, frame.public.seq)).collect();
    assert!(seqs.windows(2).all(|pair| pair[0].1 == pair[1].0), "{seqs:?}");
    assert_eq!(seqs.first().map(|first| first.0), Some(seen));
    assert!(hall.house.frames_since(SALON, seen + 1_000).is_none());
    for _ in 0..80 {
        hall.end(SALON).await;
    }
    assert!(hall.house.frames_since(SALON, seen).is_none(), "too long ago: take a snapshot");
}

#[tokio::test(start_paused = true)]
async fn no_card_is_told_before_it_is_dealt() {
    let hall = Hall::with(SALON).await;
    let mut frames = hall.subscribe(SALON);
    let (mut dealt, mut rounds) = (0, 0);
    while rounds < 5 {
        let frame = next(&mut frames).await;
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
