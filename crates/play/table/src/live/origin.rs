//! Where a card came from. Data only; [`decide`](crate::decide::decide) says which origin fits a table.

use serde::{Deserialize, Serialize};

use crate::ids::{DeviceId, StaffId};

/// A record of a device: which device, and the number that the device gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RecordRef {
    /// The device.
    pub device: DeviceId,
    /// The number of the record, from 1 for the life of the device's key.
    pub n: u64,
}

/// Where a card came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Origin {
    /// The order of a shuffled shoe.
    #[default]
    Shoe,
    /// A record of a device.
    Device(RecordRef),
    /// Two people, who typed the same card without seeing each other's answer.
    Keyed {
        /// The number of the event that raised the finding.
        finding_no: u64,
        /// The dealer.
        dealer: StaffId,
        /// The supervisor.
        supervisor: StaffId,
    },
}

impl Origin {
    /// Whether it is the order of a shuffled shoe. That is not written, so that older logs keep their bytes.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub const fn is_shoe(&self) -> bool {
        matches!(self, Self::Shoe)
    }

    /// The record that it names, if it does.
    pub const fn record(self) -> Option<RecordRef> {
        match self {
            Self::Device(record) => Some(record),
            Self::Shoe | Self::Keyed { .. } => None,
        }
    }
}
