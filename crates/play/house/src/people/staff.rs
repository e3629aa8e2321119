//! Members of staff.

use serde::{Deserialize, Serialize};
use table::StaffId;

use super::role::Roles;

/// A member of staff. Their number stays on record for good; who leaves is disabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffMember {
    /// Their number.
    pub id: StaffId,
    /// The name under which they log in, and which others see.
    pub name: String,
    /// The roles they hold, each one of [`Role::STAFF`](super::Role::STAFF).
    pub roles: Roles,
    /// Whether they may no longer log in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}
