//! What was observed of accounts and sessions. Kept outside the system, where no crash reaches it. Judges nothing.

use std::collections::BTreeMap;

use crate::attempts::Attempts;

/// What all people together observed of accounts and sessions.
#[derive(Clone, Debug, Default)]
pub struct PeopleObservations {
    /// The accounts that patrons opened, by nickname.
    pub accounts: BTreeMap<String, AccountRequest>,
    /// Two answers that cannot both be true.
    pub contradictions: Vec<String>,
}

/// An account that a patron opened.
#[derive(Clone, Debug)]
pub struct AccountRequest {
    /// The patron.
    pub patron: u32,
    /// How often it was sent.
    pub attempts: Attempts,
}

impl PeopleObservations {
    /// Notes that the house is gone: it answers nothing that is in flight.
    pub fn lose_all(&mut self) {
        self.accounts.values_mut().for_each(|request| request.attempts.lose_all());
    }
}
