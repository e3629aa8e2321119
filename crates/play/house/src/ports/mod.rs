//! What the house needs from outside: a store, a clock, entropy. Implementations live elsewhere; the house
//! knows neither SQL nor the operating system.
//!
//! A store has two sides, because its callers differ: a table's task writes through [`CommitStore`] and resumes from it,
//! screens and reports ask [`ReadStore`], which never waits for a commit.

mod commit;
mod layer;
mod read;
mod rows;

use std::future::Future;
use std::pin::Pin;

use table::{TableId, Timestamp};

pub use commit::{CommitStore, ShoeSeed, Unit, UnitOutcome};
pub use layer::{Call, Layer};
pub use read::ReadStore;
pub use rows::{
    AcceptedSlip, Adjustment, DayTurnover, NewPatron, OpenRound, Patron, PatronRound, StatementLine,
    StoredRound, TrialBalance, Wallet,
};

/// The future that a port returns.
pub type PortFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// A whole store: both sides of one history.
pub trait Store: CommitStore + ReadStore {}

impl<S: CommitStore + ReadStore + ?Sized> Store for S {}

/// The store failed to do its work. This is no refusal: the request was in order.
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
    /// The store was shut down.
    #[error("the store is closed")]
    Closed,
}

/// The server's clock. Time enters the system here and nowhere else.
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> Timestamp;
}

/// Randomness that nobody can predict.
pub trait Entropy: Send + Sync + 'static {
    /// 256 fresh bits.
    ///
    /// # Errors
    /// When the source is not available; no weaker one is ever used instead.
    fn seed(&self) -> Result<[u8; 32], StoreFailure>;
}
