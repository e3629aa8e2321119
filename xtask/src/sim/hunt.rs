//! Plants each bug in a copy of the tree, builds the simulator with it, and checks that the simulator finds it.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use xshell::{Shell, cmd};

use crate::mutations::{LIST, Mutation, parse};
use crate::project;

/// Folders that the simulator does not need.
const LEFT_OUT: [&str; 2] = ["web/", "corpora/"];

/// Seconds after which a run is ended: a planted bug may keep the house busy for ever.
const PATIENCE: &str = "600";

/// The status of `timeout` when it ended the run.
const ENDED: i32 = 124;

/// What became of a hunt.
#[derive(Debug, PartialEq, Eq)]
enum Hunted {
    /// A seed broke a law: how many seeds it took, and the law that the first deviation breaks.
    Found { seeds: String, law: String },
    /// Every seed was clean.
    Clean,
    /// The tree does not compile with the bug in it. Cargo said why.
    NotBuilt,
    /// The run took too long.
    TimedOut,
    /// The run ended otherwise, with these words.
    BrokeOff(String),
}

/// Plants every bug of the list whose name has this text, one after the other.
pub(super) fn run(sh: &Shell, only: &str) -> Result<()> {
    let mut list = parse(&sh.read_file(LIST)?).context(LIST)?;
    list.retain(|mutation| mutation.name.contains(only));
    ensure!(!list.is_empty(), "no planted bug has {only:?} in its name: see {LIST}");
    for mutation in &list {
        planted(mutation, sh)?;
    }
    let scratch = Scratch::new(sh)?;
    println!("{:<42} {:<7} {:>9} {:>7}  first deviation", "planted bug", "store", "found by", "within");
    let mut missed = Vec::new();
    for mutation in &list {
        let hunted = scratch.hunt(sh, mutation)?;
        let (seeds, law) = hunted.columns();
        println!("{:<42} {:<7} {seeds:>9} {:>7}  {law}", mutation.name, mutation.store, mutation.seeds);
        if let Hunted::BrokeOff(words) = &hunted {
            eprintln!("{words}");
        }
        if !matches!(hunted, Hunted::Found { .. }) {
            missed.push(mutation.name.as_str());
        }
    }
    ensure!(missed.is_empty(), "not found: {}", missed.join("; "));
    println!("all {} planted bugs were found", list.len());
    Ok(())
}

/// The files with the bug in them.
fn planted(mutation: &Mutation, sh: &Shell) -> Result<Vec<(String, String)>> {
    mutation.planted(|file| sh.read_file(file).ok()).map_err(|misplaced| anyhow::anyhow!(misplaced.why))
}

/// A copy of the tree. Its own target folder keeps builds incremental from one bug to the next.
struct Scratch {
    tree: PathBuf,
    target: PathBuf,
}

impl Scratch {
    fn new(sh: &Shell) -> Result<Self> {
        let folder = project::target()?.join("mutations");
        let scratch = Self { tree: folder.join("tree"), target: folder.join("target") };
        sh.remove_path(&scratch.tree)?;
        let files = cmd!(sh, "git ls-files --cached --others --exclude-standard").read()?;
        let wanted = files.lines().filter(|file| LEFT_OUT.iter().all(|left_out| !file.starts_with(left_out)));
        for file in wanted.filter(|file| sh.path_exists(file)) {
            scratch.copy(sh, file)?;
        }
        Ok(scratch)
    }

    /// Copies a file of the project.
    fn copy(&self, sh: &Shell, file: &str) -> Result<()> {
        Ok(sh.write_file(self.tree.join(file), sh.read_binary_file(file)?)?)
    }

    /// Plants a bug, runs the simulator, and takes the bug out again.
    fn hunt(&self, sh: &Shell, mutation: &Mutation) -> Result<Hunted> {
        let files = planted(mutation, sh)?;
        for (file, text) in &files {
            sh.write_file(self.tree.join(file), text)?;
        }
        let hunted = self.look(sh, mutation);
        for (file, _) in &files {
            self.copy(sh, file)?;
        }
        hunted
    }

    fn look(&self, sh: &Shell, Mutation { store, seeds, live, .. }: &Mutation) -> Result<Hunted> {
        let _tree = sh.push_dir(&self.tree);
        // Optimised a little: building takes longer than the few seeds do.
        let build = cmd!(sh, "cargo build --quiet --offline --package punto-faultsim");
        let build = build.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
        let build = build.env("CARGO_PROFILE_DEV_DEBUG", "0");
        if build.run().is_err() {
            return Ok(Hunted::NotBuilt);
        }
        let (simulator, seeds) = (self.target.join("debug/punto-faultsim"), seeds.to_string());
        let live = live.then_some("--live");
        let run = cmd!(sh, "timeout {PATIENCE} {simulator} --seeds={seeds} --store={store} {live...}");
        let output = run.ignore_status().output()?;
        Ok(Hunted::of(output.status.code(), &String::from_utf8_lossy(&output.stderr)))
    }
}

impl Hunted {
    /// Reads the simulator's status and its report of a broken seed.
    fn of(status: Option<i32>, text: &str) -> Self {
        match (status, found(text)) {
            (Some(0), _) => Self::Clean,
            (Some(ENDED), _) => Self::TimedOut,
            (_, Some(found)) => found,
            (_, None) => Self::BrokeOff(text.to_owned()),
        }
    }

    /// The last two columns of the table: by how many seeds it was found, and the law or why not.
    fn columns(&self) -> (&str, &str) {
        match self {
            Self::Found { seeds, law } => (seeds, law),
            Self::Clean => ("-", "NOT FOUND"),
            Self::NotBuilt => ("-", "NOT FOUND (it does not compile)"),
            Self::TimedOut => ("-", "NOT FOUND (timeout)"),
            Self::BrokeOff(_) => ("-", "NOT FOUND (the run broke off)"),
        }
    }
}

fn found(text: &str) -> Option<Hunted> {
    let first = text.lines().find_map(|line| line.strip_prefix("DEVIATION "))?;
    let seeds = text.lines().find_map(|line| line.strip_prefix("found by the seed number "))?;
    let (seeds, _) = seeds.split_once(';')?;
    let law = first.split_once(':').map_or(first, |(law, _)| law);
    Some(Hunted::Found { seeds: seeds.to_owned(), law: law.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_planted_bug_has_its_place_in_the_tree() {
        let sh = project::shell().unwrap();
        let list = parse(&sh.read_file(LIST).unwrap()).unwrap();
        assert!(list.len() >= 10);
        for mutation in &list {
            assert!(!planted(mutation, &sh).unwrap().is_empty(), "{}", mutation.name);
            assert!(mutation.seeds > 0 && ["memory", "sqlite"].contains(&mutation.store.as_str()));
        }
    }

    #[test]
    fn a_bug_is_found_by_the_report_of_a_broken_seed_alone() {
        let broken =
            "DEVIATION b: patron 1: x\nDEVIATION c: d\nfound by the seed number 7; to see it again:\n";
        for (status, text, columns) in [
            (Some(1), broken, ("7", "b")),
            (Some(0), "", ("-", "NOT FOUND")),
            (Some(124), "", ("-", "NOT FOUND (timeout)")),
            (Some(101), "a panic", ("-", "NOT FOUND (the run broke off)")),
            (None, "", ("-", "NOT FOUND (the run broke off)")),
        ] {
            assert_eq!(Hunted::of(status, text).columns(), columns, "{status:?} {text}");
        }
    }
}
