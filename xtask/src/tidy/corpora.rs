//! Every file of golden data has a line in `corpora/README.md` that says where it comes from.

use super::markdown::{self, quoted};
use super::tree::Tree;
use super::violation::Violation;

const FOLDER: &str = "corpora/";
const README: &str = "corpora/README.md";

pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let table = markdown::table(tree.text(README).unwrap_or_default(), &["file", "source", "content"]);
    let rows = table.unwrap_or_default();
    let has_source = |name: &str| {
        rows.iter().any(|row| {
            quoted(row.cells[0]).contains(name) && row.cells.get(1).is_some_and(|it| !it.is_empty())
        })
    };
    let files = tree.files().iter().filter(|file| file.path != README);
    let unknown = files.filter_map(|file| {
        let name = file.path.strip_prefix(FOLDER).filter(|name| !has_source(name))?;
        let instead = format!("add a row to {README}: | `{name}` | source | what it holds |");
        Some(Violation::new(&file.path, 1, "nobody says where this comes from", instead))
    });
    let names = rows.iter().flat_map(|row| quoted(row.cells[0]).into_iter().map(|name| (row.line, name)));
    let gone = names.filter(|(_, name)| !tree.has(&format!("{FOLDER}{name}")));
    let gone = gone
        .map(|(line, name)| Violation::new(README, line, format!("`{name}` is not there"), "remove the row"));
    unknown.chain(gone).collect()
}
