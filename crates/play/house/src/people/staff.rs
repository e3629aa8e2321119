//! Members of staff.

use serde::{Deserialize, Serialize};
use table::StaffId;

use super::role::Roles;

/// A member of staff. Their number stays on record for good; who leaves is disabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffMember {
    /// Their number.
    pub id: StaffId,
    /// The name under which they log in, and which other staff see.
    pub name: String,
    /// The name that everybody sees while they deal: it is public. Several may have the same. Where there is none,
    /// everybody sees their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The roles they hold, each one of [`Role::STAFF`](super::Role::STAFF).
    pub roles: Roles,
    /// Whether they may no longer log in.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
}

impl StaffMember {
    /// A member of staff who may log in, without a display name.
    pub fn new(id: StaffId, name: impl Into<String>, roles: Roles) -> Self {
        Self { id, name: name.into(), display_name: None, roles, disabled: false }
    }
}
