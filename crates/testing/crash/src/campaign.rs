//! The run: start, load, kill and audit for each cycle; then let everything come to rest and audit that. Knows neither
//! what patrons do nor what the laws are.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use auditor::{
    ActionGenerator, Deviation, Dice, Expectations, ManagerObservations, Moment as AuditMoment, Observations,
    PatronObservations, PeopleObservations, Record, RoundHistory, Rules, Table, audit, phases,
};
use futures_util::future::join_all;
use indicatif::ProgressBar;
use tokio::time::{Instant, timeout};
use wire::table_view::TableView;

use crate::connection::TABLES;
use crate::http::{Answer, call};
use crate::kill::{Moment, PATIENCE, Victim};
use crate::live::tables::{LIVE_TABLES, RECORDINGS_TOML, TABLES_TOML};
use crate::live::{LiveFloor, LiveTally, unused};
use crate::options::Options;
use crate::own_checks::own_checks;
use crate::patron::play;
use crate::patron_observer::{Onlookers, PatronObserver};
use crate::place::Place;
use crate::report::Report;
use crate::rest::Unfinished;
use crate::server::Server;
use crate::server_log::ServerLog;
use crate::staff::{self, Staff};
use crate::supervisor::{Shared, SupervisorClient, lock};

/// How long one cycle may take: longer than all that is waited for in it.
const ALL_PATIENCE: Duration = Duration::from_secs(5 * PATIENCE.as_secs());

/// How much longer it takes to come to rest for each patron who ever played; each cycle brings one.
const EACH: Duration = Duration::from_secs(1);

/// A run under way.
pub(crate) struct Campaign<'a> {
    options: &'a Options,
    place: &'a Place,
    /// Holds the log of the server, and the notes if something is wrong.
    folder: &'a Path,
    log: ServerLog,
    /// The house rules of the tables at the beginning.
    rules: BTreeMap<u32, String>,
    /// Everybody who ever played. The last ones play now.
    patrons: Vec<PatronObserver>,
    supervisors: Vec<Staff>,
    observed: Shared,
    /// What all patrons saw at the tables.
    onlookers: Onlookers,
    /// The live tables, if the run has some.
    live: Option<LiveFloor>,
    report: Report,
    /// What the store held when it was last read.
    before: Record,
}

impl<'a> Campaign<'a> {
    pub(crate) fn new(options: &'a Options, place: &'a Place, folder: &'a Path) -> Self {
        let report = Report { options: options.clone(), ..Report::default() };
        let onlookers = Onlookers::default();
        let patrons = (1..=options.patrons).map(|number| newcomer(number.into(), &onlookers)).collect();
        let (supervisors, observed, before) = (Vec::new(), Shared::default(), Record::default());
        let rules = BTreeMap::new();
        let log = ServerLog::new(folder.join("server.log"));
        let live = None;
        Self {
            options,
            place,
            folder,
            log,
            rules,
            patrons,
            supervisors,
            observed,
            onlookers,
            live,
            report,
            before,
        }
    }

    /// Runs all cycles and the end.
    ///
    /// # Errors
    /// The deviations of the first audit that has any. The observations are then written beside the data.
    pub(crate) async fn run(mut self, progress: &ProgressBar) -> Result<Report, Vec<Deviation>> {
        match self.cycles(progress).await {
            Ok(()) => Ok(self.report),
            Err(mut deviations) => {
                deviations.extend(self.keep_observations());
                Err(deviations)
            }
        }
    }

    async fn cycles(&mut self, progress: &ProgressBar) -> Result<(), Vec<Deviation>> {
        let start = Instant::now();
        self.appoint().await.map_err(of_server)?;
        for cycle in 1..=self.options.cycles {
            self.cycle(cycle).await?;
            progress.inc(1);
        }
        let patience = PATIENCE.saturating_add(EACH.saturating_mul(self.report.options.cycles));
        let rest = timeout(patience, self.rest()).await;
        rest.unwrap_or_else(|_| Err("it does not come to rest".to_owned())).map_err(of_server)?;
        let history = self.audit(AuditMoment::AtRest)?;
        let mut objections = own_checks(&self.options.punto, &self.place.arguments()).await;
        if let Some(floor) = &self.live {
            objections.extend(unused(&self.before, floor));
            self.report.live = Some(LiveTally::of(&self.before, floor));
        }
        if !objections.is_empty() {
            return Err(objections);
        }
        self.report.stored(&self.before, &history);
        self.report.finish(&self.patrons, start.elapsed());
        self.report.supervised(&lock(&self.observed));
        self.report.log_ins += self.supervisors.iter().map(Staff::log_ins).sum::<usize>();
        self.report.idle().map_or(Ok(()), |what| Err(vec![Deviation::new("load", what)]))
    }

    /// Adds the staff and lets them enrol, before anything is killed. Notes the house rules, because rounds begin.
    async fn appoint(&mut self) -> Result<(), String> {
        let (punto, place) = (&self.options.punto, self.place.arguments());
        let codes = staff::add(punto, &place).await?;
        let dealers = if self.options.live { LIVE_TABLES.len() } else { 0 };
        let dealers = staff::add_dealers(punto, &place, dealers).await?;
        for (file, text) in [(self.tables_file(), TABLES_TOML), (self.recordings_file(), RECORDINGS_TOML)] {
            std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        }
        let mut server = self.start()?;
        let address = server.listening().await?;
        self.supervisors = staff::enrol(address, &codes).await?;
        if self.options.live {
            let floor = LiveFloor::set_up(self.options, self.folder, address, &self.supervisors, dealers);
            self.live = Some(floor.await?);
        }
        for table in TABLES {
            let shown = call::<TableView>(address, &format!("GET /api/v1/tables/{table}"), None, None).await;
            let Ok(Answer::Done(shown)) = shown else { return Err(format!("table {table}: {shown:?}")) };
            self.rules.insert(table, shown.rules.id);
        }
        server.stop().await.map(|_| ())
    }

    async fn cycle(&mut self, cycle: u32) -> Result<(), Vec<Deviation>> {
        // One patron leaves for good, and a new one comes.
        if cycle > 1 {
            self.patrons.push(newcomer(self.patrons.len() + 1, &self.onlookers));
        }
        let mut dice = self.options.dice("kill", cycle, 0);
        let moment = Moment::of(&mut dice, self.options.watched());
        let victim = Victim::of(&mut dice, cycle, self.place.is_database());
        let started_up = self.load_and_kill(cycle, moment, victim, &mut dice).await.map_err(of_server)?;
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
                outlived = strike(place, start, (moment, victim), address, dice) => outlived,
            };
            kill(server, place, both).await.and(outlived)
        };
        let load = self.load(cycle, address);
        let over = timeout(ALL_PATIENCE, async { tokio::join!(load, strike).1 }).await;
        // The server that they sent to is gone.
        for patron in &mut self.patrons {
            patron.observed.lose_all();
            patron.account.attempts.lose_all();
        }
        over.map_err(|_| "not everybody noticed that the server is gone")?.map(|()| true)
    }

    /// Patrons play and supervisors work until the server is gone.
    async fn load(&mut self, cycle: u32, server: SocketAddr) {
        let (options, observed) = (self.options, &self.observed);
        let left = self.patrons.len().saturating_sub(options.patrons.into());
        let present = self.patrons.iter().skip(left);
        let patrons: Vec<u32> = present.filter_map(|observer| observer.observed.patron).collect();
        let on_duty = self.supervisors.iter().map(|supervisor| {
            let (by, patrons) = (supervisor.number, patrons.clone());
            let generator = ActionGenerator { dice: options.dice("supervisor", cycle, by), by, patrons };
            SupervisorClient { server, supervisor, observed }.work(generator)
        });
        let playing = self.patrons.iter_mut().skip(left).zip(0..);
        let playing = playing.map(|(observer, seat)| play(server, observer, options.planner(cycle, seat)));
        let live = async {
            if let Some(floor) = &mut self.live {
                floor.work((server, &self.supervisors), (options, cycle), true).await;
            }
        };
        tokio::join!(join_all(playing), join_all(on_duty), live);
    }

    fn start(&self) -> Result<Server, String> {
        let mut arguments = self.place.arguments().to_vec();
        if self.options.live {
            arguments.extend(["--tables".into(), self.tables_file().into()]);
            arguments.extend(["--recordings".into(), self.recordings_file().into()]);
        }
        Server::start(&self.options.punto, &arguments, self.log.file())
    }

    /// The tables of a run with live ones.
    fn tables_file(&self) -> PathBuf {
        self.folder.join("tables.toml")
    }

    /// Why the live ones are not recorded.
    fn recordings_file(&self) -> PathBuf {
        self.folder.join("recordings.toml")
    }

    /// Starts the server once more, waits for every open answer and for the rounds to end, and stops it.
    async fn rest(&mut self) -> Result<(), String> {
        let mut server = self.start()?;
        let address = server.listening().await?;
        let unfinished = Unfinished {
            options: self.options,
            patrons: &mut self.patrons,
            supervisors: &self.supervisors,
            observed: &self.observed,
            live: self.live.as_mut(),
        };
        unfinished.finish(address).await?;
        let status = server.stop().await?;
        if status.success() { Ok(()) } else { Err(format!("the server ended with {status} at its stop")) }
    }

    fn audit(&mut self, moment: AuditMoment) -> Result<RoundHistory, Vec<Deviation>> {
        let complaints = self.log.complaints().unwrap_or_else(|unread| vec![unread]);
        let mut deviations: Vec<Deviation> = complaints.into_iter().flat_map(of_server).collect();
        let audited = self.audit_store(moment);
        if deviations.is_empty() {
            return audited;
        }
        deviations.extend(audited.err().into_iter().flatten());
        Err(deviations)
    }

    fn audit_store(&mut self, moment: AuditMoment) -> Result<RoundHistory, Vec<Deviation>> {
        let record = self.place.read().map_err(|what| vec![Deviation::new("storage", what)])?;
        let tables =
            tables(&self.rules, &self.patrons).map_err(|what| vec![Deviation::new("patrons", what)])?;
        let patrons: Vec<&PatronObservations> = self.patrons.iter().map(|patron| &patron.observed).collect();
        let (supervisors, onlookers) = (&*lock(&self.observed), &*lock(&self.onlookers));
        let live = self.live.as_ref().map(LiveFloor::observed).unwrap_or_default();
        let observed = Observations {
            patrons: &patrons,
            supervisors,
            managers: &ManagerObservations::default(),
            people: &people(&self.patrons),
            onlookers,
            live: &live,
        };
        let expected = Expectations { tables: &tables, before: &self.before, moment };
        let history = audit(&record, expected, observed)?;
        self.before = record;
        Ok(history)
    }

    /// Writes the observations beside the data. Returns a deviation for each file that cannot be written.
    fn keep_observations(&self) -> Vec<Deviation> {
        let supervisors = lock(&self.observed).clone();
        let mut failures = Vec::new();
        for (name, text) in [
            ("patrons.txt", format!("{:#?}\n", self.patrons)),
            ("supervisors-observed.txt", format!("{supervisors:#?}\n")),
        ] {
            let file = self.folder.join(name);
            if let Err(error) = std::fs::write(&file, text) {
                failures.push(Deviation::new("observations", format!("{}: {error}", file.display())));
            }
        }
        failures
    }
}

/// What the server did wrong.
fn of_server(what: String) -> Vec<Deviation> {
    vec![Deviation::new("server", what)]
}

/// Waits for the moment; and if PostgreSQL alone is to be killed, kills it, and waits for one more moment of a
/// server that has to go on by itself.
async fn strike(
    place: &Place,
    start: Instant,
    (moment, victim): (Moment, Victim),
    server: SocketAddr,
    dice: &mut Dice,
) -> Result<(), String> {
    moment.come(start, Some(server)).await;
    if victim != Victim::Database {
        return Ok(());
    }
    place.kill().await?;
    place.restart().await?;
    let next = Moment::in_the_deal(dice, &TABLES);
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

/// Every third one is careful.
fn newcomer(number: usize, onlookers: &Onlookers) -> PatronObserver {
    let (is_careful, onlookers) = (number.is_multiple_of(3), Arc::clone(onlookers));
    PatronObserver { is_careful, onlookers, ..PatronObserver::new(format!("Patron {number}")) }
}

/// The accounts that patrons asked for.
fn people(patrons: &[PatronObserver]) -> PeopleObservations {
    let asked = patrons.iter().filter(|patron| patron.account.attempts.sent > 0);
    let accounts = asked.filter_map(|patron| {
        let request = patron.account.request(patron.observed.patron?);
        Some((patron.observed.nickname.clone(), request))
    });
    PeopleObservations { accounts: accounts.collect(), contradictions: Vec::new() }
}

/// The tables with the house rules that they named at the beginning and to patrons.
fn tables(first: &BTreeMap<u32, String>, patrons: &[PatronObserver]) -> Result<BTreeMap<u32, Table>, String> {
    let named = first.iter().chain(patrons.iter().flat_map(|patron| &patron.rules));
    named
        .map(|(table, id)| {
            let rules =
                Rules::of(id).ok_or_else(|| format!("table {table} runs {id}, which nobody can check"))?;
            Ok((*table, Table { rules, currency: "PLAY".to_owned(), setup: None }))
        })
        .collect()
}
