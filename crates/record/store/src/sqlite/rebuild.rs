//! Makes every table anew that follows from history. Names of the live tables are shadowed by temporary ones of the
//! same names, so the statements that fill them are those of the writer. Knows no queue.

use std::collections::HashMap;
use std::path::Path;

use house::ports::StoreFailure;
use house::statement::{Cause, lines};
use journal::Balances;
use ledger::Transfer;
use money::Currency;
use rusqlite::{Connection, TransactionBehavior, params};
use table::{RecordedEvent, TableId, Timestamp};

use super::facts::blob;
use super::failure::failure;
use super::query::now;
use super::{open, write};
use crate::derived::{DERIVED, Derived, Difference, Folded, Rebuilt, RebuiltTable};
use crate::draft::Projection;
use crate::queries::records;
use crate::queries::transfers::{self, Transfers};
use crate::rows::{self, about, number};

/// What is left of holds, by the number of the transfer.
const HOLD: Derived = Derived { table: "hold", key: &["transfer_no"] };

/// The entries of all logs in the order in which their money was moved; log 0 is the house's own. An event that moves
/// none comes with those before it at its table. One server wrote all of it, so the numbers of transfers tell the
/// order.
const STEPS: &str = "
    CREATE TEMP TABLE step (
        moved    INTEGER NOT NULL,
        table_id INTEGER NOT NULL,
        seq      INTEGER NOT NULL,
        PRIMARY KEY (moved, table_id, seq)
    ) WITHOUT ROWID;
    INSERT INTO temp.step
    SELECT coalesce(max(last) OVER (PARTITION BY event.table_id ORDER BY event.seq), 0), table_id, seq
    FROM event LEFT JOIN (SELECT table_id, seq, max(transfer_no) AS last FROM transfer GROUP BY 1, 2)
        USING (table_id, seq);
    INSERT INTO temp.step
    SELECT max(transfer_no), 0, house_seq FROM transfer WHERE house_seq IS NOT NULL GROUP BY house_seq;";

/// The accounts that transfers name, with nothing in them.
const ACCOUNTS: &str = "
    INSERT INTO temp.account (account_no, kind, owner, currency, decimals)
    SELECT account_no, kind, owner, currency, decimals FROM main.account
    WHERE account_no IN (SELECT from_account FROM transfer UNION SELECT to_account FROM transfer);";

/// After how many entries it is told how far a fold has come.
const TOLD: u64 = 4_096;

fn tables() -> impl Iterator<Item = &'static Derived> {
    DERIVED.iter().chain([&HOLD])
}

/// Makes everything anew in the file, which no server may have open.
pub(super) fn rebuild(path: &Path, folded: Folded<'_>) -> Result<Rebuilt, StoreFailure> {
    open::reader(path)?;
    let _lock = open::lock(path)?;
    let mut conn = open::writer(path)?;
    let mut run = || {
        without_foreign_keys(&conn)?;
        let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failure)?;
        let rebuilt = refold(&transaction, true, folded)?;
        open::no_strays(&transaction)?;
        transaction.commit().map_err(failure)?;
        Ok(rebuilt)
    };
    run().map_err(|failure| about(path.display(), failure))
}

/// Makes everything anew beside the file, as of one moment, and compares. A server may go on meanwhile.
pub(super) fn check(path: &Path, folded: Folded<'_>) -> Result<Rebuilt, StoreFailure> {
    let conn = open::auditor(path)?;
    let mut run = || {
        without_foreign_keys(&conn)?;
        let snapshot = conn.unchecked_transaction().map_err(failure)?;
        refold(&snapshot, false, folded)
    };
    run().map_err(|failure| about(path.display(), failure))
}

/// A temporary table cannot refer to one that is not.
fn without_foreign_keys(conn: &Connection) -> Result<(), StoreFailure> {
    conn.pragma_update(None, "foreign_keys", false).map_err(failure)
}

/// Folds all of history within the open transaction, compares, and replaces what is stored if it should. Foreign keys
/// are off.
pub(super) fn refold(conn: &Connection, replace: bool, folded: Folded<'_>) -> Result<Rebuilt, StoreFailure> {
    tables().try_for_each(|derived| shadow(conn, derived.table))?;
    conn.execute_batch(STEPS).and_then(|()| conn.execute_batch(ACCOUNTS)).map_err(failure)?;
    fold(conn, folded)?;
    let mut rebuilt = Rebuilt::default();
    for derived in tables() {
        let columns = columns(conn, derived.table).map_err(failure)?;
        let compared = compare(conn, derived, &columns.join(", ")).map_err(failure)?;
        if compared.wrong > 0 && rebuilt.first.is_none() {
            rebuilt.first = Some(first_difference(conn, derived, &columns).map_err(failure)?);
        }
        if compared.wrong > 0 && replace {
            self::replace(conn, derived.table, &columns.join(", "))?;
        }
        rebuilt.tables.push(compared);
    }
    conn.execute_batch("DROP TABLE temp.step").map_err(failure)?;
    let drop = |derived: &Derived| conn.execute_batch(&format!("DROP TABLE temp.{}", derived.table));
    tables().try_for_each(drop).map_err(failure)?;
    Ok(rebuilt)
}

/// An empty temporary table like the stored one, with its indexes.
fn shadow(conn: &Connection, table: &str) -> Result<(), StoreFailure> {
    let make = || {
        let sql = "SELECT sql FROM main.sqlite_schema WHERE tbl_name = ?1 AND sql IS NOT NULL
                   AND type IN ('table', 'index') ORDER BY type DESC";
        let mut statement = conn.prepare(sql)?;
        let made = statement.query_map([table], |row| row.get::<_, String>(0))?;
        for sql in made.collect::<Result<Vec<_>, _>>()? {
            let temporary = sql
                .replacen("CREATE TABLE ", "CREATE TEMP TABLE ", 1)
                .replacen("CREATE INDEX ", "CREATE INDEX temp.", 1)
                .replacen("CREATE UNIQUE INDEX ", "CREATE UNIQUE INDEX temp.", 1);
            conn.execute_batch(&temporary)?;
        }
        Ok(())
    };
    make().map_err(failure)
}

/// Everything, from the entries of all logs and the transfers in their order.
fn fold(conn: &Connection, folded: Folded<'_>) -> Result<(), StoreFailure> {
    let sql = "SELECT step.table_id, step.seq, coalesce(event.at, house_event.at), event.body
               FROM temp.step
               LEFT JOIN event ON (event.table_id, event.seq) = (step.table_id, step.seq)
               LEFT JOIN house_event ON step.table_id = 0 AND house_event.seq = step.seq
               ORDER BY moved, step.table_id, step.seq";
    let all: i64 = conn.query_row("SELECT count(*) FROM temp.step", [], |row| row.get(0)).map_err(failure)?;
    let (mut done, all) = (0_u64, number(all)?);
    let mut statement = conn.prepare(sql).map_err(failure)?;
    let mut rows = statement.query([]).map_err(failure)?;
    let mut statement = conn.prepare(records::TRANSFERS.sqlite).map_err(failure)?;
    let mut moved = now(Transfers::new(statement.query([]).map_err(failure)?))?;
    let mut fold = Fold::new(conn);
    while let Some(row) = rows.next().map_err(failure)? {
        let read = || Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?));
        let (log, seq, at, body) = read().map_err(failure)?;
        let (log, at) = (TableId(log), Timestamp(at));
        let transfers = now(moved.of_entry(log, number(seq)?))?;
        let cause = match body {
            Some(body) => fold.event(log, &rows::event(log, seq, at, &body)?, &transfers)?,
            None => Cause::posted(at),
        };
        fold.money(&cause, &transfers)?;
        done = done.saturating_add(1);
        if done == all || done.is_multiple_of(TOLD) {
            write::derived(conn, &fold.projection.take_rows())?;
            folded(done, all);
        }
    }
    moved.none_left()?;
    fold.finish()
}

/// How far a fold of history has come.
struct Fold<'a> {
    conn: &'a Connection,
    projection: Projection,
    /// The currency each table is played in.
    currencies: HashMap<TableId, Currency>,
    balances: Balances,
}

impl<'a> Fold<'a> {
    fn new(conn: &'a Connection) -> Self {
        let (projection, balances) = (Projection::default(), Balances::default());
        Self { conn, projection, currencies: HashMap::new(), balances }
    }

    /// Folds in an event, and returns the cause of the transfers that refer to it.
    fn event(
        &mut self,
        table: TableId,
        recorded: &RecordedEvent,
        transfers: &[Transfer],
    ) -> Result<Cause, StoreFailure> {
        let moved = transfers.first().map(|transfer| transfer.from.currency);
        self.currencies.extend(moved.map(|currency| (table, currency)));
        self.projection.refold(table, recorded, self.currencies.get(&table).copied())
    }

    fn money(&mut self, cause: &Cause, transfers: &[Transfer]) -> Result<(), StoreFailure> {
        let Self { conn, balances, .. } = self;
        let find = |balances: &Balances, id| match balances.hold(id) {
            Some(hold) => Ok(Some(hold)),
            None => now(transfers::transfer(*conn, id)),
        };
        let lines = lines(cause, transfers, |id| find(balances, id))?;
        self.projection.rows.lines.extend(lines.into_iter().map(|line| (*cause, line)));
        transfers
            .iter()
            .try_for_each(|moved| balances.follow(moved, |id| now(transfers::transfer(*conn, id))))
    }

    /// Writes balances and holds.
    fn finish(self) -> Result<(), StoreFailure> {
        let Self { conn, balances, .. } = self;
        let set = "UPDATE account SET balance = ?5
                   WHERE kind = ?1 AND owner = ?2 AND currency = ?3 AND decimals = ?4";
        let mut set = conn.prepare(set).map_err(failure)?;
        for (account, balance) in &balances.balances {
            let (code, decimals) = (account.currency.code(), account.currency.decimals());
            let balance = Balances::column(*account, *balance)?;
            set.execute(params![account.kind.id(), account.owner, code, decimals, balance])
                .map_err(failure)?;
        }
        let insert =
            "INSERT INTO hold (transfer_no, remaining) SELECT transfer_no, ?2 FROM transfer WHERE id = ?1";
        let mut insert = conn.prepare(insert).map_err(failure)?;
        for (id, open) in &balances.open {
            insert.execute(params![blob(*id), open.left.signed()]).map_err(failure)?;
        }
        Ok(())
    }
}

fn columns(conn: &Connection, table: &str) -> Result<Vec<String>, rusqlite::Error> {
    let mut statement = conn.prepare("SELECT name FROM pragma_table_info(?1, 'main') ORDER BY cid")?;
    let names = statement.query_map([table], |row| row.get(0))?;
    names.collect()
}

fn compare(conn: &Connection, derived: &Derived, columns: &str) -> Result<RebuiltTable, rusqlite::Error> {
    let name = derived.table;
    let count = |sql: &str| conn.query_row(sql, [], |row| row.get(0)).map(i64::unsigned_abs);
    let rows = count(&format!("SELECT count(*) FROM temp.{name}"))?;
    let wrong = count(&format!("SELECT count(*) FROM ({})", derived.one_sided(columns, ["temp", "main"])))?;
    Ok(RebuiltTable { name, rows, wrong })
}

/// The first row, by its key, that is not stored as it should be.
fn first_difference(
    conn: &Connection,
    derived: &Derived,
    columns: &[String],
) -> Result<Difference, rusqlite::Error> {
    let key = derived.key.join(", ");
    let quoted = derived.key.iter().map(|name| format!("'{name} = ' || quote({name})"));
    let sql = format!(
        "SELECT {} FROM ({}) ORDER BY {key} LIMIT 1",
        quoted.collect::<Vec<_>>().join(" || ' AND ' || "),
        derived.one_sided(&columns.join(", "), ["temp", "main"])
    );
    let row: String = conn.query_row(&sql, [], |row| row.get(0))?;
    let cells = columns.iter().map(|name| format!("quote({name})")).collect::<Vec<_>>().join(", ");
    let side = |schema: &str| {
        let sql = format!("SELECT {cells} FROM {schema}.{} WHERE {row}", derived.table);
        let mut statement = conn.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let read = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|place| row.get(place)).collect();
        rows.next()?.map(read).transpose()
    };
    let (rebuilt, stored): (Option<Vec<String>>, Option<Vec<String>>) = (side("temp")?, side("main")?);
    Ok(Difference::between(derived, columns, rebuilt.as_deref(), stored.as_deref()))
}

/// Puts what follows from history in the place of what is stored. Accounts keep their rows, which transfers name.
fn replace(conn: &Connection, table: &str, columns: &str) -> Result<(), StoreFailure> {
    let sql = if table == "account" {
        "DELETE FROM main.account WHERE account_no NOT IN (SELECT account_no FROM temp.account);
         UPDATE main.account SET balance = fresh.balance FROM temp.account AS fresh
         WHERE fresh.account_no = account.account_no AND fresh.balance <> account.balance"
            .to_owned()
    } else {
        format!(
            "DELETE FROM main.{table}; INSERT INTO main.{table} ({columns}) SELECT {columns} FROM temp.{table}"
        )
    };
    conn.execute_batch(&sql).map_err(failure)
}
