//! Statements and turnover: how their lines are written down and read. What they are is the house's business.

use house::ports::{DayTurnover, StatementLine};
use house::statement::{Cause, Sums};
use house::turnover::{PatronTurnover, Turnover};
use table::{PatronId, RoundRef, TableId, Timestamp};
use tokio_postgres::{GenericClient, Row};

use super::draft::Rows;
use super::facts::{read_account, small};
use super::failure::Trouble;
use super::history::{revision, round};
use super::session::{Parameter, Writes};
use super::{history, rounds};
use crate::HouseResults;
use crate::rows::{self, column, currency, number};

/// How many rounds of a patron are read at a time.
const ROUNDS: u16 = 1_024;

/// Lines of statements, each after the lines of its wallet that are there and those before it.
const LINES: &str = "INSERT INTO statement
    SELECT new.patron_id, new.currency, new.decimals,
        coalesce(last.entry_no, 0) + row_number() OVER so_far,
        new.at, new.kind, new.table_id, new.shoe_no, new.round_no, new.revision,
        new.staked, new.paid, new.lent, new.repaid, new.change,
        coalesce(last.balance, 0) + sum(new.change) OVER so_far,
        coalesce(last.owed, 0) + sum(new.lent - new.repaid) OVER so_far
    FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
            $8::integer[], $9::integer[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[],
            $14::bigint[]) WITH ORDINALITY
        AS new (patron_id, currency, decimals, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent,
            repaid, change, place)
    LEFT JOIN LATERAL (SELECT entry_no, balance, owed FROM statement s
        WHERE (s.patron_id, s.currency, s.decimals) = (new.patron_id, new.currency, new.decimals)
        ORDER BY entry_no DESC LIMIT 1) AS last ON true
    WINDOW so_far AS (PARTITION BY new.patron_id, new.currency, new.decimals ORDER BY new.place)";

const TURNOVER: &str = "INSERT INTO turnover
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::smallint[], $6::boolean[],
        $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
    ON CONFLICT (day, table_id, spot, currency, decimals, corrected) DO UPDATE
    SET wagers = turnover.wagers + excluded.wagers, staked = turnover.staked + excluded.staked,
        effective = turnover.effective + excluded.effective, paid = turnover.paid + excluded.paid";

/// What a session prepares for this file.
pub(super) const STATEMENTS: &[&str] = &[LINES, TURNOVER];

/// Writes lines of statements. Whoever wrote others of the same wallets has committed, or waits for this one.
pub(super) async fn lines(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.lines;
    let patrons: Vec<i64> = rows.iter().map(|(_, line)| i64::from(line.patron.0)).collect();
    let codes: Vec<&str> = rows.iter().map(|(_, line)| line.currency.code()).collect();
    let decimals: Vec<i16> = rows.iter().map(|(_, line)| i16::from(line.currency.decimals())).collect();
    let times: Vec<i64> = rows.iter().map(|(cause, _)| cause.at.0).collect();
    let kinds: Vec<&str> = rows.iter().map(|(cause, _)| cause.kind.id()).collect();
    let place = |row: &(Cause, _)| row.0.round;
    let tables: Vec<Option<i64>> =
        rows.iter().map(|row| place(row).map(|(table, _)| i64::from(table.0))).collect();
    let shoes: Vec<Option<i64>> =
        rows.iter().map(|row| place(row).map(|(_, round)| i64::from(round.shoe_no))).collect();
    let rounds: Vec<Option<i32>> =
        rows.iter().map(|row| place(row).map(|(_, round)| i32::from(round.round_no))).collect();
    let revisions: Vec<i32> = rows.iter().map(|(cause, _)| i32::from(cause.revision)).collect();
    let sums = |of: fn(&Sums) -> i64| rows.iter().map(|(_, line)| of(&line.sums)).collect::<Vec<i64>>();
    let (staked, paid) = (sums(|sums| sums.staked), sums(|sums| sums.paid));
    let (lent, repaid, change) = (sums(|sums| sums.lent), sums(|sums| sums.repaid), sums(|sums| sums.change));
    let parameters: [Parameter<'_>; 14] = [
        &patrons, &codes, &decimals, &times, &kinds, &tables, &shoes, &rounds, &revisions, &staked, &paid,
        &lent, &repaid, &change,
    ];
    session.execute_for(rows.len(), LINES, &parameters).await
}

/// Adds what was turned over.
pub(super) async fn turnover(session: &impl Writes, rows: &Rows) -> Result<(), Trouble> {
    let rows = &rows.turnover;
    let days: Vec<i64> = rows.keys().map(|key| key.0.0).collect();
    let tables: Vec<i64> = rows.keys().map(|key| i64::from(key.1.0)).collect();
    let spots: Vec<&str> = rows.keys().map(|key| key.2.id()).collect();
    let codes: Vec<&str> = rows.keys().map(|key| key.3.code()).collect();
    let decimals: Vec<i16> = rows.keys().map(|key| i16::from(key.3.decimals())).collect();
    let corrected: Vec<bool> = rows.keys().map(|key| key.4).collect();
    let sums = |of: fn(&Turnover) -> i64| rows.values().map(of).collect::<Vec<i64>>();
    let (wagers, staked) = (sums(|sums| sums.wagers), sums(|sums| sums.staked));
    let (effective, paid) = (sums(|sums| sums.effective), sums(|sums| sums.paid));
    let parameters: [Parameter<'_>; 10] =
        [&days, &tables, &spots, &codes, &decimals, &corrected, &wagers, &staked, &effective, &paid];
    session.execute_for(rows.len(), TURNOVER, &parameters).await
}

/// The latest lines of a patron's statement, newest first.
pub(super) async fn read(
    client: &impl GenericClient,
    patron: PatronId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<StatementLine>, Trouble> {
    let sql = "SELECT entry_no, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent, repaid, change,
                      balance, owed, currency, decimals::bigint
               FROM patron JOIN statement USING (patron_id, currency, decimals)
               WHERE patron_id = $1 AND entry_no < $2 ORDER BY entry_no DESC LIMIT $3";
    let before = before.map(column).and_then(Result::ok).unwrap_or(i64::MAX);
    let found = client.query(sql, &[&i64::from(patron.0), &before, &i64::from(limit)]).await?;
    let what = format!("a line of the statement of patron {}", patron.0);
    found.iter().map(|row| read_line(row).map_err(|trouble| trouble.about(&what))).collect()
}

fn read_line(row: &Row) -> Result<StatementLine, Trouble> {
    let about_a_round = row.try_get::<_, Option<i64>>(3)?.is_some();
    let place = || Ok::<(TableId, RoundRef), Trouble>((TableId(small(row, 3)?), round(row, 4)?));
    let cause = Cause {
        at: Timestamp(row.try_get(1)?),
        kind: rows::cause_kind(row.try_get(2)?)?,
        round: about_a_round.then(place).transpose()?,
        revision: revision(row, 6)?,
    };
    let sums = Sums {
        staked: row.try_get(7)?,
        paid: row.try_get(8)?,
        lent: row.try_get(9)?,
        repaid: row.try_get(10)?,
        change: row.try_get(11)?,
    };
    let (balance, owed) = (row.try_get(12)?, row.try_get(13)?);
    let currency = currency(row.try_get(14)?, u8::try_from(small(row, 15)?).unwrap_or(u8::MAX))?;
    Ok(StatementLine { cursor: number(row.try_get(0)?)?, currency, cause, sums, balance, owed })
}

/// What was staked and paid on the days that begin within these moments.
pub(super) async fn read_turnover(
    client: &impl GenericClient,
    (from, until): (Timestamp, Timestamp),
    table: Option<TableId>,
) -> Result<Vec<DayTurnover>, Trouble> {
    let sql =
        "SELECT day, table_id, spot, currency, decimals::bigint, corrected, wagers, staked, effective, paid
               FROM turnover WHERE day >= $1 AND day < $2 AND table_id = coalesce($3, table_id)";
    let table = table.map(|table| i64::from(table.0));
    let found = client.query(sql, &[&from.0, &until.0, &table]).await?;
    let read = |row: &Row| {
        let sums = Turnover {
            wagers: row.try_get(6)?,
            staked: row.try_get(7)?,
            effective: row.try_get(8)?,
            paid: row.try_get(9)?,
        };
        let decimals = u8::try_from(small(row, 4)?).unwrap_or(u8::MAX);
        Ok(DayTurnover {
            day: Timestamp(row.try_get(0)?),
            table: TableId(small(row, 1)?),
            spot: rows::spot(row.try_get(2)?)?,
            currency: currency(row.try_get(3)?, decimals)?,
            corrected: row.try_get(5)?,
            sums,
        })
    };
    let mut lines = found.iter().map(read).collect::<Result<Vec<_>, Trouble>>()?;
    rows::in_order(&mut lines);
    Ok(lines)
}

/// What each table has won, by its account.
pub(super) async fn house_results(client: &impl GenericClient) -> Result<HouseResults, Trouble> {
    let sql = "SELECT kind, owner, currency, decimals, balance FROM account WHERE kind = 'house_table' ORDER BY 2, 3";
    let found = client.query(sql, &[]).await?;
    found.iter().map(|row| Ok((read_account(row, 0)?, row.try_get(4)?))).collect()
}

/// What a patron staked and was paid, by day, table and spot; none for a stranger.
pub(super) async fn turnover_of(
    client: &impl GenericClient,
    patron: PatronId,
) -> Result<Option<Vec<DayTurnover>>, Trouble> {
    let Some(known) = history::patron_of(client, patron).await? else { return Ok(None) };
    let (mut turnover, mut before) = (PatronTurnover::new(patron), None);
    loop {
        let page = history::patron_rounds(client, patron, before, ROUNDS).await?;
        let Some(oldest) = page.last() else { return Ok(Some(turnover.lines(known.currency))) };
        before = Some(oldest.cursor);
        for round in &page {
            if !turnover.add(round) {
                let events = rounds::events(client, round.table, round.round).await?;
                for recorded in &events {
                    turnover.follow(round.table, recorded);
                }
            }
        }
    }
}
