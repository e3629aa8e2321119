//! Tables in Markdown: rows by line, cells by column, names in backticks. Knows nothing of what they mean.

use std::collections::BTreeSet;

/// One row of a table.
pub(super) struct Row<'a> {
    /// From 1.
    pub(super) line: usize,
    pub(super) cells: Vec<&'a str>,
}

/// The rows below a heading with exactly these cells; none if the text has no such table.
pub(super) fn table<'a>(text: &'a str, heading: &[&str]) -> Option<Vec<Row<'a>>> {
    let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| cells(line) != heading);
    lines.next()?;
    let body = lines.skip(1).take_while(|(_, line)| line.starts_with('|'));
    Some(body.map(|(line, text)| Row { line, cells: cells(text) }).collect())
}

fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The names in backticks.
pub(super) fn quoted(cell: &str) -> BTreeSet<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The names in backticks, separated by commas; `none` if there are none.
pub(super) fn list(names: &BTreeSet<String>, none: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    if quoted.is_empty() { none.to_owned() } else { quoted.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_found_by_its_heading() {
        let text =
            "| a | b |\n|---|---|\n| no | no |\n\n| c | d |\n|---|---|\n| `x`, `y` | two |\n\n| more |\n";
        let rows = table(text, &["c", "d"]).unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].line, &rows[0].cells[..]), (7, &["`x`, `y`", "two"][..]));
        assert_eq!(list(&quoted(rows[0].cells[0]), "-"), "`x`, `y`");
        assert!(table(text, &["c"]).is_none());
    }
}
