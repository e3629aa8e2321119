//! Every Rust file begins with what it is and what it refuses to know.

use super::tree::Tree;
use super::violation::Violation;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let headless =
        tree.with_extension(&["rs"]).filter(|file| !has_header(file.text.as_deref().unwrap_or_default()));
    headless
        .map(|file| {
            let instead = "begin with `//! ` and what it is and what it refuses to know";
            Violation::new(&file.path, 1, "the file does not say what it is", instead)
        })
        .collect()
}

fn has_header(text: &str) -> bool {
    text.strip_prefix("//! ").is_some_and(|header| !header.trim_start().is_empty())
}

#[cfg(test)]
mod tests {
    use super::has_header;

    #[test]
    fn the_header_comes_first_and_says_something() {
        assert!(has_header("//! The shoe.\n\nuse std::fmt;\n"));
        assert!(!has_header("use std::fmt;\n//! Too late.\n"));
        assert!(!has_header("// Not for the documentation.\n"));
        assert!(!has_header("//!\n"));
        assert!(!has_header(""));
    }
}
