//! The consoles at live tables where dealers log in with number and PIN, over REST.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::passkeys::ProveAgain;

/// Opens a dealer's console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct OpenConsole {
    /// Whether the secret comes as a cookie, for a page, and not in the answer.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub cookie: bool,
    /// What proves again who the caller is.
    pub proof: ProveAgain,
}

/// A dealer's console that has been opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ConsoleOpened {
    /// Its number.
    pub console_no: u32,
    /// The table, which is the only one that it is for.
    pub table_id: u32,
    /// When it ends by itself, in Unix milliseconds.
    #[ts(type = "number")]
    pub ends_at: i64,
    /// The secret; none when it came as a cookie. It is sent once; the server stores its hash.
    pub secret: Option<String>,
}

/// What the caller's browser is to a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ThisConsole {
    /// The number of the open console of the table that it is; none when it is none.
    pub console_no: Option<u32>,
}

/// The dealers' consoles that are open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct Consoles {
    /// By table, then by number.
    pub consoles: Vec<ConsoleLine>,
}

/// An open console.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct ConsoleLine {
    /// Its number.
    pub console_no: u32,
    /// The table, which is the only one that it is for.
    pub table_id: u32,
    /// The number of the supervisor who opened it.
    pub opened_by: u32,
    /// Their name.
    pub opened_by_name: Option<String>,
    /// When it was opened, in Unix milliseconds.
    #[ts(type = "number")]
    pub opened_at: i64,
    /// When it ends by itself.
    #[ts(type = "number")]
    pub ends_at: i64,
    /// When a dealer logged in there last; none when nobody has.
    #[ts(type = "number | null")]
    pub last_used_at: Option<i64>,
}
