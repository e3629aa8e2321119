//! A shift at one live table: its shoe, which outlives the house, and those who work there while the house runs. Decides
//! nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use auditor::Dice;
use house::devices::{Device, Standing};
use house::live::{LiveStatus, Speaker};
use house::log::{Actor, Entity, EntityKind, EntityRef};
use house::ports::{HouseEntry, HouseOutcome, Store};
use scanner::DeviceKey;
use table::live::Shoes;
use table::{DeviceId, Settings, StaffId, TableId};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::crew::Crew;
use super::line::DeviceLine;
use super::station::{Station, secret};
use crate::sim_house::SimHouse;

/// Who put a device on record, and who compared its fingerprint.
const ENROLLED_BY: [StaffId; 2] = [StaffId(3), StaffId(1)];

/// A shift at one live table.
pub(crate) struct Shift {
    pub(crate) table: TableId,
    pub(crate) device: DeviceId,
    /// Whether supervisors name the shoes that may be loaded.
    pub(super) is_assigned: bool,
    station: Mutex<Station>,
    /// Tells the line that the device has something to say.
    says: Notify,
}

impl Shift {
    /// A shift at this table; none if the clock deals there.
    pub(crate) fn of(settings: &Settings, now: u64, dice: &mut Dice) -> Option<Self> {
        let scanner = settings.dealer.scanner()?;
        let (table, device) = (settings.id, DeviceId(settings.id.0));
        let station = Mutex::new(Station::new(table, device, now, dice.per_mille(300))?);
        let is_assigned = scanner.shoes == Shoes::Assigned;
        Some(Self { table, device, is_assigned, station, says: Notify::new() })
    }

    /// The shoe. Nobody waits for anything while they have it.
    pub(super) fn station(&self) -> MutexGuard<'_, Station> {
        self.station.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something at the shoe, and lets the line know.
    pub(super) fn act<T>(&self, act: impl FnOnce(&mut Station) -> T) -> T {
        let done = act(&mut self.station());
        self.says.notify_one();
        done
    }

    /// Waits until something was done at the shoe.
    pub(super) async fn said(&self) {
        self.says.notified().await;
    }

    /// How the table stands; none while nobody knows.
    pub(super) fn status(&self, sim: &SimHouse) -> Option<LiveStatus> {
        sim.house.live_status(self.table)?.borrow().clone()
    }
}

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
