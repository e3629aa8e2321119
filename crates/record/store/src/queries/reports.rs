//! Queries about money over time: statements, turnover, what tables have won, and the trial balance.

use std::collections::BTreeMap;

use house::patron_turnover::PatronTurnover;
use house::ports::{DayTurnover, StatementLine, StoreFailure, TrialBalance};
use house::statement::{Cause, Sums};
use house::turnover::Turnover;
use ledger::{Account, AccountKind};
use table::{PatronId, TableId, Timestamp};

use super::patrons::{self, patron_rounds};
use super::tables::round_events;
use super::{Columns, Reads, Sql, Value, all, before};
use crate::rows::{self, about};

/// What tables have won by their accounts, in minor units.
pub type HouseResults = Vec<(Account, i64)>;

/// How many rounds of a patron are read at a time.
const ROUNDS: u16 = 1_024;

/// The latest lines of a patron's statement, newest first.
pub(crate) async fn statement<R: Reads>(
    session: &R,
    patron: PatronId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<StatementLine>, R::Error> {
    let sql = Sql::both(
        "SELECT entry_no, at, kind, table_id, shoe_no, round_no, revision, staked, paid, lent, repaid, change,
                balance, owed, currency, decimals
         FROM patron JOIN statement USING (patron_id, currency, decimals)
         WHERE patron_id = $1 AND entry_no < $2 ORDER BY entry_no DESC LIMIT $3",
    );
    let named = |failure| about(format!("a line of the statement of patron {}", patron.0), failure);
    all(session, sql, &[patron.into(), self::before(before), limit.into()], |row| {
        read_line(row).map_err(named)
    })
    .await
}

fn read_line(row: &dyn Columns) -> Result<StatementLine, StoreFailure> {
    let table = row.optional_number(3)?.map(TableId);
    let cause = Cause {
        at: row.time(1)?,
        kind: rows::cause_kind(row.text(2)?)?,
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

/// What was staked and paid on the days that begin within these moments.
pub(crate) async fn turnover<R: Reads>(
    session: &R,
    (from, until): (Timestamp, Timestamp),
    table: Option<TableId>,
) -> Result<Vec<DayTurnover>, R::Error> {
    let sql = Sql::both(
        "SELECT day, table_id, spot, currency, decimals, corrected, wagers, staked, effective, paid
         FROM turnover WHERE day >= $1 AND day < $2 AND table_id = coalesce($3, table_id)",
    );
    let values = [from.into(), until.into(), table.map_or(Value::Null, Value::from)];
    let mut lines = all(session, sql, &values, |row| {
        read_turnover(row).map_err(|failure| about("a line of the turnover", failure))
    })
    .await?;
    rows::in_order(&mut lines);
    Ok(lines)
}

fn read_turnover(row: &dyn Columns) -> Result<DayTurnover, StoreFailure> {
    Ok(DayTurnover {
        day: row.time(0)?,
        table: TableId(row.number(1)?),
        spot: rows::spot(row.text(2)?)?,
        currency: row.currency(3)?,
        corrected: row.flag(5)?,
        sums: Turnover {
            wagers: row.number(6)?,
            staked: row.number(7)?,
            effective: row.number(8)?,
            paid: row.number(9)?,
        },
    })
}

/// What a patron staked and was paid, by day, table and spot; none for a stranger.
pub(crate) async fn turnover_of<R: Reads>(
    session: &R,
    patron: PatronId,
) -> Result<Option<Vec<DayTurnover>>, R::Error> {
    let Some(known) = patrons::patron(session, patron).await? else { return Ok(None) };
    let (mut turnover, mut before) = (PatronTurnover::new(patron), None);
    loop {
        let page = patron_rounds(session, patron, before, ROUNDS).await?;
        let Some(oldest) = page.last() else { return Ok(Some(turnover.lines(known.currency))) };
        before = Some(oldest.cursor);
        for round in &page {
            if !turnover.add(round) {
                let events = round_events(session, round.table, round.round).await?;
                for recorded in &events {
                    turnover.follow(round.table, recorded);
                }
            }
        }
    }
}

/// What each table has won, by its account.
pub(crate) async fn house_results<R: Reads>(session: &R) -> Result<HouseResults, R::Error> {
    let sql = Sql::both(
        "SELECT kind, owner, currency, decimals, balance FROM account WHERE kind = 'house_table' ORDER BY 2, 3",
    );
    all(session, sql, &[], |row| Ok((row.account(0)?, row.number(4)?))).await
}

/// The sums of all balances, of one moment because it is one query.
pub(crate) async fn trial_balance<R: Reads>(session: &R) -> Result<TrialBalance, R::Error> {
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
    all(session, sql, &[Value::Text(AccountKind::PatronCash.id())], read).await?;
    Ok(TrialBalance { sums: sums.into_iter().collect(), open_holds, lowest_patron_balance })
}
