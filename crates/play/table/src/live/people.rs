//! Who acts at a live table, and in which role. Data only: a session has proved it.

use serde::{Deserialize, Serialize};

use crate::ids::StaffId;

/// A member of staff in a role. One person may have both roles, and never confirms what they did in the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Person {
    /// As the dealer at the table.
    Dealer(StaffId),
    /// As a supervisor.
    Supervisor(StaffId),
}

impl Person {
    /// Who it is.
    pub const fn id(self) -> StaffId {
        match self {
            Self::Dealer(id) | Self::Supervisor(id) => id,
        }
    }

    /// The number of the supervisor; none for a dealer.
    pub const fn supervisor(self) -> Option<StaffId> {
        match self {
            Self::Supervisor(id) => Some(id),
            Self::Dealer(_) => None,
        }
    }
}
