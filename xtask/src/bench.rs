//! `cargo xtask bench NAME`: runs one of the project's benchmarks by a short name.

use anyhow::Result;
use clap::ValueEnum;
use xshell::{Shell, cmd};

use crate::debian;

/// Run a benchmark.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What to measure
    bench: Bench,
    /// Passed on to the benchmark
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Bench {
    /// Durable wagers a second on either store against pgbench, answers, stalls, a large settlement; on a quiet machine
    Ledger,
    /// The exact law of a shoe with seven spots, against a plain enumeration
    Odds,
    /// Starting with 100,000 people, finding them and their log-ins, on either store, against 1,000 people
    People,
    /// An 80-round shoe into all five roads and both asks, against rebuilding them every round
    Roads,
    /// Simulated coups per second, against a plain loop, and a thousand million of them against the exact law
    Simulate,
    /// `punto settle`, lines per second from end to end, and its floor
    Settle,
}

impl Bench {
    /// The package and the benchmark in it.
    fn target(self) -> (&'static str, &'static str) {
        match self {
            Self::Ledger | Self::People => ("punto-store", "ledger"),
            Self::Odds => ("punto-odds", "odds"),
            Self::Roads => ("punto-roads", "roads"),
            Self::Simulate => ("punto-montecarlo", "simulate"),
            Self::Settle => ("punto", "settle"),
        }
    }
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let (package, bench) = args.bench.target();
    if matches!(args.bench, Bench::Ledger | Bench::People) {
        debian::need_postgres(sh)?;
    }
    let only: &[&str] = if args.bench == Bench::People { &["--only", "people"] } else { &[] };
    let rest = &args.rest;
    Ok(cmd!(sh, "cargo bench -p {package} --bench {bench} -- {only...} {rest...}").run()?)
}
