//! Tamper evidence: the hash chain of every log and signed checkpoints of where the chains stood.
//!
//! Whoever can write to a store can write anything into it. What they cannot do is change what was written before
//! the latest checkpoint that somebody else holds a copy of: its digests fit one history only.
//!
//! This crate knows no storage, no sockets and no clock.

mod chain;
mod checkpoint;
mod digest;

pub use chain::Entry;
pub use checkpoint::{Checkpoint, CheckpointError, Day, Head, Signed, Signer, Verifier};
pub use digest::{Digest, HexError};
