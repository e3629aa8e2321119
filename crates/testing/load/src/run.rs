//! A load from its start to its report: serve, connect, play, disturb, come to rest, compare.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use load::bots::{Crowd, Plan, Rest};
use load::process::{Memory, Process};
use load::serve::Server;
use load::swarm::Swarm;

use crate::options::Options;
use crate::report::{Report, Sample};
use crate::rogues::Rogues;

/// How long the crowd may take to connect, and to come to rest.
const PATIENCE: Duration = Duration::from_mins(3);
/// How long one turn waits for sockets.
const TURN: Duration = Duration::from_millis(10);
/// How long a table waits after the announced end of betting, as it is built in.
const DRAIN_MS: i64 = 100;
/// How many samples of the server are taken.
const SAMPLES: u32 = 20;

/// Runs a load.
pub(crate) fn run(options: &Options) -> Result<Report, String> {
    let server = if options.server.is_some() { None } else { Some(Server::start(&options.serving())?) };
    let address = options.server.or(server.as_ref().map(|server| server.address)).ok_or("no server")?;
    let rest = Rest::new(address);
    let tables = rest.tables()?;
    let patrons = options.patrons.min(options.sockets);
    let progress = progress(options);
    progress.set_message("guests");
    let guests = rest.guests(patrons)?;
    let plan = Plan {
        tables,
        sockets: options.sockets,
        patrons,
        slow_percent: options.slow,
        drop_percent: options.drops,
        drain_ms: DRAIN_MS,
        joining: Duration::from_millis(u64::from(options.sockets) / 2),
        seed: options.seed,
    };
    let run = Run {
        options,
        rest,
        swarm: Swarm::new(address).map_err(text)?,
        crowd: Crowd::new(plan, guests),
        rogues: None,
        report: Report::new(options),
        checked: Instant::now(),
        server,
        progress,
    };
    run.finish(address)
}

struct Run<'a> {
    options: &'a Options,
    server: Option<Server>,
    rest: Rest,
    swarm: Swarm,
    crowd: Crowd,
    rogues: Option<Rogues>,
    report: Report,
    checked: Instant,
    progress: ProgressBar,
}

impl Run<'_> {
    fn finish(mut self, address: SocketAddr) -> Result<Report, String> {
        let before = self.memory();
        self.progress.set_message("connecting");
        let sockets = usize::try_from(self.options.sockets).unwrap_or(usize::MAX);
        let start = Instant::now();
        while self.crowd.watching() < sockets {
            self.turn()?;
            if start.elapsed() > PATIENCE {
                return Err(format!(
                    "{} of {sockets} bots came to watch: {:?}",
                    self.crowd.watching(),
                    self.crowd.tally
                ));
            }
        }
        self.report.connected(start.elapsed(), before, self.memory());
        if self.options.faults {
            self.rogues = Some(Rogues::new(address).map_err(text)?);
        }
        self.play()?;
        self.come_to_rest()?;
        self.progress.finish_and_clear();
        self.crowd.compare(&self.rest);
        for complaint in self.server.iter().flat_map(Server::complaints) {
            self.crowd.tally.problem("log", complaint);
        }
        let Self { mut report, crowd, rogues, .. } = self;
        report.finish(crowd, rogues.as_ref().map(Rogues::ended));
        Ok(report)
    }

    fn play(&mut self) -> Result<(), String> {
        let (start, length) = (Instant::now(), Duration::from_secs(self.options.seconds));
        let cpu = self.cpu();
        self.progress.set_message("playing");
        let mut sampled = 0;
        // A kill at a third of the time, a stop at two thirds.
        let faults =
            if self.options.faults { vec![(length / 3, true), (length * 2 / 3, false)] } else { Vec::new() };
        let mut faults = faults.into_iter().peekable();
        while start.elapsed() < length {
            self.turn()?;
            if start.elapsed() >= length * sampled / SAMPLES {
                sampled += 1;
                let (seconds, memory) = (start.elapsed().as_secs(), self.memory());
                self.report.samples.push(Sample { seconds, rss_kib: memory.rss, pss_kib: memory.pss });
            }
            if let Some((_, kills)) = faults.next_if(|(at, _)| start.elapsed() >= *at) {
                self.restart(kills)?;
            }
            self.progress.set_position(start.elapsed().as_secs());
        }
        self.report.played(start.elapsed(), self.cpu().saturating_sub(cpu));
        Ok(())
    }

    /// Ends the server under load, and starts it again once every bot has noticed.
    fn restart(&mut self, kills: bool) -> Result<(), String> {
        self.crowd.disturb(true);
        let Some(server) = &mut self.server else { return Ok(()) };
        if kills {
            server.kill()?;
        } else {
            server.terminate()?;
        }
        let start = Instant::now();
        loop {
            let well = server.ended();
            if well == Some(false) && !kills {
                return Err("the server did not stop well".to_owned());
            }
            if well.is_some() && self.crowd.is_alone() {
                break;
            }
            self.crowd.turn(&mut self.swarm, TURN).map_err(text)?;
            if start.elapsed() > PATIENCE {
                return Err("the server does not stop, or its sockets stay open".to_owned());
            }
        }
        server.restart()?;
        if let Some(rogues) = &mut self.rogues {
            rogues.restart(server.address).map_err(text)?;
        }
        let start = Instant::now();
        let sockets = usize::try_from(self.options.sockets).unwrap_or(usize::MAX);
        // Nearly all: some are always on their way back.
        while self.crowd.watching() < sockets - sockets / 20 {
            self.turn()?;
            if start.elapsed() > PATIENCE {
                return Err(format!("{} of {sockets} bots came back", self.crowd.watching()));
            }
        }
        self.report.restarts.push(start.elapsed().as_millis());
        self.crowd.disturb(false);
        Ok(())
    }

    fn come_to_rest(&mut self) -> Result<(), String> {
        self.crowd.end();
        self.progress.set_message("coming to rest");
        let start = Instant::now();
        while !self.crowd.is_at_rest() {
            self.turn()?;
            if start.elapsed() > PATIENCE {
                self.crowd
                    .tally
                    .problem("rest", "some patrons have no answer, or wagers in a round that does not end");
                return Ok(());
            }
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<(), String> {
        self.crowd.turn(&mut self.swarm, TURN).map_err(text)?;
        if let Some(rogues) = &mut self.rogues {
            let wrong = rogues.turn().map_err(text)?;
            // A server that has just started is not ready yet.
            let is_counted = !self.crowd.is_disturbed();
            for what in wrong.into_iter().filter(|_| is_counted) {
                self.crowd.tally.problem("rogue", what);
            }
        }
        if self.checked.elapsed() > Duration::from_secs(1) {
            self.checked = Instant::now();
            self.crowd.check(&self.rest);
        }
        if let Some(false) = self.server.as_mut().and_then(Server::ended) {
            return Err("the server ended by itself".to_owned());
        }
        Ok(())
    }

    fn process(&self) -> Option<Process> {
        self.server.as_ref().map(Server::process)
    }

    fn memory(&self) -> Memory {
        self.process().and_then(|process| process.memory().ok()).unwrap_or_default()
    }

    fn cpu(&self) -> Duration {
        self.process().and_then(|process| process.cpu().ok()).unwrap_or_default()
    }
}

/// A progress bar, which draws nothing outside a terminal.
fn progress(options: &Options) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} s, {msg}");
    let bar = ProgressBar::new(options.seconds);
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that `map_err` calls")]
fn text(error: std::io::Error) -> String {
    error.to_string()
}
