//! Every file of golden data has a line in `corpora/README.md` that says where it comes from.

use super::tree::Tree;
use super::violation::Violation;

const FOLDER: &str = "corpora/";
const README: &str = "corpora/README.md";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let readme = tree.text(README).unwrap_or_default();
    let rows: Vec<(usize, &str, &str)> =
        (1..).zip(readme.lines()).filter_map(|(line, text)| row(line, text)).collect();
    let files = tree.files().iter().filter_map(|file| file.path.strip_prefix(FOLDER));
    let mut found = Vec::new();
    for name in files.filter(|name| *name != "README.md") {
        if !rows.iter().any(|(_, listed, source)| *listed == name && !source.is_empty()) {
            let instead = format!("add a row to {README}: | `{name}` | source | what it holds |");
            found.push(Violation::new(
                &format!("{FOLDER}{name}"),
                1,
                "nobody says where this comes from",
                instead,
            ));
        }
    }
    for (line, name, _) in rows {
        if !tree.has(&format!("{FOLDER}{name}")) {
            found.push(Violation::new(README, line, format!("`{name}` is not there"), "remove the row"));
        }
    }
    found
}

/// A row of the table: its line, the file in backticks, and the source.
fn row(line: usize, text: &str) -> Option<(usize, &str, &str)> {
    let mut cells = text.trim().strip_prefix('|')?.split('|').map(str::trim);
    let name = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
    Some((line, name, cells.next().unwrap_or_default()))
}
