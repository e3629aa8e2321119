//! What the house needs from outside: a store, a clock, entropy. Implementations live elsewhere; the house
//! knows neither SQL nor the operating system.

use std::future::Future;
use std::pin::Pin;

use ledger::{Posting, TransferRefusal};
use money::{Amount, Currency};
use table::{Event, PatronId, Recorded, RequestId, RoundRef, TableId, Timestamp};

/// A future that a port gives back.
pub type PortFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreFailure>> + Send + 'a>>;

/// Events of one table that stand or fall together with their transfers.
#[derive(Clone, Debug)]
pub struct Unit {
    /// What happened, in order. Sequence numbers are given by the store when it commits.
    pub events: Vec<(Timestamp, Event)>,
    /// The money these events move.
    pub postings: Vec<Posting>,
    /// The seed of the shoe these events open, kept apart from the events because the shoe is still secret.
    pub shoe_seed: Option<ShoeSeed>,
}

/// The seed of a shuffled shoe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ShoeSeed {
    /// The shoe, counted over the table's life.
    pub shoe_no: u32,
    /// 256 bits from the operating system.
    pub seed: [u8; 32],
}

impl std::fmt::Debug for ShoeSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ShoeSeed {{ shoe_no: {}, seed: <secret> }}", self.shoe_no)
    }
}

/// What became of one [`Unit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitOutcome {
    /// It is durable; its events have these numbers, contiguous.
    Committed {
        /// The number of its first event.
        first_seq: u64,
    },
    /// The ledger refused a transfer; nothing of this unit was written, the others stand.
    Refused(TransferRefusal),
    /// A slip or a transfer of this unit was committed before, so nothing of this unit was written; the others
    /// stand. [`Store::accepted_slip`] tells where a repeated slip counts.
    Repeated,
}

/// The only commit point of the system, and what can be asked of it.
pub trait Store: Send + Sync + 'static {
    /// Takes a table over from whoever ran it before: from now on the writes of any other opener of the same
    /// storage are refused with [`StoreFailure::TakenOver`]. Taking it again changes nothing for this opener.
    ///
    /// A store that only one program can open has nothing to do here.
    fn take_table(&self, _table: TableId) -> PortFuture<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Commits the units of one table in order, in one transaction, each whole or not at all.
    ///
    /// `expected_seq` is the number of the table's last committed event (0 for none).
    ///
    /// # Errors
    /// [`StoreFailure::Stale`] when somebody else wrote to the table, [`StoreFailure::TakenOver`] when somebody
    /// else runs it now; nothing was written then.
    fn commit(&self, table: TableId, expected_seq: u64, units: Vec<Unit>)
    -> PortFuture<'_, Vec<UnitOutcome>>;

    /// The events of the table's latest shoe, from its opening on, in order; empty for a new table.
    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<Recorded>>;

    /// The seed of a shoe, if this store has it.
    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>>;

    /// The slip of that id, if it was ever accepted from this patron: its table, its round.
    fn accepted_slip(
        &self,
        patron: PatronId,
        slip_id: RequestId,
    ) -> PortFuture<'_, Option<(TableId, RoundRef)>>;

    /// Creates a patron. `token_hash` is the SHA-256 of the secret that proves who they are.
    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron>;

    /// The patron whose secret has that hash.
    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>>;

    /// A patron's cash, in minor units of its currency.
    fn balance(&self, patron: PatronId) -> PortFuture<'_, Amount>;

    /// Moves money outside any table, such as play money to a guest. A repeat of an id changes nothing.
    fn post(&self, postings: Vec<Posting>) -> PortFuture<'_, Result<(), TransferRefusal>>;

    /// The latest rounds in which the patron had wagers, newest first, at most `limit`, before round `before`.
    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>>;

    /// The sum of all account balances of each currency: always zero. And how many holds are open.
    fn trial_balance(&self) -> PortFuture<'_, TrialBalance>;
}

/// A patron to be created.
#[derive(Clone, Debug)]
pub struct NewPatron {
    /// What others see.
    pub nickname: String,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// The currency of the wallet.
    pub currency: Currency,
    /// When.
    pub at: Timestamp,
}

/// A patron on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patron {
    /// Who.
    pub id: PatronId,
    /// What others see.
    pub nickname: String,
    /// The currency of the wallet.
    pub currency: Currency,
}

/// One round of a patron's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatronRound {
    /// Where to continue: pass it as `before` for older rounds.
    pub cursor: u64,
    /// The table.
    pub table: TableId,
    /// The round.
    pub round: RoundRef,
    /// When it ended.
    pub at: Timestamp,
    /// How it ended: a settlement or a void, as the events say, and the cards in deal order.
    pub cards: Vec<baccarat::Card>,
    /// The patron's wagers as settled; empty when voided.
    pub wagers: Vec<table::event::SettledWager>,
    /// What came back when the round was voided.
    pub voided: Option<Amount>,
}

/// The check every ledger must pass at every moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialBalance {
    /// The signed sum of all balances, per currency code. Every sum is zero.
    pub sums: Vec<(String, i128)>,
    /// The holds that are neither captured nor released.
    pub open_holds: u64,
    /// The smallest patron balance there is; never negative.
    pub lowest_patron_balance: i64,
}

/// The store did not do its work. Not a refusal: nobody asked for anything wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreFailure {
    /// Somebody else wrote to this table since it was read.
    #[error("table {table:?} was expected at event {expected} but is at {found}")]
    Stale {
        /// The table.
        table: TableId,
        /// What the caller had seen.
        expected: u64,
        /// What the store has.
        found: u64,
    },
    /// Another server runs this table now. Trying again is in vain.
    #[error("table {} was taken over by another server", table.0)]
    TakenOver {
        /// The table.
        table: TableId,
    },
    /// The storage itself failed; what it said.
    #[error("storage failed: {0}")]
    Storage(String),
    /// What was read cannot have been written by this program.
    #[error("stored data is corrupt: {0}")]
    Corrupt(String),
    /// The store was shut down.
    #[error("the store is closed")]
    Closed,
}

/// The server's clock. Time enters the system here and nowhere else.
pub trait Clock: Send + Sync + 'static {
    /// Now.
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
