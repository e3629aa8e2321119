//! The devices of live tables, followed entry by entry: each state follows from the one before by a step that its
//! author may take.

use std::collections::BTreeMap;

use house::devices::{Device, Standing};
use house::log::{Actor, Entity};
use table::{DeviceId, StaffId};

use crate::deviation::{Deviation, Place, refuse};

/// The devices so far.
#[derive(Debug, Default)]
pub(crate) struct Devices(BTreeMap<DeviceId, Device>);

impl Devices {
    /// Follows a change of an entity. Returns the two supervisors who agreed on a device with it, if any did.
    pub(crate) fn follow(
        &mut self,
        place: Place,
        by: Actor,
        entity: &Entity,
    ) -> Result<Option<[StaffId; 2]>, Deviation> {
        let Entity::Device(device) = entity else { return Ok(None) };
        let before = self.0.get(&device.number);
        if !device.may_follow(before, by) {
            let expected = "a device that came with a code, or the next step of one by who may take it";
            return refuse(place, expected, format!("{device:?} after {before:?}, by {by}"));
        }
        let agreed = match (device.standing, before.and_then(Device::agreed_with), by) {
            (Standing::Enrolled, Some(first), Actor::Staff(second)) => Some([first, second]),
            _ => None,
        };
        self.0.insert(device.number, device.clone());
        Ok(agreed)
    }
}

#[cfg(test)]
mod tests {
    use journal::HouseEvent;
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

    /// The pair of the last entry; the number of the first entry that deviates.
    fn followed(entries: &[(Actor, Entity)]) -> Result<Option<[StaffId; 2]>, u64> {
        let (mut devices, mut pair) = (Devices::default(), None);
        for (seq, (by, entity)) in (1..).zip(entries) {
            pair = devices.follow(Place::Entry(HouseEvent::LOG, seq), *by, entity).map_err(|_| seq)?;
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
