//! The run: start, load, kill and audit for each cycle; then let everything come to rest and audit that. Knows neither
//! what patrons do nor what the laws are.

use std::collections::BTreeMap;
use std::hash::{BuildHasher as _, RandomState};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use auditor::{
    ActionGenerator, Deviation, Dice, Expectations, Manner, Moment as AuditMoment, Observations,
    OnlookerObservations, PatronObservations, Planner, Record, RoundHistory, Rules, Table, audit, phases,
};
use futures_util::future::join_all;
use indicatif::ProgressBar;
use serde::Serialize;
use tokio::time::{Instant, timeout};

use crate::connection::Disconnected;
use crate::kill::{Moment, PATIENCE, Victim};
use crate::patron::{ask_balance, play, settle_up};
use crate::patron_observer::PatronObserver;
use crate::place::{Place, Store};
use crate::report::Report;
use crate::server::Server;
use crate::server_log::ServerLog;
use crate::spectator::rounds_end;
use crate::supervisor::{Shared, Supervisor, SupervisorClient, appoint, lock};

/// How long one cycle may take: longer than all that is waited for in it.
const ALL_PATIENCE: Duration = Duration::from_secs(5 * PATIENCE.as_secs());

/// The settings of a run.
#[derive(Clone, Debug, Default, clap::Args, Serialize)]
pub(crate) struct Orders {
    /// The program to kill
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) punto: PathBuf,
    /// The store it uses
    #[arg(long, value_enum, default_value_t)]
    pub(crate) store: Store,
    /// The number of kills
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) cycles: u32,
    /// The seed of all choices [default: a new one each time]
    #[arg(long, default_value_t = fresh_seed(), hide_default_value = true)]
    pub(crate) seed: u64,
    /// The number of patrons who play at once
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=500))]
    pub(crate) patrons: u16,
}

impl Orders {
    /// The choices of a patron: every fourth one is reckless.
    fn planner(&self, cycle: u32, seat: u32) -> Planner {
        let manner = if seat % 4 == 3 { Manner::Reckless } else { Manner::Steady };
        Planner { dice: self.dice("patron", cycle, seat), manner }
    }

    /// The choices of one member in one cycle.
    fn dice(&self, what: &str, cycle: u32, member: u32) -> Dice {
        Dice::part(self.seed, what, u64::from(cycle) << 32 | u64::from(member))
    }
}

fn fresh_seed() -> u64 {
    // The standard library has no random numbers but the keys of a hasher. Short enough to be typed again.
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// A run under way.
pub(crate) struct Campaign<'a> {
    orders: &'a Orders,
    place: &'a Place,
    /// Holds the log of the server, and the notes if something is wrong.
    folder: &'a Path,
    log: ServerLog,
    /// Everybody who ever played. The last ones play now.
    patrons: Vec<PatronObserver>,
    supervisors: Vec<Supervisor>,
    observed: Shared,
    report: Report,
    /// What the store held when it was last read.
    before: Record,
}

impl<'a> Campaign<'a> {
    pub(crate) fn new(orders: &'a Orders, place: &'a Place, folder: &'a Path) -> Self {
        let report = Report { orders: orders.clone(), ..Report::default() };
        let patrons = (1..=orders.patrons).map(|number| newcomer(number.into())).collect();
        let (supervisors, observed, before) = (Vec::new(), Shared::default(), Record::default());
        let log = ServerLog::new(folder.join("server.log"));
        Self { orders, place, folder, log, patrons, supervisors, observed, report, before }
    }

    /// Runs all cycles and the end.
    ///
    /// # Errors
    /// The deviations of the first audit that has any.
    pub(crate) async fn run(mut self, progress: &ProgressBar) -> Result<Report, Vec<Deviation>> {
        let start = Instant::now();
        let appointed = appoint(&self.orders.punto, &self.supervisors_file()).await;
        self.supervisors = appointed.map_err(|what| vec![Deviation::new("server", what)])?;
        for cycle in 1..=self.orders.cycles {
            self.cycle(cycle).await?;
            progress.inc(1);
        }
        let history = self.come_to_rest().await?;
        self.report.stored(&self.before, &history);
        self.report.finish(&self.patrons, start.elapsed());
        self.report.supervised(&lock(&self.observed));
        match self.report.idle() {
            Some(what) => Err(self.broken(vec![Deviation::new("load", what)])),
            None => Ok(self.report),
        }
    }

    async fn cycle(&mut self, cycle: u32) -> Result<(), Vec<Deviation>> {
        // One patron leaves for good, and a new one comes.
        if cycle > 1 {
            self.patrons.push(newcomer(self.patrons.len() + 1));
        }
        let mut dice = self.orders.dice("kill", cycle, 0);
        let moment = Moment::of(&mut dice);
        let victim = Victim::of(&mut dice, cycle, self.place.is_database());
        let started_up = self.load_and_kill(cycle, moment, victim, &mut dice).await;
        let started_up = started_up.map_err(|what| self.broken(vec![Deviation::new("server", what)]))?;
        self.audit(AuditMoment::Midway)?;
        self.report.killed(phases(&self.before).into_values(), !started_up);
        Ok(())
    }

    /// One server, from its start to its end by SIGKILL. Answers whether it came to listen.
    async fn load_and_kill(
        &mut self,
        cycle: u32,
        moment: Moment,
        victim: Victim,
        dice: &mut Dice,
    ) -> Result<bool, String> {
        let start = Instant::now();
        let mut server = self.start()?;
        let address = tokio::select! {
            address = server.listening() => Some(address?),
            _ = moment.come(start, None) => None,
        };
        let both = victim == Victim::Both || (victim == Victim::Database && address.is_none());
        self.report.killed_both += usize::from(both);
        self.report.killed_database += usize::from(victim == Victim::Database && !both);
        let place = self.place;
        let Some(address) = address else {
            kill(server, place, both).await?;
            return Ok(false);
        };
        let strike = async {
            let outlived = tokio::select! {
                why = server.ended() => Err(why),
                outlived = strike(place, start, moment, victim, address, dice) => outlived,
            };
            kill(server, place, both).await.and(outlived)
        };
        let load = self.load(cycle, address);
        let over = timeout(ALL_PATIENCE, async { tokio::join!(load, strike).1 }).await;
        // The server that they sent to is gone.
        self.patrons.iter_mut().for_each(|patron| patron.observed.lose_all());
        over.map_err(|_| "not everybody noticed that the server is gone")?.map(|()| true)
    }

    /// Patrons play and supervisors work until the server is gone.
    async fn load(&mut self, cycle: u32, server: SocketAddr) {
        let (orders, observed) = (self.orders, &self.observed);
        let left = self.patrons.len().saturating_sub(orders.patrons.into());
        let present = self.patrons.iter().skip(left);
        let patrons: Vec<u32> = present.filter_map(|observer| observer.observed.patron).collect();
        let on_duty = self.supervisors.iter().map(|supervisor| {
            let (by, patrons) = (supervisor.number, patrons.clone());
            let generator = ActionGenerator { dice: orders.dice("supervisor", cycle, by), by, patrons };
            SupervisorClient { server, supervisor, observed }.work(generator)
        });
        let playing = self.patrons.iter_mut().skip(left).zip(0..);
        let playing = playing.map(|(observer, seat)| play(server, observer, orders.planner(cycle, seat)));
        tokio::join!(join_all(playing), join_all(on_duty));
    }

    fn start(&self) -> Result<Server, String> {
        let supervisors = self.supervisors_file();
        Server::start(&self.orders.punto, &self.place.arguments(), &supervisors, self.log.file())
    }

    fn supervisors_file(&self) -> PathBuf {
        self.folder.join("supervisors.txt")
    }

    /// Starts the server once more, waits for every open answer and for the rounds to end, and stops it.
    async fn come_to_rest(&mut self) -> Result<RoundHistory, Vec<Deviation>> {
        let rest = timeout(PATIENCE, self.rest()).await;
        let rest = rest.unwrap_or_else(|_| Err("it does not come to rest".to_owned()));
        rest.map_err(|what| self.broken(vec![Deviation::new("server", what)]))?;
        self.audit(AuditMoment::AtRest)
    }

    async fn rest(&mut self) -> Result<(), String> {
        let mut server = self.start()?;
        let address = server.listening().await?;
        let mut planner = self.orders.planner(self.orders.cycles.saturating_add(1), 0);
        for observer in &mut self.patrons {
            settle_up(address, observer, &mut planner).await?;
        }
        for supervisor in &self.supervisors {
            SupervisorClient { server: address, supervisor, observed: &self.observed }.settle_up().await?;
        }
        rounds_end(address)
            .await
            .map_err(|Disconnected| "the connection broke before the rounds had ended")?;
        for observer in &mut self.patrons {
            ask_balance(address, observer).await?;
        }
        let status = server.stop().await?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status} at its stop")) }
    }

    fn audit(&mut self, moment: AuditMoment) -> Result<RoundHistory, Vec<Deviation>> {
        let complaints = self.log.complaints().unwrap_or_else(|unread| vec![unread]);
        let mut deviations: Vec<Deviation> =
            complaints.into_iter().map(|what| Deviation::new("server", what)).collect();
        match self.audit_store(moment) {
            Ok(history) if deviations.is_empty() => Ok(history),
            audited => {
                deviations.extend(audited.err().into_iter().flatten());
                Err(self.broken(deviations))
            }
        }
    }

    fn audit_store(&mut self, moment: AuditMoment) -> Result<RoundHistory, Vec<Deviation>> {
        let record = self.place.read().map_err(|what| vec![Deviation::new("storage", what)])?;
        let tables = tables(&self.patrons).map_err(|what| vec![Deviation::new("patrons", what)])?;
        let patrons: Vec<&PatronObservations> = self.patrons.iter().map(|patron| &patron.observed).collect();
        let (supervisors, onlookers) = (&*lock(&self.observed), &OnlookerObservations::default());
        let observed = Observations { patrons: &patrons, supervisors, onlookers };
        let expected = Expectations { tables: &tables, before: &self.before, moment };
        let history = audit(&record, expected, observed)?;
        self.before = record;
        Ok(history)
    }

    /// Writes the observations beside the data.
    fn broken(&self, mut deviations: Vec<Deviation>) -> Vec<Deviation> {
        let supervisors = lock(&self.observed).clone();
        for (name, text) in [
            ("patrons.txt", format!("{:#?}\n", self.patrons)),
            ("supervisors-observed.txt", format!("{supervisors:#?}\n")),
        ] {
            let file = self.folder.join(name);
            if let Err(error) = std::fs::write(&file, text) {
                deviations.push(Deviation::new("observations", format!("{}: {error}", file.display())));
            }
        }
        deviations
    }
}

/// Waits for the moment; and if PostgreSQL alone is to be killed, kills it, and waits for one more moment of a
/// server that has to go on by itself.
async fn strike(
    place: &Place,
    start: Instant,
    moment: Moment,
    victim: Victim,
    server: SocketAddr,
    dice: &mut Dice,
) -> Result<(), String> {
    moment.come(start, Some(server)).await;
    if victim != Victim::Database {
        return Ok(());
    }
    place.kill().await?;
    place.restart().await?;
    let next = Moment::in_the_deal(dice);
    let came = next.come(start, Some(server)).await;
    came.then_some(())
        .ok_or_else(|| format!("PostgreSQL came back, and the server did not go on: no {next:?}"))
}

/// Kills the server, alone or together with PostgreSQL.
async fn kill(server: Server, place: &Place, both: bool) -> Result<(), String> {
    if !both {
        return server.kill().await;
    }
    let (server, database) = tokio::join!(server.kill(), place.kill());
    server.and(database)?;
    place.restart().await
}

fn newcomer(number: usize) -> PatronObserver {
    PatronObserver::new(format!("Patron {number}"))
}

/// The tables with the house rules that they named to patrons.
fn tables(patrons: &[PatronObserver]) -> Result<BTreeMap<u32, Table>, String> {
    let named = patrons.iter().flat_map(|patron| &patron.rules);
    named
        .map(|(table, id)| {
            let rules =
                Rules::of(id).ok_or_else(|| format!("table {table} runs {id}, which nobody can check"))?;
            Ok((*table, Table { rules, currency: "PLAY".to_owned() }))
        })
        .collect()
}
