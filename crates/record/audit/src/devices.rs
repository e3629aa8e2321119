//! The devices of live tables, followed entry by entry: each state follows from the one before by a step that its
//! author may take. A record counts that a device signed while it spoke for the table.

use std::collections::BTreeMap;

use house::devices::{Device, Standing};
use house::log::{Actor, Entity};
use house::ports::DeviceRecord;
use scanner::Envelope;
use table::{Bytes32, DeviceId, StaffId, TableId, Timestamp};

use crate::deviation::{Deviation, Place, refuse, same};

/// How far the times of a record and of a change of its device may be apart, in milliseconds. A session ends within a
/// second of the change, what is on its way to the store then is stored, and two servers have two clocks.
const AT_ONCE_MS: i64 = 5_000;

/// The devices so far.
#[derive(Debug, Default)]
pub(crate) struct Devices(BTreeMap<DeviceId, Known>);

/// A device, and for which table it spoke from when on; none while it might not speak.
#[derive(Debug)]
struct Known {
    device: Device,
    spoke: Vec<(Timestamp, Option<TableId>)>,
}

impl Known {
    /// Whether it spoke for this table at about this time.
    fn spoke_for(&self, table: TableId, at: Timestamp) -> bool {
        let (earliest, latest) = (at.0.saturating_sub(AT_ONCE_MS), at.0.saturating_add(AT_ONCE_MS));
        let ends = self.spoke.iter().skip(1).map(|(from, _)| from.0).chain([i64::MAX]);
        let mut times = self.spoke.iter().zip(ends);
        times.any(|((from, spoke), end)| *spoke == Some(table) && from.0 <= latest && end >= earliest)
    }
}

impl Devices {
    /// Verifies that the device of a record is known, spoke for the table then, and signed it.
    pub(crate) fn check(&self, place: Place, table: TableId, record: &DeviceRecord) -> Result<(), Deviation> {
        let DeviceId(number) = record.device;
        let Some(known) = self.0.get(&record.device) else {
            let expected = "a device that two supervisors put on record";
            return refuse(place, expected, format!("device {number}, which nobody put on record"));
        };
        if !known.spoke_for(table, record.received_at) {
            let expected = format!("a device that spoke for table {} then", table.0);
            let found = format!("device {number}, which did not at {}", record.received_at.0);
            return refuse(place, expected, found);
        }
        let envelope = Envelope::new(record.body.clone(), record.sig).map_err(|error| error.to_string());
        let verified =
            envelope.and_then(|signed| signed.verify(&known.device.key).map_err(|error| error.to_string()));
        verified.or_else(|error| refuse(place, format!("a signature of device {number}"), error))
    }

    /// Verifies that a device has this key.
    pub(crate) fn has_key(&self, place: Place, device: DeviceId, key: Bytes32) -> Result<(), Deviation> {
        let known = self.0.get(&device).map(|known| Bytes32(known.device.key.0));
        same(place, &known, &Some(key))
    }

    /// Follows a change of an entity. Returns the two supervisors who agreed on a device with it, if any did.
    pub(crate) fn follow(
        &mut self,
        place: Place,
        (by, at): (Actor, Timestamp),
        entity: &Entity,
    ) -> Result<Option<[StaffId; 2]>, Deviation> {
        let Entity::Device(device) = entity else { return Ok(None) };
        let before = self.0.get(&device.number).map(|known| &known.device);
        if !device.may_follow(before, by) {
            let expected = "a device that came with a code, or the next step of one by who may take it";
            return refuse(place, expected, format!("{device:?} after {before:?}, by {by}"));
        }
        let agreed = match (device.standing, before.and_then(Device::agreed_with), by) {
            (Standing::Enrolled, Some(first), Actor::Staff(second)) => Some([first, second]),
            _ => None,
        };
        let speaks = matches!(device.standing, Standing::Enrolled).then_some(device.table);
        let known = Known { device: device.clone(), spoke: Vec::new() };
        let known = self.0.entry(device.number).or_insert(known);
        known.device.clone_from(device);
        known.spoke.push((at, speaks));
        Ok(agreed)
    }
}

#[cfg(test)]
mod tests {
    use journal::HouseEvent;
    use scanner::record::Head as ChainHead;
    use scanner::{About, Device as Shoe, DeviceEffect, DeviceKey, Kept, What};
    use serde_json::{Value, json};

    use super::*;

    const DEVICE: Actor = Actor::Device(DeviceId(1));
    const ANN: Actor = Actor::Staff(StaffId(1));
    const BEN: Actor = Actor::Staff(StaffId(2));

    fn device(table: u32, confirmed_by: Option<u32>, standing: &Value) -> Entity {
        let key = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
        let device = json!({"kind": "device", "number": 1, "key": key, "table": table, "by": 1,
            "confirmed_by": confirmed_by, "standing": standing});
        serde_json::from_value(device).unwrap()
    }

    /// A record of the device with this key, received at this time.
    fn record(key: [u8; 32], received_at: i64) -> DeviceRecord {
        let label = |text: &str| text.parse().unwrap();
        let about = About { model: label("sim"), firmware: label("1") };
        let kept = Kept { acked: ChainHead::NONE, unacked: Vec::new() };
        let mut shoe = Shoe::start(DeviceKey::new(key), about, kept).unwrap();
        let effects = shoe.record(What::CutCard { pass: 1 }, 5).unwrap();
        let Some(DeviceEffect::Keep(signed)) = effects.into_iter().next() else { panic!("it is kept first") };
        let (at, envelope) = (Timestamp(received_at), signed.envelope());
        let (body, sig) = (envelope.body().to_owned(), envelope.sig());
        DeviceRecord { device: DeviceId(1), n: 1, received_at: at, read_at: at, late: false, body, sig }
    }

    #[test]
    fn a_record_is_signed_by_a_device_that_spoke_for_the_table() {
        let (own, mut devices) = ([5; 32], Devices::default());
        let place = Place::Record(TableId(9), 1);
        let said = |devices: &Devices, table, record: &DeviceRecord| {
            devices.check(place, TableId(table), record).map_err(|deviation| deviation.to_string()).err()
        };
        let unknown = said(&devices, 9, &record(own, 20_000)).unwrap();
        assert!(unknown.contains("device 1, which nobody put on record"), "{unknown}");
        let waiting = Device {
            number: DeviceId(1),
            key: DeviceKey::new(own).public(),
            table: TableId(9),
            simulator: false,
            by: StaffId(1),
            confirmed_by: None,
            standing: Standing::Waiting,
        };
        let enrolled = waiting.approved(StaffId(2)).unwrap();
        let moved = enrolled.moved(TableId(8)).unwrap();
        let revoked = moved.revoked(ANN).unwrap();
        for (by, at, device) in
            [(DEVICE, 0, waiting), (BEN, 10_000, enrolled), (ANN, 30_000, moved), (ANN, 50_000, revoked)]
        {
            let followed = devices.follow(place, (by, Timestamp(at)), &Entity::Device(device));
            assert!(followed.is_ok(), "{followed:?}");
        }
        for (table, at, spoke) in [
            (9, 4_999, false),
            (9, 5_000, true),
            (9, 20_000, true),
            (9, 35_000, true),
            (9, 35_001, false),
            (8, 24_999, false),
            (8, 40_000, true),
            (8, 55_000, true),
            (8, 55_001, false),
            (7, 20_000, false),
        ] {
            let found = said(&devices, table, &record(own, at));
            assert_eq!(found.is_none(), spoke, "table {table} at {at}: {found:?}");
        }
        let forged = said(&devices, 9, &record([6; 32], 20_000)).unwrap();
        assert!(forged.contains("a signature of device 1 was expected"), "{forged}");
        let mut changed = record(own, 20_000);
        changed.body = changed.body.replace("\"pass\":1", "\"pass\":2");
        assert!(said(&devices, 9, &changed).unwrap().contains("a signature"));
    }

    /// The pair of the last entry; the number of the first entry that deviates.
    fn followed(entries: &[(Actor, Entity)]) -> Result<Option<[StaffId; 2]>, u64> {
        let (mut devices, mut pair) = (Devices::default(), None);
        for (seq, (by, entity)) in (1..).zip(entries) {
            pair = devices
                .follow(Place::Entry(HouseEvent::LOG, seq), (*by, Timestamp(5)), entity)
                .map_err(|_| seq)?;
        }
        Ok(pair)
    }

    #[test]
    fn a_device_is_on_record_by_two_supervisors_or_not_at_all() {
        let waiting = || (DEVICE, device(9, None, &json!({"is": "waiting"})));
        let enrolled = |by| (by, device(9, Some(2), &json!({"is": "enrolled"})));
        let ended = |by: Actor, is: &str| (by, device(9, Some(2), &json!({"is": is, "by": by.to_string()})));
        let agreed = Some([StaffId(1), StaffId(2)]);
        for (entries, expected) in [
            (vec![waiting()], Ok(None)),
            (vec![waiting(), enrolled(BEN)], Ok(agreed)),
            (vec![waiting(), enrolled(ANN)], Err(2)),
            (vec![(ANN, device(9, None, &json!({"is": "waiting"})))], Err(1)),
            (vec![enrolled(BEN)], Err(1)),
            (vec![waiting(), (BEN, device(1, Some(2), &json!({"is": "enrolled"})))], Err(2)),
            (vec![waiting(), enrolled(BEN), (ANN, device(1, Some(2), &json!({"is": "enrolled"})))], Ok(None)),
            (vec![waiting(), enrolled(BEN), enrolled(BEN)], Err(3)),
            (vec![waiting(), enrolled(BEN), ended(Actor::House, "suspended")], Ok(None)),
            (vec![waiting(), enrolled(BEN), ended(Actor::House, "suspended"), enrolled(ANN)], Err(4)),
            (vec![waiting(), enrolled(BEN), ended(ANN, "suspended"), enrolled(BEN)], Ok(agreed)),
            (vec![waiting(), enrolled(BEN), ended(ANN, "suspended"), enrolled(ANN)], Err(4)),
            (vec![waiting(), enrolled(BEN), ended(ANN, "revoked")], Ok(None)),
            (vec![waiting(), enrolled(BEN), ended(ANN, "revoked"), enrolled(BEN)], Err(4)),
            (vec![waiting(), enrolled(BEN), ended(Actor::House, "revoked")], Err(3)),
        ] {
            assert_eq!(followed(&entries), expected, "{entries:?}");
        }
    }
}
