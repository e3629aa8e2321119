//! `cargo xtask randomness`: builds the measurement of the shuffle and runs it. `crates/testing/randomness` says what
//! is measured, and docs/PROOFS.md what came out.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::project;

/// The options of the measurement with their defaults.
const OPTIONS: &str = "\
Options of the measurement:
  --shoes N       The number of shoes, 50,000 or more [default: 1000000]
  --shuffle NAME  The shuffle: tables, or one with a mistake: one-byte-modulo, off-by-one,
                  swap-with-any, seed-of-32-bits [default: tables]
  --json          Report as JSON

`cargo xtask randomness -- --help` shows the help of the measurement itself.";

/// Measure the shuffle of tables against chance, over a million shoes.
#[derive(clap::Args)]
#[command(after_help = OPTIONS)]
pub(crate) struct Args {
    /// Passed on to the measurement
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    cmd!(sh, "cargo build --quiet --release --package punto-randomness").run()?;
    let (program, rest) = (project::target()?.join("release/punto-randomness"), &args.rest);
    Ok(cmd!(sh, "{program} {rest...}").run()?)
}
