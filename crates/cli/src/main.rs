//! The `punto` program: reads arguments, calls a command, turns what came of it into an exit status.
//!
//! Status 0: done. 1: something in the input was bad or could not be done. 2: bad arguments.

mod draw;
mod lines;
mod reply;
mod roads;
mod rules;
mod rules_arg;
mod settle;
mod wrap;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A complete baccarat (punto banco) system: its rules, its road maps and its tables.
#[derive(Parser)]
#[command(version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Fold rounds into the five road maps: one JSON object a line in, one answer a line out.
    Roads(roads::Args),
    /// List, show and check house rules.
    Rules(rules::Args),
    /// Settle wagers on coups: one JSON object a line in, one a line out.
    Settle(settle::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Roads(args) => roads::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Settle(args) => settle::run(&args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => problem.report(),
    }
}
