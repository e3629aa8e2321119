//! What a patron knows of their account. Data only.

use auditor::{AccountRequest, Attempts};

/// An account that the patron opened or tried to open, and sessions that have ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnAccount {
    /// How often it was asked for.
    pub(crate) attempts: Attempts,
    /// How often the patron logged in.
    pub(crate) log_ins: usize,
    /// The token of a session that was ended, which must not count any more.
    pub(crate) ended: Option<String>,
}

impl OwnAccount {
    /// The request for it, of this patron.
    pub(crate) const fn request(&self, patron: u32) -> AccountRequest {
        AccountRequest { patron, attempts: self.attempts }
    }
}
