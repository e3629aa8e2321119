//! Entries of the house's own log on their way to a store, and back.

use ledger::{TransferRefusal, TransferRequest};
use table::Timestamp;

use crate::log::{Actor, Entity, HouseEvent};
use crate::people::CredentialChange;

/// An entry to append to the house's own log, with everything that must change with it, all or nothing.
#[derive(Clone, Debug)]
pub struct HouseEntry {
    /// Now; the time of the entry is at least that of the entry before it.
    pub at: Timestamp,
    /// What happens.
    pub event: HouseEvent,
    /// For a change of an entity, the number of the entry that has its present state; 0 for a new one.
    pub expected: u64,
    /// The money that it moves.
    pub postings: Vec<TransferRequest>,
    /// The credentials that change with it.
    pub credentials: Vec<CredentialChange>,
}

impl HouseEntry {
    /// An entry with which neither money nor a credential changes.
    pub const fn new(at: Timestamp, event: HouseEvent, expected: u64) -> Self {
        Self { at, event, expected, postings: Vec::new(), credentials: Vec::new() }
    }

    /// The change of an entity by somebody for a reason, with which neither money nor a credential changes.
    pub fn change(at: Timestamp, (by, why): (Actor, &str), entity: Entity, expected: u64) -> Self {
        Self::new(at, HouseEvent::Changed { by, why: why.to_owned(), entity }, expected)
    }
}

/// How often a change is decided again when somebody else was quicker, before it fails as
/// [outrun](super::StoreFailure::outrun).
pub(crate) const TRIES: u8 = 16;

/// What became of a [`HouseEntry`]. Nothing was written unless it was appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseOutcome {
    /// It is durable, under this number.
    Appended {
        /// The number of the entry.
        seq: u64,
    },
    /// The entity, or a credential to be replaced, was changed since it was read.
    Outdated,
    /// Another entity of the same kind has the name.
    NameTaken,
    /// The ledger refused a transfer.
    Refused(TransferRefusal),
}

/// An entry of the house's own log, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEntry {
    /// Its number, from 1.
    pub seq: u64,
    /// When it was appended.
    pub at: Timestamp,
    /// What happened.
    pub event: HouseEvent,
}
