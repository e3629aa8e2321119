//! Live tables as a house runs them: records of devices on their way to a table, and what dealers and supervisors do.
//!
//! A session of the scanner's protocol judges each record before it comes here, a log-in proves who commands. The task
//! of the table decides, and stores a record with all that follows from it.

mod come_in;
pub mod commands;
pub mod delivery;
mod desk;
pub mod past;
pub mod port;
pub mod reading;
pub mod records;
pub mod status;

pub use commands::{DealerCommand, LiveOrder, LiveReceipt, SupervisorCommand};
pub use delivery::{Delivery, LastRecord};
pub use past::{FindingEnd, PastFinding};
pub use port::{DeviceFuture, DevicePort, News, Speaker};
pub use reading::reading_of;
pub use records::ShoeRecords;
pub use status::{FindingStatus, LiveStatus};
