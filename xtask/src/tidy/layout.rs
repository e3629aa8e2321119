//! Line ends, blanks at the end of lines, tabs in Rust, and conflict markers.

use super::tree::{File, Tree};
use super::violation::Violation;

/// Conflict markers. Built up, so that this file has none at the start of a line.
const MARKERS: [(&str, usize); 3] = [("<", 7), ("=", 7), (">", 7)];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files().iter().filter(|file| !is_golden(file)).flat_map(check_file).collect()
}

/// Golden data stay byte for byte as they came.
fn is_golden(file: &File) -> bool {
    file.path.starts_with("corpora/") && file.extension() != "md"
}

fn check_file(file: &File) -> Vec<Violation> {
    let mut found: Vec<Violation> = Vec::new();
    let text = file.text.as_deref().unwrap_or_default();
    for (number, line) in (1..).zip(text.split('\n')) {
        let mut report =
            |what: &str, instead: &str| found.push(Violation::new(&file.path, number, what, instead));
        if line.ends_with('\r') {
            report("the line ends with a carriage return", "end it with a newline alone");
        } else if line.ends_with([' ', '\t']) {
            report("blanks at the end of the line", "remove them");
        }
        if file.extension() == "rs" && line.contains('\t') {
            report("a tab", "indent with spaces, or write \\t");
        }
        if is_marker(line) {
            report("a merge was not finished", "choose one of both sides");
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        found.push(Violation::new(&file.path, text.lines().count(), "no newline at the end", "add one"));
    }
    found
}

fn is_marker(line: &str) -> bool {
    MARKERS.iter().any(|(sign, count)| {
        let marker = sign.repeat(*count);
        line == marker || line.starts_with(&format!("{marker} "))
    })
}
