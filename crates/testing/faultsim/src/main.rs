//! The program behind `cargo xtask sim`: simulates many seeds on all processors, shows its progress, and reports what
//! was simulated or which seed failed. Knows nothing of what a seed does.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod campaign;
mod report;

use std::process::ExitCode;

use clap::Parser;
use punto_faultsim::StoreKind;

use crate::campaign::{Campaign, Ended};
use crate::report::{Report, failure_report};

/// Simulate house, table and ledger from seeds, with every kind of failure.
#[derive(Parser)]
#[command(name = "punto-faultsim", max_term_width = 100)]
struct Args {
    /// The number of seeds
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The first seed; each further one is the next number
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    /// The store of the house
    #[arg(long, value_enum, default_value = "memory")]
    store: StoreKind,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let campaign = Campaign { from: args.from, seeds: args.seeds, store: args.store };
    match campaign.run() {
        Ended::Clean { tally, history, took } => {
            let Args { store, from, seeds, .. } = args;
            let report = Report { store: store.word(), from, seeds, tally, history, took };
            println!("{}", if args.json { report.json() } else { report.text() });
            ExitCode::SUCCESS
        }
        Ended::Broken { seed, run, deviations } => {
            eprint!("{}", failure_report(seed, run, args.store.word(), &deviations));
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Args::command().debug_assert();
    }
}
