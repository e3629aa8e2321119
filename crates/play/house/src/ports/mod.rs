//! What the house needs from outside: a store, a clock, entropy. Implementations live elsewhere; the house
//! knows neither SQL nor the operating system.
//!
//! A store has two sides, because its callers differ: a table's task writes through [`CommitStore`] and resumes from
//! it; screens and reports ask [`ReadStore`], which never waits for a commit.

mod beacon;
mod bulletin;
mod commit;
mod device_record;
mod entry;
mod failure;
mod layer;
mod read;
mod rows;
pub mod search;
mod system;
pub mod transfer_search;

pub use beacon::{Beacon, BeaconFuture, NoValue};
pub use bulletin::{LockedSecret, NewBulletin, StoredBulletin};
pub use commit::{CommitStore, ShoeSeed, Unit, UnitOutcome};
pub use device_record::{DeviceRecord, StoredRecord};
pub(crate) use entry::TRIES;
pub use entry::{HouseEntry, HouseOutcome, RecordedEntry};
pub use failure::{PortFuture, StoreFailure};
pub use layer::{Call, Layer, Store};
pub use read::ReadStore;
pub use rows::{
    AcceptedSlip, Adjustment, DayTurnover, NewPatron, NumberedWallet, OpenRound, Patron, PatronRound,
    StatementLine, StoredRound, TableResult, TrialBalance, Wallet,
};
pub use system::{Clock, Entropy};
