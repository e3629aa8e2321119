//! The house as its servers see it: all tables running, one task each, and the patrons at them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use baccarat::HouseRules;
use table::{
    Command, PatronId, PatronView, RawWager, RequestId, RoundRef, Settings, Slip, SlipKind, StaffId, TableId,
    Timestamp,
};
use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;
use tracing::{Instrument as _, info_span};

use crate::answer::{Failure, HouseRefusal, Rejection, SlipReceipt, TakenBack};
use crate::context::Context;
use crate::floor::desk::{FloorDesk, Kept, check_together};
use crate::floor::opening::{FloorPlan, GivenTable, GivenTimings, take_up};
use crate::floor::record::{TableRecord, TableStatus};
use crate::floor::refusal::{FloorRefusal, FloorRejection};
use crate::floor::registry::{Registry, Running};
use crate::log::reads::ReadsOnRecord;
use crate::money::limits::LimitsError;
use crate::patrons::notice::NumberedNotice;
use crate::patrons::presence::{Connection, Presence};
use crate::people::People;
use crate::people::password::Busy;
use crate::ports::{Clock, Entropy, Store, StoreFailure, TrialBalance};
use crate::proofs::beacon::BeaconDesk;
use crate::proofs::heads::{HeadsOut, first_behind};
use crate::proofs::{NotedHeads, Recovery, ShoeKeys};
use crate::protection::keeper::keep_time;
use crate::risk::memory::Risk;
use crate::tables::abandoned::void_abandoned;
use crate::tables::feed::{Frames, Published, Snapshot};
use crate::tables::pulse::StoppedTable;
use crate::tables::request::{Inbox, Reply, Request, Unbatched};
use crate::tables::rulebook::TableSetup;
use crate::tables::runner::Runner;
use crate::tables::tally::Tally;
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
    /// A table cannot be added to the floor.
    #[error(transparent)]
    Floor(FloorRefusal),
    /// The limits of the tables leave the bounds of money.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// The passwords of tables cannot be hashed now.
    #[error(transparent)]
    Busy(Busy),
    /// The store is older than what the house has published.
    #[error(
        "the store is behind what this house has published: bulletin {no} of table {} is missing in it, or is another \
         one. If it was restored from a back-up, secrets of its shoes may be public: start once with --restored, \
         which gives up every shoe that is open or committed",
        table.0
    )]
    Behind {
        /// The first table that is behind.
        table: TableId,
        /// The number of its last bulletin that was published.
        no: u64,
    },
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
    /// Counts the changes of devices.
    pub(crate) device_changes: watch::Sender<u64>,
    pub(crate) desk: FloorDesk,
    pub(crate) floor: Arc<Registry>,
    /// The timings that hold at all tables while this house runs.
    pub(crate) timings: GivenTimings,
    /// One change of the floor at a time.
    pub(crate) changing: tokio::sync::Mutex<()>,
    pub(crate) stop: watch::Sender<bool>,
    finish: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl fmt::Debug for House {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("House").finish_non_exhaustive()
    }
}

/// What a house needs to deal provable shoes; nothing for one whose shoes have no proof.
#[derive(Default)]
struct Proofs {
    keys: Option<Arc<ShoeKeys>>,
    beacon: Option<Arc<BeaconDesk>>,
    recovery: Recovery,
    noted: NotedHeads,
}

impl House {
    /// The largest table number there may be.
    pub const TABLE_ID_MAX: u32 = TableRecord::ID_MAX;

    /// Opens the house with the tables of the store, and those of the plan that the store lacks: takes every table up
    /// where the store left it and sets it running. A round left open at a table that is not among them is voided once
    /// it is [abandoned](crate::ABANDONED_MS). A shoe that was opened under other house rules is played to its end
    /// under those, but takes no more wagers on spots that these do not offer; the next one runs under these. Must be
    /// called within a tokio runtime with time enabled.
    ///
    /// # Errors
    /// [`StartError`]; no table runs then.
    pub async fn open(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        plan: FloorPlan,
    ) -> Result<Self, StartError> {
        check_given(plan.tables.iter().flatten().map(|table| (table.record.id, &*table.rules)))?;
        let can_draw = plan.keys.is_some() && plan.beacon.is_some();
        let desk = FloorDesk { can_draw, ..FloorDesk::new(store, clock, entropy, Arc::default()) };
        let restored = plan.recovery.restored;
        let noted = if restored { NotedHeads::new() } else { plan.noted };
        if let Some((table, head)) = first_behind(&*desk.store, &noted).await? {
            return Err(StartError::Behind { table, no: head.no });
        }
        let tables =
            take_up(&desk, &*desk.store, plan.tables).await.map_err(|rejection| match rejection {
                FloorRejection::Refused(refusal) => StartError::Floor(refusal),
                FloorRejection::Failed(failure) => StartError::Store(failure),
                FloorRejection::Busy(busy) => StartError::Busy(busy),
            })?;
        let beacon = plan.beacon.map(|beacon| Arc::new(BeaconDesk::new(beacon)));
        let proofs = Proofs { keys: plan.keys, beacon, recovery: plan.recovery, noted };
        Self::run(desk, tables, plan.timings, proofs).await
    }

    /// Opens the house with these tables alone, and records none of them before it is changed. Otherwise as
    /// [`open`](Self::open).
    ///
    /// # Errors
    /// [`StartError`]; no table runs then.
    pub async fn start(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        tables: Vec<Settings>,
    ) -> Result<Self, StartError> {
        check_given(tables.iter().map(|settings| (settings.id, &*settings.rules)))?;
        let kept = |settings: &Settings| {
            let GivenTable { record, rules, .. } = GivenTable::of(settings);
            Kept { seq: 0, record, rules, why: String::new() }
        };
        let tables = tables.iter().map(kept).collect();
        let desk = FloorDesk { can_draw: false, ..FloorDesk::new(store, clock, entropy, Arc::default()) };
        Self::run(desk, tables, GivenTimings::default(), Proofs::default()).await
    }

    async fn run(
        desk: FloorDesk,
        tables: Vec<Kept>,
        timings: GivenTimings,
        Proofs { keys, beacon, recovery, noted }: Proofs,
    ) -> Result<Self, StartError> {
        let heads = Arc::new(HeadsOut::new(noted));
        desk.all_drawable(&tables).map_err(StartError::Floor)?;
        let FloorDesk { store, clock, entropy, passwords, .. } = desk.clone();
        let people = People::new(Arc::clone(&store), Arc::clone(&clock), Arc::clone(&entropy), passwords);
        let presence = Arc::new(Presence::new(Arc::clone(&clock)));
        let staff = people.all_names().await?;
        presence.note_staff(staff.changes, staff.display_names);
        let (channels, pulses) = (Arc::default(), Arc::default());
        let gates = Arc::default();
        let (finish, finishing) = watch::channel(false);
        let context = Context {
            store,
            clock,
            entropy,
            channels,
            pulses,
            gates,
            presence,
            keys,
            beacon,
            recovery,
            heads,
            finishing,
        };
        let stop = watch::Sender::new(false);
        check_together(&tables)?;
        let (mut running, mut runners) = (BTreeMap::new(), Vec::new());
        for kept in tables {
            let (table, runner) = set_running(&context, kept, timings, &stop).await?;
            running.insert(table.kept.record.id, table);
            runners.push(runner);
        }
        let mut tasks: Vec<_> = runners.into_iter().map(spawn).collect();
        let teller =
            Arc::clone(&context.channels).send_balances(Arc::clone(&context.store), stop.subscribe());
        tasks.push(tokio::spawn(teller));
        tasks.push(tokio::spawn(keep_time(context.clone(), stop.subscribe())));
        let (pulses, clock) = (Arc::clone(&context.pulses), Arc::clone(&context.clock));
        tasks.push(tokio::spawn(watch_tables(pulses, clock, stop.subscribe())));
        let floor = Arc::new(Registry::new(running));
        tasks.push(tokio::spawn(void_abandoned(context.clone(), Arc::clone(&floor), stop.subscribe())));
        let (changing, tasks) = (tokio::sync::Mutex::default(), Mutex::new(tasks));
        let (risk, reads) = (Risk::default(), ReadsOnRecord::default());
        let device_changes = watch::Sender::new(0);
        Ok(Self {
            context,
            people,
            risk,
            reads,
            device_changes,
            desk,
            floor,
            timings,
            changing,
            stop,
            finish,
            tasks,
        })
    }

    /// Runs one more table.
    pub(crate) async fn add_running(&self, kept: Kept) -> Result<(), StoreFailure> {
        let (table, runner) = set_running(&self.context, kept, self.timings, &self.stop).await?;
        let task = spawn(runner);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        self.floor.put(table);
        Ok(())
    }

    /// Accounts, staff, credentials and sessions.
    pub const fn people(&self) -> &People {
        &self.people
    }

    /// The server's clock.
    pub fn now(&self) -> Timestamp {
        self.context.clock.now()
    }

    /// Every table that is not closed, in the order of the lobby.
    pub fn tables(&self) -> Vec<Snapshot> {
        self.floor.on_the_floor(Running::snapshot)
    }

    /// How many of these tables run. Fewer than [`tables`](Self::tables) when one has stopped.
    pub fn running(&self) -> usize {
        self.floor.on_the_floor(|table| !table.inbox.is_closed()).into_iter().filter(|runs| *runs).count()
    }

    /// The tables that should go on and do not, by number, and why. A table that has nothing to do is not among them.
    pub fn stopped_tables(&self) -> Vec<StoppedTable> {
        self.context.pulses.stopped(self.now())
    }

    /// What each table that is not closed did since this house was opened, in the order of the lobby.
    pub fn tallies(&self) -> Vec<(Snapshot, Arc<Tally>)> {
        self.floor.on_the_floor(|table| (table.snapshot(), Arc::clone(&table.inbox.tally)))
    }

    /// One table, also a closed one; none when there is no such table.
    pub fn snapshot(&self, table: TableId) -> Option<Snapshot> {
        self.floor.with(table, Running::snapshot)
    }

    /// How many seats are taken at a table now, which no frame says; none at an unknown table.
    pub fn seats_taken(&self, table: TableId) -> u32 {
        self.snapshot(table).map_or(0, |snapshot| snapshot.view.seats)
    }

    /// The number of the latest public event of a table; 0 at an unknown table.
    pub fn latest_seq(&self, table: TableId) -> u64 {
        self.floor.with(table, |running| running.feed.seq()).unwrap_or_default()
    }

    /// Tells when the public stream of a table goes on from another state without a frame: take a
    /// [`snapshot`](Self::snapshot) then. None when there is no such table.
    pub fn restarts(&self, table: TableId) -> Option<watch::Receiver<u64>> {
        self.floor.with(table, |running| running.feed.restarts())
    }

    /// The public frames of a table from now on; none when there is no such table.
    ///
    /// To miss nothing, subscribe first, then take a [`snapshot`](Self::snapshot), then skip the frames up to its
    /// `seq`. Take another snapshot when the receiver reports a lag, or when a frame does not follow the one before.
    pub fn subscribe(&self, table: TableId) -> Option<Frames> {
        self.floor.with(table, |running| running.feed.frames())
    }

    /// The same with the bulletins of the table, in their order.
    pub fn published(&self, table: TableId) -> Option<broadcast::Receiver<Published>> {
        self.floor.with(table, |running| running.feed.subscribe())
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
        let slip = Slip::new((patron, slip_id), round, SlipKind::Adds, wagers, received_at);
        self.send_slip(table, slip).await
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

    /// The private notices to this patron from now on, from every table, and a reality check that waits for an answer.
    /// A receiver that lags takes [`patron_view`](Self::patron_view) and [`wallet`](Self::wallet) again.
    pub fn notices(&self, patron: PatronId) -> broadcast::Receiver<NumberedNotice> {
        let notices = self.context.channels.subscribe(patron);
        self.context.gates.report_listener(patron);
        notices
    }

    /// The check every ledger must pass at every moment.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn trial_balance(&self) -> Result<TrialBalance, Failure> {
        Ok(self.context.store.trial_balance().await?)
    }

    /// Lets every round that is being dealt come to its end, and begins none. A round whose betting is open stays as
    /// it is, with its stakes. Completes when every table has stopped, or after `within`; a round that is still being
    /// dealt then goes on when a house is opened on the same store.
    pub async fn finish_dealing(&self, within: Duration) {
        self.finish.send_replace(true);
        let inboxes = self.floor.every(|table| table.inbox.clone());
        let stopped = async {
            for inbox in inboxes {
                inbox.closed().await;
            }
        };
        if tokio::time::timeout(within, stopped).await.is_err() {
            tracing::warn!("rounds are still being dealt; they go on at the next start");
        }
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

    /// How each table that plays is set up today, in the order of the lobby.
    pub(crate) fn setups(&self) -> Vec<TableSetup> {
        let open = |table: &Running| (table.status() == TableStatus::Open).then(|| table.setup.clone());
        self.floor.on_the_floor(open).into_iter().flatten().collect()
    }

    /// How a table is set up today; none when there is no such table.
    pub(crate) fn setup(&self, table: TableId) -> Option<TableSetup> {
        self.floor.with(table, |running| running.setup.clone())
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
        self.inbox(table)?.ask(request).await
    }

    pub(crate) fn inbox(&self, table: TableId) -> Result<Inbox, HouseRefusal> {
        let inbox = self.floor.with(table, |running| running.inbox.clone());
        inbox.ok_or(HouseRefusal::UnknownTable { table })
    }
}

/// Refuses tables that share a number, or whose house rules are not what their document says.
fn check_given<'a>(tables: impl Iterator<Item = (TableId, &'a HouseRules)>) -> Result<(), StartError> {
    let mut seen = BTreeSet::new();
    for (id, rules) in tables {
        if !seen.insert(id) || !(1..=House::TABLE_ID_MAX).contains(&id.0) {
            return Err(StartError::TableId(id));
        }
        if rules.text.parse().as_ref() != Ok(rules) {
            return Err(StartError::Rules(id));
        }
    }
    Ok(())
}

/// A table where the store left it, and what runs it.
async fn set_running(
    context: &Context,
    kept: Kept,
    timings: GivenTimings,
    stop: &watch::Sender<bool>,
) -> Result<(Running, Runner), StoreFailure> {
    let (inbox, requests) = Inbox::new(kept.record.id);
    let setup = TableSetup::on_record(context, kept.settings(timings)).await?;
    let status = kept.record.status;
    let mut runner = Runner::load(context.clone(), setup.clone(), status, requests, stop.subscribe()).await?;
    runner.own_inbox = Some(inbox.downgrade());
    runner.tally = Arc::clone(&inbox.tally);
    let (feed, live) = (Arc::clone(&runner.feed), runner.told.subscribe());
    Ok((Running { kept: Arc::new(kept), setup, inbox, feed, live, changes: 0 }, runner))
}

fn spawn(runner: Runner) -> JoinHandle<()> {
    let id = runner.setup.settings.id.0;
    tokio::spawn(runner.run().instrument(info_span!("table", id)))
}
