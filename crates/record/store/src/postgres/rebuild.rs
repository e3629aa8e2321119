//! Makes every table anew that follows from history. Names of the live tables are shadowed by temporary ones of the
//! same names, so the statements that fill them are those of the writer. Knows no queue.

use foldhash::{HashMap, HashMapExt as _};
use house::statement::{Cause, lines};
use journal::Balances;
use ledger::{Account, Transfer, TransferId};
use money::Currency;
use table::{TableId, Timestamp};
use tokio_postgres::{Config, IsolationLevel, Row, Transaction};

use super::facts::small;
use super::failure::Trouble;
use super::id::Id;
use super::query::PAGE;
use super::{connect, migrate, write};
use crate::derived::{DERIVED, Derived, Difference, Folded, Rebuilt, RebuiltTable};
use crate::draft::Projection;
use crate::queries::transfers::{self, Transfers, transfers_by};
use crate::queries::{Snapshot as _, Sql, Statement as _};
use crate::rows;

/// What is left of holds, by the id of the transfer.
const HOLD: Derived = Derived { table: "hold", key: &["id"] };

/// Lets nobody else write until the end of the transaction, and has it on the disk then. A server that writes begins
/// with the first of these tables, so nobody waits for each other.
const ALONE: &str = "
    SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE;
    UPDATE table_owner SET epoch = epoch + 1, owner = 'a rebuild', taken_at = now();";

/// The entries of all logs in the order in which their money was moved; log 0 is the house's own. An event that moves
/// none comes with those before it at its table. A patron's cash is locked before a transfer is given its number, so
/// the numbers tell the order for each patron, whichever server wrote.
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

fn tables() -> impl Iterator<Item = &'static Derived> {
    DERIVED.iter().chain([&HOLD])
}

/// Makes everything anew in the database, whose servers lose their tables.
pub(super) async fn rebuild(config: &Config, folded: Folded<'_>) -> Result<Rebuilt, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    let rebuilt = refold(&transaction, true, folded).await?;
    transaction.commit().await?;
    Ok(rebuilt)
}

/// Makes everything anew beside what is stored, as of one moment, and compares.
pub(super) async fn check(config: &Config, folded: Folded<'_>) -> Result<Rebuilt, Trouble> {
    let mut client = connect::auditor(config).await?;
    let begin = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
    let snapshot = begin.start().await?;
    migrate::newest(&snapshot).await?;
    let checked = refold(&snapshot, false, folded).await?;
    snapshot.rollback().await?;
    Ok(checked)
}

/// Folds all of history within the open transaction, compares, and replaces what is stored if it should.
pub(super) async fn refold(
    transaction: &Transaction<'_>,
    replace: bool,
    folded: Folded<'_>,
) -> Result<Rebuilt, Trouble> {
    let schema: String =
        transaction.query_one("SELECT quote_ident(current_schema())", &[]).await?.try_get(0)?;
    shadow(transaction, &schema).await?;
    fold(transaction, folded).await?;
    let mut rebuilt = Rebuilt::default();
    for derived in tables() {
        let columns = columns(transaction, &schema, derived.table).await?;
        let compared = compare(transaction, &schema, derived, &columns.join(", ")).await?;
        if compared.wrong > 0 && rebuilt.first.is_none() {
            rebuilt.first = first_difference(transaction, &schema, derived, &columns).await?;
        }
        if compared.wrong > 0 && replace {
            self::replace(transaction, &schema, derived.table, &columns.join(", ")).await?;
        }
        rebuilt.tables.push(compared);
    }
    Ok(rebuilt)
}

/// An empty temporary table like each stored one; of accounts, those that transfers name, with nothing in them.
async fn shadow(transaction: &Transaction<'_>, schema: &str) -> Result<(), Trouble> {
    transaction.batch_execute(STEPS).await?;
    for Derived { table, .. } in tables() {
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

/// Everything, from the entries of all logs and the transfers in their order.
async fn fold(transaction: &Transaction<'_>, folded: Folded<'_>) -> Result<(), Trouble> {
    let all: i64 = transaction.query_one("SELECT count(*) FROM pg_temp.step", &[]).await?.try_get(0)?;
    let (mut done, all) = (0_u64, rows::number(all)?);
    let entries = transaction.bind(ENTRIES, &[]).await?;
    let mut transfers = transaction.select(TRANSFERS).await?;
    let mut moved = Transfers::new(transfers.rows()?).await?;
    let mut fold = Fold { balances: Balances::default(), currencies: HashMap::new() };
    let mut projection = Projection::default();
    loop {
        let page = transaction.query_portal(&entries, PAGE).await?;
        for row in &page {
            let (log, seq) = (TableId(small(row, 0)?), rows::number(row.try_get(1)?)?);
            let transfers = moved.of_entry(log, seq).await?;
            let past = fold.past(transaction, &transfers).await?;
            fold.entry(&mut projection, row, &transfers, &past)?;
            done = done.saturating_add(1);
        }
        folded(done, all);
        write::derived(transaction, &projection.take_rows()).await?;
        if page.is_empty() {
            break;
        }
    }
    moved.none_left()?;
    balances(transaction, &fold.balances).await?;
    holds(transaction, &fold.balances).await
}

/// How far a fold of history has come.
struct Fold {
    balances: Balances,
    /// The currency each table is played in.
    currencies: HashMap<TableId, Currency>,
}

/// Transfers of the past, by their ids.
type Past = HashMap<TransferId, Transfer>;

impl Fold {
    /// What transfers use and reverse, and the holds of what they reverse.
    async fn past(&self, transaction: &Transaction<'_>, transfers: &[Transfer]) -> Result<Past, Trouble> {
        let mut past: Past = transfers.iter().map(|transfer| (transfer.id, *transfer)).collect();
        for transfer in transfers {
            let mut wanted = rows::kind_of(&transfer.action).1;
            while let Some(id) = wanted {
                if !past.contains_key(&id) {
                    let open = self.balances.hold(id);
                    let found = match open {
                        Some(hold) => Some(hold),
                        None => transfers::transfer(transaction, id).await?,
                    };
                    past.extend(found.map(|found| (id, found)));
                }
                wanted = past.get(&id).and_then(|found| rows::kind_of(&found.action).1);
            }
        }
        Ok(past)
    }

    /// What follows from an entry of a log, and from the transfers that refer to it.
    fn entry(
        &mut self,
        projection: &mut Projection,
        row: &Row,
        transfers: &[Transfer],
        past: &Past,
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
        let find = |id: TransferId| Ok::<_, Trouble>(past.get(&id).copied());
        projection.rows.lines.extend(lines(&cause, transfers, find)?.into_iter().map(|line| (cause, line)));
        transfers.iter().try_for_each(|transfer| self.balances.follow(transfer, find))
    }
}

async fn balances(transaction: &Transaction<'_>, standing: &Balances) -> Result<(), Trouble> {
    let each = || standing.balances.keys();
    let kinds: Vec<&str> = each().map(|account| account.kind.id()).collect();
    let owners: Vec<i64> = each().map(|account| i64::from(account.owner)).collect();
    let codes: Vec<&str> = each().map(|account| account.currency.code()).collect();
    let decimals: Vec<i16> = each().map(|account| i16::from(account.currency.decimals())).collect();
    let column = |(account, balance): (&Account, &i128)| Balances::column(*account, *balance);
    let balances = standing.balances.iter().map(column).collect::<Result<Vec<i64>, _>>()?;
    let set = "UPDATE account SET balance = new.balance
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[])
            AS new (kind, owner, currency, decimals, balance)
        WHERE (account.kind, account.owner, account.currency, account.decimals)
            = (new.kind, new.owner, new.currency, new.decimals)";
    transaction.execute(set, &[&kinds, &owners, &codes, &decimals, &balances]).await?;
    Ok(())
}

async fn holds(transaction: &Transaction<'_>, standing: &Balances) -> Result<(), Trouble> {
    let ids: Vec<Id> = standing.open.keys().map(|TransferId(id)| Id(*id)).collect();
    let left: Vec<i64> = standing.open.values().map(|open| open.left.signed()).collect();
    let insert = "INSERT INTO hold (id, remaining) SELECT * FROM unnest($1::uuid[], $2::bigint[])";
    transaction.execute(insert, &[&ids, &left]).await?;
    Ok(())
}

async fn columns(transaction: &Transaction<'_>, schema: &str, table: &str) -> Result<Vec<String>, Trouble> {
    let sql = "SELECT quote_ident(attname) FROM pg_attribute
               WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum";
    let found = transaction.query(sql, &[&format!("{schema}.{table}")]).await?;
    found.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

async fn compare(
    transaction: &Transaction<'_>,
    schema: &str,
    derived: &Derived,
    columns: &str,
) -> Result<RebuiltTable, Trouble> {
    let name = derived.table;
    let one_sided = derived.one_sided(columns, ["pg_temp", schema]);
    let sql = format!(
        "SELECT (SELECT count(*) FROM pg_temp.{name}), (SELECT count(*) FROM ({one_sided}) AS differing)"
    );
    let row = transaction.query_one(&sql, &[]).await?;
    let (rows, wrong) = (rows::number(row.try_get(0)?)?, rows::number(row.try_get(1)?)?);
    Ok(RebuiltTable { name, rows, wrong })
}

/// The first row, by its key, that is not stored as it should be.
async fn first_difference(
    transaction: &Transaction<'_>,
    schema: &str,
    derived: &Derived,
    columns: &[String],
) -> Result<Option<Difference>, Trouble> {
    let (table, key) = (derived.table, derived.key.join(", "));
    let quoted = derived.key.iter().map(|name| format!("format('%I = %L', '{name}', {name})"));
    let sql = format!(
        "SELECT {} FROM ({}) AS differing ORDER BY {key} LIMIT 1",
        quoted.collect::<Vec<_>>().join(" || ' AND ' || "),
        derived.one_sided(&columns.join(", "), ["pg_temp", schema])
    );
    let Some(found) = transaction.query_opt(&sql, &[]).await? else { return Ok(None) };
    let row: String = found.try_get(0)?;
    let cells = columns.iter().map(|name| format!("quote_nullable({name})")).collect::<Vec<_>>().join(", ");
    let mut sides = Vec::new();
    for schema in ["pg_temp", schema] {
        let sql = format!("SELECT {cells} FROM {schema}.{table} WHERE {row}");
        let read = |row: Row| (0..columns.len()).map(|place| row.try_get(place)).collect();
        sides.push(transaction.query_opt(&sql, &[]).await?.map(read).transpose()?);
    }
    let sides: Vec<Option<Vec<String>>> = sides;
    let [rebuilt, stored] = [0, 1].map(|side| sides.get(side).and_then(Option::as_deref));
    Ok(Some(Difference::between(derived, columns, rebuilt, stored)))
}

/// Puts what follows from history in the place of what is stored. Accounts keep their rows, which transfers name.
async fn replace(
    transaction: &Transaction<'_>,
    schema: &str,
    table: &str,
    columns: &str,
) -> Result<(), Trouble> {
    let sql = if table == "account" {
        format!(
            "DELETE FROM {schema}.account WHERE account_no NOT IN (SELECT account_no FROM pg_temp.account);
             UPDATE {schema}.account AS stored SET balance = fresh.balance FROM pg_temp.account AS fresh
             WHERE fresh.account_no = stored.account_no AND fresh.balance <> stored.balance"
        )
    } else {
        format!(
            "DELETE FROM {schema}.{table};
             INSERT INTO {schema}.{table} ({columns}) SELECT {columns} FROM pg_temp.{table}"
        )
    };
    transaction.batch_execute(&sql).await.map_err(|error| Trouble::from(error).about(table))
}
