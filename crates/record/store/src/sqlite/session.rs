//! How SQLite writes history and rebuilds what follows from it: with the writer's statements, also into temporary
//! tables that shadow the stored ones.

use journal::{Balances, Digest};
use rusqlite::Connection;
use table::TableId;

use super::facts::{RowCache, blob};
use super::open::APPLICATION_ID;
use super::write;
use super::write_all::write_all;
use crate::derived::{DerivedTable, Rebuilds, derived_tables};
use crate::draft::Rows;
use crate::queries::{Sql, records};
use crate::rows::column;
use crate::trouble::Result;

/// The steps of a replay, and the accounts that transfers refer to. One server wrote all transfers, so their numbers
/// are in order.
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
    SELECT max(transfer_no), 0, house_seq FROM transfer WHERE house_seq IS NOT NULL GROUP BY house_seq;
    INSERT INTO temp.account (account_no, kind, owner, currency, decimals)
    SELECT account_no, kind, owner, currency, decimals FROM main.account
    WHERE account_no IN (SELECT from_account FROM transfer UNION SELECT to_account FROM transfer);";

/// Forbids changes of history.
const TRIGGERS: &str = "
    CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER event_has_a_digest BEFORE INSERT ON event WHEN NEW.hash IS NULL
    BEGIN SELECT RAISE(ABORT, 'an event has a digest'); END;
    CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
    BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
    CREATE TRIGGER house_event_is_never_changed BEFORE UPDATE ON house_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER house_event_is_never_deleted BEFORE DELETE ON house_event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
    CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
    CREATE TRIGGER checkpoint_is_never_deleted BEFORE DELETE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never deleted'); END;";

impl Rebuilds for Connection {
    const FRESH: &'static str = "temp";
    const QUOTE: &'static str = "quote";
    const HOLD: DerivedTable = DerivedTable { table: "hold", key: &["transfer_no"] };
    const TRANSFERS: Sql<'static> = records::TRANSFERS;
    const MIGRATIONS: &'static [&'static str] = &[
        include_str!("migrations/0001_first.sql"),
        include_str!("migrations/0002_corrections.sql"),
        include_str!("migrations/0003_chain.sql"),
        include_str!("migrations/0004_rebuild.sql"),
        include_str!("migrations/0005_house_rules.sql"),
        include_str!("migrations/0006_slips.sql"),
        include_str!("migrations/0007_statements.sql"),
        include_str!("migrations/0008_rules_of_rows.sql"),
        include_str!("migrations/0009_entities.sql"),
        include_str!("migrations/0010_searches.sql"),
        include_str!("migrations/0011_slips_of_rounds.sql"),
        include_str!("migrations/0012_wallet_numbers.sql"),
        include_str!("migrations/0013_rounds_by_time.sql"),
        include_str!("migrations/0014_proofs.sql"),
        include_str!("migrations/0015_device_records.sql"),
    ];
    const SESSIONS: i32 = 9;
    const CLOSE_HISTORY: &'static str = TRIGGERS;
    type Cache = RowCache;

    async fn stored_schema(&self) -> Result<String> {
        Ok("main".to_owned())
    }

    async fn execute(&self, sql: &str) -> Result<()> {
        Ok(self.execute_batch(sql)?)
    }

    async fn mark(&self, step: i32) -> Result<()> {
        self.pragma_update(None, "application_id", APPLICATION_ID)?;
        Ok(self.pragma_update(None, "user_version", step)?)
    }

    async fn create_fresh(&self) -> Result<()> {
        derived_tables::<Self>().try_for_each(|derived| shadow(self, derived.table))?;
        Ok(self.execute_batch(STEPS)?)
    }

    async fn drop_fresh(&self) -> Result<()> {
        let tables = derived_tables::<Self>().map(|derived| derived.table).chain(["step"]);
        for table in tables {
            self.execute_batch(&format!("DROP TABLE temp.{table}"))?;
        }
        Ok(())
    }

    async fn write_history(&self, cache: &mut RowCache, rows: &Rows) -> Result<()> {
        // Holds of a history are too many for the cache.
        cache.holds.clear();
        write::history(self, cache, rows)
    }

    async fn write_digests(&self, digests: &[(TableId, u64, Digest)]) -> Result<()> {
        let sql = "UPDATE event SET hash = ?3 WHERE table_id = ?1 AND seq = ?2";
        write_all(self, sql, digests, |(table, seq, digest)| Ok((table.0, column(*seq)?, digest.0)))
    }

    async fn write_derived(&self, rows: &Rows) -> Result<()> {
        write::derived(self, rows)
    }

    async fn write_balances(&self, state: &Balances) -> Result<()> {
        let set = "UPDATE account SET balance = ?5, transfers = ?6
                   WHERE kind = ?1 AND owner = ?2 AND currency = ?3 AND decimals = ?4";
        write_all(self, set, &state.balances, |(account, balance)| {
            let (code, decimals) = (account.currency.code(), account.currency.decimals());
            let (balance, moves) = (Balances::column(*account, *balance)?, state.moves_of(*account));
            Ok((account.kind.id(), account.owner, code, decimals, balance, column(moves)?))
        })?;
        let insert =
            "INSERT INTO hold (transfer_no, remaining) SELECT transfer_no, ?2 FROM transfer WHERE id = ?1";
        write_all(self, insert, &state.open, |(id, open)| Ok((blob(*id), open.left.signed())))
    }
}

/// Creates an empty temporary table like the stored one, with its indexes.
fn shadow(conn: &Connection, table: &str) -> Result<()> {
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
}
