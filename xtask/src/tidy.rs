//! `cargo xtask tidy`: the style and the shape of the project, executed. Each rule is a module that reads the
//! tree and names every violation with its place and with what to write instead.

mod banned;
mod boundary;
mod corpora;
mod groups;
mod header;
mod layout;
mod links;
mod manifest;
mod markdown;
mod mask;
mod places;
mod ratchet;
mod size;
#[cfg(test)]
mod tests;
mod tree;
mod weight;
mod width;

use std::fmt;

use crate::project::Project;
use crate::shell::{Failure, Result};

use tree::Tree;

/// Check crate boundaries, sizes, widths, headers, banned text, corpora and links.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Every rule. A rule reads the tree and nothing else.
const RULES: &[fn(&Tree) -> Vec<Violation>] = &[
    boundary::check,
    size::check,
    header::check,
    banned::check,
    places::check,
    layout::check,
    weight::check,
    width::check,
    corpora::check,
    links::check,
];

/// Something that must not stay as it is.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    /// Relative to the root, with slashes.
    path: String,
    /// From 1.
    line: usize,
    what: String,
    instead: String,
}

impl Violation {
    fn new(path: &str, line: usize, what: impl Into<String>, instead: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into(), instead: instead.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}; {}", self.path, self.line, self.what, self.instead)
    }
}

pub(crate) fn run(project: &Project, _: &Args) -> Result {
    check(project)
}

/// Prints every violation, and fails if there is one.
pub(crate) fn check(project: &Project) -> Result {
    let tree = Tree::committed(project)?;
    let violations = violations(&tree);
    for violation in &violations {
        eprintln!("{violation}");
    }
    match violations.len() {
        0 => {
            println!("{} files are tidy", tree.files().len());
            Ok(())
        }
        count => Err(Failure::new(format!("untidy in {count} places"))),
    }
}

fn violations(tree: &Tree) -> Vec<Violation> {
    let mut found: Vec<Violation> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    found.sort();
    found
}
