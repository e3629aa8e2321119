//! The journal: the logs of a house, their hash chains, and what follows from their entries alone.
//!
//! A log is a list of entries without gaps. Each table has one, of [`table::Event`]s; log 0 is the house's own, of
//! [`HouseEvent`]s. Each entry's [`Digest`] covers the entry, its transfers and the digest before it, so nobody can
//! change an entry without changing every later digest. A [`Notary`] signs [`Checkpoint`]s of the heads of all logs.
//!
//! Stores derive their read models from [`TableProgress`], [`round_state`], [`endings`] and [`Balances`]; an audit
//! compares the stored rows with them. This crate knows no storage, no sockets and no clock.

mod balances;
mod chain;
mod checkpoint;
mod digest;
mod json;
mod log_head;
mod notary;
mod progress;
mod record;
mod round_state;
mod signature;

pub use balances::{Balances, OpenHold};
pub use chain::Entry;
pub use checkpoint::{Checkpoint, CheckpointError, Head};
pub use digest::{Digest, HexError, from_hex, to_hex};
pub use house::day::{Day, DayError};
pub use house::log::HouseEvent;
pub use json::{from_json, to_json};
pub use log_head::{HouseHead, HouseRow, Origin, digest, follow, rules_text};
pub use notary::{Checkpoints, Notary};
pub use progress::TableProgress;
pub use record::{Record, StoredEnding, StoredEntity, StoredEntry, StoredPatron, StoredSlip};
pub use round_state::{Ending, RoundState, accepted_slip, endings, round_state, took_all_back};
pub use signature::{Signed, Signer, Verifier};
