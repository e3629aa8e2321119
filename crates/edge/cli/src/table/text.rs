//! Tables and their differences as text of 80 columns.

use std::fmt::Write as _;

use house::floor::record::TableRecord;
use house::floor::{Difference, differences};
use wire::tables::TableChange;

use crate::wrap::wrapped;

/// One line for each table.
pub(super) fn list(tables: &[TableRecord]) -> String {
    if tables.is_empty() {
        return "There are no tables; punto serve opens those that are built in.\n".to_owned();
    }
    let mut text = format!("{:>5}  {:<8}{:<28}{}\n", "table", "status", "name", "house rules");
    for table in tables {
        let name: String = table.name.chars().take(26).collect();
        let (id, status, rules) = (table.id.0, table.status.as_ref(), &table.rules.id);
        // Writing into a string does not fail.
        let _ = writeln!(text, "{id:>5}  {status:<8}{name:<28}{rules:.37}");
    }
    text
}

/// The settings of a table, and its latest changes.
pub(super) fn table(record: &TableRecord, changes: &[TableChange]) -> String {
    let mut text = format!("Table {}\n", record.id.0);
    for Difference { field, after, .. } in differences(None, record) {
        let _ = writeln!(text, "  {field:<22}{}", after.unwrap_or_default());
    }
    if !changes.is_empty() {
        text.push_str("\nLatest changes, newest first\n");
    }
    for change in changes {
        let line = format!("{} by {}: {}", change.no, change.by, change.why);
        let _ = writeln!(text, "{}", wrapped(&line, "  "));
    }
    text
}

/// What became of a table.
pub(super) fn change(before: Option<&TableRecord>, after: &TableRecord) -> String {
    let found = differences(before, after);
    let what = match before {
        None => "is new",
        Some(_) if found.is_empty() => "was like that already",
        Some(_) => "was changed",
    };
    let mut text = format!("Table {}, {}, {what}.\n", after.id.0, after.name);
    for difference in &found {
        text.push_str(&line(difference));
    }
    text
}

/// A difference in one line, or in more if it is long.
pub(super) fn line(Difference { field, before, after }: &Difference) -> String {
    let none = || "none".to_owned();
    let after = after.clone().unwrap_or_else(none);
    let line = match before {
        Some(before) => format!("{field}: {before} -> {after}"),
        None => format!("{field}: {after}"),
    };
    wrapped(&line, "  ") + "\n"
}
