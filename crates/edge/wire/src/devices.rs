//! The devices of live tables over REST: how they are enrolled, and what supervisors do about them.
//!
//! | request under `/api/v1` | body | answer |
//! |---|---|---|
//! | `POST /devices/enrolment` | [`EnrolDevice`] | 201 [`Device`], which waits for a second supervisor |
//! | `GET /devices` | | [`Devices`] |
//! | `POST /devices/codes` | [`NewDeviceCode`] | 201 [`DeviceCode`] |
//! | `POST /devices/{device}/approve` | [`ApproveDevice`] | [`DeviceResponse`] |
//! | `POST /devices/{device}/move` | [`MoveDevice`] | [`DeviceResponse`] |
//! | `POST /devices/{device}/suspend` | [`EndDevice`] | [`DeviceResponse`] |
//! | `POST /devices/{device}/revoke` | [`EndDevice`] | [`DeviceResponse`] |

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::passkeys::ProveAgain;

/// Puts a device on record, which proves that it has its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EnrolDevice {
    /// The one-time code of a supervisor.
    pub code: String,
    /// The public key: 64 hex digits.
    pub key: String,
    /// The table, as the supervisor told it.
    pub table_id: u32,
    /// The signature over code, key and table, as `docs/SCANNER.md` describes it: 128 hex digits.
    pub signature: String,
}

/// Asks for a one-time code with which a device is enrolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct NewDeviceCode {
    /// The table of the device.
    pub table_id: u32,
    /// Whether it is a program that plays a device. Such a one speaks only where play money is wagered.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub simulator: bool,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// A one-time code with which a device is enrolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceCode {
    /// The code, which is sent this once and counts once.
    pub code: String,
    /// The table that it is for.
    pub table_id: u32,
    /// Whether it enrols a simulated device.
    pub simulator: bool,
    /// When it ends.
    pub ends_at: i64,
}

/// Approves a device, as another supervisor than the one whose code it came with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ApproveDevice {
    /// The fingerprint that the device shows: 16 hex digits, with or without spaces.
    pub fingerprint: String,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// Moves a device to another table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct MoveDevice {
    /// The table.
    pub table_id: u32,
    /// The reason. It stays on record.
    pub why: String,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// Suspends or revokes a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct EndDevice {
    /// The reason. It stays on record.
    pub why: String,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// A device of a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Device {
    /// Its number, from 1.
    pub device_id: u32,
    /// The table that it speaks for.
    pub table_id: u32,
    /// Whether it is a program that plays a device.
    pub simulator: bool,
    /// `waiting`, `enrolled`, `suspended` or `revoked`.
    pub standing: String,
    /// Its public key; none while it waits, so that who approves it reads the fingerprint from the device.
    pub key: Option<String>,
    /// The fingerprint of its key; none while it waits.
    pub fingerprint: Option<String>,
    /// The supervisor whose code it came with.
    pub code_by: DeviceStaff,
    /// The supervisor who compared its fingerprint; none before.
    pub confirmed_by: Option<DeviceStaff>,
    /// Who suspended or revoked it, such as `staff:3`; `house` for a key that signed two histories.
    pub ended_by: Option<String>,
    /// When it was changed last.
    pub at: i64,
    /// Why it was changed last; empty for an approval.
    pub why: String,
    /// When it was heard last, in milliseconds since 1970; none before its first record, and in the answer to a change.
    #[serde(default)]
    pub seen_at: Option<i64>,
    /// The latest alarm of its line since the server started; none in the answer to a change.
    #[serde(default)]
    pub alarm: Option<DeviceAlarm>,
    /// The latest fault that it told since the server started, or among its eight latest records before; none in the
    /// answer to a change.
    #[serde(default)]
    pub fault: Option<DeviceFault>,
    /// Since when its beats say that it has a fault, in milliseconds since 1970; none while they do not, while it is
    /// gone, and in the answer to a change.
    #[serde(default)]
    pub faulty_since: Option<i64>,
    /// Since when its lid is open, in milliseconds since 1970; none while it is closed, and in the answer to a change.
    #[serde(default)]
    pub lid_open_at: Option<i64>,
}

/// Why supervisors must look at a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceAlarm {
    /// `already_connected`: a second line showed the key of a device that was connected. `forked`: the key signed two
    /// histories. `counter_lost`: the device forgot records that the server has.
    pub code: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// A fault that a device told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceFault {
    /// What of it is broken: `sensor`, `motor`, `lid`, `power` or `store`.
    pub code: String,
    /// What it says of it, which may be nothing: at most 200 characters and no control characters.
    pub text: String,
    /// When the record came, in milliseconds since 1970.
    pub at: i64,
}

/// A member of staff who did something about a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceStaff {
    /// Their number.
    pub staff_id: u32,
    /// Their name; none when the server does not know the number.
    pub name: Option<String>,
}

/// A device was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct DeviceResponse {
    /// Whether this is a repeat, which changed nothing.
    pub repeated: bool,
    /// The device as it is now.
    pub device: Device,
}

/// All devices by number, also those that were revoked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Devices {
    /// The devices.
    pub devices: Vec<Device>,
}
