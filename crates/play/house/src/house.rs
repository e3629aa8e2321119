//! The house as its servers see it: all tables running, one task each, and the patrons at them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use table::{
    Command, PatronId, PatronView, RawWager, RequestId, RoundRef, Settings, Slip, SlipKind, StaffId, TableId,
    Timestamp,
};
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tracing::{Instrument as _, info_span};

use crate::answer::{Failure, HouseRefusal, Rejection, SlipReceipt, TakenBack};
use crate::context::Context;
use crate::log::reads::ReadsOnRecord;
use crate::money::funding::cash_for;
use crate::money::limits::{LimitsError, check_payouts, with_maxima};
use crate::patrons::notice::Notice;
use crate::patrons::presence::{Connection, Presence};
use crate::people::People;
use crate::ports::{Clock, Entropy, Store, StoreFailure, TrialBalance};
use crate::protection::allowance::Allowance;
use crate::protection::gate::Entered;
use crate::protection::keeper::keep_time;
use crate::risk::memory::Risk;
use crate::tables::abandoned::void_abandoned;
use crate::tables::feed::{Feed, Frame, Snapshot};
use crate::tables::pulse::StoppedTable;
use crate::tables::request::{Attempt, Reply, Request, Unbatched};
use crate::tables::rulebook::TableSetup;
use crate::tables::runner::{INBOX, Runner};
use crate::tables::watchdog::watch_tables;

/// Why a house could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// Two tables share a number, or one is out of the range of 1 to [`House::TABLE_ID_MAX`].
    #[error("table number {} is taken twice or not in 1 to {}", .0.0, House::TABLE_ID_MAX)]
    TableId(TableId),
    /// The house rules of a table are not what the document they come with says.
    #[error("the house rules of table {} are not what their document says", .0.0)]
    Rules(TableId),
    /// The limits of the tables leave the bounds of money.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// The house cannot read a stored table.
    #[error(transparent)]
    Store(#[from] StoreFailure),
}

/// All tables of one house, running until [`shutdown`](House::shutdown) or until the house is dropped.
///
/// A request that fails may be sent again with the same id: it counts once.
pub struct House {
    pub(crate) context: Context,
    people: People,
    pub(crate) risk: Risk,
    pub(crate) reads: ReadsOnRecord,
    order: Vec<TableId>,
    tables: HashMap<TableId, Running>,
    stop: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

struct Running {
    setup: TableSetup,
    inbox: mpsc::Sender<Request>,
    feed: Arc<Feed>,
}

impl House {
    /// The largest table number there may be.
    pub const TABLE_ID_MAX: u32 = 1_048_575;

    /// Opens the house: takes every table up where the store left it and sets it running. A round left open at a
    /// table that is not among them is voided once it is [abandoned](crate::ABANDONED_MS). A shoe that was opened under
    /// other house rules is played to its end under those, but takes no more wagers on spots that these do not offer;
    /// the next one runs under these. Must be called within a tokio runtime with time enabled.
    ///
    /// # Errors
    /// [`StartError`]; no table runs then.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        tables: Vec<Settings>,
    ) -> Result<Self, StartError> {
        let people = People::new(Arc::clone(&store), Arc::clone(&clock), Arc::clone(&entropy));
        let presence = Arc::new(Presence::new(Arc::clone(&clock)));
        let (channels, holders, pulses) = (Arc::default(), Arc::default(), Arc::default());
        let (gates, ranges, passwords) = (Arc::default(), Arc::default(), Arc::default());
        let context =
            Context { store, clock, entropy, channels, holders, pulses, gates, ranges, presence, passwords };
        let stop = watch::Sender::new(false);
        let (mut order, mut running, mut runners) = (Vec::new(), HashMap::new(), Vec::new());
        let tables: Vec<Settings> = tables.into_iter().map(with_maxima).collect::<Result<_, _>>()?;
        check_payouts(&tables)?;
        for settings in tables {
            let id = settings.id;
            if running.contains_key(&id) || !(1..=Self::TABLE_ID_MAX).contains(&id.0) {
                return Err(StartError::TableId(id));
            }
            if settings.rules.text.parse().as_ref() != Ok(&*settings.rules) {
                return Err(StartError::Rules(id));
            }
            let (inbox, requests) = mpsc::channel(INBOX);
            let setup = TableSetup::on_record(&context, settings).await?;
            let runner = Runner::load(context.clone(), setup.clone(), requests, stop.subscribe()).await?;
            running.insert(id, Running { setup, inbox, feed: Arc::clone(&runner.feed) });
            order.push(id);
            runners.push((id, runner));
        }
        let run = |(id, runner): (TableId, Runner)| {
            tokio::spawn(runner.run().instrument(info_span!("table", id = id.0)))
        };
        let mut tasks: Vec<_> = runners.into_iter().map(run).collect();
        let teller =
            Arc::clone(&context.channels).send_balances(Arc::clone(&context.store), stop.subscribe());
        tasks.push(tokio::spawn(teller));
        tasks.push(tokio::spawn(keep_time(context.clone(), stop.subscribe())));
        let (pulses, clock) = (Arc::clone(&context.pulses), Arc::clone(&context.clock));
        tasks.push(tokio::spawn(watch_tables(pulses, clock, stop.subscribe())));
        let open = running.keys().copied().collect();
        tasks.push(tokio::spawn(void_abandoned(context.clone(), open, stop.subscribe())));
        let (risk, reads) = (Risk::default(), ReadsOnRecord::default());
        Ok(Self { context, people, risk, reads, order, tables: running, stop, tasks: Mutex::new(tasks) })
    }

    /// Accounts, staff, credentials and sessions.
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// The server's clock.
    pub fn now(&self) -> Timestamp {
        self.context.clock.now()
    }

    /// Every table, in the order the house was opened with.
    pub fn tables(&self) -> Vec<Snapshot> {
        self.order.iter().filter_map(|id| self.snapshot(*id)).collect()
    }

    /// How many tables run. Fewer than [`tables`](Self::tables) when one has stopped.
    pub fn running(&self) -> usize {
        self.tables.values().filter(|running| !running.inbox.is_closed()).count()
    }

    /// The tables that should go on and do not, by number, and why. A table that has nothing to do is not among them.
    pub fn stopped_tables(&self) -> Vec<StoppedTable> {
        self.context.pulses.stopped(self.now())
    }

    /// One table; none when there is no such table.
    pub fn snapshot(&self, table: TableId) -> Option<Snapshot> {
        self.tables.get(&table).map(|running| running.feed.snapshot())
    }

    /// How many seats are taken at a table now, which no frame says; none at an unknown table.
    pub fn seats_taken(&self, table: TableId) -> u32 {
        self.snapshot(table).map_or(0, |snapshot| snapshot.view.seats)
    }

    /// The public frames of a table from now on; none when there is no such table.
    ///
    /// To miss nothing, subscribe first, then take a [`snapshot`](Self::snapshot), then skip the frames up to its
    /// `seq`. Take another snapshot when the receiver reports a lag, or when a frame does not follow the one before.
    pub fn subscribe(&self, table: TableId) -> Option<broadcast::Receiver<Arc<Frame>>> {
        self.tables.get(&table).map(|running| running.feed.subscribe())
    }

    /// Places a slip, and answers when it is durable. `received_at` is when the server received it: it decides
    /// whether the slip came in time, however long it waited since. Cash pays for it as far as it goes, then bonus
    /// money.
    ///
    /// # Errors
    /// [`Rejection`]: the whole slip was refused, or it is unknown what became of it.
    pub async fn place_slip(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: RequestId,
        wagers: Vec<RawWager>,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let kind = SlipKind::Adds;
        let slip = Slip { patron, slip_id, round, kind, wagers, received_at, limits: None, cash: None };
        self.send_slip(table, slip).await
    }

    /// Sends a slip through the patron's gate to its table, and answers when it is durable.
    pub(crate) async fn send_slip(&self, table: TableId, slip: Slip) -> Result<SlipReceipt, Rejection> {
        let gate = self.context.gates.of(slip.patron);
        match self.enter(&gate).await? {
            Entered::Free(_shared) => self.forward_slip(table, slip, None).await,
            Entered::Guarded(_alone, allowance) => self.forward_slip(table, slip, Some(allowance)).await,
        }
    }

    async fn forward_slip(
        &self,
        table: TableId,
        mut slip: Slip,
        allowance: Option<Allowance>,
    ) -> Result<SlipReceipt, Rejection> {
        slip.limits = self.own_limits(slip.patron).await?;
        if self.context.holders.contains(slip.patron) {
            slip.cash = cash_for(&slip, self.wallet(slip.patron).await?);
        }
        self.ask(table, |reply| Request::Slip(Attempt { slip, allowance, reply })).await
    }

    /// Takes back all of the patron's wagers of the round.
    ///
    /// # Errors
    /// [`Rejection`].
    pub async fn clear_wagers(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        request_id: RequestId,
        received_at: Timestamp,
    ) -> Result<TakenBack, Rejection> {
        let command = Command::ClearWagers { patron, round, request_id, received_at };
        self.ask(table, |reply| Request::Unbatched(Unbatched::TakeBack { command, reply })).await
    }

    /// A patron's seat and wagers at a table, and what became of their last round there. Their last wagers are those of
    /// any shoe.
    ///
    /// # Errors
    /// [`Rejection`]; never a refusal of the table's.
    pub async fn patron_view(&self, patron: PatronId, table: TableId) -> Result<PatronView, Rejection> {
        let view = self.ask(table, |reply| Request::Unbatched(Unbatched::View { patron, reply })).await?;
        self.with_last_wagers(table, view).await
    }

    /// A supervisor ends this round without a result, and every stake goes back: not the one after it, if it is over by
    /// then. Who did it stays on record.
    ///
    /// # Errors
    /// [`Rejection`]; `round_not_open` when that round is not under way.
    pub async fn void_this_round(
        &self,
        table: TableId,
        round: RoundRef,
        by: StaffId,
    ) -> Result<RoundRef, Rejection> {
        self.ask(table, |reply| Request::Unbatched(Unbatched::Void { round, by, reply })).await
    }

    /// The patron is connected for as long as the answer is kept. A patron who has no connection for longer than the
    /// grace time of a table loses their seat at it. Nobody is connected when the house is opened.
    pub fn connected(&self, patron: PatronId) -> Connection {
        self.context.presence.connect(patron)
    }

    /// The private notices to this patron from now on, from every table. A receiver that lags takes
    /// [`patron_view`](Self::patron_view) and [`wallet`](Self::wallet) again.
    pub fn notices(&self, patron: PatronId) -> broadcast::Receiver<Notice> {
        self.context.channels.subscribe(patron)
    }

    /// The check every ledger must pass at every moment.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn trial_balance(&self) -> Result<TrialBalance, Failure> {
        Ok(self.context.store.trial_balance().await?)
    }

    /// Stops every table after what it is committing now. What still waits is answered as not running. The
    /// rounds under way go on when a house is opened on the same store, which is then no longer in use here.
    pub async fn shutdown(&self) {
        self.stop.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "a table had stopped by itself");
            }
        }
    }

    /// How each table is set up today, in the order the house was opened with.
    pub(crate) fn setups(&self) -> impl Iterator<Item = &TableSetup> {
        self.order.iter().filter_map(|id| self.setup(*id))
    }

    /// How a table is set up today; none when there is no such table.
    pub(crate) fn setup(&self, table: TableId) -> Option<&TableSetup> {
        self.tables.get(&table).map(|running| &running.setup)
    }

    /// Whether the house is closing; changes when it does.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    pub(crate) async fn ask<T>(
        &self,
        table: TableId,
        request: impl FnOnce(Reply<T>) -> Request,
    ) -> Result<T, Rejection> {
        let running = self.tables.get(&table).ok_or(HouseRefusal::UnknownTable { table })?;
        let (reply, answer) = oneshot::channel();
        let not_running = Failure::NotRunning { table };
        if running.inbox.send(request(reply)).await.is_err() {
            return Err(not_running.into());
        }
        answer.await.unwrap_or_else(|_| Err(not_running.into()))
    }
}
