//! A shift at one live table: its shoe, which outlives the house, and how the table stands. Decides nothing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use auditor::Dice;
use house::live::LiveStatus;
use table::live::Shoes;
use table::{DeviceId, Settings, TableId};
use tokio::sync::Notify;

use super::station::Station;
use crate::sim_house::SimHouse;

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
