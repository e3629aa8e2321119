//! Tamper evidence: the hash chain of every log and signed checkpoints of where the chains stood.
//!
//! Whoever can write to a store can write anything into it. What they cannot do is change what was written before
//! the latest checkpoint that somebody else holds a copy of: its digests fit one history only.
//!
//! A [`Walk`] takes every row that a store holds and does everything again: the digests, the play of every table
//! under its house rules, the money of every event, the ledger. It says where the first thing is that is not as it
//! should be. A [`Notary`] signs checkpoints while a house runs, day by day.
//!
//! This crate knows no storage, no sockets and no clock.

mod books;
mod chain;
mod checkpoint;
mod derived;
mod deviation;
mod digest;
mod house_log;
mod notary;
mod record;
mod remark;
mod rulebook;
mod table_log;
mod trust;
mod walk;

pub use chain::Entry;
pub use checkpoint::{Checkpoint, CheckpointError, Day, DayError, Head, Signed, Signer, Verifier};
pub use deviation::{Deviation, Place};
pub use digest::{Digest, HexError, from_hex, to_hex};
pub use house_log::HouseEvent;
pub use notary::{Checkpoints, Notary};
pub use record::{Record, StoredEnding, StoredEntry, StoredPatron, StoredSlip};
pub use remark::Remark;
pub use trust::Trust;
pub use walk::{Walk, Walked};
