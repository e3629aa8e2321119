//! Files of a crate must not import each other in circles: such files cannot be read, tested or moved apart.
//! `xtask/tidy-circles.toml` lists the exceptions, each with its reason.
//!
//! A parent that declares its child with `mod` does not import it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Deserialize;

use super::exceptions;
use super::modules::{Import, Modules};
use super::tree::Tree;
use super::violation::Violation;

pub(super) const PATH: &str = "xtask/tidy-circles.toml";

/// The imports of one crate, by the files at both ends.
type Imports<'a> = BTreeMap<&'a str, BTreeMap<&'a str, Import<'a>>>;

/// Files that depend on each other, for a reason.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    files: BTreeSet<String>,
    reason: String,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let mut unused: Vec<(usize, Exception)> = match exceptions::read(tree, PATH, "circle") {
        Ok(exceptions) => exceptions,
        Err(violation) => return vec![violation],
    };
    let mut violations = Vec::new();
    for folder in folders(tree) {
        let modules = Modules::read(tree, &folder);
        let mut imports = Imports::new();
        for import in modules.imports() {
            imports.entry(import.from).or_default().entry(import.to).or_insert(import);
        }
        for circle in circles(&imports) {
            let listed = unused.iter().position(|(_, exception)| exception.files.iter().eq(circle.iter()));
            match listed.map(|place| unused.remove(place)) {
                Some((_, exception)) if !exception.reason.trim().is_empty() => {}
                Some((line, _)) => {
                    violations.push(Violation::new(PATH, line, "this circle has no reason", "say why"));
                }
                None => violations.extend(violation(&imports, &circle)),
            }
        }
    }
    violations.extend(
        unused.iter().map(|(line, _)| {
            Violation::new(PATH, *line, "these files are no circle", "remove the exception")
        }),
    );
    violations
}

/// Where the members of the workspace have their source.
fn folders(tree: &Tree) -> BTreeSet<String> {
    let manifests = tree.files().iter().filter_map(|file| file.path.strip_suffix("Cargo.toml"));
    manifests.map(|folder| format!("{folder}src/")).collect()
}

/// The largest sets of files in which each reaches every other by imports.
fn circles<'a>(imports: &Imports<'a>) -> BTreeSet<BTreeSet<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        imports.keys().map(|file| (*file, reach(imports, file))).collect();
    let reaches = |from: &str, to: &str| reach.get(from).is_some_and(|reached| reached.contains(to));
    let in_circles = imports.keys().filter(|file| reaches(file, file));
    in_circles
        .map(|file| reach[file].iter().copied().filter(|other| reaches(other, file)).collect())
        .collect()
}

/// The files that one reaches by imports.
fn reach<'a>(imports: &Imports<'a>, file: &'a str) -> BTreeSet<&'a str> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(file) = open.pop() {
        let next = imports.get(file).into_iter().flat_map(BTreeMap::keys);
        open.extend(next.copied().filter(|next| reached.insert(*next)));
    }
    reached
}

/// Reports a circle at the import that begins the shortest way from its first file back to it.
fn violation(imports: &Imports<'_>, circle: &BTreeSet<&str>) -> Option<Violation> {
    let way = shortest(imports, circle.first()?)?;
    let import = imports.get(way.first()?)?.get(way.get(1)?)?;
    let folder = import.from.find("src/").map_or(0, |at| at + "src/".len());
    let names = |files: &mut dyn Iterator<Item = &&str>, between: &str| {
        files.map(|file| file.get(folder..).unwrap_or(file)).collect::<Vec<_>>().join(between)
    };
    let shortest = names(&mut way.iter(), " -> ");
    let what = if circle.len() < way.len() {
        format!("an import circle: {shortest}")
    } else {
        let all = names(&mut circle.iter(), ", ");
        format!("an import circle: {shortest}, in one of {} files: {all}", circle.len())
    };
    let instead =
        format!("move what both need to a file of its own; if they belong together, say why in {PATH}");
    Some(Violation::new(import.from, import.line, what, instead))
}

/// The shortest way from a file back to itself, with it at both ends.
fn shortest<'a>(imports: &Imports<'a>, file: &'a str) -> Option<Vec<&'a str>> {
    let (mut seen, mut ways) = (BTreeSet::new(), VecDeque::from([vec![file]]));
    while let Some(way) = ways.pop_front() {
        for next in imports.get(way.last()?).into_iter().flat_map(BTreeMap::keys) {
            let longer = [&way[..], &[*next]].concat();
            if *next == file {
                return Some(longer);
            }
            if seen.insert(*next) {
                ways.push_back(longer);
            }
        }
    }
    None
}
