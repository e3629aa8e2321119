//! The report of a load, as text and as JSON: the counts, the mistakes of the server, and whether each claim was held.

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
/// The most memory for each idle socket, in bytes.
const SOCKET: u64 = 8 << 10;
/// How many sockets it takes to measure that: fewer are lost in what a process takes anyway.
const MANY: usize = 1_000;
/// The most memory that the later half of the run may add, in KiB: for each socket, and in any case.
const GROWTH_EACH_KIB: u64 = 1;
const GROWTH_KIB: u64 = 4 << 10;
/// What the store on SQLite takes at most to keep pages of its file in memory, in KiB. It fills as the file grows.
const CACHE_KIB: u64 = 64 << 10;

/// What a run proves, each with the kinds of problems that would refute it.
const PROOFS: [(&str, &[&str]); 4] = [
    ("no slip lost", &["answer", "lost", "refused", "unsettled", "wagers"]),
    ("no gap, every message in its order", &["frames", "gap", "json", "order", "repeat"]),
    ("every payout and balance as computed", &["balance", "book", "public", "settlement"]),
    ("the server served all the time", &["closed", "log", "problem", "rest", "rogue"]),
];

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
    /// Resident memory that each socket added, with its patron and the first rounds, in bytes.
    socket_bytes: Option<u64>,
    /// Resident memory that each of the later half of the sockets added, which only watch, in bytes; with many of them.
    idle_bytes: Option<u64>,
    /// Resident memory that the later half of the run added, without the cache of SQLite, in KiB.
    growth_kib: Option<u64>,
    /// What the run is held to.
    claims: Vec<Claim>,
    #[serde(skip)]
    is_sqlite: bool,
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

/// What a run is held to, and whether it is so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Claim {
    about: &'static str,
    found: String,
    held: bool,
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
    /// The report of a run on so many tables.
    pub(crate) fn new(options: &Options, tables: usize) -> Self {
        let Options { seed, sockets, patrons, seconds, .. } = *options;
        Self {
            seed,
            tables: u32::try_from(tables).unwrap_or(u32::MAX),
            is_sqlite: options.database.is_none(),
            sockets,
            patrons,
            seconds,
            connected_ms: 0,
            socket_bytes: None,
            idle_bytes: None,
            growth_kib: None,
            claims: Vec::new(),
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

    /// All sockets are connected; so many of them since the second measurement.
    pub(crate) fn connected(&mut self, after: Duration, [before, half, now]: [Memory; 3], later: usize) {
        self.connected_ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        let is_known = before != Memory::default();
        let each = |since: Memory, sockets: u64| {
            let added = now.rss.saturating_sub(since.rss).saturating_mul(1_024);
            added.checked_div(sockets).filter(|_| is_known)
        };
        self.socket_bytes = each(before, u64::from(self.sockets));
        self.idle_bytes = each(half, u64::try_from(later).unwrap_or_default()).filter(|_| later >= MANY);
    }

    /// The bots have played, and the server used so much processor time, unless it is another process by now.
    pub(crate) fn played(&mut self, length: Duration, cpu: Duration) {
        let used = cpu.as_micros() * 1_000 / length.as_micros().max(1);
        let is_known = !cpu.is_zero() && self.restarts.is_empty();
        self.cpu_thousandths = u64::try_from(used).ok().filter(|_| is_known);
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
        self.growth_kib = self.growth();
        self.claims = self.judge();
    }

    /// What the later half of the run added to the memory of the server, unless that is another process by then.
    fn growth(&self) -> Option<u64> {
        let middle = self.samples.get(self.samples.len() / 2).filter(|sample| sample.rss_kib > 0)?;
        let added = self.samples.last()?.rss_kib.saturating_sub(middle.rss_kib);
        let cache = if self.is_sqlite { CACHE_KIB } else { 0 };
        Some(added.saturating_sub(cache)).filter(|_| self.restarts.is_empty())
    }

    /// What the run is held to: that nothing was wrong, and its limits.
    fn judge(&self) -> Vec<Claim> {
        let proofs = PROOFS.map(|(claim, kinds)| {
            let found: Vec<_> = kinds.iter().filter(|kind| self.problems.contains_key(*kind)).collect();
            let text = if found.is_empty() { self.counted(claim) } else { format!("{found:?}, see below") };
            Claim { about: claim, found: text, held: found.is_empty() }
        });
        // After a kill everything is late for a moment.
        let is_timed = self.restarts.is_empty();
        let growth = u64::from(self.sockets).saturating_mul(GROWTH_EACH_KIB).max(GROWTH_KIB);
        let limits = [
            ("answer, p99, us", Some(self.answers_us.p99).filter(|_| is_timed), ANSWER),
            ("round clock, largest drift, ms", Some(self.drifts_ms.most).filter(|_| is_timed), DRIFT),
            ("memory of an idle socket, bytes", self.idle_bytes, SOCKET),
            ("growth in the later half, KiB", self.growth_kib, growth),
        ];
        let limits = limits.into_iter().filter_map(|(claim, value, limit)| {
            value.map(|value| Claim {
                about: claim,
                found: format!("{value}, limit {limit}"),
                held: value <= limit,
            })
        });
        proofs.into_iter().chain(limits).collect()
    }

    /// What a proof rests on.
    fn counted(&self, claim: &str) -> String {
        let requests: u64 = self.requests.values().sum();
        match claim {
            "no slip lost" => format!("{requests} requests, each with its answer and its end"),
            "no gap, every message in its order" => {
                format!("{} frames, {} messages", self.frames, self.messages)
            }
            "every payout and balance as computed" => {
                format!("{} rounds with wagers, {} balances", self.settled, self.patrons)
            }
            _ => format!("{} restarts, {} connections that came back", self.restarts.len(), self.resumed),
        }
    }

    /// Whether nothing was wrong and every limit is held.
    pub(crate) fn held(&self) -> bool {
        self.problems.is_empty() && self.claims.iter().all(|claim| claim.held)
    }

    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, value: String| {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{what:<38}{value}");
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
        if !samples.is_empty() {
            line("resident memory, MiB", samples.join(", "));
        }
        for restart in &self.restarts {
            line("back after a restart", format!("{restart} ms"));
        }
        for (rogue, count) in &self.rogues {
            line("rogue", format!("{rogue}: {count}"));
        }
        if let Some(bytes) = self.socket_bytes {
            line("memory added by all sockets", format!("{bytes} bytes each, with patrons and first rounds"));
        }
        for Claim { about, found, held } in &self.claims {
            line(about, format!("{}: {found}", if *held { "held" } else { "MISSED" }));
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

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    /// A report of a run in which all went well, with 1,000 sockets.
    fn good() -> Report {
        let mut report = Report::new(&Options::parse_from(["load", "--sockets=1000"]), 3);
        report.samples = [(1, 900), (2, 1_000), (3, 1_000), (4, 1_100)]
            .map(|(seconds, rss_kib)| Sample { seconds, rss_kib, pss_kib: 0 })
            .to_vec();
        (report.idle_bytes, report.answers_us.p99, report.drifts_ms.most) = (Some(SOCKET), ANSWER, DRIFT);
        report
    }

    /// The claims that the report does not hold, after such a change.
    fn missed(change: impl FnOnce(&mut Report)) -> Vec<&'static str> {
        let mut report = good();
        change(&mut report);
        report.growth_kib = report.growth();
        report.claims = report.judge();
        assert_eq!(report.text().contains("MISSED"), !report.held(), "{}", report.text());
        report.claims.iter().filter(|claim| !claim.held).map(|claim| claim.about).collect()
    }

    #[test]
    fn each_claim_is_refuted_by_what_is_wrong() {
        assert!(missed(|_| {}).is_empty());
        for (claim, kinds) in PROOFS {
            for kind in kinds {
                let wrong = |report: &mut Report| drop(report.problems.insert(kind, Problems::default()));
                assert_eq!(missed(wrong), [claim], "{kind}");
            }
        }
        assert_eq!(missed(|report| report.answers_us.p99 += 1), ["answer, p99, us"]);
        assert_eq!(missed(|report| report.drifts_ms.most += 1), ["round clock, largest drift, ms"]);
        assert_eq!(
            missed(|report| report.idle_bytes = Some(SOCKET + 1)),
            ["memory of an idle socket, bytes"]
        );
        let grows = |kib| move |report: &mut Report| report.samples[3].rss_kib = 1_000 + kib;
        assert!(missed(grows(CACHE_KIB + GROWTH_KIB)).is_empty(), "the cache of SQLite fills");
        assert_eq!(missed(grows(CACHE_KIB + GROWTH_KIB + 1)), ["growth in the later half, KiB"]);
        let of_postgres = |report: &mut Report| {
            report.is_sqlite = false;
            grows(GROWTH_KIB + 1)(report);
        };
        assert_eq!(missed(of_postgres), ["growth in the later half, KiB"]);
    }

    #[test]
    fn after_a_restart_only_what_counts_then_is_judged() {
        let late = |report: &mut Report| {
            report.restarts = vec![900];
            (report.answers_us.p99, report.drifts_ms.most) = (ANSWER + 1, DRIFT + 1);
        };
        assert!(missed(late).is_empty());
    }
}
