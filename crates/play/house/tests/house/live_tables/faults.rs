//! A store that fails while a record is written: it is taken once, whether or not the first try was durable.

use std::sync::Arc;

use punto_house::live::{DealerCommand, Delivery, Speaker};
use punto_house::ports::Call;
use scanner::DeviceKey;
use table::live::ScannerSettings;

use super::shift::{DEVICE, SALON_LIVE, SECRET, Shift, settings};
use crate::faults::{Fault, Faults};
use crate::histories::place::Place;
use crate::test_house::GIFT;

#[tokio::test(start_paused = true)]
async fn a_record_whose_commit_failed_is_sent_again_and_counts_once() {
    for fault in [Fault::Fails, Fault::IsLost] {
        for place in 0..4 {
            let faults = Arc::new(Faults::default());
            let settings = settings("three-bet", ScannerSettings::default());
            let mut shift =
                Shift::begin_on(Place::Memory(faults.store.clone()), faults.clone(), settings).await;
            shift.open().await;
            shift.bet("player 100").await;
            for (index, card) in ["9h", "Kd", "Ks", "3c"].into_iter().enumerate() {
                if index == place {
                    faults.next(Call::Write("commit"), 1, fault);
                    shift.is_patient = true;
                    shift.cards(card).await;
                    assert!(matches!(shift.delivered, Some((_, Err(_)))), "{fault:?} {place}");
                    shift.is_patient = false;
                    shift.lose_line().await;
                    tokio::time::advance(std::time::Duration::from_millis(300)).await;
                    shift.connect().await;
                    shift.rest().await;
                } else {
                    shift.cards(card).await;
                }
            }
            assert_eq!(
                (shift.phase(), shift.on_table().as_str()),
                ("settled", "9h Kd Ks 3c"),
                "{fault:?} {place} {:?}",
                shift.status()
            );
            assert_eq!(shift.balance().await, GIFT + 100, "{fault:?} {place}");
            shift.each_record_counts_once().await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_is_idle_for_too_long_is_unseated_before_the_dealer_begins_the_next_round() {
    let faults = Arc::new(Faults::default());
    let mut settings = settings("three-bet", ScannerSettings::default());
    (settings.seating.idle_limit, settings.timings.result_ms) = (1, 0);
    let mut shift = Shift::begin_on(Place::Memory(faults.store.clone()), faults.clone(), settings).await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h Kd Ks 3c").await;
    shift.start_and_close().await;
    shift.cards("4h 4d 2s").await;
    // The last card is stored, and the loss of the seat is not.
    faults.next(Call::Write("commit"), 1, Fault::TakesMs(0));
    faults.next(Call::Write("commit"), 1, Fault::Fails);
    shift.cards("3c").await;
    assert_eq!((shift.phase(), faults.failed(), shift.seats()), ("settled", 2, 1));
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    assert_eq!((shift.phase(), shift.seats()), ("betting", 0));
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_record_that_was_stored_unseen_is_not_missed_when_the_table_cannot_be_read_again() {
    let faults = Arc::new(Faults::default());
    let settings = settings("live-commission", ScannerSettings::default());
    let mut shift = Shift::begin_on(Place::Memory(faults.store.clone()), faults.clone(), settings).await;
    shift.open().await;
    shift.cards("2d").await;
    // A card of the burn waits: no event follows from its record, whose number would tell that it was missed.
    faults.next(Call::Write("commit"), 1, Fault::IsLost);
    faults.next(Call::Read("latest_shoe"), 1, Fault::Fails);
    shift.is_patient = true;
    shift.cards("9h").await;
    shift.is_patient = false;
    let (arrival, _) = shift.delivered.clone().expect("it was delivered");
    let speaker = Speaker { device: DEVICE, table: SALON_LIVE, key: DeviceKey::new(SECRET).public() };
    assert!(shift.house.deliver(speaker, &arrival).await.is_err(), "the table is read again first");
    assert_eq!(shift.house.deliver(speaker, &arrival).await.unwrap(), Delivery::Durable { n: 3 });
    shift.lose_line().await;
    tokio::time::advance(std::time::Duration::from_millis(300)).await;
    shift.connect().await;
    shift.rest().await;
    shift.cards("8c").await;
    assert_eq!(shift.finding().await, None);
    shift.dealer(DealerCommand::StartBetting).await.unwrap();
    shift.each_record_counts_once().await;
    assert_eq!(faults.failed(), 2);
}
