//! The search of the ledger. A page looks at so many places of the ledger, by its primary key: no index is kept for it,
//! because each transfer would pay for it. The places of a period are found by halving, as times go up with places.

use house::ports::StoreFailure;
use house::ports::search::Found;
use house::ports::transfer_search::{
    AccountSearch, DISORDER_MS, FoundTransfer, TRANSFERS, TransferCause, TransferSearch,
};
use journal::HouseEvent;
use ledger::TransferId;
use table::Timestamp;

#[cfg(test)]
use super::plans::Planned;
use super::transfers::{TransferRow, transfer_row, transfers_by};
use super::{Columns, Reads, Sql, Value, all, first};
use crate::rows;
use crate::trouble::Result;

/// Transfers, each with its place, its time and the round that it is about. A condition follows.
const FOUND: Sql<'_> = transfers_by!(
    ", t.transfer_no, coalesce(event.at, house_event.at),
        coalesce(correction.shoe_no, event.shoe_no), coalesce(correction.round_no, event.round_no)",
    "LEFT JOIN event ON event.table_id = t.table_id AND event.seq = t.seq
     LEFT JOIN house_event ON house_event.seq = t.house_seq
     LEFT JOIN correction ON correction.table_id = t.table_id AND correction.seq = t.seq "
);

/// The place behind the last transfer.
const END: &str = "SELECT coalesce(max(transfer_no), 0) + 1 FROM transfer";

/// When a transfer of [`FOUND`] was made.
const AT: &str = "coalesce(event.at, house_event.at)";

/// The first transfer from a place on, with its time.
const FROM: &str = "SELECT t.transfer_no, coalesce(event.at, house_event.at) FROM transfer t
     LEFT JOIN event ON event.table_id = t.table_id AND event.seq = t.seq
     LEFT JOIN house_event ON house_event.seq = t.house_seq
     WHERE t.transfer_no >= $1 ORDER BY t.transfer_no LIMIT 1";

/// The searches of the ledger.
pub(crate) trait TransferQueries: Reads + Sized {
    /// Transfers, newest first.
    async fn search_transfers(
        &self,
        search: TransferSearch,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Found<FoundTransfer, u64>> {
        if let Some(id) = search.id {
            return transfer_of_id(self, id, search, before, limit).await;
        }
        let (begin, end) = places(self, &search, before).await?;
        let looked_at = begin.max(end.saturating_sub(rows::column(TRANSFERS)?));
        let (sql, values) = page(&search, (looked_at, end), limit);
        let found = all(self, sql.as_sql(), &values, read_found).await?;
        let mut page = Found::page(found, limit, |found| found.place);
        if page.next.is_none() && looked_at > begin {
            page.next = Some(rows::number(looked_at)?);
        }
        Ok(page)
    }
}

impl<R: Reads> TransferQueries for R {}

/// The first place that a search looks at, and the one behind the last.
async fn places(session: &impl Reads, search: &TransferSearch, before: Option<u64>) -> Result<(i64, i64)> {
    let end = first(session, END, &[], |row| row.number(0)).await?.unwrap_or_default();
    let begin = match search.from {
        Some(Timestamp(from)) => place_at(session, from.saturating_sub(DISORDER_MS), end).await?,
        None => 0,
    };
    let until = match search.until {
        Some(Timestamp(until)) => place_at(session, until.saturating_add(DISORDER_MS), end).await?,
        None => end,
    };
    let before = before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX);
    Ok((begin, until.min(before)))
}

/// The place from which on transfers were made at that time or later, as far as their times are in order.
async fn place_at(session: &impl Reads, at: i64, end: i64) -> Result<i64> {
    let (mut early, mut late) = (0, end);
    while early < late {
        let middle = early.midpoint(late);
        let next = first(session, FROM, &[middle.into()], |row| Ok((row.number(0)?, row.time(1)?))).await?;
        match next {
            Some((place, time)) if time < Timestamp(at) => early = i64::saturating_add(place, 1),
            _ => late = middle,
        }
    }
    Ok(late)
}

/// A query in the words of each database, made as it is asked.
struct Made {
    sqlite: String,
    postgres: String,
}

impl Made {
    fn new(condition: &str) -> Self {
        let Sql { sqlite, postgres } = FOUND;
        Self { sqlite: format!("{sqlite}{condition}"), postgres: format!("{postgres}{condition}") }
    }

    fn as_sql(&self) -> Sql<'_> {
        Sql { sqlite: &self.sqlite, postgres: &self.postgres }
    }
}

/// The query of a page of these places, with its parameters.
fn page(search: &TransferSearch, (begin, end): (i64, i64), limit: u16) -> (Made, Vec<Value<'static>>) {
    let mut values: Vec<Value<'static>> = vec![begin.into(), end.into()];
    let mut parameter = |value| {
        values.push(value);
        format!("${}", values.len())
    };
    let mut holds = vec!["t.transfer_no >= $1 AND t.transfer_no < $2".to_owned()];
    holds.extend(search.kind.map(|kind| format!("t.kind = {}", parameter(Value::Text(kind.id())))));
    holds.extend(search.account.map(|AccountSearch { kind, owner }| {
        let kind = parameter(Value::Text(kind.id()));
        match owner.map(|owner| parameter(owner.into())) {
            Some(owner) => format!(
                "(gives.kind = {kind} AND gives.owner = {owner} OR gets.kind = {kind} AND gets.owner = {owner})"
            ),
            None => format!("(gives.kind = {kind} OR gets.kind = {kind})"),
        }
    }));
    holds.extend(search.from.map(|from| format!("{AT} >= {}", parameter(from.0.into()))));
    holds.extend(search.until.map(|until| format!("{AT} < {}", parameter(until.0.into()))));
    let (holds, limit) = (holds.join(" AND "), parameter(limit.saturating_add(1).into()));
    (Made::new(&format!("WHERE {holds} ORDER BY t.transfer_no DESC LIMIT {limit}")), values)
}

async fn transfer_of_id(
    session: &impl Reads,
    id: TransferId,
    search: TransferSearch,
    before: Option<u64>,
    limit: u16,
) -> Result<Found<FoundTransfer, u64>> {
    let mut found = all(session, Made::new(OF_ID).as_sql(), &[Value::id(id.0)], read_found).await?;
    found.retain(|found| search.takes(found) && before.is_none_or(|before| found.place < before));
    Ok(Found::page(found, limit, |found| found.place))
}

const OF_ID: &str = "WHERE t.id = $1";

/// A transfer of [`FOUND`].
fn read_found(row: &dyn Columns) -> Result<FoundTransfer, StoreFailure> {
    let transfer = transfer_row(row)?;
    let place = row.number(16)?;
    let (Some(at), Some((log, seq))) = (row.optional_number(17)?, transfer.origin) else {
        return Err(transfer.stray());
    };
    let cause = if log == HouseEvent::LOG {
        TransferCause::Entry { seq }
    } else {
        TransferCause::Event { table: log, round: row.round(18)?, seq }
    };
    let TransferRow { transfer, .. } = transfer;
    Ok(FoundTransfer { place, at: Timestamp(at), transfer: transfer?, cause })
}

/// The queries of the search, each with the index that it walks.
#[cfg(test)]
pub(crate) fn planned() -> Vec<Planned> {
    use ledger::{AccountKind, ActionKind};

    let all = TransferSearch::default();
    let of = |owner| Some(AccountSearch { kind: AccountKind::PatronCash, owner });
    let (from, until) = (Some(Timestamp(1)), Some(Timestamp(2)));
    let pages = [
        (all, "1, 1, 1"),
        (TransferSearch { kind: Some(ActionKind::Hold), ..all }, "1, 1, 'a', 1"),
        (TransferSearch { account: of(None), ..all }, "1, 1, 'a', 1"),
        (TransferSearch { account: of(Some(1)), from, until, ..all }, "1, 1, 'a', 1, 1, 1, 1"),
    ];
    let page = |(search, values): (TransferSearch, &str)| {
        let (sql, _) = page(&search, (1, 1), 1);
        Planned::new(sql.as_sql(), Planned::KEY, values)
    };
    let mut planned: Vec<_> = pages.map(page).into();
    planned.push(Planned::new(FROM, Planned::KEY, "1"));
    let id = "'00000000-0000-0000-0000-000000000001'";
    planned.push(Planned::new(Made::new(OF_ID).as_sql(), "transfer_", id));
    planned
}
