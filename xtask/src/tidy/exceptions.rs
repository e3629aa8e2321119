//! Lists of exceptions in TOML files, each entry with its line. Does not know what they are exceptions from.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::tree::{Tree, line_at};
use super::violation::Violation;

/// The entries under one key of a file, each with its line; none without the file.
pub(super) fn read<T: DeserializeOwned>(
    tree: &Tree,
    path: &str,
    key: &str,
) -> Result<Vec<(usize, T)>, Violation> {
    let text = tree.text(path).unwrap_or_default();
    let mut lists: BTreeMap<String, Vec<Spanned<T>>> = toml::from_str(text).map_err(|error| {
        let line = line_at(text, error.span().map_or(0, |span| span.start));
        Violation::new(path, line, error.message(), "write it as the head of the file shows")
    })?;
    let entries = lists.remove(key).unwrap_or_default();
    Ok(entries.into_iter().map(|entry| (line_at(text, entry.span().start), entry.into_inner())).collect())
}
