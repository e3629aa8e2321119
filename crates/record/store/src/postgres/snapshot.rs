//! How PostgreSQL writes history and rebuilds what follows from it: with the writer's statements, also into temporary
//! tables that shadow the stored ones.

use journal::{Balances, Digest};
use ledger::{Account, TransferId};
use table::TableId;
use tokio_postgres::Transaction;

use super::facts::{RowCache, account_columns};
use super::id::Id;
use super::write;
use crate::derived::{DerivedTable, Rebuilds, derived_tables};
use crate::draft::Rows;
use crate::queries::Sql;
use crate::queries::transfers::transfers_by;
use crate::rows::column;
use crate::trouble::Result;

/// Locks out every server until the end of the transaction, which is durable at its commit. A server that writes locks
/// the first of these tables first.
pub(super) const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

/// Takes the tables of all servers over.
const TAKE_OVER: &str = "UPDATE table_owner SET epoch = epoch + 1, owner = 'a rebuild', taken_at = now()";

/// Gives the next patron the next number after an import, and counts its rows.
const IMPORTED: &str =
    "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0; ANALYZE";

/// Forbids changes of history from here on.
const CLOSE: &str = "
    ALTER TABLE event ALTER COLUMN hash SET NOT NULL;
    ALTER TABLE event ENABLE TRIGGER event_is_never_edited;
    ALTER TABLE transfer ENABLE TRIGGER transfer_is_never_edited;";

const HASHES: &str = "UPDATE event SET hash = new.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (table_id, seq, hash)
    WHERE event.table_id = new.table_id AND event.seq = new.seq";

/// The entries of all logs in the order in which their money moved; log 0 is the house's own. An event without
/// transfers follows the event before it at its table. A server locks a patron's cash before it numbers a transfer, so
/// the numbers are in order for each patron, with any number of servers.
const STEPS: &str = "
    CREATE TEMP TABLE step ON COMMIT DROP AS
    SELECT coalesce(max(last) OVER (PARTITION BY table_id ORDER BY seq), 0) AS moved, table_id, seq
    FROM event LEFT JOIN (SELECT table_id, seq, max(transfer_no) AS last FROM transfer GROUP BY 1, 2) AS moving
        USING (table_id, seq)
    UNION ALL
    SELECT max(transfer_no), 0, house_seq FROM transfer WHERE house_seq IS NOT NULL GROUP BY house_seq;
    CREATE INDEX ON step (moved, table_id, seq);
    CREATE INDEX ON step (table_id, seq);
    ANALYZE step;";

/// All transfers, in the order of those entries.
const TRANSFERS: Sql<'_> = transfers_by!(
    "LEFT JOIN step ON step.table_id = coalesce(t.table_id, 0) AND step.seq = coalesce(t.seq, t.house_seq)
     ORDER BY step.moved, t.transfer_no"
);

impl Rebuilds for Transaction<'_> {
    const FRESH: &'static str = "pg_temp";
    const QUOTE: &'static str = "quote_nullable";
    const HOLD: DerivedTable = DerivedTable { table: "hold", key: &["id"] };
    const TRANSFERS: Sql<'static> = TRANSFERS;
    const MIGRATIONS: &'static [&'static str] = &[
        include_str!("migrations/0001_first.sql"),
        include_str!("migrations/0002_corrections.sql"),
        include_str!("migrations/0003_chain.sql"),
        include_str!("migrations/0004_rebuild.sql"),
        include_str!("migrations/0005_house_rules.sql"),
        include_str!("migrations/0006_slips.sql"),
        include_str!("migrations/0007_statements.sql"),
        include_str!("migrations/0008_entities.sql"),
        include_str!("migrations/0009_searches.sql"),
        include_str!("migrations/0010_slips_of_rounds.sql"),
        include_str!("migrations/0011_wallet_numbers.sql"),
        include_str!("migrations/0012_rounds_by_time.sql"),
        include_str!("migrations/0013_proofs.sql"),
        include_str!("migrations/0014_device_records.sql"),
    ];
    const SESSIONS: i32 = 8;
    const CLOSE_HISTORY: &'static str = CLOSE;
    const TAKE_OVER: &'static str = TAKE_OVER;
    const IMPORTED: &'static str = IMPORTED;
    type Cache = RowCache;

    async fn stored_schema(&self) -> Result<String> {
        Ok(self.query_one("SELECT quote_ident(current_schema())", &[]).await?.try_get(0)?)
    }

    async fn execute(&self, sql: &str) -> Result<()> {
        Ok(self.batch_execute(sql).await?)
    }

    async fn mark(&self, step: i32) -> Result<()> {
        let insert = "INSERT INTO punto_schema (version) VALUES ($1)";
        Transaction::execute(self, insert, &[&step]).await?;
        Ok(())
    }

    async fn create_fresh(&self) -> Result<()> {
        let schema = self.stored_schema().await?;
        self.batch_execute(STEPS).await?;
        for DerivedTable { table, .. } in derived_tables::<Self>() {
            let like =
                format!("CREATE TEMP TABLE {table} (LIKE {schema}.{table} INCLUDING ALL) ON COMMIT DROP");
            self.batch_execute(&like).await?;
        }
        let accounts = format!(
            "INSERT INTO pg_temp.account (account_no, kind, owner, currency, decimals, balance)
             OVERRIDING SYSTEM VALUE
             SELECT account_no, kind, owner, currency, decimals, 0 FROM {schema}.account
             WHERE account_no IN (SELECT from_account FROM transfer UNION SELECT to_account FROM transfer);
             ANALYZE pg_temp.account"
        );
        Ok(self.batch_execute(&accounts).await?)
    }

    async fn write_history(&self, cache: &mut RowCache, rows: &Rows) -> Result<()> {
        let opened = write::history(self, cache, rows).await?;
        cache.numbers.extend(opened);
        Ok(())
    }

    async fn write_digests(&self, digests: &[(TableId, u64, Digest)]) -> Result<()> {
        let tables: Vec<i64> = digests.iter().map(|(table, ..)| i64::from(table.0)).collect();
        let seqs = digests.iter().map(|(_, seq, _)| column(*seq)).collect::<Result<Vec<i64>, _>>()?;
        let hashes: Vec<&[u8]> = digests.iter().map(|(.., digest)| digest.0.as_slice()).collect();
        Transaction::execute(self, HASHES, &[&tables, &seqs, &hashes]).await?;
        Ok(())
    }

    async fn write_derived(&self, rows: &Rows) -> Result<()> {
        write::derived(self, rows).await
    }

    async fn write_balances(&self, state: &Balances) -> Result<()> {
        let (kinds, owners, codes, decimals) = account_columns(state.balances.keys());
        let balance = |(account, balance): (&Account, &i128)| Balances::column(*account, *balance);
        let balances = state.balances.iter().map(balance).collect::<Result<Vec<i64>, _>>()?;
        let moves = state.balances.keys().map(|account| column(state.moves_of(*account)));
        let moves = moves.collect::<Result<Vec<i64>, _>>()?;
        let set = "UPDATE account SET balance = new.balance, transfers = new.transfers
            FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[])
                AS new (kind, owner, currency, decimals, balance, transfers)
            WHERE (account.kind, account.owner, account.currency, account.decimals)
                = (new.kind, new.owner, new.currency, new.decimals)";
        Transaction::execute(self, set, &[&kinds, &owners, &codes, &decimals, &balances, &moves]).await?;
        let ids: Vec<Id> = state.open.keys().map(|TransferId(id)| Id(*id)).collect();
        let left: Vec<i64> = state.open.values().map(|open| open.left.signed()).collect();
        let insert = "INSERT INTO hold (id, remaining) SELECT * FROM unnest($1::uuid[], $2::bigint[])";
        Transaction::execute(self, insert, &[&ids, &left]).await?;
        Ok(())
    }
}
