//! The project's own commands, run as `cargo xtask NAME`.
//!
//! One file per command. `shell`, `debian`, `web`, `project` and `mutations` are shared by several. This program knows
//! how the project is built and checked. It knows nothing of baccarat and links none of its crates, so that it compiles
//! in seconds on a fresh clone.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod bench;
mod crash;
mod debian;
mod fuzz;
mod miri;
mod mutations;
mod play;
mod project;
mod shell;
mod sim;
mod test;
mod tidy;
mod types;
mod web;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::project::Project;
use crate::shell::Result;

/// The project's own commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Test(test::Args),
    Tidy(tidy::Args),
    Bench(bench::Args),
    Types(types::Args),
    Fuzz(fuzz::Args),
    Miri(miri::Args),
    Crash(crash::Args),
    Sim(sim::Args),
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    let project = Project::here();
    let done = match command {
        Command::Test(args) => return Ok(test::run(&project, &args)),
        Command::Play(args) => play::run(&project, &args),
        Command::Tidy(args) => tidy::run(&project, &args),
        Command::Bench(args) => bench::run(&project, &args),
        Command::Types(args) => types::run(&project, &args),
        Command::Fuzz(args) => fuzz::run(&project, &args),
        Command::Miri(args) => miri::run(&project, &args),
        Command::Crash(args) => crash::run(&project, &args),
        Command::Sim(args) => sim::run(&project, &args),
    };
    done.map(|()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Cli::command().debug_assert();
    }
}
