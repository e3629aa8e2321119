//! A card that came out of a shoe too often: supervisors read where each of its copies lay, and who read it.

use money::Amount;
use punto_house::live::{CardCopy, DealerCommand, SupervisorCommand};
use table::PublicEvent;
use table::Settings;
use table::live::{How, ScannerSettings};
use table::squeeze::SqueezeTerms;

use super::shift::{ONE, SALON_LIVE, Shift, settings};
use crate::histories::place::Place;
use crate::test_house::next_frame;

/// The copies that supervisors read, with their rounds and records.
async fn told(shift: &Shift) -> Option<Vec<String>> {
    let copies = shift.house.card_copies(SALON_LIVE).await.unwrap()?;
    assert_eq!((copies.finding_no, "too_many_copies"), shift.finding().await.unwrap());
    assert_eq!(copies.card.to_string(), "9h");
    let copy = |CardCopy { round, slot, record }: &CardCopy| {
        let by = record.map_or_else(|| "people".to_owned(), |record| format!("record {}", record.n));
        format!("{round} {} {by}", slot.id())
    };
    Some(copies.copies.iter().map(copy).collect())
}

/// Eight nines of hearts come out with four rounds: one is typed by two people, and one is burned.
async fn eight_copies(shift: &mut Shift) {
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h x").await;
    assert_eq!(told(shift).await, None, "another finding is open");
    let (finding_no, card) = (shift.finding().await.unwrap().0, "9h".parse().unwrap());
    shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
    shift.supervisor(ONE, SupervisorCommand::KeyIn { finding_no, card }).await.unwrap();
    shift.cards("Kd 7c 9h").await;
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
    for cards in ["9h Kd 9h 7c", "9h Kd 9h 7c", "9h Kd Ks 7c"] {
        shift.bet("player 100").await;
        shift.cards(cards).await;
    }
}

#[tokio::test(start_paused = true)]
async fn supervisors_read_with_which_round_each_copy_of_an_impossible_card_came() {
    for place in [Place::memory(), Place::file()] {
        let mut shift = Shift::begin(place, "three-bet").await;
        eight_copies(&mut shift).await;
        shift.bet("player 100").await;
        shift.cards("9h").await;
        let expected = [
            "1-1 P1 record 2",
            "1-1 B1 people",
            "1-1 burn record 6",
            "1-2 P1 record 7",
            "1-2 P2 record 9",
            "1-3 P1 record 11",
            "1-3 P2 record 13",
            "1-4 P1 record 15",
        ];
        assert_eq!(told(&shift).await.unwrap(), expected);
        let shift = shift.restart().await;
        assert_eq!(told(&shift).await.unwrap(), expected);
        shift.end().await;
    }
}

/// The dealer burns the card of the finding that is open.
async fn burn(shift: &Shift) {
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_copy_that_was_burned_is_told_with_the_record_that_read_it() {
    let mut shift = Shift::begin(Place::memory(), "three-bet").await;
    shift.open().await;
    shift.cards("9h").await;
    burn(&shift).await;
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    let mut frames = shift.house.subscribe(SALON_LIVE).unwrap();
    shift.cards("9h").await;
    burn(&shift).await;
    while next_frame(&mut frames).await.public.event != PublicEvent::BettingClosed {}
    shift.cards("9h Kd Ks 7c").await;
    assert_eq!(shift.phase(), "settled");
    shift.cards("9h").await;
    burn(&shift).await;
    for cards in ["9h Kd 9h 7c", "9h Kd 9h 7c"] {
        shift.bet("player 100").await;
        shift.cards(cards).await;
    }
    shift.bet("player 100").await;
    shift.cards("9h").await;
    let burned = ["1-0 burn record 2", "1-1 P1 record 4", "1-1 burn record 3", "1-1 burn record 8"];
    let told = told(&shift).await.unwrap();
    assert_eq!((&told[..4], told.len()), (&burned.map(str::to_owned)[..], 8));
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn nobody_is_told_the_copies_of_a_card_that_falls_face_down() {
    let squeeze = Some(SqueezeTerms::from_stake(Amount::new(10_000).unwrap()));
    let settings = Settings { squeeze, ..settings("three-bet", ScannerSettings::default()) };
    let place = Place::memory();
    let port = place.open();
    let mut shift = Shift::begin_on(place, port, settings).await;
    eight_copies(&mut shift).await;
    shift.bet("player 10000").await;
    shift.cards("9h").await;
    assert_eq!(shift.finding().await.unwrap().1, "too_many_copies");
    assert_eq!(told(&shift).await, None);
    shift.house.shutdown().await;
}
