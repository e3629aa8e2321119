//! The project's own commands, run as `cargo xtask NAME`.
//!
//! One file per command. `aside`, `debian`, `web`, `project` and `mutations` are shared by several. This program knows
//! how the project is built and checked. It knows nothing of baccarat and links none of its crates, so that it compiles
//! in seconds on a fresh clone.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line program speaks by printing")]

mod aside;
mod bench;
mod bots;
mod crash;
mod debian;
mod dist;
mod fuzz;
mod load;
mod miri;
mod mutations;
mod npm;
mod play;
mod project;
mod python;
mod randomness;
mod schemathesis;
mod served;
mod sim;
mod test;
mod tidy;
mod types;
mod verifiers;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

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
    Load(load::Args),
    Sim(sim::Args),
    Randomness(randomness::Args),
    Verifiers(verifiers::Args),
    Dist(dist::Args),
    Npm(npm::Args),
    Schemathesis(schemathesis::Args),
}

fn main() -> ExitCode {
    match dispatch(Cli::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("error: {failure:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(command: Command) -> Result<ExitCode> {
    let sh = project::shell()?;
    match command {
        Command::Test(args) => return Ok(test::run(&sh, &args)),
        Command::Play(args) => play::run(&sh, &args),
        Command::Tidy(args) => tidy::run(&sh, &args),
        Command::Bench(args) => bench::run(&sh, &args),
        Command::Types(args) => types::run(&sh, &args),
        Command::Fuzz(args) => fuzz::run(&sh, &args),
        Command::Miri(args) => miri::run(&sh, &args),
        Command::Crash(args) => crash::run(&sh, &args),
        Command::Load(args) => load::run(&sh, &args),
        Command::Sim(args) => sim::run(&sh, &args),
        Command::Randomness(args) => randomness::run(&sh, &args),
        Command::Verifiers(args) => verifiers::run(&sh, &args),
        Command::Dist(args) => dist::run(&sh, &args),
        Command::Npm(args) => npm::run(&sh, &args),
        Command::Schemathesis(args) => schemathesis::run(&sh, &args),
    }?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn arguments_of_other_programs_are_passed_on() {
        for (words, is_good) in [
            ("crash --store=postgres --cycles 5 --seed=7 --keep --json", true),
            ("crash --store postgres --cycles 1", true),
            ("crash -- --help", true),
            ("sim --seeds 10 --from=7 --store sqlite --json", true),
            ("randomness --shoes 50000 --shuffle=off-by-one --json", true),
            ("verifiers alike --shoes 20", true),
            ("verifiers", false),
            ("npm --test --out=packed", true),
            ("sim --mutations", true),
            ("sim --mutations --seeds 10", false),
            ("bench ledger --rows 10 --json", true),
            ("bench fanout --sockets 5000,10000 --times=3", true),
            ("bench slips --before ../before/punto --times=3", true),
            ("load --tables 4 --sockets=60 --faults --json", true),
        ] {
            let parsed = Cli::try_parse_from(["xtask"].into_iter().chain(words.split(' ')));
            assert_eq!(parsed.is_ok(), is_good, "{words}");
        }
    }
}
