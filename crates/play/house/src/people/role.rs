//! What a person may be in the house. Roles do not inherit: each has what it may do, and nothing of another.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// A role of a person.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::AsRefStr,
    strum::Display,
    strum::EnumString,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Role {
    /// Watches public tables; anybody.
    Spectator,
    /// Wagers play money, without an account of their own.
    Guest,
    /// Wagers, and reads and changes what is their own.
    Patron,
    /// Runs the cards of one table.
    Dealer,
    /// Sends the cards of one table; a machine.
    Device,
    /// Halts and voids, proposes and approves.
    Supervisor,
    /// Changes tables, limits, ranges and staff.
    Manager,
    /// Reads everything but secrets, and changes nothing.
    Auditor,
}

impl Role {
    /// The roles that a member of staff may hold.
    pub const STAFF: [Self; 4] = [Self::Dealer, Self::Supervisor, Self::Manager, Self::Auditor];
}

/// The roles of one person.
pub type Roles = BTreeSet<Role>;
