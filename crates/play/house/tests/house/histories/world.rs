//! A house in which a random history happens, and what must hold in it at every moment and at the end.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use proptest::sample::Index;
use punto_house::floor::{Change, FloorPlan, TableStatus, TableStep};
use punto_house::log::Actor;
use punto_house::ports::{Clock, Entropy, Store, StoreFailure, TableResult};
use punto_house::{Connection, House, HouseRefusal, Pass, Rejection};
use table::{Event, PatronId, RoundRef, StaffId, TableId, Timestamp};
use tokio::time::{Instant, sleep};

use super::moves::{Act, History, Step, Together};
use super::opening;
use super::place::Place;
use crate::test_house::START;

/// How many milliseconds a table may take from any moment until its round is over: longer than any round.
const ROUND: u64 = 120;

/// A clock tied to tokio's paused time, which can be set forward.
struct SetClock {
    start: Instant,
    ahead_ms: AtomicI64,
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        let elapsed = i64::try_from(self.start.elapsed().as_millis()).expect("histories are short");
        Timestamp(START.0 + elapsed + self.ahead_ms.load(Ordering::Relaxed))
    }
}

/// Seeds that are numbers, one after the other.
#[derive(Default)]
struct Counting(AtomicU64);

impl Entropy for Counting {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        let mut seed = [1; 32];
        seed[..8].copy_from_slice(&self.0.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        Ok(seed)
    }
}

/// How often each kind of request was answered with each code.
pub(crate) type Tally = BTreeMap<String, u64>;

pub(crate) struct World<'a> {
    pub(crate) house: House,
    pub(crate) patrons: RefCell<Vec<PatronId>>,
    pub(crate) lines: RefCell<BTreeMap<PatronId, Connection>>,
    place: &'a Place,
    store: Arc<dyn Store>,
    clock: Arc<SetClock>,
    entropy: Arc<Counting>,
    ids: Cell<u128>,
    tally: &'a RefCell<Tally>,
    /// What the accounts of the first tables had before the house was opened.
    far: BTreeMap<TableId, i64>,
}

/// Lets a history happen in a house on this store.
///
/// # Errors
/// What must not have happened.
pub(crate) async fn live(place: &Place, history: &History, tally: &RefCell<Tally>) -> Result<(), String> {
    let mut world = World::open(place, history, tally).await?;
    for step in &history.steps {
        world = world.step(step).await.map_err(|why| format!("{step:?}: {why}"))?;
    }
    world.finish().await?;
    place.audit()
}

impl<'a> World<'a> {
    async fn open(place: &'a Place, history: &History, tally: &'a RefCell<Tally>) -> Result<Self, String> {
        let store = place.open();
        let tables = opening::tables(history);
        let mut patrons = Vec::new();
        for (number, new) in (1..).zip(&history.patrons) {
            patrons.push(opening::patron(&*store, number, *new).await?);
        }
        if history.far != 0 {
            opening::go_far(&*store, history.far, &tables).await;
        }
        for (given, new) in tables.iter().zip(&history.tables) {
            // An audit objects to cards that no shuffle dealt.
            if let (Some(dealt), Place::Memory(_)) = (new.by_hand, place) {
                opening::round_by_hand(&*store, given, &patrons, dealt).await;
            }
        }
        let far = tables.iter().map(|table| (table.record.id, history.far)).collect();
        let (start, ahead_ms) = (Instant::now(), AtomicI64::new(0));
        let clock = Arc::new(SetClock { start, ahead_ms });
        let entropy: Arc<Counting> = Arc::default();
        let plan = FloorPlan { tables: Some(tables), ..FloorPlan::default() };
        let house = House::open(Arc::clone(&store), clock.clone(), entropy.clone(), plan).await;
        let house = house.map_err(|error| format!("the house does not open: {error}"))?;
        let ids = Cell::new(1 << 64);
        let (patrons, lines) = (RefCell::new(patrons), RefCell::default());
        let world = Self { house, patrons, lines, place, store, clock, entropy, ids, tally, far };
        world.connect_all();
        world.pass(4_000).await;
        Ok(world)
    }

    fn connect_all(&self) {
        let patrons = self.patrons.borrow();
        let line = |patron: &PatronId| (*patron, self.house.connected(*patron));
        self.lines.borrow_mut().extend(patrons.iter().map(line));
    }

    /// An id that nothing else has.
    pub(crate) fn fresh_id(&self) -> u128 {
        self.ids.set(self.ids.get() + 1);
        self.ids.get()
    }

    pub(crate) fn a_patron(&self, of: Index) -> PatronId {
        *of.get(&self.patrons.borrow())
    }

    /// A table, open or not.
    pub(crate) fn a_table(&self, of: Index) -> TableId {
        of.get(&self.house.all_tables()).record.id
    }

    async fn step(self, step: &Step) -> Result<Self, String> {
        match step {
            Step::Now(acts) => self.together(acts, None).await?,
            Step::Round(table, acts) => self.round(self.a_table(*table), acts).await?,
            Step::Pass(ms) => self.pass(*ms).await,
            Step::Days(days) => self.set_forward(*days).await?,
            Step::Restart => return self.restart().await,
        }
        self.pass(0).await;
        self.check()?;
        Ok(self)
    }

    /// Everything at the same time; at this table, if one is named.
    async fn together(&self, acts: &Together, table: Option<TableId>) -> Result<(), String> {
        let at = |act: &Act| table.unwrap_or_else(|| self.a_table(act.table));
        let done = match acts {
            Together::These(acts) => {
                join_all(acts.iter().map(|act| self.act(act, self.a_patron(act.patron), at(act)))).await
            }
            Together::All(act) => {
                let patrons = self.patrons.borrow().clone();
                join_all(patrons.into_iter().map(|patron| self.act(act, patron, at(act)))).await
            }
        };
        done.into_iter().collect()
    }

    /// The next round of a table, with everybody there.
    async fn round(&self, table: TableId, acts: &[Together]) -> Result<(), String> {
        self.next_round(table).await?;
        let patrons = self.patrons.borrow().clone();
        for patron in patrons {
            self.answered("seat", self.house.take_seat(patron, table, Pass::default()).await)?;
        }
        for acts in acts {
            self.together(acts, Some(table)).await?;
            self.check()?;
        }
        Ok(())
    }

    async fn pass(&self, ms: u64) {
        sleep(Duration::from_millis(ms.max(1))).await;
    }

    /// Sets the clock forward, and has every table look at it.
    async fn set_forward(&self, days: u16) -> Result<(), String> {
        self.clock.ahead_ms.fetch_add(i64::from(days) * 86_400_000, Ordering::Relaxed);
        let nobody = PatronId(u32::MAX);
        for table in self.house.all_tables() {
            let view = self.house.patron_view(nobody, table.record.id).await;
            self.answered("look", view)?;
        }
        self.pass(10).await;
        Ok(())
    }

    /// Waits until a table that is open takes wagers in another round.
    async fn next_round(&self, table: TableId) -> Result<(), String> {
        let open = self.taking_wagers(table);
        for _ in 0..ROUND {
            let is_open = self.house.table(table).is_some_and(|kept| kept.record.status == TableStatus::Open);
            let next = self.taking_wagers(table);
            if !is_open || next.is_some() && next != open {
                return Ok(());
            }
            self.pass(1_000).await;
            self.check()?;
        }
        Err(format!("table {} plays no other round", table.0))
    }

    /// The round that takes wagers at a table.
    pub(crate) fn taking_wagers(&self, table: TableId) -> Option<RoundRef> {
        let view = self.house.snapshot(table)?.view;
        view.round.filter(|_| view.phase.id() == "betting")
    }

    async fn restart(self) -> Result<Self, String> {
        let Self { house, patrons, lines, place, store, clock, entropy, ids, tally, far } = self;
        lines.borrow_mut().clear();
        house.shutdown().await;
        drop((house, store));
        let store = place.open();
        let plan = FloorPlan { tables: Some(Vec::new()), ..FloorPlan::default() };
        let house = House::open(Arc::clone(&store), clock.clone(), entropy.clone(), plan).await;
        let house = house.map_err(|error| format!("the house does not open again: {error}"))?;
        let world = Self { house, patrons, lines, place, store, clock, entropy, ids, tally, far };
        world.connect_all();
        world.pass(4_000).await;
        world.check()?;
        Ok(world)
    }

    /// Counts an answer. A refusal is one that the caller can do something about, and never a failure.
    pub(crate) fn answered<T>(&self, what: &str, answer: Result<T, Rejection>) -> Result<Option<T>, String> {
        let (code, answer) = match answer {
            Ok(done) => ("ok", Some(done)),
            Err(Rejection::Failed(failure)) => return Err(format!("{what} failed: {failure}")),
            Err(Rejection::Refused(refusal @ HouseRefusal::NotBooked { .. })) => {
                return Err(format!("{what}: {refusal}"));
            }
            Err(Rejection::Refused(refusal)) => (refusal.code(), None),
        };
        *self.tally.borrow_mut().entry(format!("{what}: {code}")).or_default() += 1;
        Ok(answer)
    }

    /// What must hold at every moment.
    fn check(&self) -> Result<(), String> {
        if let Some(stopped) = self.house.stopped_tables().first() {
            return Err(format!("table {} does not go on: {}", stopped.table.0, stopped.why));
        }
        self.place.check_balances()
    }

    /// Ends every round under way, and looks at what is left.
    async fn finish(self) -> Result<(), String> {
        let tables: Vec<TableId> = self.house.all_tables().iter().map(|kept| kept.record.id).collect();
        for table in &tables {
            let change = Change { by: Actor::Staff(StaffId(4)), why: "the end" };
            self.answered("halt at the end", self.house.step_table(*table, TableStep::Halt, change).await)?;
        }
        let mut waited = 0;
        while tables.iter().any(|table| self.is_under_way(*table)) {
            waited += 1;
            if waited > ROUND {
                return Err("a round does not end".to_owned());
            }
            self.pass(1_000).await;
            self.check()?;
        }
        let failed = |failure: StoreFailure| failure.to_string();
        let trial = self.store.trial_balance().await.map_err(failed)?;
        if trial.open_holds > 0
            || trial.lowest_patron_balance < 0
            || trial.sums.iter().any(|(_, sum)| *sum != 0)
        {
            return Err(format!("the ledger is out of balance: {trial:?}"));
        }
        for result in self.store.table_results(None).await.map_err(failed)? {
            let before = self.far.get(&result.table).copied().unwrap_or_default();
            let won = TableResult { account: result.account - before, ..result };
            if tables.contains(&result.table) && !won.agrees() {
                return Err(format!("a table that had {before} did not win what it has: {result:?}"));
            }
        }
        let patrons = self.patrons.borrow().clone();
        for patron in patrons {
            self.check_statement(patron).await.map_err(failed)??;
        }
        for table in tables {
            self.check_auto(&self.store.latest_shoe(table).await.map_err(failed)?)?;
        }
        self.house.shutdown().await;
        Ok(())
    }

    fn is_under_way(&self, table: TableId) -> bool {
        self.house.snapshot(table).is_some_and(|snapshot| snapshot.view.phase.round_under_way())
    }

    /// The statement of a patron ends with what the wallet has.
    async fn check_statement(&self, patron: PatronId) -> Result<Result<(), String>, StoreFailure> {
        let wallet = self.store.wallet(patron).await?.wallet;
        let held = self.store.held(patron).await?;
        let line = self.store.statement(patron, None, 1).await?.pop();
        let (balance, owed) = line.map_or((0, 0), |line| (line.balance, line.owed));
        let has = wallet.cash.signed() + wallet.bonus.signed() + held.signed();
        Ok(if (balance, owed) == (has, wallet.owed.signed()) {
            Ok(())
        } else {
            Err(format!("{patron:?} has {wallet:?} and a statement of {balance}, {owed}"))
        })
    }

    /// No Auto was stopped by what only a bug leads to.
    fn check_auto(&self, events: &[table::RecordedEvent]) -> Result<(), String> {
        for recorded in events {
            if let Event::AutoStopped { refusal: Some(code), .. } = &recorded.event {
                *self.tally.borrow_mut().entry(format!("Auto stopped: {code}")).or_default() += 1;
                if code == "not_booked" {
                    return Err(format!("{recorded:?}"));
                }
            }
        }
        Ok(())
    }
}
