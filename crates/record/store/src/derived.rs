//! The tables that follow from history and are kept for speed, how they are compared, and what came of making them
//! anew. Knows neither database, only what both call the same.

use std::fmt;

/// A table that follows from events and transfers, and the columns that tell its rows apart.
pub(crate) struct Derived {
    pub(crate) table: &'static str,
    pub(crate) key: &'static [&'static str],
}

impl Derived {
    /// SQL for the rows that only one of two schemas has, each by its key.
    pub(crate) fn one_sided(&self, columns: &str, [fresh, stored]: [&str; 2]) -> String {
        let (table, key) = (self.table, self.key.join(", "));
        let only = |one: &str, other: &str| {
            let but =
                format!("SELECT {columns} FROM {one}.{table} EXCEPT SELECT {columns} FROM {other}.{table}");
            format!("SELECT {key} FROM ({but}) AS only_{table}")
        };
        format!("{} UNION {}", only(fresh, stored), only(stored, fresh))
    }
}

/// All of them but holds, whose rows each database names in its own way. Of accounts the balance follows alone: their
/// numbers are names that transfers use.
pub(crate) const DERIVED: &[Derived] = &[
    Derived { table: "account", key: &["kind", "owner", "currency", "decimals"] },
    Derived { table: "accepted_slip", key: &["patron_id", "slip_id"] },
    Derived { table: "round", key: &["table_id", "shoe_no", "round_no"] },
    Derived { table: "correction", key: &["table_id", "seq"] },
    Derived { table: "patron_round", key: &["patron_id", "entry_no"] },
    Derived { table: "statement", key: &["patron_id", "currency", "decimals", "entry_no"] },
    Derived { table: "turnover", key: &["day", "table_id", "spot", "currency", "decimals", "corrected"] },
];

/// Takes how many entries of history were folded so far, and how many there are.
pub type Folded<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// What came of making every derived table anew from history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Each table, in the order they were compared.
    pub tables: Vec<RebuiltTable>,
    /// The first row that was stored otherwise.
    pub first: Option<Difference>,
}

/// One table that was made anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltTable {
    /// Its name.
    pub name: &'static str,
    /// How many rows follow from history.
    pub rows: u64,
    /// How many rows were not stored so: missing, too many, or with something else in them.
    pub wrong: u64,
}

/// A row that is not stored as it follows from history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The table.
    pub table: &'static str,
    /// The row, by the columns that tell it apart.
    pub row: String,
    /// What follows from history: the columns that differ, or none when there should be no such row.
    pub rebuilt: Option<String>,
    /// What is stored: the same columns, or none when there is no such row.
    pub stored: Option<String>,
}

impl Rebuilt {
    /// Whether everything was stored as it follows from history.
    pub fn is_equal(&self) -> bool {
        self.tables.iter().all(|table| table.wrong == 0)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, row, rebuilt, stored } = self;
        let or_none = |side: &Option<String>| side.clone().unwrap_or_else(|| "no such row".to_owned());
        write!(f, "{table} ({row}): {} is stored, {} follows", or_none(stored), or_none(rebuilt))
    }
}

impl Difference {
    /// The columns in which two rows differ, given as text. One of them may not be there.
    pub(crate) fn between(
        derived: &Derived,
        columns: &[String],
        rebuilt: Option<&[String]>,
        stored: Option<&[String]>,
    ) -> Self {
        let is_key = |name: &String| derived.key.contains(&name.as_str());
        let told = |side: &[String], wanted: &dyn Fn(usize, &String) -> bool| {
            let cells = columns.iter().zip(side).enumerate();
            let cells = cells.filter(|(place, (name, _))| wanted(*place, name));
            cells.map(|(_, (name, cell))| format!("{name} {cell}")).collect::<Vec<_>>().join(", ")
        };
        let differs = |place: usize, name: &String| match (rebuilt, stored) {
            (Some(rebuilt), Some(stored)) => rebuilt.get(place) != stored.get(place),
            _ => !is_key(name),
        };
        let either = rebuilt.or(stored).unwrap_or_default();
        Self {
            table: derived.table,
            row: told(either, &|_, name| is_key(name)),
            rebuilt: rebuilt.map(|side| told(side, &differs)),
            stored: stored.map(|side| told(side, &differs)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_says_only_what_differs() {
        let columns = ["table_id", "seq", "shoe_no", "round_no"].map(str::to_owned);
        let row = |cells: [&str; 4]| cells.map(str::to_owned);
        let (fresh, stale) = (row(["1", "9", "2", "3"]), row(["1", "9", "2", "4"]));
        let correction = DERIVED.iter().find(|derived| derived.table == "correction").unwrap();
        let said = |rebuilt: Option<&[String]>, stored: Option<&[String]>| {
            Difference::between(correction, &columns, rebuilt, stored).to_string()
        };
        for (rebuilt, stored, expected) in [
            (
                Some(&fresh[..]),
                Some(&stale[..]),
                "correction (table_id 1, seq 9): round_no 4 is stored, round_no 3 follows",
            ),
            (
                Some(&fresh[..]),
                None,
                "correction (table_id 1, seq 9): no such row is stored, shoe_no 2, round_no 3 follows",
            ),
            (
                None,
                Some(&stale[..]),
                "correction (table_id 1, seq 9): shoe_no 2, round_no 4 is stored, no such row follows",
            ),
        ] {
            assert_eq!(said(rebuilt, stored), expected);
        }
    }
}
