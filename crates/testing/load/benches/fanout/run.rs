//! One measurement of one server: its sockets join, it is idle, it sends at a pace, and it sends as fast as it can.

use std::time::{Duration, Instant};

use load::process::{Memory, Process};
use load::swarm::Swarm;

use crate::audience::Audience;
use crate::contender::Contender;
use crate::recording::Recording;

/// How long a server may take for anything.
const PATIENCE: Duration = Duration::from_mins(1);
/// The time in which all sockets begin to connect.
const JOINING: Duration = Duration::from_secs(2);
/// How long nothing more may arrive before a server has sent everything.
const QUIET: Duration = Duration::from_millis(300);
/// How many rounds of its shoe a table has played before it is measured.
const ROUNDS: usize = 60;

/// How fast the table commits.
#[derive(Clone, Copy)]
pub(crate) struct Pace {
    /// How long at the pace, and how long as fast as it can.
    pub(crate) length: Duration,
    /// The time between two commits at the pace.
    pub(crate) gap: Duration,
    /// How many commits may be under way as fast as it can.
    pub(crate) ahead: u32,
}

/// The figures of one measurement. Times are in nanoseconds of the server's processor time where nothing else is said.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    pub(crate) join_cpu: u64,
    /// The time of the slowest join, in microseconds.
    pub(crate) slowest_join: u64,
    /// The 99th percentile of the time of a join, in microseconds.
    pub(crate) join_p99: u64,
    /// The time from the first connection to the last snapshot, in microseconds.
    pub(crate) all_joined: u64,
    /// Resident memory for each idle socket, in bytes.
    pub(crate) idle: Idle,
    pub(crate) delivery_cpu: u64,
    /// The bytes of all frames of a delivery at the pace, on average.
    pub(crate) bytes: u64,
    /// Deliveries in a second, as fast as it can.
    pub(crate) saturated: u64,
    /// The processor time of a delivery then.
    pub(crate) saturated_cpu: u64,
    /// The processor time of the client for each delivery then.
    pub(crate) client_cpu: u64,
    /// The frame that ends a round, in bytes.
    pub(crate) round_end: u64,
}

/// Bytes for each socket.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Idle {
    pub(crate) rss: u64,
    pub(crate) pss: u64,
}

/// Measures a server with so many sockets, and records what it sent.
/// What was recorded before says which frames come together, when the server does not play.
pub(crate) fn measure(
    server: Contender,
    sockets: u32,
    pace: Pace,
    recorded: Option<&Recording>,
) -> Result<(Figures, Recording), String> {
    let swarm = Swarm::new(server.address).map_err(text)?;
    let process = server.process();
    let audience = Audience::new(recorded.map(Recording::like).unwrap_or_default());
    let mut run = Run { server, process, swarm, audience, figures: Figures::default() };
    run.join(1, Duration::ZERO)?;
    run.advance()?;
    let before = run.process.memory().map_err(text)?;
    run.join_all(sockets)?;
    let after = run.settled_memory()?;
    run.figures.idle = idle(before, after, sockets.saturating_sub(1));
    run.paced(pace)?;
    run.saturate(pace)?;
    Ok((run.figures, run.audience.recording))
}

struct Run {
    server: Contender,
    process: Process,
    swarm: Swarm,
    audience: Audience,
    figures: Figures,
}

impl Run {
    /// Opens sockets over a time, and waits until all have joined.
    fn join(&mut self, sockets: u32, over: Duration) -> Result<(), String> {
        let (start, before) = (Instant::now(), self.audience.joined());
        let mut opened = 0;
        while opened < sockets
            || self.audience.joined() < before + usize::try_from(opened).unwrap_or(usize::MAX)
        {
            while opened < sockets && start.elapsed() >= over.saturating_mul(opened) / sockets.max(1) {
                self.swarm.open(self.server.path).map_err(text)?;
                self.audience.connects();
                opened += 1;
            }
            self.turn(Duration::from_micros(500))?;
            self.check(start, "not all sockets joined")?;
        }
        Ok(())
    }

    fn join_all(&mut self, sockets: u32) -> Result<(), String> {
        self.audience.joins = std::iter::once(0).collect();
        let (start, cpu) = (Instant::now(), self.process.cpu().map_err(text)?);
        let joining = sockets.saturating_sub(1);
        self.join(joining, JOINING)?;
        let (took, cpu) = (start.elapsed(), self.process.cpu().map_err(text)?.saturating_sub(cpu));
        let joins = &self.audience.joins;
        self.figures.join_cpu = nanos(cpu) / u64::from(joining.max(1));
        self.figures.all_joined = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.figures.slowest_join = joins.most();
        self.figures.join_p99 = joins.quantile(990);
        Ok(())
    }

    /// Has the table play some rounds of a shoe, so that frames and snapshots are as long as they usually are.
    fn advance(&mut self) -> Result<(), String> {
        let start = Instant::now();
        while self.server.plays && self.audience.recording.rounds() < ROUNDS {
            let sent = self.audience.recording.len();
            self.server.permit(1)?;
            self.audience.permit += 1;
            while self.audience.recording.len() == sent {
                self.turn(Duration::from_millis(1))?;
                self.check(start, "the table does not play")?;
            }
        }
        self.quiet()?;
        if self.server.plays {
            self.audience.recording.learn();
        }
        self.audience.recording.begin();
        Ok(())
    }

    /// The memory once nothing happens any more.
    fn settled_memory(&mut self) -> Result<Memory, String> {
        let start = Instant::now();
        let mut memory = self.process.memory().map_err(text)?;
        loop {
            let until = Instant::now() + QUIET;
            while Instant::now() < until {
                self.turn(Duration::from_millis(10))?;
            }
            let now = self.process.memory().map_err(text)?;
            if now == memory || start.elapsed() > 10 * QUIET {
                return Ok(now);
            }
            memory = now;
        }
    }

    fn paced(&mut self, pace: Pace) -> Result<(), String> {
        self.audience.reset();
        let (deliveries, cpu) = (self.audience.deliveries, self.process.cpu().map_err(text)?);
        let start = Instant::now();
        let mut due = start;
        while due < start + pace.length {
            self.server.permit(1)?;
            self.audience.permit += 1;
            due += pace.gap;
            while Instant::now() < due {
                self.turn(due.saturating_duration_since(Instant::now()))?;
            }
        }
        self.quiet()?;
        let delivered = self.audience.deliveries.saturating_sub(deliveries).max(1);
        self.figures.delivery_cpu = nanos(self.process.cpu().map_err(text)?.saturating_sub(cpu)) / delivered;
        self.figures.bytes = self.audience.bytes / delivered;
        self.figures.round_end = u64::try_from(self.audience.recording.longest_end(0)).unwrap_or(u64::MAX);
        self.audience.recording.repeat_from_here();
        Ok(())
    }

    fn saturate(&mut self, pace: Pace) -> Result<(), String> {
        let first = self.audience.recording.groups(self.audience.recording.len());
        let (deliveries, cpu) = (self.audience.deliveries, self.process.cpu().map_err(text)?);
        let own = Process::this().cpu().map_err(text)?;
        let start = Instant::now();
        let (mut given, mut last) = (0_u64, start);
        while start.elapsed() < pace.length {
            let recording = &self.audience.recording;
            let done = recording.groups(self.audience.everybody_has()).saturating_sub(first);
            let under_way = u32::try_from(given.saturating_sub(done)).unwrap_or(u32::MAX);
            let more = pace.ahead.saturating_sub(under_way);
            if more > 0 {
                self.server.permit(more)?;
                (given, last) = (given + u64::from(more), Instant::now());
            }
            self.turn(Duration::from_millis(10))?;
            self.check(last, "as fast as it can, not everything is delivered")?;
        }
        let took = self.quiet()?.saturating_duration_since(start);
        let delivered = self.audience.deliveries.saturating_sub(deliveries).max(1);
        let per_second = u128::from(delivered) * 1_000_000_000 / took.as_nanos().max(1);
        self.figures.saturated = u64::try_from(per_second).unwrap_or(u64::MAX);
        self.figures.saturated_cpu = nanos(self.process.cpu().map_err(text)?.saturating_sub(cpu)) / delivered;
        self.figures.client_cpu = nanos(Process::this().cpu().map_err(text)?.saturating_sub(own)) / delivered;
        Ok(())
    }

    /// Waits until every socket has everything and no more comes. Gives when the last of it came.
    fn quiet(&mut self) -> Result<Instant, String> {
        let start = Instant::now();
        let (mut last, mut seen) = (start, self.audience.deliveries);
        while last.elapsed() < QUIET || !self.audience.has_all() {
            self.turn(Duration::from_millis(10))?;
            if self.audience.deliveries != seen {
                (last, seen) = (Instant::now(), self.audience.deliveries);
            }
            self.check(start, "some frames did not arrive")?;
        }
        Ok(last)
    }

    fn turn(&mut self, wait: Duration) -> Result<(), String> {
        self.swarm.turn(wait, &mut self.audience).map_err(text)?;
        self.audience.lost.take().map_or(Ok(()), Err)
    }

    fn check(&self, start: Instant, what: &str) -> Result<(), String> {
        if start.elapsed() < PATIENCE {
            return Ok(());
        }
        let sockets = self.swarm.open_count();
        Err(format!("{what} within {PATIENCE:?}: {} of {sockets} sockets joined", self.audience.joined()))
    }
}

/// What each of so many sockets added.
fn idle(before: Memory, after: Memory, sockets: u32) -> Idle {
    let each = |before: u64, after: u64| after.saturating_sub(before) * 1_024 / u64::from(sockets.max(1));
    Idle { rss: each(before.rss, after.rss), pss: each(before.pss, after.pss) }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[expect(clippy::needless_pass_by_value, reason = "the signature that `map_err` calls")]
fn text(error: std::io::Error) -> String {
    error.to_string()
}
