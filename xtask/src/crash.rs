//! `cargo xtask crash`: builds the server and the kill test, and runs them. `crates/testing/crash` says what is killed
//! when, and what must hold afterwards.

use std::process::Command;

use clap::ValueEnum;

use crate::debian;
use crate::project::{self, Project};
use crate::shell::{self, Result};

/// Kill the server under load, again and again, and audit what is left.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The store that the server uses
    #[arg(long, value_enum, default_value_t = Store::Sqlite)]
    store: Store,
    /// How often it is killed
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    cycles: u32,
    /// Seed of all slips and all moments [default: a random one]
    #[arg(long)]
    seed: Option<u64>,
    /// How many play at once
    #[arg(long, default_value_t = 20)]
    patrons: u16,
    /// Keep the data folder even without a deviation
    #[arg(long)]
    keep: bool,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Store {
    /// One SQLite file
    Sqlite,
    /// A PostgreSQL started for it, and itself killed in a quarter of the cycles
    Postgres,
}

impl Args {
    /// A run short enough for every change: it finds what goes wrong often.
    pub(crate) fn short(store: Store) -> Self {
        Self { store, cycles: 5, seed: None, patrons: 20, keep: false, json: false }
    }
}

pub(crate) fn run(project: &Project, args: &Args) -> Result {
    if args.store == Store::Postgres {
        debian::need_postgres()?;
    }
    // Under `--json`, the report is all that is printed.
    let show = if args.json { shell::run_unseen } else { shell::run };
    show(
        &mut project.command("cargo", ["build", "--quiet", "--package", "punto", "--package", "punto-crash"]),
    )?;
    let mut crash = Command::new(project::built("punto-crash")?);
    crash.arg("--punto").arg(project::punto()?);
    show(crash.args(words(args)))
}

/// The arguments as `punto-crash` takes them.
fn words(args: &Args) -> Vec<String> {
    let mut words = vec![format!("--cycles={}", args.cycles), format!("--patrons={}", args.patrons)];
    words.extend(args.store.to_possible_value().map(|store| format!("--store={}", store.get_name())));
    words.extend(args.seed.map(|seed| format!("--seed={seed}")));
    let flags = [("--keep", args.keep), ("--json", args.json)];
    words.extend(flags.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag.to_owned()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_passed_on() {
        let short = Args::short(Store::Sqlite);
        assert_eq!(words(&short), ["--cycles=5", "--patrons=20", "--store=sqlite"]);
        let all = Args { seed: Some(7), keep: true, json: true, ..Args::short(Store::Postgres) };
        let expected = ["--cycles=5", "--patrons=20", "--store=postgres", "--seed=7", "--keep", "--json"];
        assert_eq!(words(&all), expected);
    }
}
