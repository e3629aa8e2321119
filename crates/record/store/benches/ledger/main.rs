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
use load::{Hall, Load};
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
    /// How long answers take, and the longest
    Answers,
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

/// On the way, for whoever waits.
fn say(what: &str) {
    eprintln!("... {what}");
}

async fn play(kind: &Kind<'_>, patrons: usize, time: Duration) -> Load {
    let store = kind.fresh().open();
    let mut hall = Hall::furnish(&store, patrons).await;
    hall.play(&store, time).await
}

/// How long answers take, against one fsync before and after; and the longest, explained.
async fn answers(
    kind: &Kind<'_>,
    folder: &std::path::Path,
    time: Duration,
    watch: &Watch,
    report: &mut Report,
) {
    let mut fsyncs = yardsticks::fsyncs(folder);
    watch.forget();
    let load = play(kind, FEW, time).await;
    fsyncs.extend(yardsticks::fsyncs(folder));
    let fsync = load::quantile(&mut fsyncs, 500);
    let name = kind.name();
    let [p50, p99] = [500, 990].map(|per_mille| micros(load.answered_within(per_mille)));
    report.add(Line::new(&format!("one fsync of 4 KiB beside {name}"), micros(fsync), "us"));
    let limit = Limit::at_most(kind.fsyncs(), micros(fsync), "fsync");
    report.add(Line::new(&format!("{name}, 100 patrons, answer p50"), p50, "us").held_to(limit));
    report.add(Line::new(&format!("{name}, 100 patrons, answer p99"), p99, "us"));
    let stall = load.longest();
    let line = Line::new(&format!("{name}, 100 patrons, the longest"), micros(stall.took), "us");
    report.add(line.explained(watch.explain(&stall)));
}
