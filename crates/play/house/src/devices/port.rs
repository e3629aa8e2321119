//! What live tables take from devices: the port between the socket of devices and the tables. Knows no socket.

use std::fmt;

use fair::Digest;
use scanner::frame::{Gate, Refusal};
use scanner::server::{Arrival, Ending, Notice};
use table::{DeviceId, TableId};
use tokio::sync::watch;

use crate::live::{Delivery, LastRecord};
use crate::ports::PortFuture;

/// A device that speaks for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The device.
    pub device: DeviceId,
    /// Its table.
    pub table: TableId,
}

/// News of a device for its table, for supervisors and screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Its session says this.
    Session(Notice),
    /// Its line is gone, with the reason if the session gave one.
    Left(Option<Ending>),
}

/// The live tables, as the socket of devices knows them.
pub trait DevicePort: fmt::Debug + Send + Sync + 'static {
    /// Reads the last stored record of a device that wants to speak for a table. Returns none when the table takes no
    /// device, or waits for another one.
    fn admit(&self, speaker: Speaker) -> PortFuture<'_, Option<LastRecord>>;

    /// Stores a record with all that follows from it. Records of a device come one after the other, in their order.
    fn deliver(&self, speaker: Speaker, arrival: Arrival) -> PortFuture<'_, Delivery>;

    /// The digest of a record that is stored.
    fn digest(&self, device: DeviceId, n: u64) -> PortFuture<'_, Option<Digest>>;

    /// Takes news. It does not wait for anything.
    fn tell(&self, speaker: Speaker, news: News);

    /// Follows what the lamp of the device shows. Returns none when the table takes no device.
    fn gate(&self, table: TableId) -> Option<watch::Receiver<Option<Gate>>>;
}

/// The port of a house without live tables: it takes no device.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLiveTables;

impl DevicePort for NoLiveTables {
    fn admit(&self, _: Speaker) -> PortFuture<'_, Option<LastRecord>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn deliver(&self, _: Speaker, _: Arrival) -> PortFuture<'_, Delivery> {
        let refused = Delivery::Refused { code: Refusal::NotHere, expect: None };
        Box::pin(std::future::ready(Ok(refused)))
    }

    fn digest(&self, _: DeviceId, _: u64) -> PortFuture<'_, Option<Digest>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn tell(&self, _: Speaker, _: News) {}

    fn gate(&self, _: TableId) -> Option<watch::Receiver<Option<Gate>>> {
        None
    }
}
