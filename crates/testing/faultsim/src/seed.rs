//! One seed from its beginning to its end: a house that lives, goes down and comes up again, while patrons play in
//! it, and an audit after each time. The same seed gives the same history, byte for byte.

use std::sync::Arc;
use std::time::Duration;

use house::ports::{Clock as _, Store};
use house::{House, StartError};
use sha2::{Digest as _, Sha256};
use table::TableId;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::audit::{Deviation, Ending, Moment, Record, Story, TransferKind, audit};
use crate::backing::{Backing, StoreKind, Way};
use crate::dice::Dice;
use crate::faults::{Crash, FaultyStore};
use crate::hall::{Hall, Memory};
use crate::patron::Player;
use crate::plan::{Plan, Weather};
use crate::shown;
use crate::staff;
use crate::supervisor;
use crate::tally::Tally;
use crate::world::{START, SimClock, SimEntropy};

/// How many times an operator opens a house that does not come up.
const OPENINGS: u32 = 100;

/// What became of a seed.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was simulated, up to the end or the first deviation.
    pub tally: Tally,
    /// Of everything that happened: the same for the same seed.
    pub digest: [u8; 32],
    /// The laws that did not hold; none, if all is well.
    pub deviations: Vec<Deviation>,
}

/// Simulates a seed.
pub fn simulate(seed: u64, kind: StoreKind) -> Outcome {
    let mut run = Run::new(seed);
    let deviations = run.lives(kind).err().unwrap_or_default();
    let tally = run.memory.tally().clone();
    Outcome { tally, digest: run.digest.finalize().into(), deviations }
}

/// A seed under way.
struct Run {
    seed: u64,
    plan: Plan,
    memory: Arc<Memory>,
    /// What time it is between two lives.
    now: i64,
    /// What the store held when it was last read.
    known: Record,
    digest: Sha256,
    life: u32,
}

type Found<T> = Result<T, Vec<Deviation>>;

fn broken(law: &'static str, what: impl Into<String>) -> Vec<Deviation> {
    vec![Deviation { law, what: what.into() }]
}

impl Run {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            plan: Plan::of(seed),
            memory: Arc::default(),
            now: START,
            known: Record::default(),
            digest: Sha256::new(),
            life: 0,
        }
    }

    fn lives(&mut self, kind: StoreKind) -> Found<()> {
        let mut backing = Backing::new(kind).map_err(|why| broken("sim", why))?;
        let end = START.saturating_add_unsigned(self.plan.play_ms);
        let mut lives = self.plan.weather.lives;
        while self.now < end && lives > 1 {
            self.life += 1;
            let mut dice = self.dice("life");
            let left = end.abs_diff(self.now);
            let ms = left.min(dice.within(1_000..=self.plan.play_ms));
            if let Some(most) = self.plan.weather.power {
                backing.light_fuse(dice.within(0..=most));
            }
            if !self.one(&mut backing, ms, self.plan.weather, &mut dice)? {
                lives -= 1;
            }
            self.now = self.now.saturating_add_unsigned(dice.within(0..=20_000));
        }
        self.life += 1;
        let mut dice = self.dice("life");
        let left = u64::try_from(end.saturating_sub(self.now)).unwrap_or_default();
        self.one(&mut backing, left, Weather::CALM, &mut dice)?;
        self.read(&backing, Moment::AtRest)?;
        drop(backing);
        Ok(())
    }

    fn dice(&self, what: &str) -> Dice {
        Dice::part(self.seed, what, u64::from(self.life))
    }

    /// One life of the house: opened, audited, lived in, and gone. Answers whether it was only full.
    fn one(&mut self, backing: &mut Backing, ms: u64, weather: Weather, dice: &mut Dice) -> Found<bool> {
        let Some(store) = self.open(backing, dice)? else { return Ok(false) };
        let last = weather == Weather::CALM;
        self.read(backing, Moment::Midway)?;
        if let Some(one_in) = weather.hiccups {
            backing.begin_hiccups(self.dice("hiccups"), one_in);
        }
        let faulty = Arc::new(FaultyStore::new(store, backing.below(), self.dice("faults"), weather));
        let (way, lasted) = self.inhabit(&faulty, ms, last)?;
        self.memory.tally().faults_of("disk error", backing.end_hiccups());
        self.now = self.now.saturating_add(lasted);
        self.memory.notes().house_is_gone();
        self.count(&faulty.tally(), lasted, way);
        let full = way == Way::Closed && faulty.is_full();
        drop(faulty);
        if last {
            return Ok(false);
        }
        let way = if backing.is_dead() { Way::PowerLost } else { way };
        if backing.is_dead() {
            self.memory.tally().fault("power loss");
        }
        backing.end(way, dice).map_err(|why| broken("sim", why))?;
        Ok(full)
    }

    /// Opens the store. None when the power failed in the middle of it, and it has to be tried again.
    fn open(&self, backing: &mut Backing, dice: &mut Dice) -> Found<Option<Arc<dyn Store>>> {
        let opened = backing.open();
        // A store may be open on a dead disk, as long as it has nothing to read or write.
        if backing.is_dead() {
            self.memory.tally().fault("power loss on opening");
            drop(opened);
            backing.end(Way::PowerLost, dice).map_err(|why| broken("sim", why))?;
            return Ok(None);
        }
        match opened {
            Ok(store) => Ok(Some(store)),
            Err(failure) => Err(broken("storage", format!("the store does not open: {failure}"))),
        }
    }

    /// Lets people live in a house until something ends it. Answers how it went, and after how many milliseconds.
    fn inhabit(&self, store: &Arc<FaultyStore>, ms: u64, last: bool) -> Found<(Way, i64)> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.map_err(|error| broken("sim", error.to_string()))?;
        let crash = store.crash();
        runtime.block_on(async {
            let clock = SimClock::showing(self.now);
            let way = tokio::select! {
                biased;
                () = crash.happened() => Ok(Way::Killed),
                lived = self.live(store, &crash, clock, ms, last) => lived,
            };
            way.map(|way| (way, clock.now().0.saturating_sub(self.now)))
        })
    }

    async fn live(
        &self,
        store: &Arc<FaultyStore>,
        crash: &Crash,
        clock: SimClock,
        ms: u64,
        last: bool,
    ) -> Found<Way> {
        let entropy = Arc::new(SimEntropy::new(self.dice("entropy")));
        let mut tries = 0;
        let house = loop {
            tries += 1;
            let (store, tables) = (Arc::clone(store), self.plan.tables.clone());
            match House::start(store, Arc::new(clock), entropy.clone(), tables).await {
                Ok(house) => break house,
                // Reading failed, by our own choice: an operator starts it again.
                Err(StartError::Store(_)) if tries < OPENINGS => sleep(Duration::from_secs(1)).await,
                Err(error) => return Err(broken("sim", error.to_string())),
            }
        };
        let (tables, memory) = (self.plan.tables.clone(), Arc::clone(&self.memory));
        let hall = Arc::new(Hall { house, tables, memory });
        let mut people = self.let_in(&hall);
        let until = async {
            sleep(Duration::from_millis(ms)).await;
        };
        tokio::select! {
            biased;
            () = stopped(&hall) => {}
            () = full(store), if !last => {}
            () = until => {}
        }
        if last {
            people.shutdown().await;
            store.calm();
            self.settle(&hall).await?;
        }
        people.shutdown().await;
        let stands = hall.house.running() == self.plan.tables.len() || store.took_a_table();
        hall.house.shutdown().await;
        crash.yield_if_gone().await;
        if stands { Ok(Way::Closed) } else { Err(broken("sim", "a table stopped by itself")) }
    }

    /// Everybody who is in the house, each with choices of their own.
    fn let_in(&self, hall: &Arc<Hall>) -> JoinSet<()> {
        let mut people = JoinSet::new();
        for settings in &self.plan.tables {
            people.spawn(staff::look_on(Arc::clone(hall), settings.id));
        }
        for player in self.players(hall) {
            people.spawn(player.play());
        }
        people.spawn(supervisor::supervise(
            Arc::clone(hall),
            self.dice("supervisor"),
            self.plan.inspection_ms,
        ));
        people.spawn(staff::keep_books(Arc::clone(hall), self.dice("bookkeeper"), 20_000));
        people
    }

    fn players(&self, hall: &Arc<Hall>) -> impl Iterator<Item = Player> {
        let lives = u64::from(self.life) << 32;
        let seats: Vec<_> = (0_u32..).zip(self.plan.patrons.clone()).collect();
        let (seed, pause_ms, hall) = (self.seed, self.plan.pause_ms, Arc::clone(hall));
        seats.into_iter().map(move |(seat, manner)| Player {
            hall: Arc::clone(&hall),
            seat: usize::try_from(seat).unwrap_or_default(),
            manner,
            dice: Dice::part(seed, "patron", lives | u64::from(seat)),
            pause_ms,
        })
    }

    /// The end: everybody asks what became of what is in doubt, and every round with wagers comes to its end.
    async fn settle(&self, hall: &Arc<Hall>) -> Found<()> {
        for player in self.players(hall) {
            player.settle_up().await;
        }
        let ends = async {
            while hall.house.trial_balance().await.is_ok_and(|trial| trial.open_holds > 0) {
                sleep(Duration::from_millis(100)).await;
            }
        };
        // Ten minutes are longer than any round of any plan.
        if timeout(Duration::from_mins(10), ends).await.is_err() {
            return Err(broken("rest", "rounds with wagers do not end"));
        }
        for player in self.players(hall) {
            player.settle_up().await;
        }
        Ok(())
    }

    /// Reads the store and holds it against the laws.
    fn read(&mut self, backing: &Backing, moment: Moment) -> Found<()> {
        let tables: Vec<TableId> = self.plan.tables.iter().map(|settings| settings.id).collect();
        let record = backing.read(&tables).map_err(|why| broken("storage", why))?;
        let story = {
            let notes = self.memory.notes();
            audit(&record, &self.known, &notes, &self.plan.audited(), moment)?
        };
        self.memory.tally().audits += 1;
        self.absorb(&record);
        self.known = record;
        if moment == Moment::AtRest {
            shown::check(backing, &story).map_err(|found| {
                found.into_iter().map(|what| Deviation { law: "shown", what }).collect::<Vec<_>>()
            })?;
            self.sum_up(&story);
        }
        Ok(())
    }

    /// Counts what happened into the digest.
    fn absorb(&mut self, record: &Record) {
        let known = self.known.events.clone();
        for (table, events) in &record.events {
            let old = known.get(table).map_or(0, Vec::len);
            for event in events.iter().skip(old) {
                self.digest.update(format!("{table} {} {} {}\n", event.seq, event.at, event.body));
            }
        }
        for transfer in record.transfers.iter().skip(self.known.transfers.len()) {
            self.digest.update(format!("{transfer:?}\n"));
        }
    }

    fn sum_up(&mut self, story: &Story) {
        let mut tally = self.memory.tally();
        for round in story.rounds.values() {
            tally.slips += u64::try_from(round.slips.len()).unwrap_or_default();
            match round.end_now().map(|end| &end.outcome) {
                Some(Ending::Settled(_)) => tally.settled += 1,
                Some(Ending::Voided { .. }) => tally.voided += 1,
                None => {}
            }
        }
        for transfer in &self.known.transfers {
            match transfer.kind {
                TransferKind::Cover => tally.correction("money owed"),
                TransferKind::Repay => tally.correction("debt repaid, in whole or part"),
                _ => {}
            }
        }
        let answers = format!("{:?}{:?}{:?}", tally.answers, tally.faults, tally.corrections);
        drop(tally);
        self.digest.update(answers);
    }

    fn count(&self, faults: &Tally, lasted: i64, way: Way) {
        let mut tally = self.memory.tally();
        tally.add(faults);
        let tables = u64::try_from(self.plan.tables.len()).unwrap_or_default();
        tally.table_ms += u64::try_from(lasted).unwrap_or_default() * tables;
        if way == Way::Closed {
            tally.fault("house closed");
        }
    }
}

/// Waits until a table of the house has stopped.
async fn stopped(hall: &Hall) {
    while hall.house.running() == hall.tables.len() {
        sleep(Duration::from_secs(1)).await;
    }
}

/// Waits until the house has written as much as one life may.
async fn full(store: &FaultyStore) {
    while !store.is_full() {
        sleep(Duration::from_secs(1)).await;
    }
}

/// What a store holds, and what everybody was told, when a seed has been simulated.
#[cfg(test)]
pub(crate) fn played(seed: u64) -> (Record, crate::notes::Notes, crate::audit::Tables) {
    let mut run = Run::new(seed);
    run.lives(StoreKind::Memory).expect("the seed is clean");
    let notes = run.memory.notes().clone();
    (run.known, notes, run.plan.audited())
}
