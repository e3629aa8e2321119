//! The crate table of ARCHITECTURE.md, held against every `Cargo.toml`.
//!
//! In the table, every name in backticks counts: in "may depend on" it is a crate of this workspace, in "must
//! not know" it is any package at all. Other words there are for people.

use std::collections::{BTreeMap, BTreeSet};

use super::Violation;
use super::manifest::{self, Dependency};
use super::tree::Tree;

const TEXT: &str = "ARCHITECTURE.md";
const HEADING: [&str; 4] = ["crate", "concern", "may depend on", "must not know"];

/// One line of the table.
struct Row {
    name: String,
    may: BTreeSet<String>,
    must_not: BTreeSet<String>,
    line: usize,
}

/// A crate of the workspace: the name of its folder, its package, and where its manifest is.
struct Member {
    name: String,
    package: String,
    manifest: String,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let members = members(tree);
    let Some(rows) = tree.text(TEXT).and_then(rows) else {
        return vec![Violation::new(
            TEXT,
            1,
            "the crate table is missing",
            format!("head it | {} |", HEADING.join(" | ")),
        )];
    };
    let mut found = unknown_names(&rows, &members);
    let lent = lent(tree);
    for member in &members {
        match rows.iter().find(|row| row.name == member.name) {
            Some(row) => found.extend(judge(tree, member, row, &members, &lent)),
            None => found.push(Violation::new(
                &member.manifest,
                1,
                format!("crate `{}` is not in the table of {TEXT}", member.name),
                "give it a row, with the dependency its boundary forbids",
            )),
        }
    }
    found
}

/// The members are what the workspace says they are: `crates/GROUP/NAME`, and `xtask`.
fn members(tree: &Tree) -> Vec<Member> {
    let manifests = tree.files().iter().filter(|file| file.name() == "Cargo.toml");
    manifests
        .filter_map(|file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            let grouped = folder.strip_prefix("crates/").and_then(|inner| inner.split_once('/'));
            let name = grouped.map(|(_, name)| name).or((folder == "xtask").then_some(folder))?;
            let package = file.text.as_deref().and_then(manifest::package_name);
            let package = package.unwrap_or_else(|| name.to_owned());
            Some(Member { name: name.to_owned(), package, manifest: file.path.clone() })
        })
        .collect()
}

/// The packages behind the names that members may inherit from the workspace.
fn lent(tree: &Tree) -> BTreeMap<String, String> {
    let inherited =
        tree.text("Cargo.toml").and_then(|text| manifest::inherited(text).ok()).unwrap_or_default();
    inherited.into_iter().filter_map(|entry| Some((entry.name, entry.package?))).collect()
}

fn rows(text: &str) -> Option<Vec<Row>> {
    let lines = (1..).zip(text.lines());
    let mut from_heading = lines.skip_while(|(_, line)| cells(line) != HEADING);
    from_heading.next()?;
    let body = from_heading.skip(1).take_while(|(_, line)| line.starts_with('|'));
    Some(body.filter_map(|(line, text)| row(line, &cells(text))).collect())
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

fn row(line: usize, cells: &[&str]) -> Option<Row> {
    let [name, _, may, must_not] = cells else { return None };
    let name = quoted(name).into_iter().next()?;
    Some(Row { name, may: quoted(may), must_not: quoted(must_not), line })
}

/// The names in backticks.
fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Rows and permissions that name no crate, and names that are both allowed and forbidden.
fn unknown_names(rows: &[Row], members: &[Member]) -> Vec<Violation> {
    let exists = |name: &String| members.iter().any(|member| member.name == *name);
    let mut found = Vec::new();
    for row in rows {
        let named = std::iter::once(&row.name).chain(&row.may);
        for name in named.filter(|name| !exists(name)) {
            let what = format!("`{name}` is no crate of this workspace");
            found.push(Violation::new(TEXT, row.line, what, "name a folder of crates/, or remove it"));
        }
        for name in row.may.intersection(&row.must_not) {
            let what = format!("`{}` both may depend on `{name}` and must not know it", row.name);
            found.push(Violation::new(TEXT, row.line, what, "decide"));
        }
    }
    found
}

/// What one manifest takes that its row does not give.
fn judge(
    tree: &Tree,
    member: &Member,
    row: &Row,
    members: &[Member],
    lent: &BTreeMap<String, String>,
) -> Vec<Violation> {
    let dependencies = match manifest::dependencies(tree.text(&member.manifest).unwrap_or_default()) {
        Ok(dependencies) => dependencies,
        Err(why) => {
            return vec![Violation::new(&member.manifest, 1, why, "write it so that cargo can read it")];
        }
    };
    let allowed = if row.may.is_empty() { "nothing".to_owned() } else { list(&row.may) };
    let mut found = Vec::new();
    for dependency in dependencies {
        let package = package(&dependency, lent);
        let own = members.iter().find(|other| other.package == package);
        let names = [Some(dependency.name.as_str()), Some(package), own.map(|own| own.name.as_str())];
        if let Some(name) = names.into_iter().flatten().find(|name| row.must_not.contains(*name)) {
            let what = format!("`{}` must not know `{name}`", member.name);
            let instead = format!("move what needs it to a crate that may, see the table of {TEXT}");
            found.push(Violation::new(&member.manifest, dependency.line, what, instead));
        } else if let Some(own) = own.filter(|own| !row.may.contains(&own.name)) {
            let what = format!("`{}` depends on `{}`", member.name, own.name);
            let instead = format!("the table of {TEXT} allows {allowed}");
            found.push(Violation::new(&member.manifest, dependency.line, what, instead));
        }
    }
    found
}

fn package<'a>(dependency: &'a Dependency, lent: &'a BTreeMap<String, String>) -> &'a str {
    let named = dependency.package.as_ref().or_else(|| lent.get(&dependency.name));
    named.unwrap_or(&dependency.name)
}

fn list(names: &BTreeSet<String>) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
