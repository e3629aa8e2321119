//! How a live table is staffed when the house opens: its device is put on record, and everybody begins to work. Decides
//! nothing.

use std::sync::Arc;
use std::time::Duration;

use auditor::Dice;
use house::devices::{Device, Standing};
use house::live::Speaker;
use house::log::{Actor, Entity, EntityKind, EntityRef};
use house::ports::{HouseEntry, HouseOutcome, Store};
use scanner::DeviceKey;
use table::StaffId;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::crew::Crew;
use super::line::DeviceLine;
use super::shift::Shift;
use super::station::secret;
use crate::sim_house::SimHouse;

/// Who put a device on record, and who compared its fingerprint.
const ENROLLED_BY: [StaffId; 2] = [StaffId(3), StaffId(1)];

/// Puts the device on record by two supervisors, if it is not. Goes on until the store has done it.
async fn put_on_record(sim: &SimHouse, store: &dyn Store, shift: &Shift) {
    let number = shift.device;
    let key = DeviceKey::new(secret(number)).public();
    let [by, other] = ENROLLED_BY;
    let (confirmed_by, standing, table) = (None, Standing::Waiting, shift.table);
    let waiting = Device { number, key, table, simulator: false, by, confirmed_by, standing };
    let place = EntityRef { kind: EntityKind::Device, number: number.0 };
    loop {
        let (known, now) = (store.entity(place).await, sim.house.now());
        let step = match known {
            Err(_) => None,
            Ok(None) => Some((Actor::Device(number), waiting.clone(), 0)),
            Ok(Some(entry)) => match entry.event.entity() {
                Some(Entity::Device(device)) if device.standing == Standing::Waiting => {
                    device.approved(other).ok().map(|device| (Actor::Staff(other), device, entry.seq))
                }
                _ => return,
            },
        };
        if let Some((actor, device, expected)) = step {
            let entry = HouseEntry::change(now, (actor, "a new shoe"), Entity::Device(device), expected);
            let _: Result<HouseOutcome, _> = store.append_entry(entry).await;
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Starts those who work at a live table: the device with its line, a dealer, and supervisors.
pub(crate) fn let_in(
    sim: &Arc<SimHouse>,
    shift: &Arc<Shift>,
    store: Arc<dyn Store>,
    dice: [Dice; 3],
    people: &mut JoinSet<()>,
) {
    let [of_line, of_dealer, of_supervisors] = dice;
    let key = DeviceKey::new(secret(shift.device)).public();
    let speaker = Speaker { device: shift.device, table: shift.table, key };
    let line = DeviceLine::new(Arc::clone(sim), Arc::clone(shift), speaker, of_line);
    let (own_sim, own_shift) = (Arc::clone(sim), Arc::clone(shift));
    people.spawn(async move {
        put_on_record(&own_sim, &*store, &own_shift).await;
        line.run().await;
    });
    people.spawn(Crew::new(Arc::clone(sim), Arc::clone(shift), of_dealer).deal());
    people.spawn(Crew::new(Arc::clone(sim), Arc::clone(shift), of_supervisors).supervise());
}
