//! Live tables: a device that speaks the protocol, a dealer, supervisors and a patron, on a store that outlives the
//! house.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a shift that cannot go on is a failed test")]
#![allow(clippy::large_futures, reason = "a test has one shift")]

mod audited;
mod copies;
mod faults;
mod hidden;
mod line;
mod orders;
mod public_record;
mod published;
mod restarts;
mod reviews;
mod rounds;
mod rulings;
mod shift;
