//! The audit of a store: reads every row, computes everything again, and reports the first deviation.
//!
//! A [`Walk`] verifies the hash chain of every log and the signed checkpoints, replays every table under its house
//! rules, and recomputes the money of every event and the whole ledger. [`Trust`] has the public keys and the kept
//! checkpoints that the store must agree with. Anybody who can write to a store can write anything into it, but
//! nobody can change entries before a checkpoint of which somebody else holds a copy.
//!
//! This crate knows no storage, no sockets and no clock.

mod books;
mod by_hand;
mod compare;
mod derived;
mod deviation;
mod device_records;
mod devices;
mod entities;
mod independence;
mod proofs;
mod protections;
mod remark;
mod rulebook;
mod setups;
mod sums;
mod table_log;
mod trust;
mod walk;

pub use deviation::{Deviation, Place};
pub use remark::Remark;
pub use trust::Trust;
pub use walk::{Walk, Walked};
