//! Searches of staff. Each query looks at a bounded number of rows from the place where the page before ended, by an
//! index that has them in this order.

use house::ports::search::{
    Found, FoundRound, FoundSlip, PatronPlace, PatronSearch, RoundPlace, RoundSearch, SCAN, SlipPlace,
    SlipSearch,
};
use house::ports::{Patron, StoreFailure, StoredRound};
use table::{Event, PatronId, RequestId, RoundRef, TableId, Timestamp};

use super::patrons::read_patron;
#[cfg(test)]
use super::plans::Planned;
use super::{Columns, Reads, Sql, Value, all};
use crate::rows::{self, about};
use crate::trouble::Result;

/// Greater than the number of every patron.
const PATRONS_END: i64 = 1 << 32;

/// Rounds before a place, newest first: the columns that `columns` names, by the index that fits the search. The first
/// parameter of its conditions is `$first`.
fn rounds_sql(search: &RoundSearch, columns: &str, first: usize) -> String {
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
fn rounds_values(search: &RoundSearch, before: RoundPlace) -> Vec<Value<'static>> {
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
fn start(search: &RoundSearch, before: Option<RoundPlace>) -> RoundPlace {
    let until = search.until.map_or(RoundPlace::END, RoundPlace::before);
    before.map_or(until, |before| before.min(until))
}

/// The slips of a round of these patrons, each patron's newest first.
const SLIPS: &str = "SELECT s.patron_id, s.slip_id, s.seq, event.at, event.body
    FROM accepted_slip AS s JOIN event ON event.table_id = s.table_id AND event.seq = s.seq
    WHERE s.table_id = $1 AND s.shoe_no = $2 AND s.round_no = $3 AND s.patron_id >= $4
        AND (s.patron_id, s.seq) < ($5, $6)
    ORDER BY s.patron_id DESC, s.seq DESC LIMIT $7";

/// The slips of one id, which several patrons may have given to theirs.
const SLIPS_OF_ID: &str = "SELECT s.patron_id, s.slip_id, s.seq, event.at, event.body,
        s.table_id, s.shoe_no, s.round_no, round.opened_at
    FROM accepted_slip AS s JOIN event ON event.table_id = s.table_id AND event.seq = s.seq
        JOIN round ON round.table_id = s.table_id AND round.shoe_no = s.shoe_no AND round.round_no = s.round_no
    WHERE s.slip_id = $1 ORDER BY s.patron_id DESC LIMIT $2";

/// Whether a round has slips of patrons from `$1` to `$2`.
const HAS_SLIPS: &str = "EXISTS (SELECT 1 FROM accepted_slip AS s WHERE s.table_id = round.table_id
    AND s.shoe_no = round.shoe_no AND s.round_no = round.round_no AND s.patron_id BETWEEN $1 AND $2)";

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

/// The patrons whose nicknames lie between two, by nickname.
const BEGINNING: Sql<'_> = Sql {
    sqlite: "SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE (lower(nickname), patron_id) > ($1, $2) AND lower(nickname) < $3
        ORDER BY lower(nickname), patron_id LIMIT $4",
    postgres: r#"SELECT patron_id, nickname, currency, decimals FROM patron
        WHERE (lower(nickname COLLATE "C"), patron_id) > ($1, $2) AND lower(nickname COLLATE "C") < $3
        ORDER BY lower(nickname COLLATE "C"), patron_id LIMIT $4"#,
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

    /// Accepted slips, newest round first.
    async fn search_slips(
        &self,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> Result<Found<FoundSlip, SlipPlace>> {
        if let Some(slip) = search.slip {
            return self.slips_of_id(slip, search, before, limit).await;
        }
        let (rounds, looked_at_all) = self.rounds_with_slips(&search, before).await?;
        let wanted = usize::from(limit).saturating_add(1);
        let mut found = Vec::new();
        for (place, has_slips) in &rounds {
            if *has_slips && found.len() < wanted {
                let left = wanted.saturating_sub(found.len());
                found.extend(self.slips_of_round(&search, *place, before, left).await?);
            }
        }
        let mut page = Found::page(found, limit, |slip| slip.place);
        if page.next.is_none() && !looked_at_all {
            // The slips of this round were looked at: the next page goes on behind its last one.
            page.next =
                rounds.last().map(|(round, _)| SlipPlace { round: *round, patron: PatronId(0), seq: 0 });
        }
        Ok(page)
    }

    /// The rounds in which a search looks for slips, each with whether there are any; and whether these are all.
    async fn rounds_with_slips(
        &self,
        search: &SlipSearch,
        before: Option<SlipPlace>,
    ) -> Result<(Vec<(RoundPlace, bool)>, bool)> {
        let rounds = search.rounds();
        // The round of the place is among them: the page before may have ended within it.
        let within = before.map(|SlipPlace { round, .. }| {
            let round_no = round.round.round_no.saturating_add(1);
            RoundPlace { round: RoundRef { round_no, ..round.round }, ..round }
        });
        let sql = rounds_sql(&rounds, &format!("table_id, shoe_no, round_no, opened_at, {HAS_SLIPS}"), 3);
        let (low, high) = search.patron.map_or((0, PATRONS_END), |patron| (patron.0.into(), patron.0.into()));
        let mut values = vec![Value::Number(low), Value::Number(high)];
        values.extend(rounds_values(&rounds, start(&rounds, within)));
        let read = |row: &dyn Columns| Ok((read_place(row)?, row.flag(4)?));
        // SQLite has the parameters in the order of their first use, and these are used first.
        let mut found = all(self, sql.as_str(), &values, read).await?;
        let looked_at_all = found.len() < usize::from(SCAN);
        // A shoe is read without regard to time.
        found.retain(|(RoundPlace { opened_at, round, .. }, _)| {
            search.round_no.is_none_or(|round_no| round_no == round.round_no)
                && search.from.is_none_or(|from| *opened_at >= from)
                && search.until.is_none_or(|until| *opened_at < until)
        });
        Ok((found, looked_at_all))
    }

    /// The slips of a round, at most `limit`, before that place.
    async fn slips_of_round(
        &self,
        search: &SlipSearch,
        place: RoundPlace,
        before: Option<SlipPlace>,
        limit: usize,
    ) -> Result<Vec<FoundSlip>> {
        let mut end = search.patron.map_or((PATRONS_END, 0), |patron| (patron.0.into(), i64::MAX));
        if let Some(before) = before.filter(|before| before.round == place) {
            end = end.min((before.patron.0.into(), rows::column(before.seq)?));
        }
        let RoundPlace { table, round, .. } = place;
        let values = [
            table.0.into(),
            round.shoe_no.into(),
            round.round_no.into(),
            Value::Number(search.patron.map_or(0, |patron| patron.0.into())),
            Value::Number(end.0),
            Value::Number(end.1),
            Value::Number(i64::try_from(limit).unwrap_or(i64::MAX)),
        ];
        all(self, SLIPS, &values, |row| read_slip(row, place)).await
    }

    async fn slips_of_id(
        &self,
        slip: RequestId,
        search: SlipSearch,
        before: Option<SlipPlace>,
        limit: u16,
    ) -> Result<Found<FoundSlip, SlipPlace>> {
        let values = [Value::id(slip.0), SCAN.into()];
        let read = |row: &dyn Columns| {
            let place =
                RoundPlace { opened_at: row.time(8)?, table: TableId(row.number(5)?), round: row.round(6)? };
            read_slip(row, place)
        };
        let mut found = all(self, SLIPS_OF_ID, &values, read).await?;
        found.retain(|slip| search.takes(slip) && before.is_none_or(|before| slip.place < before));
        found.sort_unstable_by_key(|slip| std::cmp::Reverse(slip.place));
        Ok(Found::page(found, limit, |slip| slip.place))
    }

    /// Patrons in the order of their search.
    async fn search_patrons(
        &self,
        search: PatronSearch,
        after: Option<PatronPlace>,
        limit: u16,
    ) -> Result<Found<Patron, PatronPlace>> {
        let more = Value::from(limit.saturating_add(1));
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
                let values = [Value::Text(nickname), number.into(), Value::Text(&end), more];
                all(self, BEGINNING, &values, read_patron).await?
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

fn read_place(row: &dyn Columns) -> Result<RoundPlace, StoreFailure> {
    Ok(RoundPlace { table: TableId(row.number(0)?), round: row.round(1)?, opened_at: row.time(3)? })
}

fn read_found(row: &dyn Columns) -> Result<FoundRound, StoreFailure> {
    let RoundPlace { opened_at, table, round } = read_place(row)?;
    let named = |failure| about(format!("round {round} of table {}", table.0), failure);
    let cards = row.json(7).map_err(named)?;
    let (at, revision, voided): (Timestamp, u16, bool) = (row.time(4)?, row.number(5)?, row.flag(6)?);
    Ok(FoundRound { table, round: StoredRound { round, opened_at, at, revision, voided, cards } })
}

fn read_slip(row: &dyn Columns, round: RoundPlace) -> Result<FoundSlip, StoreFailure> {
    let (patron, slip, seq) = (PatronId(row.number(0)?), RequestId(row.id(1)?), row.number(2)?);
    let event = rows::event(round.table, row.number(2)?, row.time(3)?, row.text(4)?)?;
    let Event::SlipAccepted { wagers, replaced, .. } = event.event else {
        let message = format!("slip {slip} of patron {} names an event that accepts no slip", patron.0);
        return Err(StoreFailure::Corrupt(message));
    };
    let (place, replaces) = (SlipPlace { round, patron, seq }, replaced.is_some());
    Ok(FoundSlip { place, slip, at: event.at, wagers, replaces })
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
    let flagged = |search: RoundSearch, index| {
        Planned::new(&*rounds_sql(&search, HAS_SLIPS, 3), index, "1, 1, 1, 1, 1, 1, 1, 1")
    };
    let id = "'00000000-0000-0000-0000-000000000001', 1";
    vec![
        rounds(all, "round_by_time"),
        rounds(of_table, "round_of_table"),
        rounds(RoundSearch { voided: Some(true), ..of_table }, "round_voided"),
        rounds(RoundSearch { corrected: Some(true), ..all }, "round_corrected"),
        rounds(RoundSearch { shoe_no: Some(1), ..of_table }, Planned::KEY),
        flagged(all, "round_by_time"),
        flagged(of_table, "round_of_table"),
        flagged(all, "accepted_slip_of_round"),
        Planned::new(SLIPS, "accepted_slip_of_round", "1, 1, 1, 1, 1, 1, 1"),
        Planned::new(SLIPS_OF_ID, Planned::KEY, id),
        Planned::new(PATRONS, Planned::KEY, "1, 1"),
        Planned::new(NAMED, "patron_nickname", "'a', 1, 1"),
        Planned::new(BEGINNING, "patron_nickname", "'a', 1, 'b', 1"),
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
