//! The run: start, load, kill, audit, as often as asked; then let everything come to rest and audit that. Knows
//! neither what patrons do nor what the laws are.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use crate::agenda::Agenda;
use crate::audit::{self, Deviation, Facts, Notes, Rules, Server as State};
use crate::dice::Dice;
use crate::kill::{Moment, PATIENCE, Victim};
use crate::line::Lost;
use crate::notebook::Notebook;
use crate::patron::{ask_balance, play, settle_up};
use crate::place::{Place, Store};
use crate::plan::{Manner, Planner};
use crate::report::Report;
use crate::server::Server;
use crate::server_log::ServerLog;
use crate::spectator::rounds_end;
use crate::supervisor::{Desk, Shared, Supervisor, appoint, read};

/// What is asked of a run.
#[derive(Clone, Debug)]
pub(crate) struct Orders {
    pub(crate) punto: PathBuf,
    pub(crate) store: Store,
    pub(crate) cycles: u32,
    pub(crate) seed: u64,
    pub(crate) patrons: usize,
}

/// A run under way.
pub(crate) struct Campaign<'a> {
    orders: &'a Orders,
    place: &'a Place,
    /// Holds the log of the server, and the notes if something is wrong.
    folder: &'a Path,
    log: ServerLog,
    notebooks: Vec<Notebook>,
    /// Which notebook belongs to which seat.
    seats: Vec<usize>,
    supervisors: Vec<Supervisor>,
    minutes: Shared,
    report: Report,
}

impl<'a> Campaign<'a> {
    pub(crate) fn new(orders: &'a Orders, place: &'a Place, folder: &'a Path) -> Self {
        let Orders { store, cycles, seed, patrons, .. } = *orders;
        let report = Report { store, seed, cycles, patrons, ..Report::default() };
        let (notebooks, seats, supervisors) = (Vec::new(), Vec::new(), Vec::new());
        let minutes = Shared::default();
        let log = ServerLog::new(folder.join("server.log"));
        let mut campaign =
            Self { orders, place, folder, log, notebooks, seats, supervisors, minutes, report };
        campaign.seats = (0..orders.patrons).map(|_| campaign.newcomer()).collect();
        campaign
    }

    /// Runs all cycles and the end.
    ///
    /// # Errors
    /// The deviations of the first audit that found any.
    pub(crate) async fn run(mut self, progress: &ProgressBar) -> Result<Report, Vec<Deviation>> {
        let start = Instant::now();
        let appointed = appoint(&self.orders.punto, &self.supervisors_file()).await;
        self.supervisors = appointed.map_err(|what| vec![Deviation { law: "server", what }])?;
        for cycle in 1..=self.orders.cycles {
            self.cycle(cycle).await?;
            progress.inc(1);
        }
        let facts = self.come_to_rest().await?;
        self.report.finish(&facts, &self.notebooks, start.elapsed());
        self.report.supervised(&read(&self.minutes));
        match self.report.idle(&facts) {
            Some(what) => Err(self.broken(vec![Deviation { law: "load", what }])),
            None => Ok(self.report),
        }
    }

    async fn cycle(&mut self, cycle: u32) -> Result<(), Vec<Deviation>> {
        // Somebody goes for good, and somebody new comes.
        if cycle > 1 && !self.seats.is_empty() {
            self.seats.remove(0);
            let newcomer = self.newcomer();
            self.seats.push(newcomer);
        }
        let mut dice = Dice::part(self.orders.seed, cycle, u32::MAX);
        let moment = Moment::of(&mut dice);
        let victim = Victim::of(&mut dice, cycle, self.place.is_database());
        let started_up = self.load_and_kill(cycle, moment, victim, &mut dice).await;
        let started_up = started_up.map_err(|what| self.broken(vec![Deviation { law: "server", what }]))?;
        let facts = self.audit(State::Killed)?;
        self.report.killed(&facts, !started_up);
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
        let (mut playing, mut on_duty) = (JoinSet::new(), JoinSet::new());
        let mut ended = None;
        if let Some(address) = address {
            self.seat_all(cycle, address, &mut playing);
            self.call_to_duty(cycle, address, &mut on_duty);
            ended = tokio::select! {
                why = server.ended() => Some(why),
                outlived = self.strike(start, moment, victim, address, dice) => outlived.err(),
            };
        }
        if victim == Victim::Both || (victim == Victim::Database && address.is_none()) {
            self.report.killed_both += 1;
            let (server, database) = tokio::join!(server.kill(), self.place.kill());
            server.and(database)?;
            self.place.restart().await?;
        } else {
            server.kill().await?;
        }
        let gathered = timeout(PATIENCE, self.gather(playing, on_duty)).await;
        gathered.map_err(|_| "not everybody noticed that the server is gone".to_owned())??;
        ended.map_or(Ok(address.is_some()), Err)
    }

    /// Waits for the moment; and if PostgreSQL alone is to be killed, kills it, and waits for one more moment of a
    /// server that has to go on by itself.
    async fn strike(
        &mut self,
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
        self.report.killed_database += 1;
        self.place.kill().await?;
        self.place.restart().await?;
        let next = Moment::in_the_deal(dice);
        if next.come(start, Some(server)).await {
            Ok(())
        } else {
            Err(format!("PostgreSQL came back, and the server did not go on: no {next:?}"))
        }
    }

    /// Takes the notes back from patrons whose lines are broken, and waits for the supervisors.
    async fn gather(
        &mut self,
        mut playing: JoinSet<(usize, Notebook)>,
        mut on_duty: JoinSet<()>,
    ) -> Result<(), String> {
        while let Some(done) = on_duty.join_next().await {
            done.map_err(|error| format!("a supervisor failed: {error}"))?;
        }
        while let Some(done) = playing.join_next().await {
            let (place, notes) = done.map_err(|error| format!("a patron failed: {error}"))?;
            if let Some(old) = self.notebooks.get_mut(place) {
                *old = notes;
            }
        }
        Ok(())
    }

    fn start(&self) -> Result<Server, String> {
        let supervisors = self.supervisors_file();
        Server::start(&self.orders.punto, &self.place.arguments(), &supervisors, self.log.file())
    }

    fn supervisors_file(&self) -> PathBuf {
        self.folder.join("supervisors.txt")
    }

    fn seat_all(&self, cycle: u32, server: SocketAddr, playing: &mut JoinSet<(usize, Notebook)>) {
        for (seat, place) in self.seats.iter().enumerate() {
            let Some(notes) = self.notebooks.get(*place).cloned() else { continue };
            let (planner, place) = (self.planner(cycle, seat), *place);
            playing.spawn(async move { (place, play(server, notes, planner).await) });
        }
    }

    fn call_to_duty(&self, cycle: u32, server: SocketAddr, on_duty: &mut JoinSet<()>) {
        let present = self.seats.iter().filter_map(|place| self.notebooks.get(*place));
        let patrons: Vec<u32> = present.filter_map(|notes| notes.patron).collect();
        for supervisor in &self.supervisors {
            let by = supervisor.number;
            // Beside the seats, and beside what chooses the kills.
            let dice = Dice::part(self.orders.seed, cycle, u32::MAX - by);
            on_duty.spawn(self.desk(supervisor, server).work(Agenda { dice, by, patrons: patrons.clone() }));
        }
    }

    fn desk(&self, supervisor: &Supervisor, server: SocketAddr) -> Desk {
        Desk { server, supervisor: supervisor.clone(), minutes: Shared::clone(&self.minutes) }
    }

    /// Every fourth patron is reckless.
    fn planner(&self, cycle: u32, seat: usize) -> Planner {
        let manner = if seat % 4 == 3 { Manner::Reckless } else { Manner::Steady };
        let member = u32::try_from(seat).unwrap_or(u32::MAX);
        Planner { dice: Dice::part(self.orders.seed, cycle, member), manner }
    }

    /// Starts once more, lets everybody hear what they still wait for and the rounds end, and stops.
    async fn come_to_rest(&mut self) -> Result<Facts, Vec<Deviation>> {
        let rest = timeout(PATIENCE, self.rest()).await;
        let rest = rest.unwrap_or_else(|_| Err("it does not come to rest".to_owned()));
        rest.map_err(|what| self.broken(vec![Deviation { law: "server", what }]))?;
        self.audit(State::AtRest)
    }

    async fn rest(&mut self) -> Result<(), String> {
        let mut server = self.start()?;
        let address = server.listening().await?;
        let mut planner = self.planner(self.orders.cycles.saturating_add(1), 0);
        for notes in &mut self.notebooks {
            settle_up(address, notes, &mut planner).await?;
        }
        for supervisor in &self.supervisors {
            self.desk(supervisor, address).settle_up().await?;
        }
        rounds_end(address).await.map_err(|Lost| "the line broke before the rounds had ended")?;
        for notes in &mut self.notebooks {
            ask_balance(address, notes).await?;
        }
        let status = server.stop().await?;
        if status.success() { Ok(()) } else { Err(format!("asked to stop, the server ended with {status}")) }
    }

    fn audit(&mut self, state: State) -> Result<Facts, Vec<Deviation>> {
        let complaints = self.log.complaints().unwrap_or_else(|unread| vec![unread]);
        let mut deviations: Vec<Deviation> =
            complaints.into_iter().map(|what| Deviation { law: "server", what }).collect();
        let rules = rules(&self.notebooks).map_err(|what| vec![Deviation { law: "told", what }])?;
        let minutes = read(&self.minutes);
        let notes = Notes { patrons: &self.notebooks, supervisors: &minutes };
        let audited = audit::audit(self.place.source(), state, &rules, notes);
        drop(minutes);
        match audited {
            Ok(facts) if deviations.is_empty() => Ok(facts),
            audited => {
                deviations.extend(audited.err().into_iter().flatten());
                Err(self.broken(deviations))
            }
        }
    }

    /// Leaves the notes beside the data, for whoever looks into it.
    fn broken(&self, mut deviations: Vec<Deviation>) -> Vec<Deviation> {
        let minutes = read(&self.minutes).clone();
        for (name, text) in [
            ("patrons.txt", format!("{:#?}\n", self.notebooks)),
            ("supervisors-minutes.txt", format!("{minutes:#?}\n")),
        ] {
            let notes = self.folder.join(name);
            if let Err(error) = std::fs::write(&notes, text) {
                deviations.push(Deviation { law: "notes", what: format!("{}: {error}", notes.display()) });
            }
        }
        deviations
    }

    fn newcomer(&mut self) -> usize {
        let place = self.notebooks.len();
        self.notebooks.push(Notebook::new(format!("Patron {}", place + 1)));
        place
    }
}

/// What tables said of their house rules, as far as the auditor knows them.
fn rules(notebooks: &[Notebook]) -> Result<BTreeMap<u32, Rules>, String> {
    let told = notebooks.iter().flat_map(|notes| &notes.rules);
    told.map(|(table, id)| {
        let rules =
            Rules::of(id).ok_or_else(|| format!("table {table} runs {id}, which nobody can check"))?;
        Ok((*table, rules))
    })
    .collect()
}
