//! The failure of a store, and the future that every port returns.

use std::future::Future;
use std::pin::Pin;

use ledger::TransferRefusal;
use table::TableId;

/// The future that a port returns.
pub type PortFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// The store failed to do its work. This is no refusal: the request was in order, except where the ledger refused a
/// gift.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFailure {
    /// Somebody else wrote to this table since it was read.
    #[error("table {table:?} was expected at event {expected} but is at {found}")]
    Stale {
        /// The table.
        table: TableId,
        /// The number of the last event that the caller had seen.
        expected: u64,
        /// The number of the last event in the store.
        found: u64,
    },
    /// Another server runs this table now. A retry cannot succeed.
    #[error("table {} was taken over by another server", table.0)]
    TakenOver {
        /// The table.
        table: TableId,
    },
    /// The storage itself failed, with its message.
    #[error("storage failed: {0}")]
    Storage(String),
    /// A stored row cannot have been written by this program.
    #[error("stored data is corrupt: {0}")]
    Corrupt(String),
    /// The key of this server does not open the stored secret of a shoe.
    #[error(
        "the secret of shoe {shoe_no} of table {} does not open with this key: it is encrypted with another shoe.key, \
         or damaged. Put that key back, in the data folder or where --shoe-key says. If it is lost for good, start \
         once with --shoe-key-lost: the shoes whose secrets do not open are given up, and new ones are committed",
        table.0
    )]
    LockedShoe {
        /// The table.
        table: TableId,
        /// The shoe.
        shoe_no: u32,
    },
    /// The ledger refused the gift of a new patron. Nothing was written.
    #[error("the ledger refuses the gift: {0}")]
    NoGift(TransferRefusal),
    /// The store was shut down.
    #[error("the store is closed")]
    Closed,
}

impl StoreFailure {
    /// Others changed it each time that a change was decided.
    pub(crate) fn outrun(what: &str) -> Self {
        Self::Storage(format!("{what} was changed by others each time"))
    }
}
