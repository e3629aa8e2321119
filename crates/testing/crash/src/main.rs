//! Kills the server again and again while patrons play and protect themselves, and while staff correct, adjust and
//! exclude, and audits what each kill leaves behind.
//!
//! The server is the real program, and so are the sockets, the store and SIGKILL. Only the patrons and the supervisors
//! are simulated: they choose by a seed and note every answer. `auditor` holds the store against their observations and
//! against its laws. This shows what a killed *process* loses. A kill leaves the page cache alone, so it shows nothing
//! of a power failure.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod campaign;
mod connection;
mod http;
mod kill;
mod live;
mod options;
mod own_account;
mod own_checks;
mod patron;
mod patron_observer;
mod place;
mod protection;
mod report;
mod rest;
mod server;
mod server_log;
mod spectator;
mod staff;
mod supervisor;
mod totp;
mod translate;

use std::process::ExitCode;

use auditor::{Deviation, listed};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};

use crate::campaign::Campaign;
use crate::options::Options;
use crate::place::Place;

/// Kill the server under load, again and again, and audit what is left.
#[derive(Parser)]
#[command(name = "punto-crash", max_term_width = 100)]
struct Args {
    #[command(flatten)]
    options: Options,
    /// Keep the data folder even when nothing is wrong
    #[arg(long)]
    keep: bool,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let options = &args.options;
    let folder =
        tempfile::Builder::new().prefix("punto-crash-").tempdir().map_err(|error| error.to_string())?;
    let place = Place::make(options.store, folder.path())?;
    let progress = progress(options.cycles);
    let runtime = tokio::runtime::Runtime::new().map_err(|error| error.to_string())?;
    let outcome = runtime.block_on(Campaign::new(options, &place, folder.path()).run(&progress));
    progress.finish_and_clear();
    if outcome.is_err() || args.keep {
        if let Err(why) = place.keep(folder.path()) {
            eprintln!("the database is not kept: {why}");
        }
        eprintln!("the data is kept in {}", folder.keep().display());
    }
    match outcome {
        Ok(report) => {
            let json = || serde_json::to_string(&report).map_err(|error| error.to_string());
            println!("{}", if args.json { json()? } else { report.text() });
            Ok(ExitCode::SUCCESS)
        }
        Err(deviations) => {
            eprint!("{}", failure_report(options, &deviations));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// A progress bar, which draws nothing outside a terminal.
fn progress(cycles: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} kills, {elapsed} of about {duration}");
    let bar = ProgressBar::new(u64::from(cycles));
    style.map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

/// The deviations, and the command that repeats the run. The choices come back with the seed; the threads of the server
/// and its shuffles do not, so it may take more than one run.
fn failure_report(options: &Options, deviations: &[Deviation]) -> String {
    let mut lines = listed(deviations, 20);
    let Options { store, cycles, seed, patrons, live, .. } = options;
    let live = if *live { " --live" } else { "" };
    let store = store.word();
    lines.push(format!("seed {seed}; the same choices again:"));
    lines.push(format!(
        "  cargo xtask crash --store {store} --cycles {cycles} --seed {seed} --patrons {patrons}{live}\n"
    ));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use clap::CommandFactory as _;

    use super::*;
    use crate::place::Store;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_failure_report_ends_with_the_command_that_replays_it() {
        let (punto, store) = (PathBuf::new(), Store::Sqlite);
        let options = Options { punto, store, cycles: 5, seed: 7, patrons: 3, live: true };
        let deviation = |n| Deviation::new("ledger", format!("number {n}"));
        let deviations: Vec<_> = (1..=25).map(deviation).collect();
        let text = failure_report(&options, &deviations);
        assert!(text.starts_with("DEVIATION ledger: number 1\n"), "{text}");
        assert!(text.contains("\nand 5 more\n"), "{text}");
        let again = "\n  cargo xtask crash --store sqlite --cycles 5 --seed 7 --patrons 3 --live\n";
        assert!(text.ends_with(again), "{text}");
    }
}
