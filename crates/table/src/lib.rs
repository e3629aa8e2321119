//! A baccarat table without input or output.
//!
//! Commands and time come in, events go out: `decide` is pure and may refuse, `apply` is pure and cannot fail.
//! The table knows no ledger, reads no clock and waits for nothing.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod event;
pub mod ids;

pub use event::{Event, Recorded};
pub use ids::{PatronId, RequestId, RoundRef, TableId, Timestamp};
