//! Searches of rounds and patrons. Each query looks at a bounded number of rows from the place where the page before
//! ended, by an index that has them in this order.

use house::ports::search::{Found, FoundRound, PatronPlace, PatronSearch, RoundPlace, RoundSearch, SCAN};
use house::ports::{Patron, StoreFailure, StoredRound};
use table::{TableId, Timestamp};

use super::patrons::read_patron;
#[cfg(test)]
use super::plans::Planned;
use super::{Columns, Reads, Sql, Value, all};
use crate::rows::about;
use crate::trouble::Result;

/// Greater than the number of every patron.
const PATRONS_END: i64 = 1 << 32;

/// Rounds before a place, newest first: the columns that `columns` names, by the index that fits the search. The first
/// parameter of its conditions is `$first`.
pub(super) fn rounds_sql(search: &RoundSearch, columns: &str, first: usize) -> String {
    let parameter = |offset: usize| format!("${}", first.saturating_add(offset));
    let [p0, p1, p2, p3, p4, p5] = [0, 1, 2, 3, 4, 5].map(parameter);
    match (search.table, search.shoe_no) {
        (Some(_), Some(_)) => format!(
            "SELECT {columns} FROM round
             WHERE table_id = {p0} AND shoe_no = {p1} AND round_no > 0 AND round_no < {p2}
             ORDER BY round_no DESC LIMIT {p3}"
        ),
        (Some(_), None) if search.voided != Some(true) && search.corrected != Some(true) => format!(
            "SELECT {columns} FROM round
             WHERE table_id = {p0} AND (opened_at, shoe_no, round_no) < ({p1}, {p2}, {p3}) AND opened_at >= {p4}
                 AND round_no > 0
             ORDER BY opened_at DESC, shoe_no DESC, round_no DESC LIMIT {p5}"
        ),
        _ => {
            let rare = match (search.voided, search.corrected) {
                (Some(true), _) => " AND voided",
                (_, Some(true)) => " AND revision > 1",
                _ => "",
            };
            format!(
                "SELECT {columns} FROM round
                 WHERE (opened_at, table_id, shoe_no, round_no) < ({p0}, {p1}, {p2}, {p3}) AND opened_at >= {p4}
                     AND round_no > 0{rare}
                 ORDER BY opened_at DESC, table_id DESC, shoe_no DESC, round_no DESC LIMIT {p5}"
            )
        }
    }
}

/// The parameters of [`rounds_sql`], for rounds before a place.
pub(super) fn rounds_values(search: &RoundSearch, before: RoundPlace) -> Vec<Value<'static>> {
    let RoundPlace { opened_at, table, round } = before;
    let from = search.from.map_or(i64::MIN, |from| from.0);
    match (search.table, search.shoe_no) {
        (Some(table), Some(shoe_no)) => {
            let end = if round.shoe_no == shoe_no { i64::from(round.round_no) } else { 1 << 16 };
            vec![table.0.into(), shoe_no.into(), Value::Number(end), SCAN.into()]
        }
        (Some(table), None) if search.voided != Some(true) && search.corrected != Some(true) => vec![
            table.0.into(),
            opened_at.0.into(),
            round.shoe_no.into(),
            round.round_no.into(),
            from.into(),
            SCAN.into(),
        ],
        _ => vec![
            opened_at.0.into(),
            table.0.into(),
            round.shoe_no.into(),
            round.round_no.into(),
            from.into(),
            SCAN.into(),
        ],
    }
}

/// Where a search begins: before that place, and before the time at which it ends.
pub(super) fn start(search: &RoundSearch, before: Option<RoundPlace>) -> RoundPlace {
    let until = search.until.map_or(RoundPlace::END, RoundPlace::before);
    before.map_or(until, |before| before.min(until))
}

/// All patrons, newest first.
const PATRONS: &str = "SELECT patron_id, nickname, currency, decimals FROM patron
    WHERE patron_id < $1 ORDER BY patron_id DESC LIMIT $2";

/// The patrons of a nickname, newest first. Each condition repeats the expression of its database's index.
const NAMED: Sql<'_> = Sql {
    sqlite: "SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname) = $1 AND patron_id < $2 ORDER BY patron_id DESC LIMIT $3",
    postgres: r#"SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname COLLATE "C") = $1 AND patron_id < $2 ORDER BY patron_id DESC LIMIT $3"#,
};

/// The patrons of a nickname after one of them, oldest first.
const NAMED_AFTER: Sql<'_> = Sql {
    sqlite: "SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname) = $1 AND patron_id > $2 ORDER BY patron_id LIMIT $3",
    postgres: r#"SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname COLLATE "C") = $1 AND patron_id > $2 ORDER BY patron_id LIMIT $3"#,
};

/// The patrons whose nicknames lie between two, by nickname. SQLite compares no rows by an index of an expression, so
/// the rest of a nickname is a query of its own.
const BEGINNING: Sql<'_> = Sql {
    sqlite: "SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname) > $1 AND lower(nickname) < $2
        ORDER BY lower(nickname), patron_id LIMIT $3",
    postgres: r#"SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE lower(nickname COLLATE "C") > $1 AND lower(nickname COLLATE "C") < $2
        ORDER BY lower(nickname COLLATE "C"), patron_id LIMIT $3"#,
};

/// The searches.
pub(crate) trait SearchQueries: Reads + Sized {
    /// Rounds, newest first.
    async fn search_rounds(
        &self,
        search: RoundSearch,
        before: Option<RoundPlace>,
        limit: u16,
    ) -> Result<Found<FoundRound, RoundPlace>> {
        let columns = "table_id, shoe_no, round_no, opened_at, at, revision, voided, cards";
        let sql = rounds_sql(&search, columns, 1);
        let values = rounds_values(&search, start(&search, before));
        let candidates = all(self, sql.as_str(), &values, read_found).await?;
        let looked_at_all = candidates.len() < usize::from(SCAN);
        let last = candidates.last().map(FoundRound::place);
        let fitting = candidates.into_iter().filter(|found| search.takes(found));
        let mut page = Found::page(fitting.collect(), limit, FoundRound::place);
        if page.next.is_none() && !looked_at_all {
            page.next = last;
        }
        Ok(page)
    }

    /// Patrons in the order of their search.
    async fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> Result<Found<Patron, PatronPlace>> {
        let wanted = limit.saturating_add(1);
        let more = Value::from(wanted);
        let number = Value::Number(after.as_ref().map_or(PATRONS_END, |place| i64::from(place.patron.0)));
        let found = match &search {
            PatronSearch::All => all(self, PATRONS, &[number, more], read_patron).await?,
            PatronSearch::Named(nickname) => {
                let nickname = PatronSearch::compared(nickname);
                all(self, NAMED, &[Value::Text(&nickname), number, more], read_patron).await?
            }
            PatronSearch::Beginning(prefix) => {
                let prefix = PatronSearch::compared(prefix);
                let end = behind(&prefix);
                let (nickname, number) =
                    after.as_ref().map_or((prefix.as_str(), 0), |place| (&place.nickname, place.patron.0));
                let values = [Value::Text(nickname), number.into(), more];
                let mut found = all(self, NAMED_AFTER, &values, read_patron).await?;
                let left = wanted.saturating_sub(u16::try_from(found.len()).unwrap_or(wanted));
                if left > 0 {
                    let values = [Value::Text(nickname), Value::Text(&end), left.into()];
                    found.extend(all(self, BEGINNING, &values, read_patron).await?);
                }
                found
            }
        };
        Ok(Found::page(found, limit, PatronSearch::place))
    }
}

impl<R: Reads> SearchQueries for R {}

/// The least text that is greater than every text that begins with this one. Where there is none, a text that is
/// greater than every nickname.
fn behind(prefix: &str) -> String {
    let mut letters: Vec<char> = prefix.chars().collect();
    while let Some(last) = letters.pop() {
        // A range of letters steps over the numbers that are none.
        if let Some(next) = (last..=char::MAX).nth(1) {
            return letters.into_iter().chain([next]).collect();
        }
    }
    char::MAX.to_string().repeat(64)
}

pub(super) fn read_place(row: &dyn Columns) -> Result<RoundPlace, StoreFailure> {
    Ok(RoundPlace { table: TableId(row.number(0)?), round: row.round(1)?, opened_at: row.time(3)? })
}

fn read_found(row: &dyn Columns) -> Result<FoundRound, StoreFailure> {
    let RoundPlace { opened_at, table, round } = read_place(row)?;
    let named = |failure| about(format!("round {round} of table {}", table.0), failure);
    let cards = row.json(7).map_err(named)?;
    let (at, revision, voided): (Timestamp, u16, bool) = (row.time(4)?, row.number(5)?, row.flag(6)?);
    Ok(FoundRound { table, round: StoredRound { round, opened_at, at, revision, voided, cards } })
}

/// The queries of the searches, each with the index that it walks.
#[cfg(test)]
pub(crate) fn planned() -> Vec<Planned> {
    let all = RoundSearch::default();
    let of_table = RoundSearch { table: Some(TableId(1)), ..all };
    let rounds = |search: RoundSearch, index| {
        let of_shoe = search.shoe_no.is_some();
        let values = if of_shoe { "1, 1, 1, 1" } else { "1, 1, 1, 1, 1, 1" };
        Planned::new(&*rounds_sql(&search, "cards", 1), index, values)
    };
    vec![
        rounds(all, "round_by_time"),
        rounds(of_table, "round_of_table"),
        rounds(RoundSearch { voided: Some(true), ..of_table }, "round_voided"),
        rounds(RoundSearch { corrected: Some(true), ..all }, "round_corrected"),
        rounds(RoundSearch { shoe_no: Some(1), ..of_table }, Planned::KEY),
        Planned::new(PATRONS, Planned::KEY, "1, 1"),
        Planned::new(NAMED, "patron_nickname", "'a', 1, 1"),
        Planned::new(NAMED_AFTER, "patron_nickname", "'a', 1, 1"),
        Planned::new(BEGINNING, "patron_nickname", "'a', 'b', 1"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_prefix_is_the_next_text_that_does_not_begin_so() {
        for (prefix, end) in [("ann", "ano"), ("a\u{10ffff}", "b"), ("\u{d7ff}", "\u{e000}")] {
            assert_eq!(behind(prefix), end);
        }
        assert!(behind("").as_str() > "\u{10ffff}");
    }
}
