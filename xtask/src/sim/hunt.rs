//! Plants each bug in a copy of the tree, builds the simulator with it, and checks that the simulator finds it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::mutations::{LIST, Mutation, parse};
use crate::project::{self, Project};
use crate::shell::{self, Failure, Result};

/// Folders that the simulator does not need.
const LEFT_OUT: [&str; 2] = ["web/", "corpora/"];

/// Seconds after which a run is ended: a planted bug may keep the house busy for ever.
const PATIENCE: &str = "600";

/// How a bug was found.
struct Find {
    /// How many seeds it took.
    seeds: String,
    /// The law that the first deviation breaks.
    law: String,
}

/// Plants every bug of the list, one after the other.
pub(super) fn run(project: &Project) -> Result {
    let list = read(project)?;
    for mutation in &list {
        planted(mutation, project)?;
    }
    let scratch = Scratch::new(project)?;
    println!("{:<42} {:<7} {:>9} {:>7}  first deviation", "planted bug", "store", "found by", "within");
    let mut missed = Vec::new();
    for mutation in &list {
        let found = scratch.hunt(project, mutation)?;
        let (seeds, law) = found.as_ref().map_or(("-", "NOT FOUND"), |it| (&it.seeds, &it.law));
        println!("{:<42} {:<7} {seeds:>9} {:>7}  {law}", mutation.name, mutation.store, mutation.seeds);
        if found.is_none() {
            missed.push(mutation.name.as_str());
        }
    }
    if missed.is_empty() {
        println!("all {} planted bugs were found", list.len());
        Ok(())
    } else {
        Err(Failure::new(format!("not found: {}", missed.join("; "))))
    }
}

fn read(project: &Project) -> Result<Vec<Mutation>> {
    let text = std::fs::read_to_string(project.path(LIST));
    parse(&text.map_err(|error| Failure::new(format!("{LIST}: {error}")))?)
        .map_err(|error| Failure::new(format!("{LIST}: {error}")))
}

/// The files with the bug in them.
fn planted(mutation: &Mutation, project: &Project) -> Result<Vec<(String, String)>> {
    let planted = mutation.planted(|file| std::fs::read_to_string(project.path(file)).ok());
    planted.map_err(|misplaced| Failure::new(misplaced.why))
}

/// A copy of the tree. Its own target folder keeps builds incremental from one bug to the next.
struct Scratch {
    tree: PathBuf,
    target: PathBuf,
}

impl Scratch {
    fn new(project: &Project) -> Result<Self> {
        let folder = project::target()?.join("mutations");
        let scratch = Self { tree: folder.join("tree"), target: folder.join("target") };
        let (listed, files) = shell::capture(
            &mut project.command("git", ["ls-files", "--cached", "--others", "--exclude-standard"]),
        )?;
        if !listed {
            return Err(Failure::new(files));
        }
        let wanted = files.lines().filter(|file| LEFT_OUT.iter().all(|left_out| !file.starts_with(left_out)));
        let wanted: BTreeSet<&str> = wanted.filter(|file| project.path(file).is_file()).collect();
        scratch.keep(&scratch.tree, &wanted)?;
        for file in wanted {
            let from = project.path(file);
            scratch.put(file, &std::fs::read(&from).map_err(|error| failure(&from, &error))?)?;
        }
        Ok(scratch)
    }

    /// Removes files of earlier runs that the project no longer has.
    fn keep(&self, folder: &Path, wanted: &BTreeSet<&str>) -> Result {
        let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.keep(&path, wanted)?;
                continue;
            }
            let file = path.strip_prefix(&self.tree).ok().and_then(Path::to_str);
            if file.is_none_or(|file| !wanted.contains(file)) {
                std::fs::remove_file(&path).map_err(|error| failure(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Writes a file, unless it has this content already: cargo goes by dates.
    fn put(&self, file: &str, content: &[u8]) -> Result {
        let path = self.tree.join(file);
        if std::fs::read(&path).is_ok_and(|there| there == content) {
            return Ok(());
        }
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(&path, content)).map_err(|error| failure(&path, &error))
    }

    /// Plants a bug, runs the simulator, and takes the bug out again.
    fn hunt(&self, project: &Project, mutation: &Mutation) -> Result<Option<Find>> {
        let files = planted(mutation, project)?;
        for (file, text) in &files {
            self.put(file, text.as_bytes())?;
        }
        let found = self.look(mutation);
        for (file, _) in &files {
            let from = project.path(file);
            self.put(file, &std::fs::read(&from).map_err(|error| failure(&from, &error))?)?;
        }
        found
    }

    fn look(&self, mutation: &Mutation) -> Result<Option<Find>> {
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--offline", "--package", "punto-faultsim"]).current_dir(&self.tree);
        // Optimised a little: building takes longer than the few seeds do.
        build.env("CARGO_TARGET_DIR", &self.target).env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
        let (built, text) = shell::capture(build.env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
        if !built {
            return Err(Failure::new(format!("{} does not compile:\n{text}", mutation.name)));
        }
        let mut run = Command::new("timeout");
        run.arg(PATIENCE).arg(self.target.join("debug/punto-faultsim"));
        run.args([format!("--seeds={}", mutation.seeds), format!("--store={}", mutation.store)]);
        let (clean, text) = shell::capture(&mut run)?;
        if clean {
            return Ok(None);
        }
        find(&text)
            .map(Some)
            .ok_or_else(|| Failure::new(format!("{}: the run broke off:\n{text}", mutation.name)))
    }
}

/// Reads the simulator's report of a broken seed.
fn find(text: &str) -> Option<Find> {
    let first = text.lines().find_map(|line| line.strip_prefix("DEVIATION "))?;
    let seeds = text.lines().find_map(|line| line.strip_prefix("found by the seed number "))?;
    let (seeds, _) = seeds.split_once(';')?;
    let law = first.split_once(':').map_or(first, |(law, _)| law);
    Some(Find { seeds: seeds.to_owned(), law: law.to_owned() })
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_planted_bug_has_its_place_in_the_tree() {
        let project = Project::here();
        let list = read(&project).unwrap();
        assert!(list.len() >= 10);
        for mutation in &list {
            assert!(!planted(mutation, &project).unwrap().is_empty(), "{}", mutation.name);
            assert!(mutation.seeds > 0 && ["memory", "sqlite"].contains(&mutation.store.as_str()));
        }
    }

    #[test]
    fn the_report_of_a_broken_seed_is_read() {
        let text =
            "DEVIATION told: patron 1: x\nDEVIATION b: c\nfound by the seed number 7; to see it again:\n";
        let found = find(text).unwrap();
        assert_eq!((found.seeds.as_str(), found.law.as_str()), ("7", "told"));
        assert!(find("a panic").is_none());
    }
}
