//! Corrections at a live table: other cards than the device read, ruled by two supervisors from the recording.

use punto_house::live::DealerCommand;
use table::live::How;
use table::proof::Bytes32;
use table::{CorrectionRequest, Evidence, RequestId, RoundRef, Ruling, StaffId, Timestamp};

use super::shift::{ONE, SALON_LIVE, Shift};
use crate::histories::place::Place;
use crate::test_house::{GIFT, code};

const TWO: StaffId = StaffId(3);
const FIRST: RoundRef = RoundRef { shoe_no: 1, round_no: 1 };

fn ruled(id: u128, cards: &str, surplus: &str) -> CorrectionRequest {
    let read = |texts: &str| texts.split_whitespace().map(|text| text.parse().unwrap()).collect();
    let ruling = Ruling::Cards { cards: read(cards), surplus: read(surplus) };
    let digest = Bytes32([7; 32]);
    let evidence = Some(Evidence { from: Timestamp(1_000), to: Timestamp(9_000), digest });
    CorrectionRequest {
        evidence,
        ..CorrectionRequest::new(ruling, ONE, "the recording shows it", RequestId(id))
    }
}

async fn correct(shift: &Shift, request: CorrectionRequest) -> Result<(), &'static str> {
    let proposed = shift.house.propose_correction(SALON_LIVE, FIRST, request).await;
    let no = proposed.map_err(|refused| code(&refused))?.correction_no;
    shift.house.approve_correction(SALON_LIVE, no, TWO).await.unwrap();
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_round_is_ruled_from_the_recording_with_every_card_that_came_out() {
    for place in [Place::memory(), Place::file()] {
        let mut shift = Shift::begin(place, "three-bet").await;
        shift.open().await;
        shift.bet("player 100").await;
        shift.cards("9h Kd Ks 7c 6h").await;
        let (finding_no, _) = shift.finding().await.unwrap();
        shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
        assert_eq!(shift.balance().await, GIFT + 100);
        for (id, cards, surplus, expected) in [
            (1, "8h Kd Ks 7c", "", "surplus"),
            (2, "2h Kd Ks 4c 6h 2c", "", "not_drawn"),
            (3, "9h Kd Ks 7c", "6h", "nothing_to_correct"),
        ] {
            assert_eq!(correct(&shift, ruled(id, cards, surplus)).await, Err(expected), "{cards}");
        }
        // What was read as a nine was a five, and the card that was burned was Player's third.
        assert_eq!(correct(&shift, ruled(4, "5h Kd Ks 7c 6h", "")).await, Ok(()));
        assert_eq!(shift.balance().await, GIFT - 100);
        let record = shift.house.round(SALON_LIVE, FIRST).await.unwrap().unwrap();
        let read: Vec<String> = record.read_otherwise().iter().map(ToString::to_string).collect();
        assert_eq!((read.join(" ").as_str(), record.surplus()), ("9h Kd Ks 7c", [].as_slice()));
        let shift = shift.restart().await;
        assert_eq!(correct(&shift, ruled(5, "9h Kd Ks 7c", "6h")).await, Ok(()));
        assert_eq!(shift.balance().await, GIFT + 100);
        shift.end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_card_that_is_burned_after_a_proposal_changes_nothing_of_it() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h Kd Ks 7c").await;
    let proposed = shift.house.propose_correction(SALON_LIVE, FIRST, ruled(1, "8h Kd Ks 7c", "")).await;
    let no = proposed.unwrap().correction_no;
    shift.cards("6h").await;
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
    shift.house.approve_correction(SALON_LIVE, no, TWO).await.unwrap();
    let shift = shift.restart().await;
    let record = shift.house.round(SALON_LIVE, FIRST).await.unwrap().unwrap();
    let cards: Vec<String> = record.cards().iter().map(ToString::to_string).collect();
    assert_eq!(cards.join(" "), "8h Kd Ks 7c");
    let burned = "6h".parse().unwrap();
    assert_eq!(record.surplus(), [burned]);
    shift.end().await;
}
