//! Replays history into temporary tables that shadow the derived ones, so that the writer's statements fill them, and
//! compares both.

use std::collections::HashMap;

use house::ports::StoreFailure;
use house::statement::{Cause, lines};
use journal::Balances;
use ledger::Transfer;
use money::Currency;
use rusqlite::{Connection, params};
use table::{RecordedEvent, TableId, Timestamp};

use super::facts::blob;
use super::failure::failure;
use super::query::now;
use super::write;
use crate::derived::{self, DerivedTable, OnProgress, Rebuilds, Rebuilt, derived_tables};
use crate::draft::Projection;
use crate::queries::records;
use crate::queries::transfers::{self, Transfers};
use crate::rows::{self, number};

/// The entries of all logs in the order in which their money moved; log 0 is the house's own. An event without
/// transfers follows the event before it at its table. One server wrote all transfers, so their numbers are in order.
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

/// The accounts that transfers refer to, with balance 0.
const ACCOUNTS: &str = "
    INSERT INTO temp.account (account_no, kind, owner, currency, decimals)
    SELECT account_no, kind, owner, currency, decimals FROM main.account
    WHERE account_no IN (SELECT from_account FROM transfer UNION SELECT to_account FROM transfer);";

impl Rebuilds for Connection {
    const FRESH: &'static str = "temp";
    const QUOTE: &'static str = "quote";
    const HOLD: DerivedTable = DerivedTable { table: "hold", key: &["transfer_no"] };

    async fn stored_schema(&self) -> Result<String, StoreFailure> {
        Ok("main".to_owned())
    }

    async fn execute(&self, sql: &str) -> Result<(), StoreFailure> {
        self.execute_batch(sql).map_err(failure)
    }
}

/// After how many entries the progress is reported.
const REPORT_EVERY: u64 = 4_096;

/// Replays all of history within the open transaction, compares, and replaces the rows that differ if `replace` says
/// so. Foreign keys must be off.
pub(super) fn rebuild(
    conn: &Connection,
    replace: bool,
    on_progress: OnProgress<'_>,
) -> Result<Rebuilt, StoreFailure> {
    derived_tables::<Connection>().try_for_each(|derived| shadow(conn, derived.table))?;
    conn.execute_batch(STEPS).and_then(|()| conn.execute_batch(ACCOUNTS)).map_err(failure)?;
    replay(conn, on_progress)?;
    let rebuilt = now(derived::compare(conn, replace))?;
    conn.execute_batch("DROP TABLE temp.step").map_err(failure)?;
    let drop = |derived: &DerivedTable| conn.execute_batch(&format!("DROP TABLE temp.{}", derived.table));
    derived_tables::<Connection>().try_for_each(drop).map_err(failure)?;
    Ok(rebuilt)
}

/// Creates an empty temporary table like the stored one, with its indexes.
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

/// Replays the entries of all logs, with their transfers.
fn replay(conn: &Connection, on_progress: OnProgress<'_>) -> Result<(), StoreFailure> {
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
    let mut replay = Replay::new(conn);
    while let Some(row) = rows.next().map_err(failure)? {
        let read = || Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, Option<String>>(3)?));
        let (log, seq, at, body) = read().map_err(failure)?;
        let (log, at) = (TableId(log), Timestamp(at));
        let transfers = now(moved.of_entry(log, number(seq)?))?;
        let cause = match body {
            Some(body) => replay.event(log, &rows::event(log, seq, at, &body)?, &transfers)?,
            None => Cause::posted(at),
        };
        replay.money(&cause, &transfers)?;
        done = done.saturating_add(1);
        if done == all || done.is_multiple_of(REPORT_EVERY) {
            write::derived(conn, &replay.projection.take_rows())?;
            on_progress(done, all);
        }
    }
    moved.none_left()?;
    replay.finish()
}

/// The state of a replay.
struct Replay<'a> {
    conn: &'a Connection,
    projection: Projection,
    /// The currency each table is played in.
    currencies: HashMap<TableId, Currency>,
    balances: Balances,
}

impl<'a> Replay<'a> {
    fn new(conn: &'a Connection) -> Self {
        let (projection, balances) = (Projection::default(), Balances::default());
        Self { conn, projection, currencies: HashMap::new(), balances }
    }

    /// Projects an event, and returns the cause of the transfers that refer to it.
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

    /// Folds in transfers of one cause, and drafts the lines of statements that they make.
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

    /// Writes the balances and the open holds.
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
