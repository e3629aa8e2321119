//! What money costs: durable wagers a second against `pgbench` on the same PostgreSQL, how long an answer takes
//! against one fsync of the same disk, the longest stall and what it fell in, the settlement of a large round, and
//! whether any of it grows with what is stored. Everything goes through the port that the house uses, and the figures
//! of one run are compared with each other only. The run fails when a limit is not held.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench talks to the person who runs it")]

mod kinds;
mod load;
mod log_in;
mod past;
mod people;
mod report;
mod settle;
mod stored;
mod units;
mod watch;
mod yardsticks;

use std::path::Path;
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
    /// How many people there are when the house starts
    #[arg(long, default_value_t = 100_000, value_name = "PEOPLE", value_parser = clap::value_parser!(u32).range(1_000..))]
    people: u32,
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
    /// Starting, finding people, and log-ins, with many accounts
    People,
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
    let report = runtime.block_on(measure(&args, watch));
    println!("{}", report.end());
    if report.held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn measure(args: &Args, watch: Watch) -> Report {
    let cluster = Cluster::start().expect("PostgreSQL starts");
    let folder = tempfile::tempdir().expect("a temporary folder");
    watch.listen_to(&cluster);
    let (folder, report) = (folder.path(), Report::new(args.json));
    let mut bench = Bench { folder, args, watch, report, pgbench: 0 };
    for part in Part::value_variants() {
        if args.only.is_empty() || args.only.contains(part) {
            if *part == Part::Load {
                say("pgbench TPC-B with 8 clients");
                bench.pgbench = yardsticks::pgbench(&cluster, 2 * args.seconds);
                bench.report.add(Line::new("pgbench TPC-B, 8 clients", bench.pgbench, "/s"));
            }
            for kind in [Kind::sqlite(folder), Kind::postgres(&cluster)] {
                Box::pin(bench.measure(*part, &kind)).await;
            }
        }
    }
    bench.report
}

/// A run of the bench.
struct Bench<'a> {
    folder: &'a Path,
    args: &'a Args,
    watch: Watch,
    report: Report,
    /// The transactions of pgbench a second.
    pgbench: u64,
}

impl Bench<'_> {
    async fn measure(&mut self, part: Part, kind: &Kind<'_>) {
        let (name, time) = (kind.name, Duration::from_secs(self.args.seconds));
        match part {
            Part::Load => {
                say(&format!("{name}: {MANY} patrons at once"));
                let load = play(kind, MANY, time).await;
                let line = Line::new(&format!("{name}, 1,000 patrons at once"), load.per_second(), "/s");
                let limit = Limit::at_least(kind.times_pgbench, self.pgbench, "pgbench");
                self.report.add(line.held_to(limit));
            }
            // The median is little more than patrons divided by throughput.
            Part::Answers => {
                say(&format!("{name}: answers to {FEW} patrons"));
                self.answers(kind, "100 patrons", [Some(kind.fsyncs), None], play(kind, FEW, time)).await;
            }
            Part::Paced => {
                say(&format!("{name}: {RATE} wagers a second from {FEW} patrons"));
                let store = kind.fresh().open();
                let mut workload = Workload::create(&store, FEW).await;
                let load = workload.open_loop(&store, RATE, time);
                self.answers(kind, "2,000/s", kind.paced_fsyncs.map(Some), load).await;
            }
            Part::Settlement => {
                say(&format!("{name}: a settlement of {} wagers", settle::WAGERS));
                let took = settle::time(kind).await;
                let line = Line::new(&format!("{name}, 100,000 wagers settled"), micros(took), "us");
                self.report.add(line.held_to(kind.settlement.map(Limit::below)));
            }
            Part::Past => {
                say(&format!("{name}: a table with {} past rounds", past::ROUNDS));
                let took = past::time(kind).await;
                let line = Line::new(&format!("{name}, opened after 10,000 rounds"), micros(took), "us");
                self.report.add(line.held_to(Limit::below(Duration::from_millis(100))));
            }
            Part::People => {
                say(&format!("{name}: {} people", self.args.people));
                for line in Box::pin(people::compare(kind, self.args.people)).await {
                    self.report.add(line);
                }
            }
            Part::Stored => {
                say(&format!("{name}: {} wagers are stored", self.args.rows));
                for line in stored::compare(kind, self.args.rows).await {
                    self.report.add(line);
                }
            }
        }
    }

    /// How long answers take, against fsyncs of the same disk before and after them, and what the longest waited for.
    async fn answers(
        &mut self,
        kind: &Kind<'_>,
        what: &str,
        most: [Option<u64>; 2],
        load: impl Future<Output = Load>,
    ) {
        self.watch.forget();
        let mut fsyncs = yardsticks::fsyncs(self.folder);
        let load = load.await;
        fsyncs.extend(yardsticks::fsyncs(self.folder));
        let fsync = micros(load::quantile(&mut fsyncs, 500));
        let name = kind.name;
        self.report.add(Line::new(&format!("one fsync of 4 KiB beside {name}"), fsync, "us"));
        for ((quantile, value), most) in ["p50", "p99"].into_iter().zip(load.p50_and_p99()).zip(most) {
            let line = Line::new(&format!("{name}, {what}, answer {quantile}"), value, "us");
            self.report.add(line.held_to(most.map(|times| Limit::at_most(times, fsync, "fsync"))));
        }
        let stall = load.longest();
        let line = Line::new(&format!("{name}, {what}, the longest"), micros(stall.took), "us");
        self.report.add(line.explained(self.watch.explain(&stall)));
    }
}

/// Reports the progress on standard error.
fn say(what: &str) {
    eprintln!("... {what}");
}

async fn play(kind: &Kind<'_>, patrons: usize, time: Duration) -> Load {
    let store = kind.fresh().open();
    Workload::create(&store, patrons).await.closed_loop(&store, time).await
}
