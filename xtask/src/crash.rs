//! `cargo xtask crash`: builds the server and the kill test, and runs them. `crates/testing/crash` says what is killed
//! when, and what must hold afterwards.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{debian, project};

/// Kill the server under load, again and again, and audit what is left.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Passed on to the kill test: `--store sqlite` or `postgres`, `--cycles N`, `--seed N`, `--patrons N`, `--keep`,
    /// `--json`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    with(sh, &args.rest)
}

/// Runs the kill test with these arguments.
pub(crate) fn with(sh: &Shell, args: &[String]) -> Result<()> {
    if args.iter().any(|word| word.ends_with("postgres")) {
        debian::need_postgres(sh)?;
    }
    cmd!(sh, "cargo build --quiet --package punto --package punto-crash").run()?;
    let (crash, punto) = (project::built("punto-crash")?, project::built("punto")?);
    Ok(cmd!(sh, "{crash} --punto {punto} {args...}").run()?)
}
