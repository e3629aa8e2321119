//! How long files and functions may be. The linter of the web client checks its functions.

use super::ratchet::{self, Long};
use super::rust;
use super::tree::{File, Tree};
use super::violation::Violation;

/// Lines a file of code may have.
const FILE: usize = 500;
/// Lines a function may have, from its name to its closing brace.
const FUNCTION: usize = 70;
/// What counts as code.
const CODE: &[&str] = &["rs", "ts", "js", "mjs", "cjs", "svelte", "css", "html", "sh", "sql"];
/// Written by `cargo xtask types`, and not meant to be read.
const GENERATED: &str = "web/src/lib/wire/";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let written = tree.with_extension(CODE).filter(|file| !file.path.starts_with(GENERATED));
    let files = written.map(|file| Long::new(file, None, 1, file.lines().count(), FILE));
    let functions = tree.with_extension(&["rs"]).flat_map(functions);
    ratchet::judge(tree, &files.chain(functions).collect::<Vec<_>>())
}

fn functions(file: &File) -> impl Iterator<Item = Long<'_>> {
    let tokens = file.text.as_deref().unwrap_or_default().parse().unwrap_or_default();
    let functions = rust::functions(tokens).into_iter();
    functions.map(|it| Long::new(file, Some(it.name), it.line, it.lines, FUNCTION))
}
