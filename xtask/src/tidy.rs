//! `cargo xtask tidy`: checks the style and the shape of the project. Each rule is a module that reads the tree and
//! reports every violation with its place and with what to write instead.

mod banned;
mod boundary;
mod circles;
mod corpora;
mod exceptions;
mod imports;
mod layout;
mod links;
mod manifest;
mod markdown;
mod modules;
mod places;
mod planted;
mod ratchet;
mod rust;
mod size;
#[cfg(test)]
mod tests;
mod tree;
mod violation;

use anyhow::{Result, bail};
use xshell::Shell;

use tree::Tree;
use violation::Violation;

/// Check crate boundaries, import circles, sizes, headers, banned text, planted bugs, corpora and links.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Every rule. A rule reads the tree and nothing else.
const RULES: &[fn(&Tree) -> Vec<Violation>] = &[
    boundary::check,
    circles::check,
    size::check,
    banned::check,
    places::check,
    planted::check,
    layout::check,
    corpora::check,
    links::check,
];

pub(crate) fn run(sh: &Shell, _: &Args) -> Result<()> {
    check(sh)
}

/// Prints every violation, and fails if there is one.
pub(crate) fn check(sh: &Shell) -> Result<()> {
    let tree = Tree::committed(sh)?;
    let violations = violations(&tree);
    for violation in &violations {
        eprintln!("{violation}");
    }
    match violations.len() {
        0 => {
            println!("{} files are tidy", tree.files().len());
            Ok(())
        }
        count => bail!("untidy in {count} places"),
    }
}

fn violations(tree: &Tree) -> Vec<Violation> {
    let mut violations: Vec<Violation> = RULES.iter().flat_map(|rule| rule(tree)).collect();
    violations.sort();
    violations
}
