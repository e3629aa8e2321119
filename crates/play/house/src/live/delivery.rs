//! Records of devices between their sessions and the tables. Knows no session and no socket.

use scanner::frame::Refusal;
use scanner::record::Head;
use scanner::server::{Arrival, Line};
use scanner::{DeviceFrame, envelope};
use table::{DeviceId, Timestamp};

use crate::ports::{DeviceRecord, StoreFailure};

/// The last record that is stored of a device. The next session begins after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastRecord {
    /// Its number and digest.
    pub head: Head,
    /// The [line](Line::at) at that record; none before the first. A session that ended knows it better.
    pub line: Option<Line>,
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is durable with all that follows from it, perhaps since an earlier delivery.
    Durable {
        /// Its number.
        n: u64,
    },
    /// It is not stored, and nothing follows from it.
    Refused {
        /// Why.
        code: Refusal,
        /// The number of the next record that the house takes.
        expect: Option<u64>,
    },
}

impl LastRecord {
    /// Reads it from what is stored; a device without a record begins at [`Head::NONE`].
    pub(crate) fn of(last: Option<&DeviceRecord>) -> Result<Self, StoreFailure> {
        let Some(record) = last else { return Ok(Self { head: Head::NONE, line: None }) };
        let said = DeviceFrame::read(&record.body).map_err(|error| {
            StoreFailure::Corrupt(format!("record {} of device {}: {error}", record.n, record.device.0))
        })?;
        let line = match said {
            DeviceFrame::Record(said) => Some(Line::at(millis(record.received_at), said.t)),
            DeviceFrame::Hello(_) | DeviceFrame::Beat(_) => None,
        };
        Ok(Self { head: Head { n: record.n, digest: envelope::digest(&record.body) }, line })
    }
}

/// The record that came from a device, as it is stored.
pub(crate) fn record_of(device: DeviceId, arrival: &Arrival) -> DeviceRecord {
    let envelope = arrival.signed.envelope();
    DeviceRecord {
        device,
        n: arrival.signed.head().n,
        received_at: timestamp(arrival.received_at),
        read_at: timestamp(arrival.read_at),
        late: arrival.is_late,
        body: envelope.body().to_owned(),
        sig: envelope.sig(),
    }
}

fn timestamp(millis: u64) -> Timestamp {
    Timestamp(i64::try_from(millis).unwrap_or(i64::MAX))
}

fn millis(at: Timestamp) -> u64 {
    u64::try_from(at.0).unwrap_or_default()
}
