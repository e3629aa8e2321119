//! People as the house knows them, with what their session allows. Knows no store.

use table::TableId;

use super::credential::Person;
use super::role::Roles;
use super::staff::StaffMember;
use crate::ports::Patron;

/// How many digits of its key name a session to its owner.
const ID_DIGITS: usize = 16;

/// Somebody with a session.
#[derive(Debug)]
pub struct LoggedIn {
    /// The person.
    pub known: Known,
    /// The roles that they hold and the session allows.
    pub roles: Roles,
    /// Whether they must set a second factor before anything else.
    pub needs_second_factor: bool,
    /// Whether the session is a token of a program.
    pub is_program: bool,
    /// The table at which a dealer logged in with a PIN; the session is for nothing else.
    pub at_table: Option<TableId>,
    /// What names the session to its owner. It does not open anything.
    pub session_id: String,
    pub(super) key: String,
}

impl LoggedIn {
    /// A person with the session of this key, who needs nothing more to use it.
    pub fn new(known: Known, roles: Roles, key: String) -> Self {
        let (needs_second_factor, is_program, at_table) = (false, false, None);
        Self { known, roles, needs_second_factor, is_program, at_table, session_id: id_of(&key), key }
    }
}

/// What names the session of this key to its owner.
pub(super) fn id_of(key: &str) -> String {
    key.chars().take(ID_DIGITS).collect()
}

/// A person as the house knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// A guest or a patron.
    Patron(Patron),
    /// A member of staff.
    Staff(StaffMember),
}

impl Known {
    /// Who it is.
    pub const fn person(&self) -> Person {
        match self {
            Self::Patron(patron) => Person::Patron(patron.id),
            Self::Staff(member) => Person::Staff(member.id),
        }
    }
}
