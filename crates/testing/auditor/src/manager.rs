//! What managers sent and received: changes of staff, of passwords and of the floor. Kept outside the system, where
//! no crash reaches it. Judges nothing.

use std::collections::BTreeMap;

use crate::attempts::Attempts;
use crate::floor::FloorObservations;

/// What all managers together sent and received.
#[derive(Clone, Debug, Default)]
pub struct ManagerObservations {
    /// The changes of members of staff, by the ids that stand in their reasons.
    pub changes: BTreeMap<String, ChangeRequest>,
    /// The passwords that were replaced without such a change, by the new one.
    pub replacements: BTreeMap<String, ReplaceRequest>,
    /// What was sent about tables and the ranges of patrons.
    pub floor: FloorObservations,
}

/// A change of a member of staff.
#[derive(Clone, Debug)]
pub struct ChangeRequest {
    /// The number of the member.
    pub number: u32,
    /// Who asks for it, as the log names them: `operator` or `staff:3`.
    pub by: String,
    /// The name after the change.
    pub name: String,
    /// What the member may do after the change.
    pub roles: Vec<String>,
    /// The entry that had the state before the change; 0 for a new member.
    pub expected: u64,
    /// The password that the id of this change replaces, if it replaces one.
    pub password: Password,
    /// How often it was sent.
    pub attempts: Attempts,
    /// The number of the entry, once it is known.
    pub entry: Option<u64>,
}

/// What a change does to the password of its member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Password {
    /// It leaves it.
    Stays,
    /// The id of the change becomes the first one.
    First,
    /// The id of the change replaces this one.
    Replaces(String),
}

/// A password that is replaced by another.
#[derive(Clone, Debug)]
pub struct ReplaceRequest {
    /// Whose it is.
    pub number: u32,
    /// What it was.
    pub before: String,
    /// How often it was sent.
    pub attempts: Attempts,
}

impl ManagerObservations {
    /// Notes that the house is gone: it answers nothing that is in flight.
    pub fn lose_all(&mut self) {
        let changes = self.changes.values_mut().map(|request| &mut request.attempts);
        let replacements = self.replacements.values_mut().map(|request| &mut request.attempts);
        changes.chain(replacements).for_each(Attempts::lose_all);
        self.floor.lose_all();
    }
}

/// The key under which the password of a member of staff is stored.
pub fn password_key(number: u32) -> String {
    format!("staff:{number}")
}
