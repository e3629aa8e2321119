//! Derived tables: they follow from history and are kept for speed. A rebuild computes them again beside the stored
//! ones, compares both, and replaces what differs.

use std::fmt;

use journal::{Balances, Digest};
use table::TableId;

use crate::draft::Rows;
use crate::queries::{Columns, Reads, Snapshot, Sql, Value, all, first};
use crate::trouble::Result;

/// A table that follows from events and transfers, and the columns of its key.
pub(crate) struct DerivedTable {
    pub(crate) table: &'static str,
    pub(crate) key: &'static [&'static str],
}

/// All derived tables but holds, whose key differs between the databases. Of an account the balance and the count of
/// transfers are derived: transfers refer to its number.
const DERIVED_TABLES: &[DerivedTable] = &[
    DerivedTable { table: "account", key: &["kind", "owner", "currency", "decimals"] },
    DerivedTable { table: "accepted_slip", key: &["patron_id", "slip_id"] },
    DerivedTable { table: "round", key: &["table_id", "shoe_no", "round_no"] },
    DerivedTable { table: "correction", key: &["table_id", "seq"] },
    DerivedTable { table: "patron_round", key: &["patron_id", "entry_no"] },
    DerivedTable { table: "cleared_round", key: &["table_id", "shoe_no", "round_no", "patron_id"] },
    DerivedTable { table: "statement", key: &["patron_id", "currency", "decimals", "entry_no"] },
    DerivedTable {
        table: "turnover",
        key: &["day", "table_id", "spot", "currency", "decimals", "corrected"],
    },
    DerivedTable { table: "entity", key: &["kind", "number"] },
    DerivedTable { table: "entity_entry", key: &["kind", "number", "seq"] },
];

/// A session that can write history and rebuild what follows from it. The rebuilt tables have the names of the stored
/// ones, in a schema of their own, so that the writer's statements fill them.
pub(crate) trait Rebuilds: Snapshot {
    /// The schema of the rebuilt tables.
    const FRESH: &'static str;
    /// The function that makes a value a literal, null included.
    const QUOTE: &'static str;
    /// What is left of holds.
    const HOLD: DerivedTable;
    /// All transfers, in the order of the entries of a replay.
    const TRANSFERS: Sql<'static>;
    /// The schema, one step a version. A step is never changed once it was released; a new one is added.
    const MIGRATIONS: &'static [&'static str];
    /// The step after which the secret of each patron becomes a session.
    const SESSIONS: i32;
    /// Forbids changes of history, at the step of the digests.
    const CLOSE_HISTORY: &'static str;
    /// Takes the tables of all servers over.
    const TAKE_OVER: &'static str = "";
    /// What is run after the rows of an import are written.
    const IMPORTED: &'static str = "";
    /// The numbers of accounts that were written.
    type Cache: Default;

    /// The schema of the stored tables.
    async fn stored_schema(&self) -> Result<String>;

    /// Runs statements.
    async fn execute(&self, sql: &str) -> Result<()>;

    /// Notes that a step of the schema was taken.
    async fn mark(&self, step: i32) -> Result<()>;

    /// Creates the rebuilt tables, which are empty but for the accounts, and the table `step`.
    ///
    /// A step is an entry of a log; steps come in the order in which their money moved. Log 0 is the house's own. An
    /// event without transfers follows the event before it at its table.
    async fn create_fresh(&self) -> Result<()>;

    /// Drops these tables, unless they end with the transaction.
    async fn drop_fresh(&self) -> Result<()> {
        Ok(())
    }

    /// Writes history and credentials, and of what follows from history the accounts that transfers name, with balance
    /// 0.
    async fn write_history(&self, cache: &mut Self::Cache, rows: &Rows) -> Result<()>;

    /// Writes the digests of events that are stored without.
    async fn write_digests(&self, digests: &[(TableId, u64, Digest)]) -> Result<()>;

    /// Writes what follows from history, balances and holds aside.
    async fn write_derived(&self, rows: &Rows) -> Result<()>;

    /// Writes the balances and the open holds.
    async fn write_balances(&self, balances: &Balances) -> Result<()>;
}

/// All derived tables of a database.
pub(crate) fn derived_tables<R: Rebuilds>() -> impl Iterator<Item = &'static DerivedTable> {
    DERIVED_TABLES.iter().chain([const { &R::HOLD }])
}

/// Compares the rebuilt tables with the stored ones, and replaces those that differ if `replace` says so.
pub(crate) async fn compare<R: Rebuilds>(session: &R, replace: bool) -> Result<Rebuilt> {
    let stored = session.stored_schema().await?;
    let mut rebuilt = Rebuilt::default();
    for derived in derived_tables::<R>() {
        let columns = columns(session, derived.table).await?;
        let differing = one_sided::<R>(derived, &columns, &stored);
        let (name, fresh) = (derived.table, R::FRESH);
        let count =
            format!("SELECT (SELECT count(*) FROM {fresh}.{name}), (SELECT count(*) FROM {differing})");
        let counts = first(session, count.as_str(), &[], |row| Ok((row.number(0)?, row.number(1)?))).await?;
        let (rows, wrong) = counts.unwrap_or_default();
        if wrong > 0 && rebuilt.first.is_none() {
            rebuilt.first = first_difference(session, derived, &columns, (&stored, &differing)).await?;
        }
        if wrong > 0 && replace {
            session.execute(&replacement::<R>(name, &columns.join(", "), &stored)).await?;
        }
        rebuilt.tables.push(RebuiltTable { name, rows, wrong });
    }
    Ok(rebuilt)
}

/// The columns of a stored table, in order.
async fn columns(session: &impl Reads, table: &str) -> Result<Vec<String>> {
    let sql = Sql {
        sqlite: "SELECT name FROM pragma_table_info($1, 'main') ORDER BY cid",
        postgres: "SELECT quote_ident(attname) FROM pg_attribute
            WHERE attrelid = (quote_ident(current_schema()) || '.' || $1)::regclass AND attnum > 0 AND NOT attisdropped
            ORDER BY attnum",
    };
    all(session, sql, &[Value::Text(table)], |row| Ok(row.text(0)?.to_owned())).await
}

/// SQL for the keys of the rows that only one of the two schemas has.
fn one_sided<R: Rebuilds>(derived: &DerivedTable, columns: &[String], stored: &str) -> String {
    let (table, key, columns) = (derived.table, derived.key.join(", "), columns.join(", "));
    let only = |one: &str, other: &str| {
        let but = format!("SELECT {columns} FROM {one}.{table} EXCEPT SELECT {columns} FROM {other}.{table}");
        format!("SELECT {key} FROM ({but}) AS only_{table}")
    };
    format!("({} UNION {}) AS differing", only(R::FRESH, stored), only(stored, R::FRESH))
}

/// The first row, by its key, that is stored otherwise.
async fn first_difference<R: Rebuilds>(
    session: &R,
    derived: &DerivedTable,
    columns: &[String],
    (stored, differing): (&str, &str),
) -> Result<Option<Difference>> {
    let (key, quote) = (derived.key, R::QUOTE);
    let equals = key.iter().map(|name| format!("'{name} = ' || {quote}({name})")).collect::<Vec<_>>();
    let (equals, order) = (equals.join(" || ' AND ' || "), key.join(", "));
    let sql = format!("SELECT {equals} FROM {differing} ORDER BY {order} LIMIT 1");
    let condition = first(session, sql.as_str(), &[], |row| Ok(row.text(0)?.to_owned())).await?;
    let Some(condition) = condition else { return Ok(None) };
    let cells = columns.iter().map(|name| format!("{quote}({name})")).collect::<Vec<_>>().join(", ");
    let mut sides = [None, None];
    for (side, schema) in sides.iter_mut().zip([R::FRESH, stored]) {
        let sql = format!("SELECT {cells} FROM {schema}.{} WHERE {condition}", derived.table);
        let read = |row: &dyn Columns| {
            (0..columns.len()).map(|column| Ok(row.text(column)?.to_owned())).collect::<Result<Vec<_>, _>>()
        };
        *side = first(session, sql.as_str(), &[], read).await?;
    }
    let [rebuilt, stored] = &sides;
    Ok(Some(Difference::between(derived, columns, rebuilt.as_deref(), stored.as_deref())))
}

/// SQL that puts the rebuilt rows in the place of the stored ones. Accounts keep their rows, which transfers
/// refer to.
fn replacement<R: Rebuilds>(table: &str, columns: &str, stored: &str) -> String {
    let fresh = R::FRESH;
    if table == "account" {
        format!(
            "DELETE FROM {stored}.account WHERE account_no NOT IN (SELECT account_no FROM {fresh}.account);
             UPDATE {stored}.account AS stored SET balance = fresh.balance, transfers = fresh.transfers
             FROM {fresh}.account AS fresh WHERE fresh.account_no = stored.account_no
                AND (fresh.balance, fresh.transfers) <> (stored.balance, stored.transfers)"
        )
    } else {
        format!(
            "DELETE FROM {stored}.{table};
             INSERT INTO {stored}.{table} ({columns}) SELECT {columns} FROM {fresh}.{table}"
        )
    }
}

/// Takes how many entries of history were replayed so far, and how many there are.
pub type OnProgress<'a> = &'a mut (dyn FnMut(u64, u64) + Send);

/// The result of a rebuild or a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Each table, in the order of the comparison.
    pub tables: Vec<RebuiltTable>,
    /// The first row that was stored otherwise.
    pub first: Option<Difference>,
}

/// One rebuilt table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RebuiltTable {
    /// Its name.
    pub name: &'static str,
    /// How many rows follow from history.
    pub rows: u64,
    /// How many rows differ in the stored table: missing, surplus, or with other values.
    pub wrong: u64,
}

/// A row whose stored values differ from those that follow from history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The table.
    pub table: &'static str,
    /// The row, by its key.
    pub row: String,
    /// The values that follow from history: the columns that differ; none when there should be no such row.
    pub rebuilt: Option<String>,
    /// The stored values of the same columns; none when there is no such row.
    pub stored: Option<String>,
}

impl Rebuilt {
    /// Whether every stored row follows from history.
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
    /// The columns in which two rows differ, given as text. One of the rows may be missing.
    pub(crate) fn between(
        table: &DerivedTable,
        columns: &[String],
        rebuilt: Option<&[String]>,
        stored: Option<&[String]>,
    ) -> Self {
        let is_key = |name: &String| table.key.contains(&name.as_str());
        let cells = |side: &[String], included: &dyn Fn(usize, &String) -> bool| {
            let all = columns.iter().zip(side).enumerate();
            let chosen = all.filter(|(place, (name, _))| included(*place, name));
            chosen.map(|(_, (name, cell))| format!("{name} {cell}")).collect::<Vec<_>>().join(", ")
        };
        let differs = |place: usize, name: &String| match (rebuilt, stored) {
            (Some(rebuilt), Some(stored)) => rebuilt.get(place) != stored.get(place),
            _ => !is_key(name),
        };
        let either = rebuilt.or(stored).unwrap_or_default();
        Self {
            table: table.table,
            row: cells(either, &|_, name| is_key(name)),
            rebuilt: rebuilt.map(|side| cells(side, &differs)),
            stored: stored.map(|side| cells(side, &differs)),
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
        let correction = DERIVED_TABLES.iter().find(|table| table.table == "correction").unwrap();
        let difference = |rebuilt: Option<&[String]>, stored: Option<&[String]>| {
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
            assert_eq!(difference(rebuilt, stored), expected);
        }
    }
}
