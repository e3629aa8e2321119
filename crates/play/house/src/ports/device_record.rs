//! Records of devices, as a store keeps them: the text that was signed, and what the server says of it. Judges no
//! signature.

use fair::Signature;
use table::{DeviceId, RecordRef, Timestamp};

/// A record of a device: the text that it signed, and when that came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceRecord {
    /// The device.
    pub device: DeviceId,
    /// The number that the device gave it, from 1 for the life of its key.
    pub n: u64,
    /// When the server received it.
    pub received_at: Timestamp,
    /// When the device made it, on the server's clock; never after it came.
    pub read_at: Timestamp,
    /// Whether it came so late that a supervisor has to look at a card in it.
    pub late: bool,
    /// The text that the device signed, byte for byte.
    pub body: String,
    /// The signature.
    pub sig: Signature,
}

impl DeviceRecord {
    /// Which record it is.
    pub const fn record_ref(&self) -> RecordRef {
        RecordRef { device: self.device, n: self.n }
    }
}

/// A stored record, with its place at the table that took it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// Its number among the records of the table, from 1 without gaps.
    pub no: u64,
    /// The number of the event that follows it at the table, whose digest covers it; that event may not be there yet.
    pub seq: u64,
    /// The record.
    pub record: DeviceRecord,
}
