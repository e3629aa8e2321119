//! Nobody learns a card that a device has read while it lies face down. Each round is played twice with different cards
//! and everything else alike; what everybody receives must be the same.

use std::sync::Arc;

use baccarat::Card;
use money::Amount;
use punto_house::live::DealerCommand;
use table::live::ScannerSettings;
use table::squeeze::SqueezeTerms;
use table::{Event, Settings};

use super::shift::{SALON_LIVE, Shift, settings};
use crate::audience::{Audience, alike, betting, lying, rounds, view_when};
use crate::histories::place::Place;

/// Eight cards of which no two are alike, by a number: those of one round, and those of the other.
fn hands(number: u64) -> [String; 2] {
    let mut left: Vec<usize> = (0..52).collect();
    let mut state = number;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let place = usize::try_from(state >> 33).expect("it fits") % left.len();
        Card::from_index(left.swap_remove(place)).expect("one of 52").to_string()
    };
    [(); 2].map(|()| [(); 4].map(|()| next()).join(" "))
}

/// Plays a round with these cards until just before the first one is shown; all that anybody learned.
async fn played(cards: &str) -> Vec<String> {
    let (place, scanner) = (Place::memory(), ScannerSettings::default());
    let port = place.open();
    let squeeze = Some(SqueezeTerms::from_stake(Amount::new(10_000).expect("small")));
    let settings = Settings { squeeze, ..settings("three-bet", scanner) };
    let mut shift = Shift::begin_on(place, Arc::clone(&port), settings).await;
    shift.open().await;
    let mut audience = Audience::of(&shift.house, SALON_LIVE).await;
    shift.dealer(DealerCommand::StartBetting).await.unwrap_or_else(|no| panic!("{no}"));
    betting(&shift.house, SALON_LIVE).await;
    let round = audience.wager(&shift.house).await;
    view_when(&shift.house, SALON_LIVE, |view| view.phase.id() == "closed").await;
    shift.cards(cards).await;
    lying(&shift.house, SALON_LIVE).await;
    let mut learned = audience.turns(&shift.house, round).await;
    learned.extend(audience.learned(&shift.house, &*port).await);
    // What those who work there see, the lamp at the shoe, and what is published of its records.
    learned.push(format!("{:?}", shift.status()));
    learned.push(format!("{:?}", shift.status().gate_frame()));
    learned.push(format!("{:?}", shift.house.findings(SALON_LIVE, 1).await));
    learned.push(format!("{:?}", shift.house.shoe_records(SALON_LIVE, 1).await));
    let (events, records) = shift.history().await;
    let drawn = events.iter().filter_map(|recorded| match &recorded.event {
        Event::CardDrawn { card, face_down: true, .. } => Some(card.to_string()),
        _ => None,
    });
    assert_eq!((drawn.collect::<Vec<_>>().join(" ").as_str(), records.len()), (cards, 4));
    shift.house.shutdown().await;
    learned
}

#[tokio::test(start_paused = true)]
async fn nothing_that_anybody_learns_depends_on_a_card_that_a_device_read_face_down() {
    let rounds = rounds();
    for round in 0..rounds {
        let [first, second] = hands(round);
        let (one, other) = (played(&first).await, played(&second).await);
        alike(&one, &other, &format!("round {round}: {first} or {second}"));
    }
    println!("{rounds} scanned rounds, each played twice: nothing differs before the first card is shown");
}
