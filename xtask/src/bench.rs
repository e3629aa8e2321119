//! `cargo xtask bench NAME`: runs one of the project's benchmarks by a short name.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use xshell::{Shell, cmd};

use crate::{debian, project, web};

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
    /// Frames of a table to thousands of sockets, joins and idle sockets, against a plain broadcast on Node's ws
    Fanout,
    /// Durable wagers a second on either store against pgbench, answers, stalls, a large settlement; on a quiet machine
    Ledger,
    /// A card of live tables from its sensor to the store and to patrons, against one fsync; lost and revoked devices
    Live,
    /// The exact law of a shoe with seven spots, against a plain enumeration
    Odds,
    /// Starting with 100,000 people, finding them and their log-ins, on either store, against 1,000 people
    People,
    /// A provable shoe, a signature, and verifying a finished shoe by the program and by WebAssembly in Node
    Proof,
    /// An 80-round shoe into all five roads and both asks, against rebuilding them every round
    Roads,
    /// Simulated coups per second, against a plain loop, and a thousand million of them against the exact law
    Simulate,
    /// `punto settle`, lines per second from end to end, and its floor
    Settle,
    /// A slip from its socket to the answer: the server's CPU, and the answers to 4,000 at once; on a quiet machine
    Slips,
}

impl Bench {
    /// The package and the benchmark in it.
    fn target(self) -> (&'static str, &'static str) {
        match self {
            Self::Fanout => ("punto-load", "fanout"),
            Self::Ledger | Self::People => ("punto-store", "ledger"),
            Self::Live => ("punto-load", "live"),
            Self::Odds => ("punto-odds", "odds"),
            Self::Roads => ("punto-roads", "roads"),
            Self::Simulate => ("punto-montecarlo", "simulate"),
            Self::Proof => ("punto", "proof"),
            Self::Settle => ("punto", "settle"),
            Self::Slips => ("punto-load", "slips"),
        }
    }
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    let (package, bench) = args.bench.target();
    if matches!(args.bench, Bench::Ledger | Bench::People) {
        debian::need_postgres(sh)?;
    }
    if args.bench == Bench::Proof {
        debian::need_node(sh)?;
        web::script(sh, "wasm")?;
    }
    let own = match args.bench {
        Bench::Fanout => vec!["--control".into(), control(sh)?.into()],
        Bench::People => vec!["--only".into(), "people".into()],
        Bench::Live | Bench::Slips => program(sh, &args.rest)?,
        _ => Vec::<OsString>::new(),
    };
    let rest = &args.rest;
    Ok(cmd!(sh, "cargo bench -p {package} --bench {bench} -- {own...} {rest...}").run()?)
}

/// Builds the program to measure, unless the arguments name one.
fn program(sh: &Shell, rest: &[String]) -> Result<Vec<OsString>> {
    if rest.iter().any(|argument| argument == "--punto" || argument.starts_with("--punto=")) {
        return Ok(Vec::new());
    }
    cmd!(sh, "cargo build --quiet --release --package punto").run()?;
    Ok(vec!["--punto".into(), project::target()?.join("release/punto").into()])
}

/// Installs the control of the fan-out benchmark with its packages beside the programs, unless it is there.
fn control(sh: &Shell) -> Result<PathBuf> {
    debian::need_node(sh)?;
    let control = project::target()?.join("fanout-control");
    sh.create_dir(&control)?;
    let lock = "package-lock.json";
    let installed = sh.read_file(control.join(lock)).unwrap_or_default();
    for file in ["package.json", lock, "broadcast.mjs"] {
        sh.copy_file(format!("crates/testing/load/benches/fanout/control/{file}"), control.join(file))?;
    }
    if installed != sh.read_file(control.join(lock))? || !sh.path_exists(control.join("node_modules/ws")) {
        let _control = sh.push_dir(&control);
        cmd!(sh, "npm ci --no-audit --no-fund").run()?;
    }
    Ok(control)
}
