//! The records of a shoe for everybody: none before it is over, all of them then, and none of the next one.

use punto_house::live::{DealerCommand, ShoeRecords, SupervisorCommand};
use scanner::{PublishedRecord, check_records};
use table::TableId;

use super::shift::{ONE, SALON_LIVE, Shift};
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
