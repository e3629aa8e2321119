//! The house as its servers see it.

use std::sync::Arc;

use money::Amount;
use roads::Roads;
use table::{
    AskedWager, PatronId, PatronView, PublicFrame, RequestId, RoundRef, Settings, TableId, TableView,
    Timestamp,
};
use tokio::sync::broadcast;

use crate::answer::{ClearReceipt, Failure, LeaveReceipt, Rejection, SlipReceipt};
use crate::notice::Notice;
use crate::patrons::Token;
use crate::ports::{Clock, Entropy, Patron, PatronRound, Store, StoreFailure, TrialBalance};

/// A table as everybody may see it, with its road maps. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The table; `view.seq` is the last public event in it.
    pub view: Arc<TableView>,
    /// The road maps of its shoe up to that event.
    pub roads: Arc<Roads>,
    /// How many are subscribed to its public stream.
    pub watchers: usize,
}

/// A public event of a table, and the table and its road maps right after it. Cheap to share.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The event, with its place in the public stream: `after`, `seq`, `at`, `event`.
    pub public: PublicFrame,
    /// The table after it.
    pub view: Arc<TableView>,
    /// The road maps after it.
    pub roads: Arc<Roads>,
}

/// Why a house could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Two tables share a number, or one is out of the range of 1 to [`House::TABLE_ID_MAX`].
    #[error("table number {} is taken twice or out of range", .0.0)]
    TableId(TableId),
    /// What was stored of a table could not be read.
    #[error(transparent)]
    Store(#[from] StoreFailure),
}

/// All tables of one house, running.
pub struct House {}

impl House {
    /// The largest table number there may be.
    pub const TABLE_ID_MAX: u32 = 1_048_575;

    /// Opens the house: takes every table up where the store left it and sets it running.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        tables: Vec<Settings>,
    ) -> Result<Self, StartError> {
        drop((store, clock, entropy, tables));
        Ok(Self {})
    }
    /// The server's clock.
    pub fn now(&self) -> Timestamp {
        Timestamp(0)
    }
    /// Every table, in the order the house was opened with.
    pub fn tables(&self) -> Vec<Snapshot> {
        Vec::new()
    }
    /// One table.
    pub fn snapshot(&self, table: TableId) -> Option<Snapshot> {
        None
    }
    /// The public frames of a table from now on. To miss nothing, subscribe first, then take a
    /// [`snapshot`](Self::snapshot), then ignore frames whose `seq` is not above its `view.seq`. A subscriber
    /// that lags gets `RecvError::Lagged` and starts again like that (or from [`frames_since`](Self::frames_since)).
    pub fn subscribe(&self, table: TableId) -> Option<broadcast::Receiver<Arc<Frame>>> {
        None
    }
    /// The frames after public event `seq`; none when they are no longer kept or `seq` is no public event:
    /// take a snapshot then.
    pub fn frames_since(&self, table: TableId, seq: u64) -> Option<Vec<Arc<Frame>>> {
        None
    }
    /// Places a slip and answers when it is durable.
    pub async fn place_slip(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: RequestId,
        wagers: Vec<AskedWager>,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// Takes back all of the patron's wagers of the round.
    pub async fn clear_wagers(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        request_id: RequestId,
        received_at: Timestamp,
    ) -> Result<ClearReceipt, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// The patron leaves the table; the house rules say what becomes of their wagers.
    pub async fn leave(
        &self,
        patron: PatronId,
        table: TableId,
        received_at: Timestamp,
    ) -> Result<LeaveReceipt, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// A patron's own wagers at a table.
    pub async fn patron_view(&self, patron: PatronId, table: TableId) -> Result<PatronView, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// What this patron is told in private, from now on. A receiver that lags takes `patron_view` and `balance` again.
    pub fn notices(&self, patron: PatronId) -> broadcast::Receiver<Notice> {
        broadcast::channel(1).1
    }
    /// Creates a guest with play money. The token is shown once and never again.
    pub async fn new_guest(&self, nickname: &str) -> Result<(Patron, Token), Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// The patron of a token; none when nobody has it.
    pub async fn authenticate(&self, token: &str) -> Result<Option<Patron>, Failure> {
        Err(Failure::Store(StoreFailure::Closed))
    }
    /// A patron's cash in minor units.
    pub async fn balance(&self, patron: PatronId) -> Result<Amount, Failure> {
        Err(Failure::Store(StoreFailure::Closed))
    }
    /// Gives a guest play money again when little is left; answers the new balance.
    pub async fn top_up(&self, patron: PatronId) -> Result<Amount, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// The patron's finished rounds, newest first.
    pub async fn history(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<PatronRound>, Failure> {
        Err(Failure::Store(StoreFailure::Closed))
    }
    /// The check every ledger must pass at every moment.
    pub async fn trial_balance(&self) -> Result<TrialBalance, Failure> {
        Err(Failure::Store(StoreFailure::Closed))
    }
    /// Ends the round under way without a result (supervisor).
    pub async fn void_round(
        &self,
        table: TableId,
        reason: table::event::VoidReason,
    ) -> Result<RoundRef, Rejection> {
        Err(Rejection::Failed(Failure::Store(StoreFailure::Closed)))
    }
    /// Stops every table after what it is committing now.
    pub async fn shutdown(&self) {}
}
