//! The program behind `cargo xtask verifiers`: shoes by number through all verifiers, and flipped bits. Knows no check.
#![expect(clippy::print_stdout, reason = "a command line program speaks by printing")]

mod alike;
mod flips;
mod progress;
mod shoes;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Compare the verifiers of proof files with each other, or look for a flipped bit that none notices.
#[derive(Parser)]
#[command(name = "punto-verifiers", max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print shoes by number through the program, WebAssembly and JavaScript, and compare every line
    Alike {
        /// The number of shoes
        #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
        shoes: u64,
        /// The number of the first one
        #[arg(long, default_value_t = 0)]
        from: u64,
        /// The program `punto`
        #[arg(long, value_name = "PROGRAM")]
        punto: PathBuf,
        /// The folder of `verify.mjs` and `wasm.mjs`
        #[arg(long, value_name = "FOLDER", default_value = "web/verify")]
        scripts: PathBuf,
    },
    /// Flip every bit of a shoe of three rounds, and a bit of each byte of a full one, played and in play
    Flips,
}

fn main() -> Result<ExitCode> {
    let good = match Args::parse().command {
        Command::Alike { shoes, from, punto, scripts } => {
            let differing = alike::run(from..from.saturating_add(shoes), &punto, &scripts)?;
            println!("{shoes} shoes, {} lines differ", differing.len());
            differing.iter().take(20).for_each(|line| println!("{line}"));
            differing.is_empty()
        }
        Command::Flips => {
            let (flipped, unnoticed) = flips::run();
            println!("{flipped} flipped bits, {} unnoticed", unnoticed.len());
            unnoticed.iter().take(20).for_each(|line| println!("{line}"));
            unnoticed.is_empty()
        }
    };
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_well_formed() {
        super::Args::command().debug_assert();
    }
}
