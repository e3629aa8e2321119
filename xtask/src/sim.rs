//! `cargo xtask sim`: builds the simulator and runs it. `crates/testing/faultsim` says what is simulated, and what must
//! hold.

mod hunt;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::project;

/// The options of the simulator with their defaults.
const OPTIONS: &str = "\
Options of the simulator:
  --seeds N      The number of seeds, 1 or more [default: 1000]
  --from SEED    The first seed; each further one is the next number [default: 0]
  --store STORE  The store of the house: memory or sqlite [default: memory]
  --live         Shifts at live tables instead of houses that shuffle
  --rounds N     How many rounds such a shift has, at least [default: 40]
  --json         Report as JSON

`cargo xtask sim -- --help` shows the help of the simulator itself.";

/// Simulate house, table and ledger from seeds, with faults of every kind.
#[derive(clap::Args)]
#[command(after_help = OPTIONS)]
pub(crate) struct Args {
    /// Plant one bug after the other instead, and check that each is found
    #[arg(long, conflicts_with = "rest")]
    mutations: bool,
    /// Plant only the bugs whose name has this text
    #[arg(long, value_name = "TEXT", requires = "mutations", default_value = "", hide_default_value = true)]
    only: String,
    /// Passed on to the simulator
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

pub(crate) fn run(sh: &Shell, args: &Args) -> Result<()> {
    if args.mutations {
        return hunt::run(sh, &args.only);
    }
    // Built with optimisation: a run has thousands of seeds.
    cmd!(sh, "cargo build --quiet --release --package punto-faultsim").run()?;
    let (simulator, rest) = (project::target()?.join("release/punto-faultsim"), &args.rest);
    Ok(cmd!(sh, "{simulator} {rest...}").run()?)
}
