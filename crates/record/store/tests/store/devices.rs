//! Records of devices: taken once and in order, with what follows from them, and covered by the digests of their table.

use fair::Bytes;
use house::ports::{DeviceRecord, Store, StoreFailure, Unit, UnitOutcome};
use journal::{Digest, Record};
use punto_store::ExportRow;
use table::{DeviceId, Event, RecordRef, TableId, Timestamp};

use crate::chain::recompute;
use crate::conformance::committed;
use crate::places::Place;
use crate::rebuild::elsewhere;
use crate::support::*;

fn fresh_device() -> DeviceId {
    DeviceId(fresh())
}

fn record(device: DeviceId, n: u64) -> DeviceRecord {
    DeviceRecord {
        device,
        n,
        received_at: AT,
        read_at: Timestamp(AT.0 - 3),
        late: n.is_multiple_of(2),
        body: format!("{{\"n\":{n}, \"text\":\"Zoë\"}}"),
        sig: Bytes([7; 64]),
    }
}

/// The events that follow from a record.
fn taken(record: DeviceRecord, events: impl IntoIterator<Item = Event>) -> Unit {
    Unit { record: Some(record), ..unit(events, []) }
}

/// The number, the event, the device and its number of each record that a table took.
async fn places(store: &impl Store, table: TableId, after: u64) -> Vec<(u64, u64, DeviceId, u64)> {
    let records = store.records_after(table, after).await.unwrap();
    records.iter().map(|stored| (stored.no, stored.seq, stored.record.device, stored.record.n)).collect()
}

pub(crate) async fn records_are_kept_in_the_order_in_which_a_table_took_them(store: &impl Store) {
    let (table, one, other) = (fresh_table(), fresh_device(), fresh_device());
    assert_eq!((store.last_record(one).await, store.records_after(table, 0).await), (Ok(None), Ok(vec![])));
    let units = vec![
        taken(record(one, 1), []),
        taken(record(other, 5), [shoe_opened(1), betting_opened(1)]),
        taken(record(one, 2), []),
        unit([card_drawn("9h")], []),
        taken(record(one, 3), []),
    ];
    let outcomes = [1, 1, 3, 3, 4].map(committed);
    assert_eq!(store.outcomes(table, 0, units).await.unwrap(), outcomes);
    let card = taken(record(one, 4), [card_drawn("Kd")]);
    assert_eq!(store.outcomes(table, 3, vec![card]).await, Ok(vec![committed(4)]));
    let all = [(1, 1, one, 1), (2, 1, other, 5), (3, 3, one, 2), (4, 4, one, 3), (5, 4, one, 4)];
    assert_eq!(places(store, table, 0).await, all);
    assert_eq!(places(store, table, 1).await, all[2..]);
    assert_eq!(places(store, table, 4).await, []);
    assert_eq!(store.device_record(RecordRef { device: one, n: 3 }).await, Ok(Some(record(one, 3))));
    assert_eq!(store.device_record(RecordRef { device: other, n: 3 }).await, Ok(None));
    assert_eq!(store.last_record(one).await, Ok(Some(record(one, 4))));
    assert_eq!(store.last_record(other).await, Ok(Some(record(other, 5))));
}

pub(crate) async fn a_record_counts_once(store: &impl Store) {
    let (table, elsewhere, device) = (fresh_table(), fresh_table(), fresh_device());
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], [])]).await.unwrap();
    let again = || taken(record(device, 1), [card_drawn("9h")]);
    let units = vec![taken(record(device, 1), []), again(), unit([card_drawn("Kd")], [])];
    let outcomes = [committed(3), UnitOutcome::Repeated, committed(3)];
    assert_eq!(store.outcomes(table, 2, units).await.unwrap(), outcomes);
    let another_text = DeviceRecord { body: "{}".to_owned(), ..record(device, 1) };
    for (table, seq, unit) in
        [(table, 3, again()), (elsewhere, 0, again()), (table, 3, taken(another_text, []))]
    {
        assert_eq!(store.outcomes(table, seq, vec![unit]).await, Ok(vec![UnitOutcome::Repeated]));
    }
    assert_eq!(store.latest_shoe(table).await.unwrap().len(), 3);
    assert_eq!(places(store, table, 0).await, [(1, 3, device, 1)]);
    assert_eq!(places(store, elsewhere, 0).await, []);
    assert_eq!(store.last_record(device).await, Ok(Some(record(device, 1))));
}

pub(crate) async fn a_record_and_what_follows_from_it_stand_or_fall_together(store: &impl Store) {
    let (table, device, poor) = (fresh_table(), fresh_device(), patron_with(store, 5).await);
    store.outcomes(table, 0, vec![unit([shoe_opened(1), betting_opened(1)], [])]).await.unwrap();
    let slip = unit([slip_accepted(poor, fresh_slip(), 6)], [hold(table, poor, 6)]);
    let refused = Unit { record: Some(record(device, 1)), ..slip };
    let outcomes = store.outcomes(table, 2, vec![refused]).await.unwrap();
    assert!(matches!(&outcomes[..], [UnitOutcome::Refused { .. }]), "{outcomes:?}");
    let stale = store.outcomes(table, 7, vec![taken(record(device, 1), [card_drawn("9h")])]).await;
    assert_eq!(stale, Err(StoreFailure::Stale { table, expected: 7, found: 2 }));
    assert_eq!(store.last_record(device).await, Ok(None));
    let taken = taken(record(device, 1), [card_drawn("9h"), card_drawn("Kd")]);
    assert_eq!(store.outcomes(table, 2, vec![taken]).await, Ok(vec![committed(3)]));
    assert_eq!(places(store, table, 2).await, [(1, 3, device, 1)]);
}

/// Two records, of which an event follows one.
pub(crate) async fn waits(store: &impl Store) -> (TableId, DeviceId) {
    let (table, device) = (fresh_table(), fresh_device());
    let units =
        vec![taken(record(device, 1), [shoe_opened(1), betting_opened(1)]), taken(record(device, 2), [])];
    store.outcomes(table, 0, units).await.unwrap();
    (table, device)
}

pub(crate) async fn records_are_there_after_any_end<P: Place>(place: &P) {
    for (end, reopen) in P::ENDS {
        let store = place.open();
        let (table, device) = waits(&store).await;
        let reopened = reopen(place, store);
        let again = vec![taken(record(device, 2), []), taken(record(device, 3), [card_drawn("9h")])];
        let outcomes = reopened.outcomes(table, 2, again).await.unwrap();
        assert_eq!(outcomes, [UnitOutcome::Repeated, committed(3)], "{end}");
        let all = [(1, 1, device, 1), (2, 3, device, 2), (3, 3, device, 3)];
        assert_eq!(places(&reopened, table, 0).await, all, "{end}");
    }
    recompute(place);
    place.is_sound();
}

pub(crate) async fn an_import_brings_the_records<P: Place>(place: &P) {
    let store = place.open();
    let (table, device) = waits(&store).await;
    drop(store);
    let (rows, other) = (elsewhere(|| place.export()), P::new());
    let kept = rows.clone();
    assert_eq!(elsewhere(|| other.import(kept)).unwrap().records, Some(2));
    assert_eq!(elsewhere(|| other.export()), rows);
    let store = other.open();
    let card = taken(record(device, 3), [card_drawn("9h")]);
    assert_eq!(store.outcomes(table, 2, vec![card]).await, Ok(vec![committed(3)]));
    assert_eq!(places(&store, table, 0).await, [(1, 1, device, 1), (2, 3, device, 2), (3, 3, device, 3)]);
    drop(store);
    recompute(&other);
    // A record that an event covers cannot be left out, and not changed.
    let is_first = |row: &ExportRow| matches!(row, ExportRow::Record(_, stored) if stored.no == 1);
    let mut changed = rows.clone();
    for row in &mut changed {
        if let ExportRow::Record(_, stored) = row {
            stored.record.body.push(' ');
        }
    }
    let without = rows.into_iter().filter(|row| !is_first(row)).collect();
    for rows in [changed, without] {
        let refused = elsewhere(|| P::new().import(rows)).unwrap_err().to_string();
        assert!(refused.contains(&format!("entry 1 of log {} does not follow", table.0)), "{refused}");
    }
}

pub(crate) async fn a_changed_record_shows_in_the_digest_of_the_event_after_it<P: Place>(place: &P) {
    let store = place.open();
    let (table, device) = waits(&store).await;
    drop(store);
    place.run(P::UNLOCK);
    for change in ["body = body || ' '", "late = NOT late", "received_at = received_at + 1", "n = n + 9"] {
        place.run(&format!("UPDATE device_record SET {change} WHERE device = {} AND no = 1", device.0));
        let mut follows = Vec::new();
        let mut each = |row| {
            if let Record::Entry(entry) = row
                && (entry.log, entry.seq) == (table, 1)
            {
                follows.push(entry.digest == Some(entry.digest_after(Digest::start(table))));
            }
            true
        };
        elsewhere(|| place.records(&mut each));
        assert_eq!(follows, [false], "{change}");
        place.run(&format!(
            "UPDATE device_record SET body = '{}', late = (n = 2), received_at = {}, n = 1
             WHERE device = {} AND no = 1",
            record(device, 1).body,
            AT.0,
            device.0
        ));
    }
    recompute(place);
}
