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
    let reaches = |from: &'a str, to: &str| shortest(imports, from, to).is_some();
    let in_circles = imports.keys().copied().filter(|file| reaches(file, file));
    let circle = |file: &'a str| {
        let others = imports.keys().copied();
        others.filter(|other| reaches(file, other) && reaches(other, file)).collect()
    };
    in_circles.map(circle).collect()
}

/// Reports a circle at the import that begins the shortest way from its first file back to it.
fn violation(imports: &Imports<'_>, circle: &BTreeSet<&str>) -> Option<Violation> {
    let first = circle.first()?;
    let way = shortest(imports, first, first)?;
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

/// The shortest way of one import or more from a file to another or itself, with both at its ends.
fn shortest<'a>(imports: &Imports<'a>, from: &'a str, to: &str) -> Option<Vec<&'a str>> {
    let (mut seen, mut ways) = (BTreeSet::new(), VecDeque::from([vec![from]]));
    while let Some(way) = ways.pop_front() {
        for next in imports.get(way.last()?).into_iter().flat_map(BTreeMap::keys) {
            let longer = [&way[..], &[*next]].concat();
            if *next == to {
                return Some(longer);
            }
            if seen.insert(*next) {
                ways.push_back(longer);
            }
        }
    }
    None
}
