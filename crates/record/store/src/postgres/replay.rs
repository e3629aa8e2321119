//! Replays history into temporary tables that shadow the derived ones, so that the writer's statements fill them, and
//! compares both.

use foldhash::{HashMap, HashMapExt as _};
use house::statement::{Cause, lines};
use journal::Balances;
use ledger::{Account, Transfer, TransferId};
use money::Currency;
use table::{TableId, Timestamp};
use tokio_postgres::{Row, Transaction};

use super::facts::small;
use super::failure::Trouble;
use super::id::Id;
use super::query::PAGE;
use super::write;
use crate::derived::{self, DerivedTable, OnProgress, Rebuilds, Rebuilt, derived_tables};
use crate::draft::Projection;
use crate::queries::transfers::{self, Transfers, transfers_by};
use crate::queries::{Snapshot as _, Sql, Statement as _};
use crate::rows;

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

/// The entries, in that order.
const ENTRIES: &str = "SELECT step.table_id, step.seq, coalesce(event.at, house_event.at), event.body
    FROM step
    LEFT JOIN event ON (event.table_id, event.seq) = (step.table_id, step.seq)
    LEFT JOIN house_event ON step.table_id = 0 AND house_event.seq = step.seq
    ORDER BY step.moved, step.table_id, step.seq";

/// All transfers, in the order of those entries.
const TRANSFERS: Sql<'_> = transfers_by!(
    "LEFT JOIN step ON step.table_id = coalesce(t.table_id, 0) AND step.seq = coalesce(t.seq, t.house_seq)
     ORDER BY step.moved, t.transfer_no"
);

impl Rebuilds for Transaction<'_> {
    const FRESH: &'static str = "pg_temp";
    const QUOTE: &'static str = "quote_nullable";
    const HOLD: DerivedTable = DerivedTable { table: "hold", key: &["id"] };

    async fn stored_schema(&self) -> Result<String, Trouble> {
        Ok(self.query_one("SELECT quote_ident(current_schema())", &[]).await?.try_get(0)?)
    }

    async fn execute(&self, sql: &str) -> Result<(), Trouble> {
        Ok(self.batch_execute(sql).await?)
    }
}

/// Replays all of history within the open transaction, compares, and replaces the rows that differ if `replace` says
/// so.
pub(super) async fn rebuild(
    transaction: &Transaction<'_>,
    replace: bool,
    on_progress: OnProgress<'_>,
) -> Result<Rebuilt, Trouble> {
    shadow(transaction).await?;
    replay(transaction, on_progress).await?;
    derived::compare(transaction, replace).await
}

/// Creates an empty temporary table like each stored one, and the accounts that transfers refer to with balance 0.
async fn shadow(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    let schema = transaction.stored_schema().await?;
    transaction.batch_execute(STEPS).await?;
    for DerivedTable { table, .. } in derived_tables::<Transaction<'_>>() {
        let like = format!("CREATE TEMP TABLE {table} (LIKE {schema}.{table} INCLUDING ALL) ON COMMIT DROP");
        transaction.batch_execute(&like).await?;
    }
    let accounts = format!(
        "INSERT INTO pg_temp.account (account_no, kind, owner, currency, decimals, balance)
         OVERRIDING SYSTEM VALUE
         SELECT account_no, kind, owner, currency, decimals, 0 FROM {schema}.account
         WHERE account_no IN (SELECT from_account FROM transfer UNION SELECT to_account FROM transfer);
         ANALYZE pg_temp.account"
    );
    Ok(transaction.batch_execute(&accounts).await?)
}

/// Replays the entries of all logs, with their transfers.
async fn replay(transaction: &Transaction<'_>, on_progress: OnProgress<'_>) -> Result<(), Trouble> {
    let all: i64 = transaction.query_one("SELECT count(*) FROM pg_temp.step", &[]).await?.try_get(0)?;
    let (mut done, all) = (0_u64, rows::number(all)?);
    let entries = transaction.bind(ENTRIES, &[]).await?;
    let mut transfers = transaction.select(TRANSFERS).await?;
    let mut moved = Transfers::new(transfers.rows()?).await?;
    let mut replay = Replay { balances: Balances::default(), currencies: HashMap::new() };
    let mut projection = Projection::default();
    loop {
        let page = transaction.query_portal(&entries, PAGE).await?;
        for row in &page {
            let (log, seq) = (TableId(small(row, 0)?), rows::number(row.try_get(1)?)?);
            let transfers = moved.of_entry(log, seq).await?;
            let earlier = replay.earlier(transaction, &transfers).await?;
            replay.entry(&mut projection, row, &transfers, &earlier)?;
            done = done.saturating_add(1);
        }
        on_progress(done, all);
        write::derived(transaction, &projection.take_rows()).await?;
        if page.is_empty() {
            break;
        }
    }
    moved.none_left()?;
    balances(transaction, &replay.balances).await?;
    holds(transaction, &replay.balances).await
}

/// The state of a replay.
struct Replay {
    balances: Balances,
    /// The currency each table is played in.
    currencies: HashMap<TableId, Currency>,
}

/// Transfers by their ids.
type ById = HashMap<TransferId, Transfer>;

impl Replay {
    /// The transfers that these use or reverse, and the holds of those they reverse.
    async fn earlier(&self, transaction: &Transaction<'_>, transfers: &[Transfer]) -> Result<ById, Trouble> {
        let mut earlier: ById = transfers.iter().map(|transfer| (transfer.id, *transfer)).collect();
        for transfer in transfers {
            let mut used = rows::kind_of(&transfer.action).1;
            while let Some(id) = used {
                if !earlier.contains_key(&id) {
                    let stored = match self.balances.hold(id) {
                        Some(hold) => Some(hold),
                        None => transfers::transfer(transaction, id).await?,
                    };
                    earlier.extend(stored.map(|stored| (id, stored)));
                }
                used = earlier.get(&id).and_then(|earlier| rows::kind_of(&earlier.action).1);
            }
        }
        Ok(earlier)
    }

    /// Drafts the rows that follow from an entry and its transfers.
    fn entry(
        &mut self,
        projection: &mut Projection,
        row: &Row,
        transfers: &[Transfer],
        earlier: &ById,
    ) -> Result<(), Trouble> {
        let (table, at) = (TableId(small(row, 0)?), Timestamp(row.try_get(2)?));
        let cause = match row.try_get::<_, Option<&str>>(3)? {
            Some(body) => {
                let recorded = rows::event(table, row.try_get(1)?, at, body)?;
                let moved = transfers.first().map(|transfer| transfer.from.currency);
                self.currencies.extend(moved.map(|currency| (table, currency)));
                projection.refold(table, &recorded, self.currencies.get(&table).copied())?
            }
            None => Cause::posted(at),
        };
        let find = |id: TransferId| Ok::<_, Trouble>(earlier.get(&id).copied());
        projection.rows.lines.extend(lines(&cause, transfers, find)?.into_iter().map(|line| (cause, line)));
        transfers.iter().try_for_each(|transfer| self.balances.follow(transfer, find))
    }
}

async fn balances(transaction: &Transaction<'_>, state: &Balances) -> Result<(), Trouble> {
    let each = || state.balances.keys();
    let kinds: Vec<&str> = each().map(|account| account.kind.id()).collect();
    let owners: Vec<i64> = each().map(|account| i64::from(account.owner)).collect();
    let codes: Vec<&str> = each().map(|account| account.currency.code()).collect();
    let decimals: Vec<i16> = each().map(|account| i16::from(account.currency.decimals())).collect();
    let column = |(account, balance): (&Account, &i128)| Balances::column(*account, *balance);
    let balances = state.balances.iter().map(column).collect::<Result<Vec<i64>, _>>()?;
    let set = "UPDATE account SET balance = new.balance
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[])
            AS new (kind, owner, currency, decimals, balance)
        WHERE (account.kind, account.owner, account.currency, account.decimals)
            = (new.kind, new.owner, new.currency, new.decimals)";
    transaction.execute(set, &[&kinds, &owners, &codes, &decimals, &balances]).await?;
    Ok(())
}

async fn holds(transaction: &Transaction<'_>, state: &Balances) -> Result<(), Trouble> {
    let ids: Vec<Id> = state.open.keys().map(|TransferId(id)| Id(*id)).collect();
    let left: Vec<i64> = state.open.values().map(|open| open.left.signed()).collect();
    let insert = "INSERT INTO hold (id, remaining) SELECT * FROM unnest($1::uuid[], $2::bigint[])";
    transaction.execute(insert, &[&ids, &left]).await?;
    Ok(())
}
