//! A console at a live table where dealers log in with PINs, as the log of the house and its supervisors have it. Knows
//! no store.

use serde::{Deserialize, Serialize};
use table::{StaffId, TableId, Timestamp};

use super::token::Token;

/// For how many days a console stays open.
pub const CONSOLE_DAYS: i64 = 30;

/// That a supervisor opened a console at a table, as the log of the house has it. Its secret is in no log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealerConsole {
    /// Its number, from 1.
    pub number: u32,
    /// The table, which is the only one that it is for.
    pub table: TableId,
    /// The supervisor who opened it.
    pub opened_by: StaffId,
    /// When it ends by itself.
    pub ends_at: Timestamp,
    /// The supervisor who closed it; none as long as nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed_by: Option<StaffId>,
}

/// A console that has just been opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewConsole {
    /// What is known of it.
    pub console: DealerConsole,
    /// The secret, which is shown this once.
    pub secret: Token,
}

/// An open console as supervisors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsoleLine {
    /// Its number.
    pub number: u32,
    /// Its table.
    pub table: TableId,
    /// The supervisor who opened it.
    pub opened_by: StaffId,
    /// When it was opened.
    pub opened_at: Timestamp,
    /// When it ends by itself.
    pub ends_at: Timestamp,
    /// When a dealer logged in there last; none when nobody has.
    pub last_used_at: Option<Timestamp>,
}
