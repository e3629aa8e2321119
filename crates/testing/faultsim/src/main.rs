//! The program behind `cargo xtask sim`: simulates many seeds on all processors, shows its progress, and reports what
//! was simulated or which seed failed. Knows nothing of what a seed does.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod campaign;
mod options;
mod report;

use std::process::ExitCode;

use clap::Parser;

use crate::options::Options;

/// Simulate house, table and ledger from seeds, with every kind of failure.
#[derive(Parser)]
#[command(name = "punto-faultsim", max_term_width = 100)]
struct Args {
    #[command(flatten)]
    options: Options,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    match campaign::run(args.options) {
        Ok(report) => {
            println!("{}", if args.json { report.json() } else { report.text() });
            ExitCode::SUCCESS
        }
        Err(broken) => {
            eprint!("{}", broken.text());
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
