//! The rows of a batch on their way into the database: one statement per kind of row, over arrays. Decides nothing.

use foldhash::{HashMap, HashSet};
use house::ports::StoreFailure;
use journal::{HouseHead, Origin};
use ledger::{Account, TransferId};
use money::Amount;
use table::{TableId, Timestamp};
use tokio_postgres::Transaction;

use super::entries;
use super::facts::RowCache;
use super::failure::Trouble;
use super::id::Id;
use super::session::{ArrayStatement, Session, Writes};
use super::statement;
use crate::draft::Rows;
use crate::rows::{column, kind_of, number};

/// The number of this transaction. It also waits for an earlier one of the same writer that is not over yet.
const BATCH: &str = "UPDATE writer SET batch_no = $2 WHERE writer_id = $1 RETURNING batch_no";

/// Who runs these tables, locked so that nobody takes them before the commit.
const OWNERS: &str = "SELECT table_id, epoch, owner FROM table_owner WHERE table_id = ANY ($1::bigint[])
    ORDER BY table_id FOR NO KEY UPDATE";

/// Numbers for new patrons.
const PATRON_NUMBERS: &str = "SELECT nextval('patron_number') FROM generate_series(1, $1::bigint)";

const PATRONS: &str = "INSERT INTO patron (patron_id, nickname, token_hash, currency, decimals, created_at)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[], $5::smallint[], $6::bigint[])";

const EVENTS: &str = "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[],
        $7::bytea[])";

const HOUSE_EVENTS: &str = "INSERT INTO house_event (seq, at, body, hash)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[])";

const SEEDS: &str = "INSERT INTO shoe_seed (table_id, shoe_no, seed)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])";

const SECRETS: &str = "INSERT INTO locked_secret (table_id, shoe_no, commitment, locked)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[])";

const BULLETINS: &str = "INSERT INTO bulletin (table_id, no, seq, shoe_no, text, key, signature)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[],
        $7::bytea[])";

const RECORDS: &str =
    "INSERT INTO device_record (table_id, no, seq, device, n, received_at, read_at, late, body, sig)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::bigint[], $8::boolean[], $9::text[], $10::bytea[])";

const SLIPS: &str = "INSERT INTO accepted_slip (patron_id, slip_id, table_id, shoe_no, round_no, seq)
    SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[], $5::integer[], $6::bigint[])";

/// Rounds of patrons as they ended. One that is there keeps its number, a new one takes the patron's next.
const PATRON_ROUNDS: &str = "INSERT INTO patron_round
        (patron_id, entry_no, table_id, shoe_no, round_no, at, cards, wagers, voided, revision)
    SELECT new.patron_id,
        coalesce(old.entry_no, last.entry_no + row_number() OVER
            (PARTITION BY new.patron_id, old.entry_no IS NULL ORDER BY new.place)),
        new.table_id, new.shoe_no, new.round_no, new.at, new.cards, new.wagers, new.voided, new.revision
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::bigint[], $6::text[], $7::text[],
            $8::bigint[], $9::integer[]) WITH ORDINALITY
        AS new (patron_id, table_id, shoe_no, round_no, at, cards, wagers, voided, revision, place)
    LEFT JOIN patron_round old USING (patron_id, table_id, shoe_no, round_no)
    CROSS JOIN LATERAL (SELECT coalesce(max(entry_no), 0) AS entry_no FROM patron_round
        WHERE patron_id = new.patron_id) AS last
    ON CONFLICT (patron_id, table_id, shoe_no, round_no) DO UPDATE
    SET at = excluded.at, cards = excluded.cards, wagers = excluded.wagers, voided = excluded.voided,
        revision = excluded.revision";

/// Rounds in which a patron took all wagers back, each once.
const CLEARED_ROUNDS: &str = "INSERT INTO cleared_round (table_id, shoe_no, round_no, patron_id)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[]) ON CONFLICT DO NOTHING";

/// The states of rounds. A card leaves how a round ended.
const ROUND_STATES: &str =
    "INSERT INTO round (table_id, shoe_no, round_no, opened_seq, opened_at, at, revision, voided, cards)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[],
        $7::integer[], $8::boolean[], $9::text[])
    ON CONFLICT (table_id, shoe_no, round_no) DO UPDATE SET at = excluded.at, cards = excluded.cards,
        revision = CASE excluded.revision WHEN 0 THEN round.revision ELSE excluded.revision END,
        voided = CASE excluded.revision WHEN 0 THEN round.voided ELSE excluded.voided END";

const CORRECTIONS: &str = "INSERT INTO correction (table_id, seq, shoe_no, round_no)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[])";

const ACCOUNTS: &str = "INSERT INTO account (kind, owner, currency, decimals, balance, transfers)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[], $6::bigint[])
    RETURNING account_no, kind, owner, currency, decimals";

/// Sets balances and counts transfers. Fails, because a sentence is no number, unless every account has its row.
const BALANCES: &str = "WITH changed AS (UPDATE account SET balance = new.balance,
            transfers = account.transfers + new.transfers
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS new (account_no, balance, transfers)
        WHERE account.account_no = new.account_no RETURNING 1)
    SELECT CASE count(*) WHEN cardinality($1) THEN count(*)
        ELSE format('%s balances of %s have an account', count(*), cardinality($1))::bigint END FROM changed";

const TRANSFERS: &str =
    "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq, asked,
        house_seq)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[],
        $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])";

const NEW_HOLDS: &str = "INSERT INTO hold (id, remaining) SELECT * FROM unnest($1::uuid[], $2::bigint[])";

/// What is left of holds of earlier batches. One that was used up may be restored.
const HOLDS: &str = "INSERT INTO hold (id, remaining) SELECT * FROM unnest($1::uuid[], $2::bigint[])
    ON CONFLICT (id) DO UPDATE SET remaining = excluded.remaining";

const USED_UP: &str = "DELETE FROM hold WHERE id = ANY ($1::uuid[])";

/// The advisory lock of the house's own log, held until the commit: the letters `PNTO`.
const HOUSE_LOG: &str = "SELECT pg_advisory_xact_lock(1347310671, 1)";

/// The head of the house's own log.
const HOUSE_HEAD: &str = "SELECT seq, at, hash FROM house_event ORDER BY seq DESC LIMIT 1";

/// What a session prepares for this file.
pub(super) const STATEMENTS: &[&str] = &[
    BATCH,
    OWNERS,
    PATRON_NUMBERS,
    PATRONS,
    EVENTS,
    HOUSE_EVENTS,
    SEEDS,
    SECRETS,
    BULLETINS,
    RECORDS,
    SLIPS,
    PATRON_ROUNDS,
    CLEARED_ROUNDS,
    ROUND_STATES,
    CORRECTIONS,
    ACCOUNTS,
    BALANCES,
    TRANSFERS,
    NEW_HOLDS,
    HOLDS,
    USED_UP,
    HOUSE_LOG,
    HOUSE_HEAD,
];

/// Begins the transaction of that number, and says which of these tables are run in which epoch.
pub(super) async fn begin(
    session: &Session,
    batch_no: i64,
    tables: &[i64],
) -> Result<Vec<tokio_postgres::Row>, Trouble> {
    let ((), marked, owners) = tokio::try_join!(
        biased;
        async { Ok::<_, Trouble>(session.client.batch_execute("BEGIN").await?) },
        async { session.query(BATCH, &[&session.writer.0, &batch_no]).await },
        async { session.query(OWNERS, &[&tables]).await },
    )?;
    if marked.is_empty() {
        return Err(StoreFailure::Corrupt("the writer's own row is missing".to_owned()).into());
    }
    Ok(owners)
}

/// The head of the house's own log, which stays the head until the commit.
pub(super) async fn house_head(session: &Session) -> Result<HouseHead, Trouble> {
    let (_, head) = tokio::try_join!(biased; session.query(HOUSE_LOG, &[]), session.query(HOUSE_HEAD, &[]))?;
    let Some(row) = head.first() else { return Ok(HouseHead::default()) };
    let digest = journal::digest(Some(row.try_get(2)?))?;
    Ok(HouseHead { seq: number(row.try_get(0)?)?, at: Timestamp(row.try_get(1)?), digest })
}

/// That many numbers for new patrons, outside any transaction.
pub(super) async fn patron_numbers(session: &Session, count: usize) -> Result<Vec<u32>, Trouble> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let rows = session.query(PATRON_NUMBERS, &[&count]).await?;
    rows.iter().map(|row| super::facts::small(row, 0)).collect()
}

/// Writes the rows that others refer to, new accounts and patrons. Returns the numbers of the accounts.
pub(super) async fn referred(
    session: &impl Writes,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let opened = open_accounts(session, cache, rows).await?;
    session.write(patrons(rows)).await?;
    Ok(opened)
}

/// The statements that write all other rows of a batch, in their order.
pub(super) fn statements<'r>(
    cache: &RowCache,
    opened: &HashMap<Account, i64>,
    rows: &'r Rows,
) -> Result<Vec<ArrayStatement<'r>>, StoreFailure> {
    let mut statements = vec![
        events(rows)?,
        house_events(rows)?,
        seeds(rows),
        secrets(rows),
        bulletins(rows)?,
        records(rows)?,
        slips(rows)?,
        patron_rounds(rows),
        cleared_rounds(rows),
        round_states(rows)?,
        corrections(rows)?,
        transfers(cache, opened, rows)?,
        balances(cache, rows),
    ];
    statements.extend(holds(rows));
    statements.extend([statement::lines(rows), statement::turnover(rows)]);
    statements.extend(entries::entities(rows)?);
    statements.extend(entries::credentials(rows));
    Ok(statements)
}

/// Writes history and credentials, and of what follows from history the accounts that transfers name. Returns the
/// numbers of new ones.
pub(super) async fn history(
    transaction: &Transaction<'_>,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let opened = referred(transaction, cache, rows).await?;
    let history = [
        seeds(rows),
        secrets(rows),
        bulletins(rows)?,
        records(rows)?,
        house_events(rows)?,
        events(rows)?,
        transfers(cache, &opened, rows)?,
    ];
    for statement in history.into_iter().chain(entries::credentials(rows)) {
        transaction.write(statement).await?;
    }
    Ok(opened)
}

/// Writes again what follows from history, balances and holds aside.
pub(super) async fn derived(transaction: &Transaction<'_>, rows: &Rows) -> Result<(), Trouble> {
    let played =
        [slips(rows)?, patron_rounds(rows), cleared_rounds(rows), round_states(rows)?, corrections(rows)?];
    let sums = [statement::lines(rows), statement::turnover(rows)];
    for statement in played.into_iter().chain(sums).chain(entries::entities(rows)?) {
        transaction.write(statement).await?;
    }
    Ok(())
}

async fn open_accounts(
    session: &impl Writes,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let new = rows.balances.iter().filter(|(account, _)| !cache.numbers.contains_key(account));
    let opened = ArrayStatement::over(ACCOUNTS, new)
        .column(|(account, _)| account.kind.id())
        .column(|(account, _)| i64::from(account.owner))
        .column(|(account, _)| account.currency.code())
        .column(|(account, _)| i16::from(account.currency.decimals()))
        .column(|(_, balance)| *balance)
        .column(|(account, _)| moves_of(rows, account));
    let opened = session.write(opened.statement()).await?;
    opened.iter().map(|row| Ok((super::facts::read_account(row, 1)?, row.try_get(0)?))).collect()
}

fn patrons(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(PATRONS, rows.patrons.iter())
        .column(|(patron, _)| i64::from(patron.id.0))
        .column(|(patron, _)| patron.nickname.as_str())
        .column(|(patron, _)| patron.token_hash.as_slice())
        .column(|(patron, _)| patron.currency.code())
        .column(|(patron, _)| i16::from(patron.currency.decimals()))
        .column(|(_, at)| at.0)
        .statement()
}

fn events(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let events = ArrayStatement::over(EVENTS, rows.events.iter())
        .column(|row| i64::from(row.table.0))
        .try_column(|row| column(row.seq))?
        .column(|row| row.at.0)
        .column(|row| i64::from(row.round.shoe_no))
        .column(|row| i32::from(row.round.round_no))
        .column(|row| row.body.as_str())
        .column(|row| row.digest.0.as_slice());
    Ok(events.statement())
}

fn house_events(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let events = ArrayStatement::over(HOUSE_EVENTS, rows.house.iter())
        .try_column(|row| column(row.head.seq))?
        .column(|row| row.head.at.0)
        .column(|row| row.body.as_str())
        .column(|row| row.head.digest.0.as_slice());
    Ok(events.statement())
}

fn seeds(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(SEEDS, rows.seeds.iter())
        .column(|(table, _)| i64::from(table.0))
        .column(|(_, seed)| i64::from(seed.shoe_no))
        .column(|(_, seed)| seed.seed.as_slice())
        .statement()
}

fn secrets(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(SECRETS, rows.secrets.iter())
        .column(|(table, _)| i64::from(table.0))
        .column(|(_, secret)| i64::from(secret.shoe_no))
        .column(|(_, secret)| secret.commitment.0.as_slice())
        .column(|(_, secret)| secret.locked.0.as_slice())
        .statement()
}

fn bulletins(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let bulletins = ArrayStatement::over(BULLETINS, rows.bulletins.iter())
        .column(|(table, _)| i64::from(table.0))
        .try_column(|(_, bulletin)| column(bulletin.no))?
        .try_column(|(_, bulletin)| column(bulletin.seq))?
        .column(|(_, bulletin)| i64::from(bulletin.shoe_no))
        .column(|(_, bulletin)| bulletin.text.as_str())
        .column(|(_, bulletin)| bulletin.key.0.as_slice())
        .column(|(_, bulletin)| bulletin.signature.0.as_slice());
    Ok(bulletins.statement())
}

fn records(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let records = ArrayStatement::over(RECORDS, rows.records.iter())
        .column(|(table, _)| i64::from(table.0))
        .try_column(|(_, stored)| column(stored.no))?
        .try_column(|(_, stored)| column(stored.seq))?
        .column(|(_, stored)| i64::from(stored.record.device.0))
        .try_column(|(_, stored)| column(stored.record.n))?
        .column(|(_, stored)| stored.record.received_at.0)
        .column(|(_, stored)| stored.record.read_at.0)
        .column(|(_, stored)| stored.record.late)
        .column(|(_, stored)| stored.record.body.as_str())
        .column(|(_, stored)| stored.record.sig.0.as_slice());
    Ok(records.statement())
}

fn slips(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let slips = ArrayStatement::over(SLIPS, rows.slips.iter())
        .column(|row| i64::from(row.patron.0))
        .column(|row| Id(row.slip.0))
        .column(|row| i64::from(row.table.0))
        .column(|row| i64::from(row.round.shoe_no))
        .column(|row| i32::from(row.round.round_no))
        .try_column(|row| column(row.seq))?;
    Ok(slips.statement())
}

fn patron_rounds(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(PATRON_ROUNDS, rows.patron_rounds.iter())
        .column(|row| i64::from(row.patron.0))
        .column(|row| i64::from(row.table.0))
        .column(|row| i64::from(row.round.shoe_no))
        .column(|row| i32::from(row.round.round_no))
        .column(|row| row.at.0)
        .column(|row| row.cards.as_str())
        .column(|row| row.wagers.as_str())
        .column(|row| row.voided)
        .column(|row| i32::from(row.revision))
        .statement()
}

fn cleared_rounds(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(CLEARED_ROUNDS, rows.cleared_rounds.iter())
        .column(|(table, ..)| i64::from(table.0))
        .column(|(_, round, _)| i64::from(round.shoe_no))
        .column(|(_, round, _)| i32::from(round.round_no))
        .column(|(.., patron)| i64::from(patron.0))
        .statement()
}

fn round_states(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let states = ArrayStatement::over(ROUND_STATES, rows.round_states.iter())
        .column(|((table, _), _)| i64::from(table.0))
        .column(|((_, round), _)| i64::from(round.shoe_no))
        .column(|((_, round), _)| i32::from(round.round_no))
        .try_column(|(_, row)| column(row.opened_seq))?
        .column(|(_, row)| row.opened_at.0)
        .column(|(_, row)| row.at.0)
        .column(|(_, row)| i32::from(row.revision))
        .column(|(_, row)| row.voided)
        .column(|(_, row)| row.cards.as_str());
    Ok(states.statement())
}

fn corrections(rows: &Rows) -> Result<ArrayStatement<'_>, StoreFailure> {
    let corrections = ArrayStatement::over(CORRECTIONS, rows.corrections.iter())
        .column(|(table, ..)| i64::from(table.0))
        .try_column(|(_, seq, _)| column(*seq))?
        .column(|(.., about)| i64::from(about.shoe_no))
        .column(|(.., about)| i32::from(about.round_no));
    Ok(corrections.statement())
}

fn transfers<'r>(
    cache: &RowCache,
    opened: &HashMap<Account, i64>,
    rows: &'r Rows,
) -> Result<ArrayStatement<'r>, StoreFailure> {
    let number = |account: Account| {
        let lost = || StoreFailure::Corrupt(format!("the account {account} was judged and has no number"));
        cache.numbers.get(&account).or_else(|| opened.get(&account)).copied().ok_or_else(lost)
    };
    let transfers = ArrayStatement::over(TRANSFERS, rows.transfers.iter())
        .column(|row| Id(row.transfer.id.0))
        .column(|row| kind_of(&row.transfer.action).0)
        .try_column(|row| number(row.transfer.from))?
        .try_column(|row| number(row.transfer.to))?
        .column(|row| row.transfer.amount.signed())
        .column(|row| kind_of(&row.transfer.action).1.map(|id| Id(id.0)))
        .column(|row| place(row.origin).0.map(|table| i64::from(table.0)))
        .try_column(|row| place(row.origin).1.map(column).transpose())?
        .column(|row| kind_of(&row.transfer.action).2.map(Amount::signed))
        .try_column(|row| place(row.origin).2.map(column).transpose())?;
    Ok(transfers.statement())
}

/// The entry that a transfer belongs to: a table and its event, or an entry of the house's own log.
fn place(origin: Origin) -> (Option<TableId>, Option<u64>, Option<u64>) {
    match origin {
        Origin::Table(table, seq) => (Some(table), Some(seq), None),
        Origin::House(seq) => (None, None, Some(seq)),
    }
}

fn balances<'r>(cache: &RowCache, rows: &'r Rows) -> ArrayStatement<'r> {
    let known = rows.balances.iter().filter_map(|(account, balance)| {
        Some((*cache.numbers.get(account)?, *balance, moves_of(rows, account)))
    });
    let balances = ArrayStatement::over(BALANCES, known).column(|row| row.0).column(|row| row.1);
    balances.column(|row| row.2).statement()
}

/// In how many transfers of the batch an account gives or gets.
fn moves_of(rows: &Rows, account: &Account) -> i64 {
    rows.moves.get(account).copied().unwrap_or_default()
}

fn holds(rows: &Rows) -> [ArrayStatement<'_>; 3] {
    let made: HashSet<TransferId> = rows.transfers.iter().map(|row| row.transfer.id).collect();
    let (used_up, open): (Vec<_>, Vec<_>) = rows.remaining.iter().partition(|(_, left)| left.is_zero());
    let (new, open): (Vec<_>, Vec<_>) = open.into_iter().partition(|(id, _)| made.contains(id));
    let set = |sql, holds: Vec<(&TransferId, &Amount)>| {
        let holds = ArrayStatement::over(sql, holds.into_iter());
        holds.column(|(id, _)| Id(id.0)).column(|(_, left)| left.signed()).statement()
    };
    let used_up = ArrayStatement::over(USED_UP, used_up.into_iter()).column(|(id, _)| Id(id.0));
    [set(NEW_HOLDS, new), set(HOLDS, open), used_up.statement()]
}
