//! Files of a crate must not import each other in circles: such files cannot be read, tested or moved apart.
//! `xtask/tidy-circles.toml` lists the exceptions, each with its reason.
//!
//! A parent that declares its child with `mod` does not import it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use toml::de::{DeTable, DeValue};

use super::manifest::line_at;
use super::modules::{Import, Modules};
use super::tree::Tree;
use super::violation::Violation;

pub(super) const PATH: &str = "xtask/tidy-circles.toml";

/// The imports of one crate, by the files at both ends.
type Imports<'a> = BTreeMap<&'a str, BTreeMap<&'a str, Import<'a>>>;

/// Files that depend on each other, for a reason.
struct Exception {
    files: BTreeSet<String>,
    line: usize,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let (exceptions, mut found) = exceptions(tree.text(PATH).unwrap_or_default());
    let mut used = BTreeSet::new();
    for folder in folders(tree) {
        let modules = Modules::read(tree, &folder);
        let mut imports = Imports::new();
        for import in modules.imports() {
            imports.entry(import.from).or_default().entry(import.to).or_insert(import);
        }
        for circle in circles(&imports) {
            let listed = exceptions.iter().find(|exception| exception.files.iter().eq(circle.iter()));
            match listed {
                Some(exception) => drop(used.insert(exception.line)),
                None => found.extend(violation(&imports, &circle)),
            }
        }
    }
    let unused = exceptions.iter().filter(|exception| !used.contains(&exception.line));
    found.extend(unused.map(|exception| {
        Violation::new(PATH, exception.line, "these files are no circle", "remove the exception")
    }));
    found
}

/// Where the members of the workspace have their source.
fn folders(tree: &Tree) -> BTreeSet<String> {
    let manifests = tree.files().iter().filter_map(|file| file.path.strip_suffix("Cargo.toml"));
    manifests.map(|folder| format!("{folder}src/")).collect()
}

fn exceptions(text: &str) -> (Vec<Exception>, Vec<Violation>) {
    let (mut read, mut found) = (Vec::new(), Vec::new());
    let mut misread = |line: usize, what: &str| {
        found.push(Violation::new(PATH, line, what, "write files, two or more, and reason"));
    };
    match DeTable::parse(text) {
        Err(error) => misread(1, error.message()),
        Ok(document) => {
            let list = document.get_ref().get("circle").and_then(|list| list.get_ref().as_array());
            for entry in list.into_iter().flat_map(|list| list.iter()) {
                let line = line_at(text, entry.span().start);
                match exception(entry.get_ref(), line) {
                    Some(exception) => read.push(exception),
                    None => misread(line, "a circle without its files or its reason"),
                }
            }
        }
    }
    (read, found)
}

fn exception(entry: &DeValue<'_>, line: usize) -> Option<Exception> {
    let reason = entry.get("reason")?.get_ref().as_str()?;
    let files = entry.get("files")?.get_ref().as_array()?;
    let files = files.iter().map(|file| file.get_ref().as_str().map(str::to_owned));
    let files = files.collect::<Option<BTreeSet<String>>>()?;
    (!reason.trim().is_empty() && files.len() > 1).then_some(Exception { files, line })
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
    Some(Violation::new(import.from, line_at(import.text, import.at), what, instead))
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
