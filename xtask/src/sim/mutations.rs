//! Planted bugs: each is put into a copy of the tree, the simulator is built with it and must find it. The list
//! stands in `crates/testing/faultsim/mutations.toml`; this file knows how to plant, not what.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use toml::de::{DeTable, DeValue};

use crate::project::{self, Project};
use crate::shell::{self, Failure, Result};

const LIST: &str = "crates/testing/faultsim/mutations.toml";

/// What the simulator does not need.
const LEFT_OUT: [&str; 2] = ["web/", "corpora/"];

/// For how many seconds a run may go on: a planted bug may keep the house busy for ever.
const PATIENCE: &str = "600";

/// A planted bug.
#[derive(Debug, PartialEq, Eq)]
struct Mutation {
    name: String,
    store: String,
    /// Within how many seeds it must be found.
    seeds: i64,
    edits: Vec<Edit>,
}

/// One replacement in one file.
#[derive(Debug, PartialEq, Eq)]
struct Edit {
    file: String,
    find: String,
    replace: String,
}

/// How a bug was found.
struct Find {
    /// The how manyth seed it took.
    seed: String,
    /// What was said first.
    said: String,
}

/// Plants every bug of the list, one after the other.
pub(super) fn run(project: &Project) -> Result {
    let list = read(project)?;
    for mutation in &list {
        mutation.planted(project)?;
    }
    let scratch = Scratch::new(project)?;
    println!("{:<42} {:<7} {:>9} {:>7}  first said", "planted bug", "store", "found by", "within");
    let mut missed = Vec::new();
    for mutation in &list {
        let found = scratch.hunt(project, mutation)?;
        let (seed, said) = found.as_ref().map_or(("-", "NOT FOUND"), |it| (&it.seed, &it.said));
        println!("{:<42} {:<7} {seed:>9} {:>7}  {said}", mutation.name, mutation.store, mutation.seeds);
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
}

fn parse(text: &str) -> Result<Vec<Mutation>> {
    let document = DeTable::parse(text).map_err(|error| Failure::new(format!("{LIST}: {error}")))?;
    let found = tables(document.get_ref(), "mutation").map(|table| {
        let edits = tables(table, "edit").map(|edit| {
            Some(Edit {
                file: word(edit, "file")?,
                find: word(edit, "find")?,
                replace: word(edit, "replace")?,
            })
        });
        let seeds = match table.get("seeds")?.get_ref() {
            DeValue::Integer(seeds) => i64::from_str_radix(seeds.as_str(), seeds.radix()).ok()?,
            _ => return None,
        };
        let (name, store) = (word(table, "name")?, word(table, "store")?);
        Some(Mutation { name, store, seeds, edits: edits.collect::<Option<_>>()? })
    });
    let whole: Option<Vec<_>> = found.collect();
    whole.ok_or_else(|| Failure::new(format!("{LIST}: a bug wants name, store, seeds and edits")))
}

fn tables<'a>(table: &'a DeTable<'_>, name: &str) -> impl Iterator<Item = &'a DeTable<'a>> {
    let list = table.get(name).and_then(|list| list.get_ref().as_array());
    list.into_iter().flat_map(|list| list.iter()).filter_map(|entry| entry.get_ref().as_table())
}

fn word(table: &DeTable<'_>, name: &str) -> Option<String> {
    table.get(name)?.get_ref().as_str().map(str::to_owned)
}

impl Mutation {
    /// The files with the bug in them.
    fn planted(&self, project: &Project) -> Result<Vec<(String, String)>> {
        let mut files: Vec<(String, String)> = Vec::new();
        for edit in &self.edits {
            let said = |why: &str| Failure::new(format!("{}: {}: {why}", self.name, edit.file));
            if files.iter().all(|(file, _)| *file != edit.file) {
                let text = std::fs::read_to_string(project.path(&edit.file));
                files.push((edit.file.clone(), text.map_err(|error| said(&error.to_string()))?));
            }
            let Some((_, text)) = files.iter_mut().find(|(file, _)| *file == edit.file) else { continue };
            if text.matches(&edit.find).count() != 1 {
                return Err(said("what is to be replaced must stand there once"));
            }
            *text = text.replacen(&edit.find, &edit.replace, 1);
        }
        Ok(files)
    }
}

/// A copy of the tree, with a target folder of its own so that only what a bug touches is built again.
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
            scratch.put(file, &std::fs::read(&from).map_err(|error| said(&from, &error))?)?;
        }
        Ok(scratch)
    }

    /// Removes what is left in a folder from a run before and is no part of the project any more.
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
                std::fs::remove_file(&path).map_err(|error| said(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Writes a file, unless it is like that already: cargo goes by dates.
    fn put(&self, file: &str, content: &[u8]) -> Result {
        let path = self.tree.join(file);
        if std::fs::read(&path).is_ok_and(|there| there == content) {
            return Ok(());
        }
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        folder.and_then(|()| std::fs::write(&path, content)).map_err(|error| said(&path, &error))
    }

    /// Plants a bug, lets the simulator look for it, and takes it out again.
    fn hunt(&self, project: &Project, mutation: &Mutation) -> Result<Option<Find>> {
        let files = mutation.planted(project)?;
        for (file, text) in &files {
            self.put(file, text.as_bytes())?;
        }
        let found = self.look(mutation);
        for (file, _) in &files {
            let from = project.path(file);
            self.put(file, &std::fs::read(&from).map_err(|error| said(&from, &error))?)?;
        }
        found
    }

    fn look(&self, mutation: &Mutation) -> Result<Option<Find>> {
        let mut build = Command::new("cargo");
        build.args(["build", "--quiet", "--offline", "--package", "punto-faultsim"]).current_dir(&self.tree);
        // Little optimised: building takes longer than the few seeds it takes.
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

/// What the simulator says of a broken seed.
fn find(text: &str) -> Option<Find> {
    let first = text.lines().find_map(|line| line.strip_prefix("DEVIATION "))?;
    let seed = text.lines().find_map(|line| line.strip_prefix("found by the seed number "))?;
    let (seed, _) = seed.split_once(';')?;
    let law = first.split_once(':').map_or(first, |(law, _)| law);
    Some(Find { seed: seed.to_owned(), said: law.to_owned() })
}

fn said(path: &Path, error: &std::io::Error) -> Failure {
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
            assert!(!mutation.planted(&project).unwrap().is_empty(), "{}", mutation.name);
            assert!(mutation.seeds > 0 && ["memory", "sqlite"].contains(&mutation.store.as_str()));
        }
    }

    #[test]
    fn what_the_simulator_says_is_understood() {
        let text =
            "DEVIATION told: patron 1: x\nDEVIATION b: c\nfound by the seed number 7; to see it again:\n";
        let found = find(text).unwrap();
        assert_eq!((found.seed.as_str(), found.said.as_str()), ("7", "told"));
        assert!(find("a panic").is_none());
    }
}
