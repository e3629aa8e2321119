//! Shoes whose count ended with a note: they wait for a review, also through a restart, and are reviewed once.

use punto_house::live::{DealerCommand, ReviewState, SupervisorCommand};
use punto_house::{HouseRefusal, Rejection};
use table::StaffId;
use table::live::{How, ScannerSettings};

use super::shift::{ONE, SALON_LIVE, Shift, settings};
use crate::histories::place::Place;

const TWO: StaffId = StaffId(3);

/// A shift whose shoe is over after a round, and is not whole.
async fn counted() -> Shift {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let place = Place::file();
    let port = place.open();
    let mut shift = Shift::begin_on(place, port, settings("three-bet", scanner)).await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h Kd Ks 3c").await;
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }).await.unwrap();
    shift.dealer(DealerCommand::CountOut).await.unwrap();
    shift
}

async fn note(shift: &Shift, by: StaffId, why: Option<&str>) {
    let (finding_no, code) = shift.finding().await.unwrap();
    assert_eq!(code, "composition");
    let note = SupervisorCommand::Resolve { finding_no, how: How::Note, why: why.map(str::to_owned) };
    shift.supervisor(by, note).await.unwrap();
}

async fn state(shift: &Shift, shoe_no: u32) -> Option<ReviewState> {
    shift.house.shoe_review(SALON_LIVE, shoe_no).await.unwrap()
}

async fn refused(shift: &Shift, by: StaffId, note: &str) -> &'static str {
    match shift.house.review_shoe((SALON_LIVE, 1), by, note).await.unwrap_err() {
        Rejection::Refused(refusal) => HouseRefusal::code(&refusal),
        Rejection::Failed(failure) => panic!("{failure}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_noted_shoe_waits_for_its_review_and_a_reviewed_one_stays_reviewed_through_a_restart() {
    let shift = counted().await;
    assert_eq!((state(&shift, 1).await, state(&shift, 2).await), (None, None));
    assert_eq!(refused(&shift, ONE, "all seen").await, "nothing_to_review");
    note(&shift, ONE, Some("nobody knows")).await;
    assert_eq!(state(&shift, 1).await, None, "a second supervisor has to agree");
    let shift = shift.restart().await;
    note(&shift, TWO, None).await;
    let mut shift = shift.restart().await;
    assert_eq!(state(&shift, 1).await, Some(ReviewState::Due));
    let findings = shift.house.findings(SALON_LIVE, 1).await.unwrap().unwrap();
    assert_eq!(findings[0].end.as_ref().unwrap().why.as_deref(), Some("nobody knows"));

    assert_eq!(refused(&shift, ONE, " ").await, "no_reason");
    let first = shift.house.review_shoe((SALON_LIVE, 1), ONE, " all seen ").await.unwrap();
    assert_eq!((first.repeated, first.reviewed.by, first.reviewed.note.as_str()), (false, ONE, "all seen"));
    shift = shift.restart().await;
    assert_eq!(state(&shift, 1).await, Some(ReviewState::Done(first.reviewed.clone())));
    let again = shift.house.review_shoe((SALON_LIVE, 1), ONE, "all seen").await.unwrap();
    assert_eq!((again.repeated, again.reviewed), (true, first.reviewed));
    assert_eq!(refused(&shift, ONE, "something else").await, "shoe_reviewed");
    assert_eq!(refused(&shift, TWO, "all seen").await, "shoe_reviewed");
    // The audit is part of the end.
    shift.end().await;
}
