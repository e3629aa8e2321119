//! Live tables as a house runs them: records of devices on their way to a table, and what dealers and supervisors do.
//!
//! A session of the scanner's protocol judges each record before it comes here, a log-in proves who commands. The task
//! of the table decides, and stores a record with all that follows from it.

pub(crate) mod checked_people;
pub mod commands;
pub mod copies;
pub mod delivery;
mod desk;
pub(crate) mod latest_orders;
pub mod past_findings;
mod pictures;
pub mod port;
pub mod reading;
pub mod records;
pub mod reviews;
mod shoe_review;
pub mod status;
mod table_log_in;
mod two_people;

pub use commands::{DealerCommand, LiveOrder, LiveReceipt, SupervisorCommand};
pub use copies::{CardCopies, CardCopy};
pub use delivery::{Delivery, LastRecord};
pub use past_findings::{FindingEnd, PastFinding};
pub use port::{DeviceFuture, DevicePort, News, Speaker};
pub use reading::reading_of;
pub use records::ShoeRecords;
pub use reviews::{ReviewReceipt, ReviewState, Reviewed};
pub use shoe_review::ShoeReview;
pub use status::{FindingStatus, LiveStatus};
