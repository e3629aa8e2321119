//! How long a table keeps a seat for a patron. Data only.

use serde::{Deserialize, Serialize};

/// When a seat is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Seating {
    /// The grace time: how long a patron may have no connection before their seat is given up, in milliseconds.
    pub grace_ms: u32,
    /// After how many rounds in a row without a wager a patron is warned; 0 for never.
    pub idle_warning: u16,
    /// After how many rounds in a row without a wager a patron loses their seat; 0 for never.
    pub idle_limit: u16,
}

impl Default for Seating {
    fn default() -> Self {
        Self { grace_ms: 60_000, idle_warning: 3, idle_limit: 5 }
    }
}
