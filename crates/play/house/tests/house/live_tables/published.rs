//! The records of a shoe for everybody: none before it is over, all of them then, and none of the next one.

use punto_house::live::{DealerCommand, ShoeRecords, SupervisorCommand};
use punto_house::log::{Actor, Entity};
use punto_house::ports::{HouseEntry, HouseOutcome};
use scanner::published::KeyLife;
use scanner::{PublishedRecord, check_records};
use table::{TableId, Timestamp};

use super::shift::{DEVICE, ONE, SALON_LIVE, Shift};
use crate::histories::place::Place;

async fn published(shift: &Shift, shoe_no: u32) -> ShoeRecords {
    shift.house.shoe_records(SALON_LIVE, shoe_no).await.expect("the store answers")
}

async fn lines(shift: &Shift, shoe_no: u32) -> Vec<String> {
    match published(shift, shoe_no).await {
        ShoeRecords::Records(records) => records.iter().map(PublishedRecord::write).collect(),
        other => panic!("shoe {shoe_no}: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn records_are_public_when_their_shoe_is_over_and_no_sooner() {
    for place in [Place::memory(), Place::file()] {
        let mut shift = Shift::begin(place, "live-commission").await;
        assert_eq!(published(&shift, 1).await, ShoeRecords::Unknown);
        shift.open().await;
        // The card that is turned over, and nine that lie face down.
        shift.cards("9h 2d 3d 4d 5d 6d 7d 8d 9d Td").await;
        assert_eq!(published(&shift, 1).await, ShoeRecords::InPlay, "cards lie face down");
        shift.bet("player 100").await;
        shift
            .supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() })
            .await
            .unwrap();
        shift.cards("9h Kd Ks").await;
        assert_eq!(published(&shift, 1).await, ShoeRecords::InPlay);
        shift.cards("3c").await;
        shift.rest().await;
        let own = lines(&shift, 1).await;
        let report = check_records(&own.join("\n"));
        assert_eq!(report.faults, []);
        assert_eq!((report.lines, report.cards.len()), (15, 14), "the shoe, ten burned and four dealt");

        // The next shoe: nothing of it is among the records of the first one.
        shift.load("BOX-2").await;
        assert_eq!(lines(&shift, 1).await, own, "it is loaded");
        shift.dealer(DealerCommand::OpenShoe).await.unwrap();
        shift.cards("2c 3d").await;
        assert_eq!(lines(&shift, 1).await, own, "it is burned");
        assert_eq!(published(&shift, 2).await, ShoeRecords::InPlay);
        let shift = shift.restart().await;
        assert_eq!(lines(&shift, 1).await, own);
        let unknown = shift.house.shoe_records(TableId(77), 1).await;
        assert_eq!(unknown, Ok(ShoeRecords::Unknown));
        shift.end().await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_records_of_a_key_that_was_revoked_in_the_shoe_stay_and_say_when_it_ended() {
    let mut shift = Shift::begin(Place::memory(), "live-commission").await;
    shift.open().await;
    shift.cards("9h 2d 3d 4d 5d 6d 7d 8d 9d Td").await;
    shift.bet("player 100").await;
    let why = "the box is torn".to_owned();
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why }).await.unwrap();
    shift.cards("9h Kd Ks").await;
    let known = shift.house.device(DEVICE).await.unwrap().unwrap();
    let by = Actor::Staff(ONE);
    let suspended = known.device.suspended(by).unwrap();
    let mut expected = known.seq;
    // Between the states some time passes; what was read last came long before.
    let at = [1_000_000_i64, 2_000_000].map(|later| Timestamp(known.at.0 + later));
    for (at, device) in at.into_iter().zip([suspended.clone(), suspended.revoked(by).unwrap()]) {
        let entry = HouseEntry::change(at, (by, "it was stolen"), Entity::Device(device), expected);
        let outcome = shift.port.append_entry(entry).await.unwrap();
        let HouseOutcome::Appended { seq } = outcome else { panic!("{outcome:?}") };
        expected = seq;
    }
    shift.cards("3c").await;
    shift.rest().await;
    let ShoeRecords::Records(records) = published(&shift, 1).await else { panic!("the shoe is over") };
    let ms = |at: Timestamp| u64::try_from(at.0).unwrap();
    let life =
        KeyLife { enrolled_at: ms(known.at), suspended_at: Some(ms(at[0])), revoked_at: Some(ms(at[1])) };
    assert_eq!(records[0].life, Some(life));
    assert!(records[1..].iter().all(|record| record.life.is_none()), "each key has its life once");
    let lines: Vec<_> = records.iter().map(PublishedRecord::write).collect();
    let report = check_records(&lines.join("\n"));
    assert_eq!((report.faults, report.lines, report.remarks), (vec![], 15, vec![]));
    shift.end().await;
}
