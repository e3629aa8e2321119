//! `cargo xtask load`: builds the server and the bots, and lets these play. `crates/testing/load` says what they check.

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::project;

/// The options of a load with their defaults.
const OPTIONS: &str = "\
Options of the load:
  --tables N        The number of tables [default: 200]
  --sockets N       The number of sockets [default: 10000]
  --patrons N       How many of the sockets wager [default: 2000]
  --seconds N       How long they play [default: 600]
  --faults          Rogue sockets beside them; kill and stop the server once
  --server ADDRESS  A running server, such as 127.0.0.1:7777
  --database URL    Serve from PostgreSQL
  --json            Report as JSON

`cargo xtask load -- --help` shows all options.";

/// Let thousands of bots play on a server over real sockets, and check their money.
#[derive(clap::Args)]
#[command(after_help = OPTIONS)]
pub(crate) struct Args {
    /// Passed on to the bots
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    cmd!(sh, "cargo build --quiet --release --package punto --package punto-load").run()?;
    let release = project::target()?.join("release");
    let (load, punto) = (release.join("punto-load"), release.join("punto"));
    let rest = &args.rest;
    Ok(cmd!(sh, "{load} --punto {punto} {rest...}").run()?)
}
