//! How large a committed file may be. Every clone carries it for ever.

use super::tree::Tree;
use super::violation::Violation;

/// In bytes. Corpora have no limit; their README says why they are there.
const LIMIT: usize = 1024 * 1024;

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let heavy = tree.files().iter().filter(|file| file.size > LIMIT && !file.path.starts_with("corpora/"));
    heavy
        .map(|file| {
            let what = format!("the file has {} bytes, {LIMIT} at most", file.size);
            Violation::new(&file.path, 1, what, "generate it, or make it a corpus with its source")
        })
        .collect()
}
