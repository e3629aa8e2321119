//! One seed from its beginning to its end: a house that starts, runs and stops several times while patrons play in it,
//! with an audit after each time. The same seed gives the same history, byte for byte.

use std::sync::Arc;
use std::time::Duration;

use auditor::{
    Deviation, Dice, EventId, Expectations, Life, Moment, Observations, PatronObservations, Planner, Record,
    RoundHistory, TransferKind, audit, proof_file_flaws,
};
use house::floor::{FloorPlan, GivenTable};
use house::ports::{Beacon, Clock as _, Store};
use house::proofs::{ShoeFile, ShoeKeys};
use house::{House, StartError, StopReason};
use sha2::{Digest as _, Sha256};
use table::{TableId, Timestamp};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::backing::{Backing, HouseEnd, StoreKind};
use crate::beacon::{self, SimBeacon};
use crate::faults::FaultyStore;
use crate::floor;
use crate::front_desk::FrontDesk;
use crate::guard;
use crate::kept;
use crate::live::{self, Shift};
use crate::manager::{self, Office};
use crate::numbers;
use crate::patron::Player;
use crate::plan::{Plan, Sort, Weather};
use crate::proof;
use crate::shown;
use crate::sim_house::{Shared, SimHouse};
use crate::staff;
use crate::supervisor;
use crate::tally::Tally;
use crate::world::{START, SimClock, SimEntropy};

/// How many times an operator opens a house that does not come up.
const OPENINGS: u32 = 1_000;

/// How long the house is closed between two lives, at most, where patrons wait for a day to pass.
const CLOSED_MS: u64 = 60 * 60 * 60 * 1_000;

/// How long a house runs at most before it is closed, where a shift at live tables has any length; and how long at the
/// end of that shift.
const LONGEST_MS: u64 = 60 * 60 * 1_000;
const LAST_MS: u64 = 60_000;

/// What became of a seed.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The tally up to the end or the first deviation.
    pub tally: Tally,
    /// Of everything that happened: the same for the same seed.
    pub digest: [u8; 32],
    /// The laws that did not hold; none, if all is well.
    pub deviations: Vec<Deviation>,
}

/// Simulates a seed.
pub fn simulate(seed: u64, kind: StoreKind, sort: Sort) -> Outcome {
    let mut run = Run::new(seed, kind, sort);
    let deviations = run.lives(kind).err().unwrap_or_default();
    let tally = run.shared.tally().clone();
    Outcome { tally, digest: run.digest.finalize().into(), deviations }
}

/// A seed under way.
struct Run {
    seed: u64,
    plan: Plan,
    shared: Arc<Shared>,
    /// What time it is between two lives.
    now: i64,
    /// What the store held when it was last read.
    known: Record,
    digest: Sha256,
    life: u32,
    /// The shifts at live tables.
    shifts: Vec<Arc<Shift>>,
}

type Audited<T> = Result<T, Vec<Deviation>>;

fn broken(law: &'static str, what: impl Into<String>) -> Vec<Deviation> {
    vec![Deviation::new(law, what)]
}

impl Run {
    fn new(seed: u64, kind: StoreKind, sort: Sort) -> Self {
        let plan = match sort {
            Sort::Shuffled => Plan::of(seed),
            Sort::Live { rounds } => Plan::of(seed).with_live_tables(seed, rounds),
        };
        // The audit of a store in a file knows the values of the real beacon alone.
        let plan = if kind == StoreKind::Memory { plan.with_beacon(seed) } else { plan };
        let (mut dice, now) = (Dice::part(seed, "shift", 0), u64::try_from(START).unwrap_or_default());
        let shift = |settings| Shift::of(settings, now, &mut dice).map(Arc::new);
        let shifts = plan.tables.iter().filter_map(shift).collect();
        Self {
            seed,
            plan,
            shifts,
            shared: Arc::default(),
            now: START,
            known: Record::default(),
            digest: Sha256::new(),
            life: 0,
        }
    }

    fn lives(&mut self, kind: StoreKind) -> Audited<()> {
        let mut backing = Backing::new(kind).map_err(|why| broken("sim", why))?;
        let mut end = START.saturating_add_unsigned(self.plan.play_ms);
        let mut lives = self.plan.weather.lives;
        while self.now < end && (lives > 1 || self.has_rounds()) && !self.is_over() {
            self.life += 1;
            let mut dice = self.dice("life");
            let left = end.abs_diff(self.now);
            let ms = left.min(dice.within(1_000..=self.plan.play_ms.min(LONGEST_MS)));
            let weather = if lives > 1 { self.plan.weather } else { Weather::CALM };
            if let Some(most) = weather.power {
                backing.disk.light_fuse(dice.within(0..=most));
            }
            if !self.one(&mut backing, ms, (weather, false), &mut dice)? {
                lives = lives.saturating_sub(1);
            }
            self.now = self.now.saturating_add_unsigned(dice.within(0..=20_000));
            if self.plan.careful > 0 && dice.per_mille(500) {
                let closed = dice.within(0..=CLOSED_MS);
                self.now = self.now.saturating_add_unsigned(closed);
                end = end.saturating_add_unsigned(closed);
            }
        }
        self.life += 1;
        let mut dice = self.dice("life");
        let left = u64::try_from(end.saturating_sub(self.now)).unwrap_or_default();
        let left = if self.shifts.is_empty() { left } else { left.min(LAST_MS) };
        self.one(&mut backing, left, (Weather::CALM, true), &mut dice)?;
        if let Some(rounds) = self.plan.rounds.filter(|_| !self.is_over()) {
            let what = format!("{} of {rounds} rounds ended at the live tables", self.shared.rounds());
            return Err(broken("shift", what));
        }
        self.read(&backing, Moment::AtRest)?;
        drop(backing);
        Ok(())
    }

    /// Whether a shift at live tables had all its rounds.
    fn is_over(&self) -> bool {
        self.plan.rounds.is_some_and(|rounds| self.shared.rounds() >= rounds)
    }

    /// Whether rounds of such a shift are left.
    fn has_rounds(&self) -> bool {
        self.plan.rounds.is_some() && !self.is_over()
    }

    fn dice(&self, what: &str) -> Dice {
        Dice::part(self.seed, what, u64::from(self.life))
    }

    /// One life of the house: it is opened, audited, used and ended. Answers whether it only was full.
    fn one(
        &mut self,
        backing: &mut Backing,
        ms: u64,
        (weather, last): (Weather, bool),
        dice: &mut Dice,
    ) -> Audited<bool> {
        let Some(store) = self.open(backing, dice)? else { return Ok(false) };
        self.read(backing, Moment::Midway)?;
        if let Some(one_in) = weather.hiccups {
            backing.disk.begin_hiccups(self.dice("hiccups"), one_in);
        }
        let (shared, dice_of_faults) = (Arc::clone(&self.shared), self.dice("faults"));
        let faulty = Arc::new(FaultyStore::new(store, backing, shared, dice_of_faults, weather));
        let (way, lasted) = self.inhabit(&faulty, ms, last)?;
        self.shared.tally().faults.add("disk error", backing.disk.end_hiccups());
        self.now = self.now.saturating_add(lasted);
        self.shared.observed().end_life(self.now);
        self.count(lasted, way);
        let full = way == HouseEnd::Closed && faulty.is_full();
        drop(faulty);
        if last {
            return Ok(false);
        }
        let dead = backing.disk.is_off();
        self.shared.tally().faults.add("power loss", u64::from(dead));
        let way = if dead { HouseEnd::PowerLost } else { way };
        backing.end(way, dice).map_err(|why| broken("sim", why))?;
        Ok(full)
    }

    /// Opens the store, and has a checkpoint signed of what is in it. None when the power failed in the middle of it,
    /// and it has to be tried again.
    fn open(&self, backing: &mut Backing, dice: &mut Dice) -> Audited<Option<Arc<dyn Store>>> {
        let opened = backing.open().and_then(|store| backing.sign(Timestamp(self.now)).map(|()| store));
        // A store may be open on a dead disk, as long as it has nothing to read or write.
        if backing.disk.is_off() {
            self.shared.tally().faults.count("power loss on opening");
            drop(opened);
            backing.end(HouseEnd::PowerLost, dice).map_err(|why| broken("sim", why))?;
            return Ok(None);
        }
        match opened {
            Ok(store) => Ok(Some(store)),
            Err(failure) => Err(broken("storage", format!("the store does not open: {failure}"))),
        }
    }

    /// Runs a house with everybody in it until something ends it. Answers how it ended, and after how many
    /// milliseconds.
    fn inhabit(&self, store: &Arc<FaultyStore>, ms: u64, last: bool) -> Audited<(HouseEnd, i64)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.map_err(|error| broken("sim", error.to_string()))?;
        runtime.block_on(async {
            let clock = SimClock::showing(self.now);
            let way = tokio::select! {
                biased;
                () = store.crashed() => Ok(HouseEnd::Killed),
                lived = self.live(store, clock, ms, last) => lived,
            };
            way.map(|way| (way, clock.now().0.saturating_sub(self.now)))
        })
    }

    async fn live(
        &self,
        store: &Arc<FaultyStore>,
        clock: SimClock,
        ms: u64,
        last: bool,
    ) -> Audited<HouseEnd> {
        let entropy = Arc::new(SimEntropy::new(self.dice("entropy")));
        let mut tries = 0;
        let house = loop {
            tries += 1;
            let (own, tables) = (Arc::clone(store), self.plan.tables.iter().map(GivenTable::of).collect());
            let keys = Some(Arc::new(ShoeKeys::new([1; 32], [2; 32])));
            let relay = || -> Arc<dyn Beacon> { Arc::new(SimBeacon::new(clock, self.dice("beacon"))) };
            let beacon = self.plan.has_beacon.then(relay);
            let plan = FloorPlan { tables: Some(tables), keys, beacon, ..FloorPlan::default() };
            match House::open(own, Arc::new(clock), entropy.clone(), plan).await {
                Ok(house) => break house,
                // Reading failed, by our own choice: an operator starts it again.
                Err(StartError::Store(_)) if tries < OPENINGS => {
                    store.give_tables_back();
                    sleep(Duration::from_secs(1)).await;
                }
                Err(error) => return Err(broken("sim", error.to_string())),
            }
        };
        let life = Life { from: house.now().0, to: i64::MAX };
        self.shared.observed().managers.floor.lives.push(life);
        let (tables, shared) = (self.plan.all_tables(), Arc::clone(&self.shared));
        let sim = Arc::new(SimHouse { house, tables, shared });
        let (mut people, mut crews) = (self.let_in(&sim, store, clock, ms), JoinSet::new());
        self.let_crews_in(&sim, store, &mut crews);
        tokio::select! {
            biased;
            () = once(|| sim.house.stopped_tables().iter().any(|it| it.why == StopReason::Ended)) => {}
            () = once(|| store.is_full()), if !last => {}
            () = once(|| self.is_over()), if !last => {}
            () = sleep(Duration::from_millis(ms)) => {}
        }
        if last {
            people.shutdown().await;
            store.calm();
            self.settle(&sim).await?;
        }
        people.shutdown().await;
        crews.shutdown().await;
        let complete = sim.house.running() == sim.house.tables().len() || store.took_a_table();
        sim.house.shutdown().await;
        // The task that watches the house goes first.
        store.stop_if_gone().await;
        if complete { Ok(HouseEnd::Closed) } else { Err(broken("sim", "a table stopped by itself")) }
    }

    /// Starts those who work at live tables. They stay to the end, so that their rounds end.
    fn let_crews_in(&self, sim: &Arc<SimHouse>, store: &Arc<FaultyStore>, crews: &mut JoinSet<()>) {
        for shift in &self.shifts {
            let number = u64::from(self.life) << 32 | u64::from(shift.table.0);
            let dice = ["line", "dealer", "shift"].map(|what| Dice::part(self.seed, what, number));
            let store: Arc<dyn Store> = Arc::<FaultyStore>::clone(store);
            live::let_in(sim, shift, store, dice, crews);
        }
    }

    /// Whether a dealer draws the cards of this table.
    fn is_live(&self, table: TableId) -> bool {
        self.shifts.iter().any(|shift| shift.table == table)
    }

    /// Starts everybody who is in the house, each with their own choices.
    fn let_in(&self, sim: &Arc<SimHouse>, store: &Arc<FaultyStore>, clock: SimClock, ms: u64) -> JoinSet<()> {
        let mut people = JoinSet::new();
        for settings in &sim.tables {
            people.spawn(staff::look_on(Arc::clone(sim), settings.id));
            if self.is_live(settings.id) {
                continue;
            }
            let dice =
                Dice::part(self.seed, "numbers", u64::from(self.life) << 32 | u64::from(settings.id.0));
            people.spawn(numbers::give(Arc::clone(sim), settings.id, dice, self.plan.patrons.len()));
        }
        for player in self.players(sim) {
            people.spawn(player.play());
        }
        people.spawn(supervisor::supervise(
            Arc::clone(sim),
            self.dice("supervisor"),
            self.plan.inspection_ms,
        ));
        let careful: Vec<usize> = (0..self.plan.careful.min(self.plan.patrons.len())).collect();
        if !careful.is_empty() {
            let (dice, shared) = (self.dice("front desk"), Arc::clone(&self.shared));
            let dice = (dice, self.dice("front desk entropy"));
            people.spawn(FrontDesk::new(store, clock, dice, shared, careful.clone()).serve());
            let mut dice = self.dice("guard");
            if dice.per_mille(300) {
                people.spawn(guard::exclude_one(Arc::clone(sim), dice, ms, careful));
            }
        }
        if let Some(plan) = self.plan.floor.clone() {
            let patrons = self.plan.patrons.len();
            people.spawn(floor::manage(Arc::clone(sim), self.dice("floor"), plan, patrons));
        }
        let office = Office { store: Arc::clone(store), shared: Arc::clone(&self.shared), clock };
        people.spawn(manager::manage(office, self.dice("manager"), self.plan.inspection_ms));
        people.spawn(staff::keep_books(Arc::clone(sim), self.dice("bookkeeper"), 20_000));
        people
    }

    fn players(&self, sim: &Arc<SimHouse>) -> impl Iterator<Item = Player> {
        let lives = u64::from(self.life) << 32;
        let seats: Vec<_> = (0_u32..).zip(self.plan.patrons.clone()).collect();
        let (seed, pause_ms, sim) = (self.seed, self.plan.pause_ms, Arc::clone(sim));
        let careful = self.plan.careful;
        seats.into_iter().map(move |(seat, manner)| Player {
            sim: Arc::clone(&sim),
            seat: usize::try_from(seat).unwrap_or_default(),
            planner: Planner { dice: Dice::part(seed, "patron", lives | u64::from(seat)), manner },
            pause_ms,
            is_careful: usize::try_from(seat).is_ok_and(|seat| seat < careful),
        })
    }

    /// The end: everybody asks about requests in doubt, and every round with wagers ends. What is asked about after
    /// that may count in a later round, which ends, too.
    async fn settle(&self, sim: &Arc<SimHouse>) -> Audited<()> {
        for _ in 0..2 {
            for player in self.players(sim) {
                player.settle_up().await;
            }
            let ends = async {
                while sim.house.trial_balance().await.is_ok_and(|trial| trial.open_holds > 0) {
                    sleep(Duration::from_millis(100)).await;
                }
            };
            // Ten minutes are longer than any round of any plan.
            if timeout(Duration::from_mins(10), ends).await.is_err() {
                return Err(broken("rest", "rounds with wagers do not end"));
            }
        }
        for player in self.players(sim) {
            player.look_up().await;
        }
        self.verify_files(sim).await
    }

    /// Asks for the proof files of the shoes in play, while the tables deal on.
    async fn verify_files(&self, sim: &Arc<SimHouse>) -> Audited<()> {
        for settings in &sim.tables {
            // A table that is added later, or has just begun, has no shoe.
            let shoe_no = sim.house.snapshot(settings.id).map_or(0, |snapshot| snapshot.view.shoe_no);
            if shoe_no == 0 || self.is_live(settings.id) {
                continue;
            }
            let file = sim.house.shoe_file(settings.id, shoe_no).await;
            let flaws = match file.map_err(|failure| broken("proof file", failure.to_string()))? {
                ShoeFile::File(text) => proof_file_flaws(&text),
                other => vec![format!("there is none of shoe {shoe_no}: {other:?}")],
            };
            if let Some(flaw) = flaws.first() {
                return Err(broken("proof file", format!("table {}: {flaw}", settings.id.0)));
            }
        }
        Ok(())
    }

    /// Reads the store and holds it against the laws.
    fn read(&mut self, backing: &Backing, moment: Moment) -> Audited<()> {
        let tables: Vec<TableId> = self.plan.all_tables().iter().map(|settings| settings.id).collect();
        let record = backing.read(&tables).map_err(|why| broken("storage", why))?;
        let record = Record { beacon: self.plan.has_beacon.then_some(beacon::written), ..record };
        let history = {
            let observed = self.shared.observed();
            if let Some(flaw) = observed.flaws.first() {
                return Err(broken("numbers", flaw.clone()));
            }
            let patrons: Vec<&PatronObservations> = observed.patrons.values().collect();
            let (supervisors, managers, people, onlookers) =
                (&observed.supervisors, &observed.managers, &observed.people, &observed.onlookers);
            let live = &observed.live;
            let expected = Expectations { tables: &self.plan.audited(), before: &self.known, moment };
            audit(
                &record,
                expected,
                Observations { patrons: &patrons, supervisors, managers, people, onlookers, live },
            )?
        };
        self.shared.tally().audits += 1;
        self.digest_new(&record);
        self.known = record;
        if moment == Moment::AtRest {
            let mut flaws = shown::check(backing, &history);
            flaws.extend(kept::check(backing, &self.known));
            if !flaws.is_empty() {
                return Err(flaws.into_iter().map(|what| Deviation::new("shown", what)).collect());
            }
            let flaws = proof::check(backing, &self.plan.tables);
            if !flaws.is_empty() {
                return Err(flaws.into_iter().map(|what| Deviation::new("proof", what)).collect());
            }
            self.sum_up(&history);
        }
        Ok(())
    }

    /// Adds what is new to the digest.
    fn digest_new(&mut self, record: &Record) {
        let known = |id| self.known.events.binary_search_by_key(&id, |event| event.id).is_ok();
        for event in record.events.iter().filter(|event| !known(event.id)) {
            let EventId { table, seq } = event.id;
            self.digest.update(format!("{table} {seq} {} {}\n", event.at, event.body));
        }
        for transfer in record.transfers.iter().skip(self.known.transfers.len()) {
            self.digest.update(format!("{transfer:?}\n"));
        }
    }

    fn sum_up(&mut self, history: &RoundHistory) {
        let mut tally = self.shared.tally();
        for round in history.rounds.values() {
            tally.slips += u64::try_from(round.slips.len()).unwrap_or_default();
            match round.end_now().map(|end| end.outcome.is_void()) {
                Some(false) => tally.settled += 1,
                Some(true) => tally.voided += 1,
                None => {}
            }
        }
        for transfer in &self.known.transfers {
            match transfer.kind {
                TransferKind::Cover => tally.corrections.count("money owed"),
                TransferKind::Repay => tally.corrections.count("debt repaid, in whole or part"),
                _ => {}
            }
        }
        let answers = format!("{:?}{:?}{:?}", tally.answers, tally.faults, tally.corrections);
        drop(tally);
        self.digest.update(answers);
    }

    fn count(&self, lasted: i64, way: HouseEnd) {
        let mut tally = self.shared.tally();
        let tables = u64::try_from(self.plan.tables.len()).unwrap_or_default();
        tally.table_ms += u64::try_from(lasted).unwrap_or_default() * tables;
        if way == HouseEnd::Closed {
            tally.faults.count("house closed");
        }
    }
}

/// Waits until something is so.
async fn once(is_so: impl Fn() -> bool) {
    while !is_so() {
        sleep(Duration::from_secs(1)).await;
    }
}
