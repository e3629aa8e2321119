//! What a file looks like: its weight, its header, its line ends, blanks, tabs, conflict markers, and how wide its
//! comments are. The formatter breaks code and leaves comments alone.

use super::tree::{File, Tree};
use super::violation::Violation;

/// The most bytes of a file: every clone carries it for ever. Corpora have no limit; their README says why they are
/// there.
const WEIGHT: usize = 1024 * 1024;
/// The most characters of a line of comment in Rust.
const WIDTH: usize = 120;
/// Conflict markers. Built up, so that this file has none at the start of a line.
const MARKERS: [(&str, usize); 3] = [("<", 7), ("=", 7), (">", 7)];

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.files().iter().flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let text = file.text.as_deref().unwrap_or_default();
    let (is_rust, is_corpus) = (file.extension() == "rs", file.path.starts_with("corpora/"));
    let mut violations = Vec::new();
    let mut report = |line: usize, what: &str, instead: &str| {
        violations.push(Violation::new(&file.path, line, what, instead));
    };
    if file.size > WEIGHT && !is_corpus {
        let what = format!("the file has {} bytes, {WEIGHT} at most", file.size);
        report(1, &what, "generate it, or make it a corpus with its source");
    }
    if is_rust && text.strip_prefix("//! ").is_none_or(|header| header.trim_start().is_empty()) {
        let instead = "begin with `//! ` and what it is and what it refuses to know";
        report(1, "the file does not say what it is", instead);
    }
    // Golden data stay byte for byte as they came.
    if is_corpus && file.extension() != "md" {
        return violations;
    }
    for (number, line) in (1..).zip(text.split('\n')) {
        if line.ends_with('\r') {
            report(number, "the line ends with a carriage return", "end it with a newline alone");
        } else if line.ends_with([' ', '\t']) {
            report(number, "blanks at the end of the line", "remove them");
        }
        if is_marker(line) {
            report(number, "a merge was not finished", "choose one of both sides");
        }
        if is_rust && line.contains('\t') {
            report(number, "a tab", "indent with spaces, or write \\t");
        }
        let width = line.chars().count();
        if is_rust && width > WIDTH && can_be_broken(line) {
            report(
                number,
                &format!("the comment is {width} wide, {WIDTH} at most"),
                "go on in the next line",
            );
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        report(text.lines().count(), "no newline at the end", "add one");
    }
    violations
}

fn is_marker(line: &str) -> bool {
    MARKERS.iter().any(|(sign, count)| {
        let rest = line.strip_prefix(&sign.repeat(*count));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    })
}

/// Whether a line is a comment of more than one word, and no row of a table.
fn can_be_broken(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']).trim());
    comment.is_some_and(|text| !text.starts_with('|') && text.contains(' ') && !text.contains("://"))
}
