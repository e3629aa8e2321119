//! The group table of ARCHITECTURE.md: which folders of crates/ there are, and which of them each may use.
//!
//! A group may use itself and the groups named in its row. Those stand above it, so that all arrows go one way.

use std::collections::{BTreeMap, BTreeSet};

use super::markdown::{self, quoted};
use super::violation::Violation;

pub(super) const HEADING: [&str; 3] = ["group", "concern", "may use"];

/// The groups by name, each with those that it may use.
pub(super) struct Groups(BTreeMap<String, BTreeSet<String>>);

impl Groups {
    /// Reads the table in this text, and says what is wrong with it when these are the folders of crates/.
    pub(super) fn read(path: &str, text: &str, folders: &BTreeSet<&str>) -> (Self, Vec<Violation>) {
        let Some(rows) = markdown::table(text, &HEADING) else {
            let instead = format!("head it | {} |", HEADING.join(" | "));
            return (
                Self(BTreeMap::new()),
                vec![Violation::new(path, 1, "the group table is missing", instead)],
            );
        };
        let (mut groups, mut found) = (BTreeMap::new(), Vec::new());
        for row in rows {
            let mut report =
                |what: String, instead: &str| found.push(Violation::new(path, row.line, what, instead));
            let [name, _, may] = row.cells[..] else { continue };
            let Some(name) = quoted(name).into_iter().next() else { continue };
            if !folders.contains(name.as_str()) {
                report(
                    format!("`{name}` is no folder of crates/"),
                    "name one that has crates, or remove the row",
                );
            }
            let may = quoted(may);
            for other in may.iter().filter(|other| !groups.contains_key(*other)) {
                let what = format!("`{name}` may use `{other}`, which is no group above it");
                report(what, "let arrows go one way: name a group of a row above");
            }
            groups.insert(name, may);
        }
        for folder in folders.iter().filter(|folder| !groups.contains_key(**folder)) {
            let what = format!("`{folder}` is not in the group table");
            found.push(Violation::new(path, 1, what, "give it a row, with the groups it may use"));
        }
        (Self(groups), found)
    }

    /// Whether a crate of one group may depend on a crate of another. A group without a row is reported elsewhere.
    pub(super) fn allow(&self, user: &str, used: &str) -> bool {
        user == used || self.0.get(user).is_none_or(|may| may.contains(used))
    }

    /// The groups that one may use, for people.
    pub(super) fn allowed(&self, user: &str) -> String {
        let may = self.0.get(user).filter(|may| !may.is_empty());
        may.map_or_else(|| "no other".to_owned(), markdown::list)
    }
}
