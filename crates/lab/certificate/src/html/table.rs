//! Tables: a caption, heads, rows that begin with their head. Each cell carries the name of its column, for screens
//! that stack rows. Knows no figure.

use crate::html::markup::{Markup, element};

/// A row: its head, then its cells.
pub(super) struct Row {
    head: Markup,
    cells: Vec<Cell>,
}

/// A cell and its class.
pub(super) struct Cell {
    class: String,
    inner: Markup,
}

/// A row that begins with its head.
pub(super) fn row(head: impl Into<Markup>, cells: impl IntoIterator<Item = Cell>) -> Row {
    Row { head: head.into(), cells: cells.into_iter().collect() }
}

/// A cell of words.
pub(super) fn words(inner: impl Into<Markup>) -> Cell {
    Cell { class: "w".to_owned(), inner: inner.into() }
}

/// A cell with a number.
pub(super) fn number(inner: impl Into<Markup>) -> Cell {
    Cell { class: "n".to_owned(), inner: inner.into() }
}

/// A cell with a number, and a class more.
pub(super) fn shaded(inner: impl Into<Markup>, class: &str) -> Cell {
    Cell { class: format!("n {class}"), inner: inner.into() }
}

/// A cell with a bar.
pub(super) fn bar(inner: Markup) -> Cell {
    Cell { class: "b".to_owned(), inner }
}

/// A table. Its class says how it is laid out; the first of the heads is that of the rows' heads.
pub(super) fn table(
    class: &str,
    caption: impl Into<Markup>,
    heads: &[&str],
    rows: impl IntoIterator<Item = Row>,
) -> Markup {
    grouped_table(class, caption, heads, [(None, rows.into_iter().collect())])
}

/// A table whose rows are in groups, which may have a head of their own.
pub(super) fn grouped_table<'a>(
    class: &str,
    caption: impl Into<Markup>,
    heads: &[&str],
    groups: impl IntoIterator<Item = (Option<&'a str>, Vec<Row>)>,
) -> Markup {
    let groups: Vec<_> = groups.into_iter().collect();
    let first = groups.iter().find_map(|(_, rows)| rows.first());
    let head = heads.iter().enumerate().map(|(idx, head)| {
        // A column's head is laid out as its cells are.
        let below = idx.checked_sub(1).and_then(|idx| first?.cells.get(idx));
        let class = below.and_then(|cell| cell.class.split(' ').next());
        element("th").with("scope", "col").class(class.unwrap_or("w")).holding(*head)
    });
    let bodies = groups.iter().map(|(group, rows)| body(*group, rows, heads));
    let table = element("table").class(class).holding([
        element("caption").holding(caption),
        element("thead").holding(element("tr").holding(head.collect::<Markup>())),
        bodies.collect(),
    ]);
    element("div").class("table").holding(table)
}

fn body(group: Option<&str>, rows: &[Row], heads: &[&str]) -> Markup {
    let head = group.map(|group| {
        let head = element("th").with("scope", "rowgroup").with("colspan", heads.len());
        element("tr").class("kind").holding(head.holding(group))
    });
    let rows = rows.iter().map(|row| {
        let head = element("th").with("scope", "row").holding(row.head.clone());
        let cells = row.cells.iter().zip(heads.iter().skip(1)).map(|(cell, head)| {
            element("td").class(&cell.class).with("data-label", *head).holding(cell.inner.clone())
        });
        element("tr").holding(head.then(cells.collect::<Markup>()))
    });
    element("tbody").holding(head.into_iter().chain(rows).collect::<Markup>())
}
