//! The crate table of ARCHITECTURE.md and its group table, held against every `Cargo.toml`.
//!
//! In the crate table, every name in backticks counts: in "may depend on" it is a crate of this workspace, in "must not
//! know" it is any package at all. In the group table, a group may use itself and the groups of its row. Those are in
//! rows above it, so that all arrows go one way. Other words are for readers.

use std::collections::{BTreeMap, BTreeSet};

use super::manifest::{Dependency, Manifest};
use super::markdown::{self, list, quoted};
use super::tree::Tree;
use super::violation::Violation;

const TEXT: &str = "ARCHITECTURE.md";
const CRATES: &[&str] = &["crate", "concern", "may depend on", "must not know"];
const GROUPS: &[&str] = &["group", "concern", "may use"];

/// One row of either table.
struct Row {
    line: usize,
    name: String,
    may: BTreeSet<String>,
    must_not: BTreeSet<String>,
}

/// A crate of the workspace: `crates/GROUP/NAME`, or `xtask`.
struct Member<'a> {
    /// The name of its folder.
    name: &'a str,
    /// None for `xtask`.
    group: Option<&'a str>,
    /// The path of its manifest, and its text.
    path: &'a str,
    text: &'a str,
    manifest: Result<Manifest, toml::de::Error>,
}

/// What every dependency is held against.
struct Shape<'a> {
    members: &'a [Member<'a>],
    groups: &'a [Row],
    /// The packages behind the names that members may inherit from the workspace.
    inherited: BTreeMap<&'a str, &'a str>,
}

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let text = tree.text(TEXT).unwrap_or_default();
    let members: Vec<Member<'_>> = members(tree).collect();
    let crates = match rows(text, CRATES) {
        Ok(crates) => crates,
        Err(missing) => return vec![missing],
    };
    let mut violations = misnamed_crates(&crates, &members);
    let groups = match rows(text, GROUPS) {
        Ok(groups) => {
            violations.extend(misnamed_groups(&groups, &members));
            groups
        }
        Err(missing) => {
            violations.push(missing);
            Vec::new()
        }
    };
    let workspace: Manifest =
        tree.text("Cargo.toml").and_then(|text| toml::from_str(text).ok()).unwrap_or_default();
    let shape = Shape { members: &members, groups: &groups, inherited: workspace.inherited() };
    for member in &members {
        match crates.iter().find(|row| row.name == member.name) {
            Some(row) => violations.extend(shape.judge(member, row)),
            None => violations.push(Violation::new(
                member.path,
                1,
                format!("crate `{}` is not in the table of {TEXT}", member.name),
                "give it a row, with the dependency its boundary forbids",
            )),
        }
    }
    violations
}

fn members(tree: &Tree) -> impl Iterator<Item = Member<'_>> {
    tree.files().iter().filter_map(|file| {
        let (path, text) = (file.path.as_str(), file.text.as_deref()?);
        let folder = path.strip_suffix("/Cargo.toml")?;
        let grouped = folder.strip_prefix("crates/").and_then(|inner| inner.split_once('/'));
        let (group, name) = grouped.unzip();
        let name = name.or((folder == "xtask").then_some(folder))?;
        Some(Member { name, group, path, text, manifest: toml::from_str(text) })
    })
}

/// The rows of the table with this heading.
fn rows(text: &str, heading: &[&str]) -> Result<Vec<Row>, Violation> {
    let table = markdown::table(text, heading).ok_or_else(|| {
        let what = format!("the {} table is missing", heading[0]);
        Violation::new(TEXT, 1, what, format!("head it | {} |", heading.join(" | ")))
    })?;
    let row = |row: &markdown::Row<'_>| {
        let name = quoted(row.cells[0]).into_iter().next()?;
        let [may, must_not] = [2, 3].map(|at| row.cells.get(at).map(|cell| quoted(cell)).unwrap_or_default());
        Some(Row { line: row.line, name, may, must_not })
    };
    Ok(table.iter().filter_map(row).collect())
}

/// Reports rows and permissions that name no crate, and names that are both allowed and forbidden.
fn misnamed_crates(rows: &[Row], members: &[Member<'_>]) -> Vec<Violation> {
    let mut violations = Vec::new();
    for row in rows {
        let mut report =
            |what: String, instead| violations.push(Violation::new(TEXT, row.line, what, instead));
        for name in std::iter::once(&row.name).chain(&row.may) {
            if !members.iter().any(|member| member.name == name) {
                let what = format!("`{name}` is no crate of this workspace");
                report(what, "name a folder of crates/, or remove it");
            }
        }
        for name in row.may.intersection(&row.must_not) {
            report(format!("`{}` both may depend on `{name}` and must not know it", row.name), "decide");
        }
    }
    violations
}

/// Reports groups without a folder, folders without a group, and arrows that do not go upwards.
fn misnamed_groups(rows: &[Row], members: &[Member<'_>]) -> Vec<Violation> {
    let folders: BTreeSet<&str> = members.iter().filter_map(|member| member.group).collect();
    let (mut above, mut violations) = (BTreeSet::new(), Vec::new());
    for Row { line, name, may, .. } in rows {
        let mut report = |what, instead| violations.push(Violation::new(TEXT, *line, what, instead));
        if !folders.contains(name.as_str()) {
            let what = format!("`{name}` is no folder of crates/");
            report(what, "name one that has crates, or remove the row");
        }
        for other in may.iter().filter(|other| !above.contains(other.as_str())) {
            let what = format!("`{name}` may use `{other}`, which is no group above it");
            report(what, "let arrows go one way: name a group of a row above");
        }
        above.insert(name.as_str());
    }
    violations.extend(folders.difference(&above).map(|folder| {
        let what = format!("`{folder}` is not in the group table");
        Violation::new(TEXT, 1, what, "give it a row, with the groups it may use")
    }));
    violations
}

impl Shape<'_> {
    /// Reports the dependencies of one manifest that its row or its group forbids.
    fn judge(&self, member: &Member<'_>, row: &Row) -> Vec<Violation> {
        let at = |line, what: String, instead: String| Violation::new(member.path, line, what, instead);
        let manifest = match &member.manifest {
            Ok(manifest) => manifest,
            Err(error) => {
                return vec![at(
                    1,
                    error.message().to_owned(),
                    "write it so that cargo can read it".to_owned(),
                )];
            }
        };
        let dependencies = manifest.dependencies(member.text).into_iter();
        let forbidden = dependencies.filter_map(|dependency| {
            self.forbids(member, row, &dependency).map(|(what, instead)| at(dependency.line, what, instead))
        });
        forbidden.collect()
    }

    /// What is wrong with a dependency and what to do instead; none if it is allowed.
    fn forbids(&self, member: &Member<'_>, row: &Row, used: &Dependency<'_>) -> Option<(String, String)> {
        let name = member.name;
        let package = used.package.or_else(|| self.inherited.get(used.name).copied()).unwrap_or(used.name);
        let own = self.members.iter().find(|other| other.package() == package);
        let names = [Some(used.name), Some(package), own.map(|own| own.name)];
        if let Some(forbidden) = names.into_iter().flatten().find(|name| row.must_not.contains(*name)) {
            let instead = format!("move what needs it to a crate that may, see the table of {TEXT}");
            return Some((format!("`{name}` must not know `{forbidden}`"), instead));
        }
        let own = own?;
        let what = format!("`{name}` depends on `{}`", own.name);
        if !row.may.contains(own.name) {
            return Some((what, format!("the table of {TEXT} allows {}", list(&row.may, "nothing"))));
        }
        let (user, used) = (member.group?, own.group?);
        // A group without a row is reported elsewhere.
        let group = self.groups.iter().find(|group| group.name == user)?;
        let what = format!("{what}, and group `{user}` uses `{used}`");
        let instead = format!("the group table of {TEXT} allows {}", list(&group.may, "no other"));
        (user != used && !group.may.contains(used)).then_some((what, instead))
    }
}

impl Member<'_> {
    /// The name of its package.
    fn package(&self) -> &str {
        self.manifest.as_ref().ok().and_then(Manifest::package).unwrap_or(self.name)
    }
}
