//! The devices of live tables: card-reading shoes whose keys two supervisors put on record. Knows no socket, no card.
//!
//! A device comes with the one-time code of a supervisor and proves that it has its key. A second supervisor types the
//! fingerprint that the device shows; then it may speak for one table. Every step is an entry of the house's own log.

mod codes;
mod desk;
mod device;
mod enrolment;
mod life;
pub(crate) mod refusal;

pub use codes::{CODE_MS, NewDeviceCode};
pub(crate) use desk::known_of;
pub use desk::{DeviceReceipt, KnownDevice};
pub use device::{Device, Standing};
pub use enrolment::EnrolmentRequest;
pub use refusal::DeviceRefusal;
