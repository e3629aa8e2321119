//! `cargo xtask crash`: builds the server and the kill test, and runs them. `crates/testing/crash` says what is killed
//! when, and what must hold afterwards.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::{debian, project};

/// The options of the kill test with their defaults.
const OPTIONS: &str = "\
Options of the kill test:
  --store STORE  The store that the server uses: sqlite or postgres [default: sqlite]
  --cycles N     The number of kills, 1 or more [default: 50]
  --seed N       The seed of all choices [default: a new one each time]
  --patrons N    The number of patrons who play at once, 1 to 500 [default: 20]
  --live         Two of the tables are live ones, with shoes whose devices outlive the kills
  --keep         Keep the data folder even when nothing is wrong
  --json         Report as JSON

`cargo xtask crash -- --help` shows the help of the kill test itself.";

/// Kill the server under load, again and again, and audit what is left.
#[derive(clap::Args)]
#[command(after_help = OPTIONS)]
pub(crate) struct Args {
    /// Passed on to the kill test
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
    project::build(sh, &["punto", "punto-crash"])?;
    let (crash, punto) = (project::built("punto-crash")?, project::built("punto")?);
    Ok(cmd!(sh, "{crash} --punto {punto} {args...}").run()?)
}
