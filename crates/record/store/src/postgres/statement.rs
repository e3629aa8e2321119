//! Writes lines of statements and turnover, which the house computes.

use house::statement::Sums;
use house::turnover::Turnover;

use super::failure::Trouble;
use super::session::{Parameter, Writes};
use crate::draft::Rows;

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
    let places = || rows.iter().map(|(cause, _)| cause.round.unzip());
    let tables: Vec<Option<i64>> = places().map(|(table, _)| Some(table?.0.into())).collect();
    let shoes: Vec<Option<i64>> = places().map(|(_, round)| Some(round?.shoe_no.into())).collect();
    let rounds: Vec<Option<i32>> = places().map(|(_, round)| Some(round?.round_no.into())).collect();
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
