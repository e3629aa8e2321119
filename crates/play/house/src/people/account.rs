//! Accounts of patrons.

use serde::{Deserialize, Serialize};
use table::{PatronId, Timestamp};

/// The account of a patron, which a password opens. A patron without one is a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The patron.
    pub patron: PatronId,
    /// The name under which they log in, and which others see. No other account has one that looks like it.
    pub nickname: String,
    /// When it was opened.
    pub since: Timestamp,
}
