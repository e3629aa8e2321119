//! Writes lines of statements and turnover, which the house computes.

use super::session::ArrayStatement;
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

/// Writes lines of statements. A server that wrote others of the same wallets has committed, or waits for this one.
pub(super) fn lines(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(LINES, rows.lines.iter())
        .column(|(_, line)| i64::from(line.patron.0))
        .column(|(_, line)| line.currency.code())
        .column(|(_, line)| i16::from(line.currency.decimals()))
        .column(|(cause, _)| cause.at.0)
        .column(|(cause, _)| cause.kind.id())
        .column(|(cause, _)| cause.round.map(|(table, _)| i64::from(table.0)))
        .column(|(cause, _)| cause.round.map(|(_, round)| i64::from(round.shoe_no)))
        .column(|(cause, _)| cause.round.map(|(_, round)| i32::from(round.round_no)))
        .column(|(cause, _)| i32::from(cause.revision))
        .column(|(_, line)| line.sums.staked)
        .column(|(_, line)| line.sums.paid)
        .column(|(_, line)| line.sums.lent)
        .column(|(_, line)| line.sums.repaid)
        .column(|(_, line)| line.sums.change)
        .statement()
}

/// Adds to the turnover of each day, table and spot.
pub(super) fn turnover(rows: &Rows) -> ArrayStatement<'_> {
    ArrayStatement::over(TURNOVER, rows.turnover.iter())
        .column(|(key, _)| key.0.0)
        .column(|(key, _)| i64::from(key.1.0))
        .column(|(key, _)| key.2.id())
        .column(|(key, _)| key.3.code())
        .column(|(key, _)| i16::from(key.3.decimals()))
        .column(|(key, _)| key.4)
        .column(|(_, sums)| sums.wagers)
        .column(|(_, sums)| sums.staked)
        .column(|(_, sums)| sums.effective)
        .column(|(_, sums)| sums.paid)
        .statement()
}
