//! The sessions that simulated patrons have. Data only.

use table::Timestamp;

/// A session that somebody has the secret of.
#[derive(Clone, Debug)]
pub(crate) struct KnownSession {
    /// Whose it is.
    pub(crate) patron: u32,
    pub(crate) secret: String,
    /// Whether it is open; none if nobody knows.
    pub(crate) open: Option<bool>,
    /// When it was used last.
    pub(crate) used: Timestamp,
}
