//! The crate table of ARCHITECTURE.md and its group table, held against every `Cargo.toml`.
//!
//! In the crate table, every name in backticks counts: in "may depend on" it is a crate of this workspace, in "must not
//! know" it is any package at all. Other words there are for readers.

use std::collections::{BTreeMap, BTreeSet};

use super::groups::Groups;
use super::manifest::{self, Dependency};
use super::markdown::{self, list, quoted};
use super::tree::Tree;
use super::violation::Violation;

const TEXT: &str = "ARCHITECTURE.md";
const HEADING: [&str; 4] = ["crate", "concern", "may depend on", "must not know"];

/// One line of the table.
struct Row {
    name: String,
    may: BTreeSet<String>,
    must_not: BTreeSet<String>,
    line: usize,
}

/// A crate of the workspace.
struct Member {
    /// The name of its folder.
    name: String,
    /// The folder of crates/ that it is in; none for `xtask`.
    group: Option<String>,
    package: String,
    /// The path of its manifest.
    manifest: String,
}

/// What every dependency is held against.
struct Shape<'a> {
    members: &'a [Member],
    groups: &'a Groups,
    /// The packages behind the names that members may inherit from the workspace.
    lent: BTreeMap<String, String>,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let members = members(tree);
    let text = tree.text(TEXT).unwrap_or_default();
    let Some(table) = markdown::table(text, &HEADING) else {
        let instead = format!("head it | {} |", HEADING.join(" | "));
        return vec![Violation::new(TEXT, 1, "the crate table is missing", instead)];
    };
    let rows: Vec<Row> = table.iter().filter_map(row).collect();
    let folders = members.iter().filter_map(|member| member.group.as_deref()).collect();
    let (groups, mut found) = Groups::read(TEXT, text, &folders);
    found.extend(unknown_names(&rows, &members));
    let shape = Shape { members: &members, groups: &groups, lent: lent(tree) };
    for member in &members {
        match rows.iter().find(|row| row.name == member.name) {
            Some(row) => found.extend(shape.judge(tree, member, row)),
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

/// The members of the workspace: `crates/GROUP/NAME`, and `xtask`.
fn members(tree: &Tree) -> Vec<Member> {
    let manifests = tree.files().iter().filter(|file| file.name() == "Cargo.toml");
    manifests
        .filter_map(|file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            let grouped = folder.strip_prefix("crates/").and_then(|inner| inner.split_once('/'));
            let (group, name) = grouped.unzip();
            let name = name.or((folder == "xtask").then_some(folder))?;
            let package = file.text.as_deref().and_then(manifest::package_name);
            Some(Member {
                name: name.to_owned(),
                group: group.map(str::to_owned),
                package: package.unwrap_or_else(|| name.to_owned()),
                manifest: file.path.clone(),
            })
        })
        .collect()
}

/// The packages behind the names that members may inherit from the workspace.
fn lent(tree: &Tree) -> BTreeMap<String, String> {
    let inherited =
        tree.text("Cargo.toml").and_then(|text| manifest::inherited(text).ok()).unwrap_or_default();
    inherited.into_iter().filter_map(|entry| Some((entry.name, entry.package?))).collect()
}

fn row(row: &markdown::Row<'_>) -> Option<Row> {
    let [name, _, may, must_not] = row.cells[..] else { return None };
    let name = quoted(name).into_iter().next()?;
    Some(Row { name, may: quoted(may), must_not: quoted(must_not), line: row.line })
}

/// Reports rows and permissions that name no crate, and names that are both allowed and forbidden.
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

impl Shape<'_> {
    /// Reports the dependencies of one manifest that its row or its group forbids.
    fn judge(&self, tree: &Tree, member: &Member, row: &Row) -> Vec<Violation> {
        let at = |line: usize, what: String, instead: String| {
            Violation::new(&member.manifest, line, what, instead)
        };
        match manifest::dependencies(tree.text(&member.manifest).unwrap_or_default()) {
            Err(why) => vec![at(1, why, "write it so that cargo can read it".to_owned())],
            Ok(dependencies) => dependencies
                .iter()
                .filter_map(|dependency| {
                    let (what, instead) = self.forbids(member, row, dependency)?;
                    Some(at(dependency.line, what, instead))
                })
                .collect(),
        }
    }

    /// What is wrong with a dependency and what to do instead; none if it is allowed.
    fn forbids(&self, member: &Member, row: &Row, dependency: &Dependency) -> Option<(String, String)> {
        let (name, package) = (&member.name, self.package(dependency));
        let own = self.members.iter().find(|other| other.package == package);
        let names = [Some(dependency.name.as_str()), Some(package), own.map(|own| own.name.as_str())];
        if let Some(forbidden) = names.into_iter().flatten().find(|name| row.must_not.contains(*name)) {
            let instead = format!("move what needs it to a crate that may, see the table of {TEXT}");
            return Some((format!("`{name}` must not know `{forbidden}`"), instead));
        }
        let own = own?;
        let what = format!("`{name}` depends on `{}`", own.name);
        if !row.may.contains(&own.name) {
            let allowed = if row.may.is_empty() { "nothing".to_owned() } else { list(&row.may) };
            return Some((what, format!("the table of {TEXT} allows {allowed}")));
        }
        let (user, used) = (member.group.as_deref()?, own.group.as_deref()?);
        let what = format!("{what}, and group `{user}` uses `{used}`");
        let instead = format!("the group table of {TEXT} allows {}", self.groups.allowed(user));
        (!self.groups.allow(user, used)).then_some((what, instead))
    }

    fn package<'a>(&'a self, dependency: &'a Dependency) -> &'a str {
        let named = dependency.package.as_ref().or_else(|| self.lent.get(&dependency.name));
        named.unwrap_or(&dependency.name)
    }
}
