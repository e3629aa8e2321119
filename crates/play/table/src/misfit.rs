//! Why a stored event is not taken. Knows no event.

/// An event that cannot follow what happened at its table before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} cannot follow event {after} of its table: {why}")]
pub struct Misfit {
    /// The number of the event.
    pub seq: u64,
    /// The number of the last event before it.
    pub after: u64,
    /// What is wrong with it.
    pub why: &'static str,
}

pub(crate) fn ensure(holds: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if holds { Ok(()) } else { Err(otherwise) }
}
