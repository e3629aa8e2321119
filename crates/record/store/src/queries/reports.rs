//! Queries about money over time: statements, turnover, what tables have won, and the trial balance.

use std::collections::BTreeMap;

use baccarat::Spot;
use house::patron_turnover::{DailyTurnover, PatronTurnover};
use house::ports::{DayTurnover, StatementLine, StoreFailure, TableResult, TrialBalance};
use house::statement::{Cause, CauseKind, Sums};
use house::turnover::{DAY_MS, Turnover};
use ledger::AccountKind;
use table::{PatronId, TableId, Timestamp};

use super::patrons::PatronQueries as _;
use super::tables::TableQueries as _;
use super::{Columns, Reads, Sql, Value, all, before};
use crate::rows::about;
use crate::trouble::Result;

/// What tables have won by both sides of the books. PostgreSQL adds up to a type of any size.
const RESULTS: Sql<'_> = Sql {
    sqlite: "SELECT table_id, currency, decimals, sum(turned_over), sum(balance) FROM
            (SELECT table_id, currency, decimals, staked - paid AS turned_over, 0 AS balance FROM turnover
            UNION ALL
            SELECT owner, currency, decimals, 0, balance FROM account WHERE kind = 'house_table')
        WHERE table_id = coalesce($1, table_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    postgres: "SELECT table_id, currency, decimals, sum(turned_over)::bigint, sum(balance)::bigint FROM
            (SELECT table_id, currency, decimals, staked - paid AS turned_over, 0 AS balance FROM turnover
            UNION ALL
            SELECT owner, currency, decimals, 0, balance FROM account WHERE kind = 'house_table') AS sides
        WHERE table_id = coalesce($1, table_id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
};

/// What a patron staked and was paid since a moment: a line a day for all rounds that were never corrected, and a line
/// on day -1 for each corrected round. Counts as [`Turnover::of`] does.
const DAYS_OF: Sql<'_> = Sql {
    sqlite: "SELECT CASE revision WHEN 1 THEN at / 86400000 ELSE -1 END,
            CASE revision WHEN 1 THEN 0 ELSE table_id END, CASE revision WHEN 1 THEN 0 ELSE shoe_no END,
            CASE revision WHEN 1 THEN 0 ELSE round_no END,
            count(wager.value), coalesce(sum(wager.value ->> 'stake'), 0),
            coalesce(sum(CASE wager.value ->> 'resolution' WHEN 'push' THEN 0 ELSE wager.value ->> 'stake' END), 0),
            coalesce(sum(wager.value ->> 'payout'), 0)
        FROM patron_round LEFT JOIN json_each(patron_round.wagers) AS wager ON true
        WHERE patron_id = $1 AND at >= $2 GROUP BY 1, 2, 3, 4",
    postgres: "SELECT CASE revision WHEN 1 THEN at / 86400000 ELSE -1 END,
            CASE revision WHEN 1 THEN 0 ELSE table_id END, CASE revision WHEN 1 THEN 0 ELSE shoe_no END,
            CASE revision WHEN 1 THEN 0 ELSE round_no END,
            count(wager.value), coalesce(sum((wager.value ->> 'stake')::bigint), 0)::bigint,
            coalesce(sum(CASE wager.value ->> 'resolution' WHEN 'push' THEN 0
                ELSE (wager.value ->> 'stake')::bigint END), 0)::bigint,
            coalesce(sum((wager.value ->> 'payout')::bigint), 0)::bigint
        FROM patron_round LEFT JOIN LATERAL jsonb_array_elements(wagers::jsonb) AS wager (value) ON true
        WHERE patron_id = $1 AND at >= $2 GROUP BY 1, 2, 3, 4",
};

/// How many rounds of a patron are read at a time.
const ROUNDS: u16 = 1_024;

/// The queries about money over time.
pub(crate) trait ReportQueries: Reads + Sized {
    /// The latest lines of a patron's statement, newest first.
    async fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>> {
        let sql = "SELECT entry_no, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent, repaid, change,
                    balance, owed, currency, decimals
             FROM patron JOIN statement USING (patron_id, currency, decimals)
             WHERE patron_id = $1 AND entry_no < $2 ORDER BY entry_no DESC LIMIT $3";
        let named = |failure| about(format!("a line of the statement of patron {}", patron.0), failure);
        all(self, sql, &[patron.0.into(), self::before(before), limit.into()], |row| {
            read_line(row).map_err(named)
        })
        .await
    }

    /// What was staked and paid on the days that begin within these moments.
    async fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> Result<Vec<DayTurnover>> {
        let sql = "SELECT day, table_id, spot, currency, decimals, corrected, wagers, staked, effective, paid
             FROM turnover WHERE day >= $1 AND day < $2 AND table_id = coalesce($3, table_id)";
        let values = [from.0.into(), until.0.into(), table.map_or(Value::Null, |table| table.0.into())];
        let mut lines = all(self, sql, &values, |row| {
            read_turnover(row).map_err(|failure| about("a line of the turnover", failure))
        })
        .await?;
        lines.sort_unstable_by_key(|line| (line.day, line.table, line.spot, line.currency, line.corrected));
        Ok(lines)
    }

    /// What a patron staked and was paid on each day from `since` on. A correction is the latest that happened to its
    /// round, so a round that counts since then is one of those that ended or were corrected since then.
    async fn patron_turnover(
        &self,
        patron: PatronId,
        since: Timestamp,
    ) -> Result<Vec<(Timestamp, Turnover)>> {
        let values = [patron.0.into(), since.0.into()];
        let rows = all(self, DAYS_OF, &values, |row| {
            let (day, table, round): (i64, _, _) = (row.number(0)?, TableId(row.number(1)?), row.round(2)?);
            Ok((day, table, round, read_sums(row, 4)?))
        });
        let mut turnover = DailyTurnover::new(patron, since);
        for (day, table, round, sums) in rows.await? {
            if day < 0 {
                turnover.follow(&self.round_events(table, round).await?);
            } else {
                turnover.add(Timestamp(day.saturating_mul(DAY_MS)), sums);
            }
        }
        Ok(turnover.lines())
    }

    /// What a patron staked and was paid, by day, table and spot; none for a stranger.
    async fn turnover_of(&self, patron: PatronId) -> Result<Option<Vec<DayTurnover>>> {
        let Some(known) = self.patron(patron).await? else { return Ok(None) };
        let (mut turnover, mut before) = (PatronTurnover::new(patron), None);
        loop {
            let page = self.patron_rounds(patron, before, ROUNDS).await?;
            let Some(oldest) = page.last() else { return Ok(Some(turnover.lines(known.currency))) };
            before = Some(oldest.cursor);
            for round in &page {
                if !turnover.add(round) {
                    let events = self.round_events(round.table, round.round).await?;
                    for recorded in &events {
                        turnover.follow(round.table, recorded);
                    }
                }
            }
        }
    }

    /// What each table has won, by its turnover and by its account: of one moment because it is one query.
    async fn table_results(&self, table: Option<TableId>) -> Result<Vec<TableResult>> {
        let values = [table.map_or(Value::Null, |table| table.0.into())];
        all(self, RESULTS, &values, |row| {
            Ok(TableResult {
                table: TableId(row.number(0)?),
                currency: row.currency(1)?,
                turned_over: row.number(3)?,
                account: row.number(4)?,
            })
        })
        .await
    }

    /// The sums of all balances, of one moment because it is one query.
    async fn trial_balance(&self) -> Result<TrialBalance> {
        // SQLite's own sum ends at 64 bits, so its balances are added up here.
        let sql = Sql {
            sqlite: "SELECT currency, CAST(balance AS TEXT), (SELECT count(*) FROM hold),
                    (SELECT min(balance) FROM account WHERE kind = $1)
                FROM account",
            postgres: "SELECT currency, sum(balance)::text, (SELECT count(*) FROM hold),
                    (SELECT min(balance) FROM account WHERE kind = $1)
                FROM account GROUP BY currency",
        };
        let mut sums = BTreeMap::<String, i128>::new();
        let (mut open_holds, mut lowest_patron_balance) = (0, 0);
        let read = |row: &dyn Columns| {
            let (currency, balance) = (row.text(0)?, row.text(1)?);
            let not_whole = |_| StoreFailure::Corrupt(format!("{balance} is no sum of balances"));
            let balance: i128 = balance.parse().map_err(not_whole)?;
            let sum = sums.entry(currency.to_owned()).or_default();
            *sum = sum.saturating_add(balance);
            open_holds = row.number(2)?;
            lowest_patron_balance = row.optional_number(3)?.unwrap_or_default();
            Ok(())
        };
        all(self, sql, &[Value::Text(AccountKind::PatronCash.id())], read).await?;
        Ok(TrialBalance { sums: sums.into_iter().collect(), open_holds, lowest_patron_balance })
    }
}

impl<R: Reads> ReportQueries for R {}

pub(super) fn read_line(row: &dyn Columns) -> Result<StatementLine, StoreFailure> {
    let table = row.optional_number(3)?.map(TableId);
    let cause = Cause {
        at: row.time(1)?,
        kind: row.known(2, "cause of a movement of money", CauseKind::from_id)?,
        round: table.map(|table| Ok((table, row.round(4)?))).transpose()?,
        revision: row.number(6)?,
    };
    let sums = Sums {
        staked: row.number(7)?,
        paid: row.number(8)?,
        lent: row.number(9)?,
        repaid: row.number(10)?,
        change: row.number(11)?,
    };
    let (cursor, balance, owed) = (row.number(0)?, row.number(12)?, row.number(13)?);
    Ok(StatementLine { cursor, currency: row.currency(14)?, cause, sums, balance, owed })
}

pub(super) fn read_turnover(row: &dyn Columns) -> Result<DayTurnover, StoreFailure> {
    Ok(DayTurnover {
        day: row.time(0)?,
        table: TableId(row.number(1)?),
        spot: row.known(2, "spot", Spot::from_id)?,
        currency: row.currency(3)?,
        corrected: row.flag(5)?,
        sums: read_sums(row, 6)?,
    })
}

fn read_sums(row: &dyn Columns, first: usize) -> Result<Turnover, StoreFailure> {
    let sum = |place| row.number(first.saturating_add(place));
    Ok(Turnover { wagers: sum(0)?, staked: sum(1)?, effective: sum(2)?, paid: sum(3)? })
}
