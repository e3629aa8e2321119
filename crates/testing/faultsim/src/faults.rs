//! A store that fails by the seed's choice, around one that works: it loses answers, fails, answers slowly, takes
//! tables away, and crashes the whole house before or after a commit. Knows nothing of what it stores.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use auditor::Dice;
use house::ports::{Call, Layer, PortFuture, Store, StoreFailure, Unit, UnitOutcome};
use house::turnover::counted;
use rusqlite::Connection;
use table::{Event, TableId};
use tokio::sync::SetOnce;
use tokio::time::{Instant, sleep};

use crate::backing::Backing;
use crate::blocking::wait;
use crate::disk::SimDisk;
use crate::fault::Fault;
use crate::plan::Weather;
use crate::sim_house::Shared;

/// How many rows a house writes before it is closed: fewer than make SQLite's writer ask for a checkpoint (`ROWS` in
/// the store's `sqlite/checkpoint.rs`), with room for what is written until it is closed.
const FULL: usize = 3_000;

/// How many rows a write outside the tables changes, at most: an entry of the house's log, a patron or house rules, a
/// transfer, two balances, a line of a statement, and what the store counts.
const OUTSIDE: usize = 8;

/// How many commits a house makes at one moment, at most. One that makes more goes round in circles for ever.
const AT_ONCE: u32 = 20_000;

/// The store.
pub(crate) struct FaultyStore {
    inner: Arc<dyn Store>,
    disk: Arc<SimDisk>,
    /// The database on the disk, if there is one.
    file: Option<PathBuf>,
    shared: Arc<Shared>,
    /// Set when the house crashed.
    crash: SetOnce<()>,
    state: Mutex<FaultState>,
}

/// What was chosen and counted so far.
struct FaultState {
    dice: Dice,
    weather: Weather,
    taken: BTreeSet<TableId>,
    /// How many rows were written, at most.
    rows: usize,
    /// How many reads fail next: what lost an answer may well go on failing.
    blind: u64,
    /// The moment of the latest commit, and how many there were before it at the same moment.
    latest: Option<(Instant, u32)>,
}

impl FaultyStore {
    /// Puts faults in front of the open store of a house.
    pub(crate) fn new(
        inner: Arc<dyn Store>,
        backing: &Backing,
        shared: Arc<Shared>,
        dice: Dice,
        weather: Weather,
    ) -> Self {
        let (disk, file) = (Arc::clone(&backing.disk), backing.file());
        let state = FaultState { dice, weather, taken: BTreeSet::new(), rows: 0, blind: 0, latest: None };
        Self { inner, disk, file, shared, crash: SetOnce::new(), state: Mutex::new(state) }
    }

    /// Waits until the house has crashed.
    pub(crate) async fn crashed(&self) {
        self.crash.wait().await;
    }

    /// Never returns if the house has crashed, so that nobody gets an answer of its store.
    pub(crate) async fn stop_if_gone(&self) {
        if self.crash.initialized() {
            std::future::pending::<()>().await;
        }
    }

    fn crash(&self) {
        // It crashes once; what is in flight then may do so again.
        let _ = self.crash.set(());
    }

    /// From now on nothing goes wrong.
    pub(crate) fn calm(&self) {
        let mut state = self.state();
        (state.weather, state.blind) = (Weather::CALM, 0);
    }

    /// Whether another server runs one of the tables now.
    pub(crate) fn took_a_table(&self) -> bool {
        !self.state().taken.is_empty()
    }

    /// The other server gives the tables back, to a house that does not come up without them.
    pub(crate) fn give_tables_back(&self) {
        self.state().taken.clear();
    }

    /// Whether so much was written that a store may begin to copy its log in a thread of its own. What that does,
    /// no seed decides: the house is closed before.
    pub(crate) fn is_full(&self) -> bool {
        self.state().rows > FULL
    }

    fn state(&self) -> MutexGuard<'_, FaultState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a commit; whether the house goes round in circles.
    fn is_circling(&self) -> bool {
        let (mut state, now) = (self.state(), Instant::now());
        let before = state.latest.filter(|(at, _)| *at == now).map_or(0, |(_, before)| before + 1);
        state.latest = Some((now, before));
        before > AT_ONCE
    }

    fn write_fault(&self) -> Option<Fault> {
        let mut state = self.state();
        let chance = state.weather.writes;
        if chance == 0 || !state.dice.per_mille(chance) {
            return None;
        }
        let fault = Fault::of(&mut state.dice);
        self.shared.tally().faults.count(fault.word());
        Some(fault)
    }

    /// Whether a read fails, and else how many milliseconds it takes.
    fn read_fault(&self) -> (bool, u64) {
        let mut state = self.state();
        let chance = state.weather.reads;
        let blind = state.blind > 0;
        state.blind = state.blind.saturating_sub(1);
        let mut happens = || chance > 0 && state.dice.per_mille(chance);
        let (fails, slow) = (happens() || blind, happens());
        let ms = if slow { state.dice.within(1..=2_000) } else { 0 };
        if fails || slow {
            self.shared.tally().faults.count(if fails { "read failed" } else { "read slow" });
        }
        (fails, ms)
    }

    /// Goes through with a call, unless the storage dies under it. Calls are made when their time has come: a
    /// store may do its work at once.
    async fn go<'a, T>(&self, call: impl FnOnce() -> PortFuture<'a, T>) -> Result<T, StoreFailure> {
        if self.state().dice.per_mille(5) {
            self.tidy_up();
        }
        let answer = wait(call());
        if self.disk.is_off() {
            self.crash();
        }
        self.stop_if_gone().await;
        answer
    }

    /// Copies SQLite's log into the database, as the store does after many rows. The power may fail meanwhile.
    fn tidy_up(&self) {
        if let Some(conn) = self.file.as_ref().and_then(|file| Connection::open(file).ok()) {
            let _: Result<(), _> = conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }

    /// A write with all that may go wrong with it. `write` takes how many events the writer seems to have missed.
    async fn write<'a, T>(
        &'a self,
        table: Option<TableId>,
        write: impl FnOnce(u64) -> PortFuture<'a, T>,
    ) -> Result<T, StoreFailure> {
        self.stop_if_gone().await;
        if let Some(table) = table.filter(|table| self.state().taken.contains(table)) {
            return Err(StoreFailure::TakenOver { table });
        }
        let fault = self.write_fault();
        match (fault, table) {
            (Some(Fault::CrashBefore), _) => return self.gone().await,
            (Some(Fault::NotWritten), _) => return Err(broken("it was not written")),
            (Some(Fault::TakenOver), Some(table)) => {
                self.state().taken.insert(table);
                return Err(StoreFailure::TakenOver { table });
            }
            (Some(Fault::SlowToWrite(ms)), _) => self.pause(ms).await,
            _ => {}
        }
        let missed = u64::from(fault == Some(Fault::Stale));
        let answer = self.go(|| write(missed)).await;
        match fault {
            Some(Fault::CrashAfter) => self.gone().await,
            Some(Fault::AnswerLost) => {
                let mut state = self.state();
                if state.dice.per_mille(300) {
                    state.blind = state.dice.within(1..=3);
                }
                Err(broken("nobody knows whether it was written"))
            }
            Some(Fault::SlowToAnswer(ms)) => {
                self.pause(ms).await;
                answer
            }
            _ => answer,
        }
    }

    /// Makes a call with all that may go wrong with it but time: it answers at once, also when the house has crashed.
    pub(crate) fn at_once<'a, T>(
        &self,
        writes: bool,
        call: impl FnOnce() -> PortFuture<'a, T>,
    ) -> Result<T, StoreFailure> {
        if self.crash.initialized() {
            return Err(broken("the house has crashed"));
        }
        let fault = if writes {
            self.state().rows += OUTSIDE;
            self.write_fault()
        } else {
            self.read_fault().0.then_some(Fault::NotWritten)
        };
        match fault {
            Some(Fault::CrashBefore) => self.crash(),
            Some(Fault::NotWritten) => {}
            _ => {
                let answer = wait(call());
                if self.disk.is_off() || fault == Some(Fault::CrashAfter) {
                    self.crash();
                } else if fault != Some(Fault::AnswerLost) {
                    return answer;
                }
            }
        }
        Err(broken("it failed"))
    }

    /// Lets time pass, in which the house may crash.
    async fn pause(&self, ms: u64) {
        sleep(Duration::from_millis(ms)).await;
        self.stop_if_gone().await;
    }

    async fn read<'a, T>(&'a self, read: impl FnOnce() -> PortFuture<'a, T>) -> Result<T, StoreFailure> {
        self.stop_if_gone().await;
        let (fails, slow_ms) = self.read_fault();
        if fails {
            return Err(broken("it could not be read"));
        }
        if slow_ms > 0 {
            self.pause(slow_ms).await;
        }
        self.go(read).await
    }

    async fn gone<T>(&self) -> Result<T, StoreFailure> {
        self.crash();
        std::future::pending().await
    }
}

/// How many rows a unit changes, at most: an event is one and may change a round and accept a slip, a transfer is one
/// and may change a hold and two balances, and an ending is one of the rounds and one of the statement of each patron,
/// and one of the turnover for each spot.
fn rows(unit: &Unit) -> usize {
    let endings = unit.events.iter().map(|(_, event)| {
        let patrons = match event {
            Event::RoundSettled { patrons, .. } => patrons.len(),
            Event::RoundVoided { returned, .. } => returned.len(),
            Event::RoundCorrected { agreed, .. } => agreed.patrons.len(),
            _ => 0,
        };
        2 * patrons + counted(event).map_or(0, |counted| counted.spots.len())
    });
    1 + 3 * unit.events.len() + 4 * unit.postings.len() + endings.sum::<usize>()
}

fn broken(what: &str) -> StoreFailure {
    StoreFailure::Storage(format!("{what}, by the simulator's choice"))
}

impl Layer for FaultyStore {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        match call {
            Call::Read(_) | Call::RoundEvents(_) => Box::pin(self.read(go)),
            Call::Write(_) => {
                self.state().rows += OUTSIDE;
                Box::pin(self.write(None, move |_| go()))
            }
        }
    }

    fn pass_commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        if self.is_circling() {
            let what = format!("table {} made {AT_ONCE} commits at one moment", table.0);
            self.shared.observed().onlookers.contradictions.push(what);
            return Box::pin(self.gone());
        }
        self.state().rows += units.iter().map(rows).sum::<usize>();
        Box::pin(self.write(Some(table), move |missed| {
            self.inner.commit(table, expected_seq.wrapping_sub(missed), units)
        }))
    }
}
