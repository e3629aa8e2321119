//! The result of a load, for people and as JSON: what was counted, what was wrong, and the limits it is held to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use load::bots::{Crowd, Problems};
use load::process::Memory;
use load::series::Series;
use serde::Serialize;

use crate::options::Options;

/// The most that the 99th percentile of an answer takes, in microseconds.
const ANSWER: u64 = 50_000;
/// How far from its announced time a round may go on, in milliseconds.
const DRIFT: u64 = 100;
/// The most memory for each socket, in bytes.
const SOCKET: u64 = 8 << 10;

/// The result of a load.
#[derive(Serialize)]
pub(crate) struct Report {
    seed: u64,
    tables: u32,
    sockets: u32,
    patrons: u32,
    seconds: u64,
    /// How long all sockets took to connect, in milliseconds.
    connected_ms: u64,
    /// Resident memory that each socket added, in bytes.
    socket_bytes: Option<u64>,
    /// The processor time of the server in thousandths of one processor.
    cpu_thousandths: Option<u64>,
    /// The memory of the server over time.
    pub(crate) samples: Vec<Sample>,
    /// How long it took until the bots were back after each restart of the server, in milliseconds.
    pub(crate) restarts: Vec<u128>,
    messages: u64,
    frames: u64,
    rounds: u64,
    requests: BTreeMap<&'static str, u64>,
    accepted: u64,
    refused: BTreeMap<String, u64>,
    repeated: u64,
    settled: u64,
    staked: u64,
    paid: u64,
    dropped: u64,
    resumed: u64,
    closed: BTreeMap<String, u64>,
    answers_us: Quantiles,
    lags_ms: Quantiles,
    drifts_ms: Quantiles,
    rogues: BTreeMap<String, u64>,
    problems: BTreeMap<&'static str, Problems>,
}

/// The memory of the server at a time.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Sample {
    pub(crate) seconds: u64,
    pub(crate) rss_kib: u64,
    pub(crate) pss_kib: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Quantiles {
    p50: u64,
    p99: u64,
    most: u64,
}

impl Quantiles {
    fn of(series: &Series) -> Self {
        Self { p50: series.median(), p99: series.quantile(990), most: series.most() }
    }
}

impl Report {
    pub(crate) fn new(options: &Options) -> Self {
        let Options { seed, tables, sockets, patrons, seconds, .. } = *options;
        Self {
            seed,
            tables,
            sockets,
            patrons,
            seconds,
            connected_ms: 0,
            socket_bytes: None,
            cpu_thousandths: None,
            samples: Vec::new(),
            restarts: Vec::new(),
            messages: 0,
            frames: 0,
            rounds: 0,
            requests: BTreeMap::new(),
            accepted: 0,
            refused: BTreeMap::new(),
            repeated: 0,
            settled: 0,
            staked: 0,
            paid: 0,
            dropped: 0,
            resumed: 0,
            closed: BTreeMap::new(),
            answers_us: Quantiles::default(),
            lags_ms: Quantiles::default(),
            drifts_ms: Quantiles::default(),
            rogues: BTreeMap::new(),
            problems: BTreeMap::new(),
        }
    }

    /// All sockets are connected.
    pub(crate) fn connected(&mut self, after: Duration, before: Memory, now: Memory) {
        self.connected_ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        let added = now.rss.saturating_sub(before.rss) * 1_024 / u64::from(self.sockets.max(1));
        self.socket_bytes = (before != Memory::default()).then_some(added);
    }

    /// The bots have played, and the server used so much processor time.
    pub(crate) fn played(&mut self, length: Duration, cpu: Duration) {
        let used = cpu.as_micros() * 1_000 / length.as_micros().max(1);
        self.cpu_thousandths = u64::try_from(used).ok().filter(|_| !cpu.is_zero());
    }

    /// Takes over what the bots counted.
    pub(crate) fn finish(&mut self, crowd: Crowd, rogues: Option<&BTreeMap<String, u64>>) {
        let (floor, tally) = (crowd.floor, crowd.tally);
        (self.frames, self.rounds, self.drifts_ms) =
            (floor.frames, floor.rounds, Quantiles::of(&floor.drifts));
        (self.messages, self.requests, self.accepted) = (tally.messages, tally.sent, tally.accepted);
        (self.refused, self.repeated, self.settled) = (tally.refused, tally.repeated, tally.settled);
        (self.staked, self.paid, self.dropped) = (tally.staked, tally.paid, tally.dropped);
        (self.resumed, self.closed, self.problems) = (tally.resumed, tally.closed, tally.problems);
        (self.answers_us, self.lags_ms) = (Quantiles::of(&tally.answers), Quantiles::of(&tally.lags));
        self.rogues = rogues.cloned().unwrap_or_default();
    }

    /// What is held to a limit: its name, its value and the limit.
    fn limits(&self) -> Vec<(&'static str, u64, u64)> {
        let answer = ("answer, p99, us", self.answers_us.p99, ANSWER);
        let drift = ("round clock, largest drift, ms", self.drifts_ms.most, DRIFT);
        let socket = self.socket_bytes.map(|bytes| ("memory of a socket, bytes", bytes, SOCKET));
        // After a kill everything is late for a moment, and the memory is that of another process.
        let limits = [answer, drift].into_iter().filter(|_| self.restarts.is_empty());
        limits.chain(socket).collect()
    }

    /// Whether nothing was wrong and every limit is held.
    pub(crate) fn held(&self) -> bool {
        self.problems.is_empty() && self.limits().iter().all(|(_, value, limit)| value <= limit)
    }

    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, value: String| {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{what:<32}{value}");
        };
        line("tables, sockets, patrons", format!("{}, {}, {}", self.tables, self.sockets, self.patrons));
        line("all connected after", format!("{} ms", self.connected_ms));
        line("rounds, frames, messages", format!("{}, {}, {}", self.rounds, self.frames, self.messages));
        let requests: u64 = self.requests.values().sum();
        line("requests, accepted, repeated", format!("{requests}, {}, {}", self.accepted, self.repeated));
        line("requests by kind", format!("{:?}", self.requests));
        line("refused", format!("{:?}", self.refused));
        line("rounds with wagers", format!("{}: {} staked, {} paid", self.settled, self.staked, self.paid));
        line("dropped, resumed", format!("{}, {}", self.dropped, self.resumed));
        line("closed by the server", format!("{:?}", self.closed));
        for (what, Quantiles { p50, p99, most }) in [
            ("answers, us", self.answers_us),
            ("frames after their event, ms", self.lags_ms),
            ("drift of the round clock, ms", self.drifts_ms),
        ] {
            line(what, format!("p50 {p50}, p99 {p99}, longest {most}"));
        }
        if let Some(cpu) = self.cpu_thousandths {
            line("processor of the server", format!("{} %", cpu / 10));
        }
        let samples = self.samples.iter().filter(|sample| sample.rss_kib > 0);
        let samples: Vec<_> =
            samples.map(|sample| format!("{} s {}", sample.seconds, sample.rss_kib / 1_024)).collect();
        line("resident memory, MiB", samples.join(", "));
        for restart in &self.restarts {
            line("back after a restart", format!("{restart} ms"));
        }
        for (rogue, count) in &self.rogues {
            line("rogue", format!("{rogue}: {count}"));
        }
        for (what, value, limit) in self.limits() {
            let held = if value <= limit { "held" } else { "MISSED" };
            line(what, format!("{value}, limit {limit}: {held}"));
        }
        for (kind, Problems { count, examples }) in &self.problems {
            line("PROBLEM", format!("{kind}: {count}"));
            for example in examples {
                line("", example.clone());
            }
        }
        line(
            "problems",
            format!("{}; seed {}", self.problems.values().map(|it| it.count).sum::<u64>(), self.seed),
        );
        text
    }
}
