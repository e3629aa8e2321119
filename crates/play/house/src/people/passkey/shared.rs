//! What the passkeys of all people share, in memory.

use std::sync::{Mutex, OnceLock};

use super::challenges::Challenges;
use crate::people::credential::Person;

/// What the passkeys of all people share.
#[derive(Debug, Default)]
pub(crate) struct Passkeys {
    /// The challenges that wait for an answer.
    pub(super) waiting: Mutex<Challenges<Purpose>>,
    /// The secret that made-up ids come from, so that a name always gets the same ones until the server restarts.
    pub(super) decoys: OnceLock<[u8; 32]>,
}

/// What a challenge is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A passkey is made.
    Make,
    /// A passkey is used: of this person, or of anybody.
    Use(Option<Person>),
}
