//! What money costs: durable wagers a second against `pgbench` on the same PostgreSQL, how long an answer takes
//! against one fsync of the same disk, the longest stall and what it fell in, the settlement of a large round, and
//! whether any of it grows with what is stored. Everything goes through the port that the house uses, and the figures
//! of one run are compared with each other only. The run fails when a limit is not held.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench talks to the person who runs it")]

mod kinds;
mod load;
mod past;
mod report;
mod settle;
mod stored;
mod units;
mod watch;
mod yardsticks;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use postgres::Cluster;
use tracing_subscriber::prelude::*;

use kinds::Kind;
use load::{Load, Workload};
use report::{Limit, Line, Report, micros};
use watch::Watch;

/// What money costs on SQLite and on PostgreSQL.
#[derive(Parser)]
#[command(name = "cargo xtask bench ledger", max_term_width = 100)]
struct Args {
    /// How many wagers are stored before a new one is timed; 10000000 shows the full claim
    #[arg(long, default_value_t = 300_000, value_name = "WAGERS")]
    rows: u32,
    /// How many seconds each load lasts
    #[arg(long, default_value_t = 5, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Measure these parts alone [default: all]
    #[arg(long, value_enum, value_name = "PART")]
    only: Vec<Part>,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Wagers a second against pgbench
    Load,
    /// How long answers take in a closed loop, and the longest
    Answers,
    /// How long answers take at 2,000 wagers a second
    Paced,
    /// A settlement of 100,000 wagers
    Settlement,
    /// Opening a table with 10,000 past rounds
    Past,
    /// A new wager beside many stored ones
    Stored,
}

impl Args {
    fn wants(&self, part: Part) -> bool {
        self.only.is_empty() || self.only.contains(&part)
    }
}

/// How many play at once where answers are timed; and where wagers are counted, the next.
const FEW: usize = 100;
const MANY: usize = 1_000;

/// How many wagers a second come in the open loop.
const RATE: u32 = 2_000;

fn main() -> ExitCode {
    let args = Args::parse();
    if !args.bench {
        // Built as a test: there is nothing to be measured.
        return ExitCode::SUCCESS;
    }
    let watch = Watch::default();
    tracing_subscriber::registry().with(watch.clone().filtered()).init();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let report = runtime.block_on(measure(&args, &watch));
    println!("{}", report.end());
    if report.held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn measure(args: &Args, watch: &Watch) -> Report {
    let cluster = Cluster::start().expect("PostgreSQL starts");
    let folder = tempfile::tempdir().expect("a temporary folder");
    watch.listen_to(&cluster);
    let kinds = [Kind::Sqlite(folder.path()), Kind::Postgres(&cluster)];
    let time = Duration::from_secs(args.seconds);
    let mut report = Report::new(args.json);
    if args.wants(Part::Load) {
        load(&cluster, &kinds, args.seconds, &mut report).await;
    }
    for kind in &kinds {
        if args.wants(Part::Answers) {
            say(&format!("{}: answers to {FEW} patrons", kind.name()));
            answers(kind, folder.path(), time, watch, &mut report).await;
        }
    }
    for kind in &kinds {
        if args.wants(Part::Paced) {
            say(&format!("{}: {RATE} wagers a second from {FEW} patrons", kind.name()));
            paced(kind, folder.path(), time, watch, &mut report).await;
        }
    }
    for kind in &kinds {
        if args.wants(Part::Settlement) {
            settlement(kind, &mut report).await;
        }
    }
    for kind in &kinds {
        if args.wants(Part::Past) {
            past(kind, &mut report).await;
        }
    }
    for kind in &kinds {
        if args.wants(Part::Stored) {
            say(&format!("{}: {} wagers are stored", kind.name(), args.rows));
            report.extend(stored::compare(kind, args.rows).await);
        }
    }
    report
}

/// Durable wagers a second, in terms of what pgbench does on the same PostgreSQL.
async fn load(cluster: &Cluster, kinds: &[Kind<'_>], seconds: u64, report: &mut Report) {
    say("pgbench TPC-B with 8 clients");
    let pgbench = yardsticks::pgbench(cluster, 2 * seconds);
    report.add(Line::new("pgbench TPC-B, 8 clients", pgbench, "/s"));
    for kind in kinds {
        say(&format!("{}: {MANY} patrons at once", kind.name()));
        let load = play(kind, MANY, Duration::from_secs(seconds)).await;
        let limit = Limit::at_least(kind.times_pgbench(), pgbench, "pgbench");
        let line = Line::new(&format!("{}, 1,000 patrons at once", kind.name()), load.per_second(), "/s");
        report.add(line.held_to(limit));
    }
}

async fn settlement(kind: &Kind<'_>, report: &mut Report) {
    say(&format!("{}: a settlement of {} wagers", kind.name(), settle::WAGERS));
    let took = settle::time(kind).await;
    let mut line = Line::new(&format!("{}, 100,000 wagers settled", kind.name()), micros(took), "us");
    if matches!(kind, Kind::Sqlite(_)) {
        line = line.held_to(Limit::below(Duration::from_secs(2)));
    }
    report.add(line);
}

async fn past(kind: &Kind<'_>, report: &mut Report) {
    say(&format!("{}: a table with {} past rounds", kind.name(), past::ROUNDS));
    let took = past::time(kind).await;
    let line = Line::new(&format!("{}, opened after 10,000 rounds", kind.name()), micros(took), "us");
    report.add(line.held_to(Limit::below(Duration::from_millis(100))));
}

/// Reports the progress on standard error.
fn say(what: &str) {
    eprintln!("... {what}");
}

async fn play(kind: &Kind<'_>, patrons: usize, time: Duration) -> Load {
    let store = kind.fresh().open();
    Workload::create(&store, patrons).await.closed_loop(&store, time).await
}

/// How long answers take when every patron wagers again at once, and what the longest waited for. The median is little
/// more than patrons divided by throughput.
async fn answers(
    kind: &Kind<'_>,
    folder: &std::path::Path,
    time: Duration,
    watch: &Watch,
    report: &mut Report,
) {
    watch.forget();
    let (load, fsync) = beside_fsyncs(folder, play(kind, FEW, time)).await;
    let name = kind.name();
    report.add(Line::new(&format!("one fsync of 4 KiB beside {name}"), micros(fsync), "us"));
    let limit = Limit::at_most(kind.fsyncs(), micros(fsync), "fsync");
    let [p50, p99] = load.p50_and_p99();
    report.add(Line::new(&format!("{name}, 100 patrons, answer p50"), p50, "us").held_to(limit));
    report.add(Line::new(&format!("{name}, 100 patrons, answer p99"), p99, "us"));
    report.add(longest(&format!("{name}, 100 patrons"), &load, watch));
}

/// How long answers take at a fixed rate, from the moment each wager was due.
async fn paced(
    kind: &Kind<'_>,
    folder: &std::path::Path,
    time: Duration,
    watch: &Watch,
    report: &mut Report,
) {
    let store = kind.fresh().open();
    let mut workload = Workload::create(&store, FEW).await;
    watch.forget();
    let (load, fsync) = beside_fsyncs(folder, workload.open_loop(&store, RATE, time)).await;
    let name = kind.name();
    report.add(Line::new(&format!("one fsync of 4 KiB beside {name}"), micros(fsync), "us"));
    let limits = kind.paced_fsyncs().map(|times| Limit::at_most(times, micros(fsync), "fsync"));
    for ((quantile, value), limit) in ["p50", "p99"].into_iter().zip(load.p50_and_p99()).zip(limits) {
        report.add(Line::new(&format!("{name}, 2,000/s, answer {quantile}"), value, "us").held_to(limit));
    }
    report.add(longest(&format!("{name}, 2,000/s"), &load, watch));
}

/// The load, and the median of fsyncs of the same disk before and after it.
async fn beside_fsyncs(folder: &std::path::Path, load: impl Future<Output = Load>) -> (Load, Duration) {
    let mut fsyncs = yardsticks::fsyncs(folder);
    let load = load.await;
    fsyncs.extend(yardsticks::fsyncs(folder));
    (load, load::quantile(&mut fsyncs, 500))
}

/// The longest answer, and what the store did meanwhile.
fn longest(name: &str, load: &Load, watch: &Watch) -> Line {
    let stall = load.longest();
    Line::new(&format!("{name}, the longest"), micros(stall.took), "us").explained(watch.explain(&stall))
}
