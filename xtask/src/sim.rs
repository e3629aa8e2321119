//! `cargo xtask sim`: builds the simulator and runs it. `crates/testing/faultsim` says what is simulated, and what must
//! hold.

mod hunt;

use std::process::Command;

use clap::ValueEnum;

use crate::project::{self, Project};
use crate::shell::{self, Result};

/// Simulate house, table and ledger from seeds, with faults of every kind.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many seeds
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The first of them; each further one is the next number
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    from: u64,
    /// The store that the house uses [default: memory]
    #[arg(long, value_enum)]
    store: Option<Store>,
    /// Report as JSON
    #[arg(long)]
    json: bool,
    /// Plant one bug after the other instead, and check that each is found
    #[arg(long, conflicts_with_all = ["seeds", "from", "store", "json"])]
    mutations: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Store {
    /// The reference in memory
    Memory,
    /// SQLite, on a disk that loses its power
    Sqlite,
}

/// The simulator is built with optimisation: a run has thousands of seeds.
const BUILD: [&str; 5] = ["build", "--quiet", "--release", "--package", "punto-faultsim"];

pub(crate) fn run(project: &Project, args: &Args) -> Result {
    if args.mutations {
        return hunt::run(project);
    }
    // Under `--json`, the report is all that is printed.
    let show = if args.json { shell::run_unseen } else { shell::run };
    show(&mut project.command("cargo", BUILD))?;
    show(Command::new(project::target()?.join("release/punto-faultsim")).args(words(args)))
}

/// The arguments as `punto-faultsim` takes them.
fn words(args: &Args) -> Vec<String> {
    let mut words = vec![format!("--seeds={}", args.seeds), format!("--from={}", args.from)];
    let store = args.store.and_then(|store| store.to_possible_value());
    words.extend(store.map(|store| format!("--store={}", store.get_name())));
    words.extend(args.json.then(|| "--json".to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_on() {
        let plain = Args { seeds: 10, from: 0, store: None, json: false, mutations: false };
        assert_eq!(words(&plain), ["--seeds=10", "--from=0"]);
        let all = Args { from: 7, store: Some(Store::Sqlite), json: true, ..plain };
        assert_eq!(words(&all), ["--seeds=10", "--from=7", "--store=sqlite", "--json"]);
    }
}
