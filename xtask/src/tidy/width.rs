//! How wide the comments of Rust files may be. The formatter breaks code and leaves comments alone.

use super::tree::{File, Tree};
use super::violation::Violation;

/// In characters.
const LIMIT: usize = 120;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    tree.with_extension(&["rs"]).flat_map(check_file).collect()
}

fn check_file(file: &File) -> Vec<Violation> {
    let lines = (1..).zip(file.text.as_deref().unwrap_or_default().lines());
    let wide = lines.filter(|(_, line)| line.chars().count() > LIMIT && can_be_broken(line));
    let violation = |(line, text): (usize, &str)| {
        let what = format!("the comment is {} wide, {LIMIT} at most", text.chars().count());
        Violation::new(&file.path, line, what, "go on in the next line")
    };
    wide.map(violation).collect()
}

/// Whether a line is a comment of more than one word, and no row of a table.
fn can_be_broken(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']).trim());
    comment.is_some_and(|text| !text.starts_with('|') && text.contains(' ') && !text.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::can_be_broken;

    #[test]
    fn only_comments_of_several_words_are_broken() {
        for yes in ["// One two.", "    /// One two.", "//! One two."] {
            assert!(can_be_broken(yes), "{yes}");
        }
        for no in
            ["//! | a | row |", "/// See <https://example.org/one two>.", "/// OneWord", "let one = two;"]
        {
            assert!(!can_be_broken(no), "{no}");
        }
    }
}
