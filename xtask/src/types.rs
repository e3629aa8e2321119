//! `cargo xtask types`: writes the client's TypeScript from the messages of `crates/edge/wire`, or checks that the
//! committed files are up to date.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::project::Project;
use crate::shell::{self, Failure, Result};

/// Where the generated files are kept.
const COMMITTED: &str = "web/src/lib/wire";

/// Write the client's TypeScript from the wire messages.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail if the committed files are not what would be written
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(project: &Project, args: &Args) -> Result {
    if args.check { check(project) } else { write(project) }
}

/// Replaces the committed files.
fn write(project: &Project) -> Result {
    let committed = project.path(COMMITTED);
    let fresh = generate(project)?;
    if committed.exists() {
        fs::remove_dir_all(&committed).map_err(|error| at(&committed, &error))?;
    }
    for (name, text) in fresh {
        let path = committed.join(name);
        let folder = path.parent().unwrap_or(&committed);
        fs::create_dir_all(folder).map_err(|error| at(folder, &error))?;
        fs::write(&path, text).map_err(|error| at(&path, &error))?;
    }
    Ok(())
}

/// Fails, naming the files, if the committed ones differ from what would be written.
pub(crate) fn check(project: &Project) -> Result {
    let differing = differences(&generate(project)?, &read(&project.path(COMMITTED))?);
    if differing.is_empty() {
        return Ok(());
    }
    let list = differing.join("\n  ");
    Err(Failure::new(format!(
        "{COMMITTED} is not what crates/edge/wire says; run `cargo xtask types`\n  {list}"
    )))
}

type Files = BTreeMap<String, String>;

/// The files as they are today, by their name in the folder.
fn generate(project: &Project) -> Result<Files> {
    let folder = std::env::temp_dir().join(format!("punto-types-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    let args = ["run", "--quiet", "--package", "punto-wire", "--example", "export_types", "--"];
    let files = shell::run(project.command("cargo", args).arg(&folder)).and_then(|()| read(&folder));
    fs::remove_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    files
}

fn read(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    read_into(&mut files, folder, "")?;
    Ok(files)
}

fn read_into(files: &mut Files, folder: &Path, prefix: &str) -> Result {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))?.flatten() {
        let (path, name) = (entry.path(), format!("{prefix}{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            read_into(files, &path, &format!("{name}/"))?;
        } else {
            files.insert(name, fs::read_to_string(&path).map_err(|error| at(&path, &error))?);
        }
    }
    Ok(())
}

/// A line for each file that differs between the two.
fn differences(fresh: &Files, committed: &Files) -> Vec<String> {
    let changed = fresh.iter().filter_map(|(name, text)| match committed.get(name) {
        None => Some(format!("{name}: not committed")),
        Some(old) if old != text => Some(format!("{name}: differs")),
        Some(_) => None,
    });
    let left = committed.keys().filter(|name| !fresh.contains_key(*name));
    changed.chain(left.map(|name| format!("{name}: no longer generated"))).collect()
}

fn at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> Files {
        list.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn every_kind_of_drift_is_named() {
        let fresh = files(&[("Card.ts", "1"), ("Round.ts", "new"), ("Seat.ts", "3")]);
        let committed = files(&[("Card.ts", "1"), ("Round.ts", "old"), ("Chip.ts", "4")]);
        let expected = ["Round.ts: differs", "Seat.ts: not committed", "Chip.ts: no longer generated"];
        assert_eq!(differences(&fresh, &committed), expected);
        assert!(differences(&fresh, &fresh).is_empty());
    }

    #[test]
    fn folders_are_read_whole() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("client")).unwrap();
        fs::write(folder.path().join("client/Slip.ts"), "slip").unwrap();
        fs::write(folder.path().join("Card.ts"), "card").unwrap();
        let read = read(folder.path()).unwrap();
        assert_eq!(read, files(&[("Card.ts", "card"), ("client/Slip.ts", "slip")]));
    }
}
