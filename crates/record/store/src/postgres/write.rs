//! The rows of a batch on their way into the database: one statement a kind of row, over arrays. Decides nothing.
//!
//! All statements are sent at once and run in the order they are sent; the answers come together.

use foldhash::{HashMap, HashMapExt as _, HashSet};
use house::ports::StoreFailure;
use journal::{HouseHead, Origin};
use ledger::{Account, TransferId};
use money::Amount;
use table::Timestamp;
use tokio_postgres::Transaction;

use super::facts::{RowCache, ids};
use super::failure::Trouble;
use super::id::Id;
use super::session::{Parameter, Session, Writes};
use super::statement;
use crate::draft::Rows;
use crate::rows::{column, kind_of, number};

/// The number of this transaction. It also waits for an earlier one of the same writer that is not over yet.
const BATCH: &str = "UPDATE writer SET batch_no = $2 WHERE writer_id = $1";

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

/// The states of rounds. A card leaves how a round ended.
const ROUND_STATES: &str =
    "INSERT INTO round (table_id, shoe_no, round_no, opened_seq, at, revision, voided, cards)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bigint[], $5::bigint[], $6::integer[],
        $7::boolean[], $8::text[])
    ON CONFLICT (table_id, shoe_no, round_no) DO UPDATE SET at = excluded.at, cards = excluded.cards,
        revision = CASE excluded.revision WHEN 0 THEN round.revision ELSE excluded.revision END,
        voided = CASE excluded.revision WHEN 0 THEN round.voided ELSE excluded.voided END";

const CORRECTIONS: &str = "INSERT INTO correction (table_id, seq, shoe_no, round_no)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[])";

const ACCOUNTS: &str = "INSERT INTO account (kind, owner, currency, decimals, balance)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::smallint[], $5::bigint[])
    RETURNING account_no, kind, owner, currency, decimals";

const BALANCES: &str = "UPDATE account SET balance = new.balance
    FROM unnest($1::bigint[], $2::bigint[]) AS new (account_no, balance)
    WHERE account.account_no = new.account_no";

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
    SLIPS,
    PATRON_ROUNDS,
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
        async { session.execute(BATCH, &[&session.writer.0, &batch_no]).await },
        async { session.query(OWNERS, &[&tables]).await },
    )?;
    written("the writer's own row", marked, 1)?;
    Ok(owners)
}

/// The head of the house's own log, which stays the head until the commit.
pub(super) async fn house_head(session: &Session) -> Result<HouseHead, Trouble> {
    session.query(HOUSE_LOG, &[]).await?;
    let found = session.query(HOUSE_HEAD, &[]).await?;
    let Some(row) = found.first() else { return Ok(HouseHead::default()) };
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

/// Writes all rows of a batch. New accounts come first, because transfers name them by number; returns their numbers.
pub(super) async fn write(
    session: &Session,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let opened = open_accounts(session, cache, rows).await?;
    patrons(session, rows).await?;
    tokio::try_join!(
        biased;
        events(session, rows),
        house_events(session, rows),
        seeds(session, rows),
        slips(session, rows),
        patron_rounds(session, rows),
        round_states(session, rows),
        corrections(session, rows),
        transfers(session, cache, &opened, rows),
        balances(session, cache, rows),
        holds(session, rows),
        statement::lines(session, rows),
        statement::turnover(session, rows),
    )?;
    Ok(opened)
}

/// Writes history, and of what follows from it the accounts that transfers name. Returns the numbers of new ones.
pub(super) async fn history(
    transaction: &Transaction<'_>,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let opened = open_accounts(transaction, cache, rows).await?;
    patrons(transaction, rows).await?;
    seeds(transaction, rows).await?;
    house_events(transaction, rows).await?;
    events(transaction, rows).await?;
    transfers(transaction, cache, &opened, rows).await?;
    Ok(opened)
}

/// Writes again what follows from history, balances and holds aside.
pub(super) async fn derived(transaction: &Transaction<'_>, rows: &Rows) -> Result<(), Trouble> {
    slips(transaction, rows).await?;
    patron_rounds(transaction, rows).await?;
    round_states(transaction, rows).await?;
    corrections(transaction, rows).await?;
    statement::lines(transaction, rows).await?;
    statement::turnover(transaction, rows).await
}

async fn open_accounts(
    session: &impl Writes,
    cache: &RowCache,
    rows: &Rows,
) -> Result<HashMap<Account, i64>, Trouble> {
    let new = rows.balances.iter().filter(|(account, _)| !cache.numbers.contains_key(account));
    let new: Vec<(&Account, &i64)> = new.collect();
    if new.is_empty() {
        return Ok(HashMap::new());
    }
    let kinds: Vec<&str> = new.iter().map(|(account, _)| account.kind.id()).collect();
    let owners: Vec<i64> = new.iter().map(|(account, _)| i64::from(account.owner)).collect();
    let codes: Vec<&str> = new.iter().map(|(account, _)| account.currency.code()).collect();
    let decimals: Vec<i16> = new.iter().map(|(account, _)| i16::from(account.currency.decimals())).collect();
    let balances: Vec<i64> = new.iter().map(|(_, balance)| **balance).collect();
    let opened = session.query(ACCOUNTS, &[&kinds, &owners, &codes, &decimals, &balances]).await?;
    opened.iter().map(|row| Ok((super::facts::read_account(row, 1)?, row.try_get(0)?))).collect()
}

async fn patrons(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.patrons;
    let ids: Vec<i64> = rows.iter().map(|(patron, _)| i64::from(patron.id.0)).collect();
    let nicknames: Vec<&str> = rows.iter().map(|(patron, _)| patron.nickname.as_str()).collect();
    let tokens: Vec<&[u8]> = rows.iter().map(|(patron, _)| patron.token_hash.as_slice()).collect();
    let codes: Vec<&str> = rows.iter().map(|(patron, _)| patron.currency.code()).collect();
    let decimals: Vec<i16> = rows.iter().map(|(patron, _)| i16::from(patron.currency.decimals())).collect();
    let times: Vec<i64> = rows.iter().map(|(_, at)| at.0).collect();
    session.execute_for(rows.len(), PATRONS, &[&ids, &nicknames, &tokens, &codes, &decimals, &times]).await
}

async fn events(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.events;
    let tables: Vec<i64> = rows.iter().map(|row| i64::from(row.table.0)).collect();
    let seqs = rows.iter().map(|row| column(row.seq)).collect::<Result<Vec<i64>, _>>()?;
    let times: Vec<i64> = rows.iter().map(|row| row.at.0).collect();
    let shoes: Vec<i64> = rows.iter().map(|row| i64::from(row.round.shoe_no)).collect();
    let rounds: Vec<i32> = rows.iter().map(|row| i32::from(row.round.round_no)).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.body.as_str()).collect();
    let hashes: Vec<&[u8]> = rows.iter().map(|row| row.digest.0.as_slice()).collect();
    let parameters: [Parameter<'_>; 7] = [&tables, &seqs, &times, &shoes, &rounds, &bodies, &hashes];
    session.execute_for(rows.len(), EVENTS, &parameters).await
}

async fn house_events(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.house;
    let seqs = rows.iter().map(|row| column(row.head.seq)).collect::<Result<Vec<i64>, _>>()?;
    let times: Vec<i64> = rows.iter().map(|row| row.head.at.0).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| row.body.as_str()).collect();
    let hashes: Vec<&[u8]> = rows.iter().map(|row| row.head.digest.0.as_slice()).collect();
    session.execute_for(rows.len(), HOUSE_EVENTS, &[&seqs, &times, &bodies, &hashes]).await
}

async fn seeds(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.seeds;
    let tables: Vec<i64> = rows.iter().map(|(table, _)| i64::from(table.0)).collect();
    let shoes: Vec<i64> = rows.iter().map(|(_, seed)| i64::from(seed.shoe_no)).collect();
    let seeds: Vec<&[u8]> = rows.iter().map(|(_, seed)| seed.seed.as_slice()).collect();
    session.execute_for(rows.len(), SEEDS, &[&tables, &shoes, &seeds]).await
}

async fn slips(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.slips;
    let patrons: Vec<i64> = rows.iter().map(|row| i64::from(row.patron.0)).collect();
    let slips: Vec<Id> = rows.iter().map(|row| Id(row.slip.0)).collect();
    let tables: Vec<i64> = rows.iter().map(|row| i64::from(row.table.0)).collect();
    let shoes: Vec<i64> = rows.iter().map(|row| i64::from(row.round.shoe_no)).collect();
    let rounds: Vec<i32> = rows.iter().map(|row| i32::from(row.round.round_no)).collect();
    let seqs = rows.iter().map(|row| column(row.seq)).collect::<Result<Vec<i64>, _>>()?;
    session.execute_for(rows.len(), SLIPS, &[&patrons, &slips, &tables, &shoes, &rounds, &seqs]).await
}

async fn patron_rounds(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.patron_rounds;
    let patrons: Vec<i64> = rows.iter().map(|row| i64::from(row.patron.0)).collect();
    let tables: Vec<i64> = rows.iter().map(|row| i64::from(row.table.0)).collect();
    let shoes: Vec<i64> = rows.iter().map(|row| i64::from(row.round.shoe_no)).collect();
    let rounds: Vec<i32> = rows.iter().map(|row| i32::from(row.round.round_no)).collect();
    let times: Vec<i64> = rows.iter().map(|row| row.at.0).collect();
    let cards: Vec<&str> = rows.iter().map(|row| row.cards.as_str()).collect();
    let wagers: Vec<&str> = rows.iter().map(|row| row.wagers.as_str()).collect();
    let voided: Vec<Option<i64>> = rows.iter().map(|row| row.voided).collect();
    let revisions: Vec<i32> = rows.iter().map(|row| i32::from(row.revision)).collect();
    let parameters: [Parameter<'_>; 9] =
        [&patrons, &tables, &shoes, &rounds, &times, &cards, &wagers, &voided, &revisions];
    session.execute_for(rows.len(), PATRON_ROUNDS, &parameters).await
}

async fn round_states(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.round_states;
    let tables: Vec<i64> = rows.keys().map(|(table, _)| i64::from(table.0)).collect();
    let shoes: Vec<i64> = rows.keys().map(|(_, round)| i64::from(round.shoe_no)).collect();
    let rounds: Vec<i32> = rows.keys().map(|(_, round)| i32::from(round.round_no)).collect();
    let opened = rows.values().map(|row| column(row.opened_seq)).collect::<Result<Vec<i64>, _>>()?;
    let times: Vec<i64> = rows.values().map(|row| row.at.0).collect();
    let revisions: Vec<i32> = rows.values().map(|row| i32::from(row.revision)).collect();
    let voided: Vec<bool> = rows.values().map(|row| row.voided).collect();
    let cards: Vec<&str> = rows.values().map(|row| row.cards.as_str()).collect();
    let parameters: [Parameter<'_>; 8] =
        [&tables, &shoes, &rounds, &opened, &times, &revisions, &voided, &cards];
    session.execute_for(rows.len(), ROUND_STATES, &parameters).await
}

async fn corrections(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.corrections;
    let tables: Vec<i64> = rows.iter().map(|(table, ..)| i64::from(table.0)).collect();
    let seqs = rows.iter().map(|(_, seq, _)| column(*seq)).collect::<Result<Vec<i64>, _>>()?;
    let shoes: Vec<i64> = rows.iter().map(|(.., about)| i64::from(about.shoe_no)).collect();
    let rounds: Vec<i32> = rows.iter().map(|(.., about)| i32::from(about.round_no)).collect();
    session.execute_for(rows.len(), CORRECTIONS, &[&tables, &seqs, &shoes, &rounds]).await
}

async fn transfers(
    session: &impl Writes,
    cache: &RowCache,
    opened: &HashMap<Account, i64>,
    rows: &Rows,
) -> Result<(), Trouble> {
    let rows = &rows.transfers;
    let number = |account: Account| {
        let lost = || StoreFailure::Corrupt(format!("the account {account} was judged and has no number"));
        cache.numbers.get(&account).or_else(|| opened.get(&account)).copied().ok_or_else(lost)
    };
    let new_ids = ids(rows.iter().map(|row| &row.transfer.id));
    let kinds: Vec<&str> = rows.iter().map(|row| kind_of(&row.transfer.action).0).collect();
    let from = rows.iter().map(|row| number(row.transfer.from)).collect::<Result<Vec<i64>, _>>()?;
    let to = rows.iter().map(|row| number(row.transfer.to)).collect::<Result<Vec<i64>, _>>()?;
    let amounts: Vec<i64> = rows.iter().map(|row| row.transfer.amount.signed()).collect();
    let about: Vec<Option<Id>> =
        rows.iter().map(|row| kind_of(&row.transfer.action).1.map(|id| Id(id.0))).collect();
    let origins = rows.iter().map(|row| place(row.origin)).collect::<Result<Vec<_>, _>>()?;
    let tables: Vec<Option<i64>> = origins.iter().map(|origin| origin[0]).collect();
    let seqs: Vec<Option<i64>> = origins.iter().map(|origin| origin[1]).collect();
    let house: Vec<Option<i64>> = origins.iter().map(|origin| origin[2]).collect();
    let asked: Vec<Option<i64>> =
        rows.iter().map(|row| kind_of(&row.transfer.action).2.map(Amount::signed)).collect();
    let parameters: [Parameter<'_>; 10] =
        [&new_ids, &kinds, &from, &to, &amounts, &about, &tables, &seqs, &asked, &house];
    session.execute_for(rows.len(), TRANSFERS, &parameters).await
}

/// The three columns that say to which entry a transfer belongs.
fn place(origin: Origin) -> Result<[Option<i64>; 3], StoreFailure> {
    Ok(match origin {
        Origin::Table(table, seq) => [Some(i64::from(table.0)), Some(column(seq)?), None],
        Origin::House(seq) => [None, None, Some(column(seq)?)],
    })
}

async fn balances(session: &Session, cache: &RowCache, rows: &Rows) -> Result<(), Trouble> {
    let known =
        rows.balances.iter().filter_map(|(account, balance)| Some((*cache.numbers.get(account)?, *balance)));
    let (numbers, balances): (Vec<i64>, Vec<i64>) = known.unzip();
    if numbers.is_empty() {
        return Ok(());
    }
    let changed = session.execute(BALANCES, &[&numbers, &balances]).await?;
    written("balances", changed, numbers.len())
}

async fn holds(session: &Session, rows: &Rows) -> Result<(), Trouble> {
    let made: HashSet<TransferId> = rows.transfers.iter().map(|row| row.transfer.id).collect();
    let (used_up, open): (Vec<_>, Vec<_>) = rows.remaining.iter().partition(|(_, left)| left.is_zero());
    let used_up = ids(used_up.into_iter().map(|(id, _)| id));
    let (new, open): (Vec<_>, Vec<_>) = open.into_iter().partition(|(id, _)| made.contains(id));
    let set = async |sql, holds: Vec<(&TransferId, &Amount)>| {
        let remaining: Vec<i64> = holds.iter().map(|(_, left)| left.signed()).collect();
        session.execute_for(holds.len(), sql, &[&ids(holds.iter().map(|(id, _)| *id)), &remaining]).await
    };
    tokio::try_join!(
        biased;
        set(NEW_HOLDS, new),
        set(HOLDS, open),
        async { session.execute_for(used_up.len(), USED_UP, &[&used_up]).await },
    )?;
    Ok(())
}

/// Holds the number of rows that were written against what it should be.
fn written(what: &str, found: u64, expected: usize) -> Result<(), Trouble> {
    if usize::try_from(found) == Ok(expected) {
        return Ok(());
    }
    Err(StoreFailure::Corrupt(format!("{what}: {found} rows were written instead of {expected}")).into())
}
