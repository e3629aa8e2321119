//! What live tables take from devices: the port between the socket of devices and the tables. Knows no socket.

use std::fmt;

use fair::Digest;
use scanner::Head;
use scanner::frame::Gate;
use scanner::server::{Arrival, Ending, Line, Notice};
use table::{DeviceId, TableId};
use tokio::sync::watch;

use crate::ports::PortFuture;

/// A device that speaks for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The device.
    pub device: DeviceId,
    /// Its table.
    pub table: TableId,
}

/// What is stored of a device that wants to speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its last record.
    pub head: Head,
    /// The [line](Line::at) as that record shows it; none before the first record.
    pub line: Option<Line>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is durable, with all that follows from it.
    Durable,
    /// The table takes no record of this device any more; nothing was written.
    Refused,
}

/// News of a device for its table, for supervisors and screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Its session says this.
    Session(Notice),
    /// Its line is gone; none when it broke without a word.
    Left(Option<Ending>),
}

/// The live tables, as the socket of devices knows them.
pub trait DevicePort: fmt::Debug + Send + Sync + 'static {
    /// What is stored of a device that wants to speak for a table; none when the table takes no device, or waits for
    /// another one.
    fn admit(&self, speaker: Speaker) -> PortFuture<'_, Option<Stored>>;

    /// Stores a record with all that follows from it. Records of a device come one after the other, in their order.
    fn deliver(&self, speaker: Speaker, arrival: Arrival) -> PortFuture<'_, Delivery>;

    /// The digest of a record that is stored.
    fn digest(&self, device: DeviceId, n: u64) -> PortFuture<'_, Option<Digest>>;

    /// Takes news. It does not wait for anything.
    fn tell(&self, speaker: Speaker, news: News);

    /// What the lamp of the device shows, from now on; none when the table takes no device.
    fn gate(&self, table: TableId) -> Option<watch::Receiver<Option<Gate>>>;
}

/// The port of a house without live tables: it takes no device.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLiveTables;

impl DevicePort for NoLiveTables {
    fn admit(&self, _: Speaker) -> PortFuture<'_, Option<Stored>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn deliver(&self, _: Speaker, _: Arrival) -> PortFuture<'_, Delivery> {
        Box::pin(std::future::ready(Ok(Delivery::Refused)))
    }

    fn digest(&self, _: DeviceId, _: u64) -> PortFuture<'_, Option<Digest>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn tell(&self, _: Speaker, _: News) {}

    fn gate(&self, _: TableId) -> Option<watch::Receiver<Option<Gate>>> {
        None
    }
}
