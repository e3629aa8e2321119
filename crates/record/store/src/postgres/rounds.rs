//! The rounds of tables as they stand, where their events begin, and which later events are about them. Knows no
//! patrons.

use house::ports::{OpenRound, StoredRound};
use journal::from_json;
use table::{RecordedEvent, RequestId, RoundRef, TableId, Timestamp};
use tokio_postgres::{Client, GenericClient, Row};

use super::facts::small;
use super::failure::Trouble;
use super::history::{read_event, revision, round as read_place};
use crate::rows::{column, number};

/// How many events are read at a time.
const PAGE: i64 = 1_024;

/// The events of a round, and after them the corrections of it.
pub(super) async fn events(
    client: &impl GenericClient,
    table: TableId,
    round: RoundRef,
) -> Result<Vec<RecordedEvent>, Trouble> {
    let (table_id, shoe, number) = (i64::from(table.0), i64::from(round.shoe_no), i32::from(round.round_no));
    let sql = "SELECT opened_seq FROM round WHERE table_id = $1 AND shoe_no = $2 AND round_no = $3";
    let Some(opened) = client.query_opt(sql, &[&table_id, &shoe, &number]).await? else {
        return Ok(Vec::new());
    };
    let mut events = run_of(client, table, round, opened.try_get(0)?).await?;
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = $1 AND correction.shoe_no = $2 AND correction.round_no = $3
               ORDER BY correction.seq";
    for row in client.query(sql, &[&table_id, &shoe, &number]).await? {
        events.push(read_event(table, &row)?);
    }
    Ok(events)
}

/// The events that belong to a round, from its first on, those about other rounds left out.
async fn run_of(
    client: &impl GenericClient,
    table: TableId,
    round: RoundRef,
    mut from: i64,
) -> Result<Vec<RecordedEvent>, Trouble> {
    let sql = "SELECT seq, at, body, shoe_no, round_no FROM event WHERE table_id = $1 AND seq >= $2
               ORDER BY seq LIMIT $3";
    let mut events = Vec::new();
    loop {
        let page = client.query(sql, &[&i64::from(table.0), &from, &PAGE]).await?;
        for row in &page {
            if read_place(row, 3)? != round {
                return Ok(events);
            }
            from = row.try_get::<_, i64>(0)?.saturating_add(1);
            let recorded = read_event(table, row)?;
            if recorded.event.corrects().is_none() {
                events.push(recorded);
            }
        }
        if page.is_empty() {
            return Ok(events);
        }
    }
}

/// The latest events of a table that are about an earlier round, newest first.
pub(super) async fn corrections(
    client: &Client,
    table: TableId,
    before: Option<u64>,
    limit: u16,
) -> Result<Vec<RecordedEvent>, Trouble> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = $1 AND correction.seq < $2 ORDER BY correction.seq DESC LIMIT $3";
    let before = before.map(column).and_then(Result::ok).unwrap_or(i64::MAX);
    let found = client.query(sql, &[&i64::from(table.0), &before, &i64::from(limit)]).await?;
    found.iter().map(|row| read_event(table, row)).collect()
}

/// The first proposal of a table that was asked for with this id.
pub(super) async fn correction_asked(
    client: &Client,
    table: TableId,
    request_id: RequestId,
) -> Result<Option<RecordedEvent>, Trouble> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq),
                   LATERAL (SELECT body::json AS said) AS read
               WHERE table_id = $1 AND said ->> 'type' = 'correction_proposed' AND said ->> 'request_id' = $2
               ORDER BY correction.seq LIMIT 1";
    let found = client.query_opt(sql, &[&i64::from(table.0), &request_id.to_string()]).await?;
    found.map(|row| read_event(table, &row)).transpose()
}

/// The events of a table that are about rounds of a shoe, in order.
pub(super) async fn corrections_of_shoe(
    client: &Client,
    table: TableId,
    shoe_no: u32,
) -> Result<Vec<RecordedEvent>, Trouble> {
    let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
               WHERE table_id = $1 AND correction.shoe_no = $2 ORDER BY correction.seq";
    let found = client.query(sql, &[&i64::from(table.0), &i64::from(shoe_no)]).await?;
    found.iter().map(|row| read_event(table, row)).collect()
}

/// The rounds of a shoe, in order.
pub(super) async fn of_shoe(
    client: &Client,
    table: TableId,
    shoe_no: u32,
) -> Result<Vec<StoredRound>, Trouble> {
    let sql = "SELECT shoe_no, round_no, at, revision, voided, cards FROM round
               WHERE table_id = $1 AND shoe_no = $2 ORDER BY round_no";
    let found = client.query(sql, &[&i64::from(table.0), &i64::from(shoe_no)]).await?;
    let read = |row: &Row| {
        Ok(StoredRound {
            round: read_place(row, 0)?,
            at: Timestamp(row.try_get(2)?),
            revision: revision(row, 3)?,
            voided: row.try_get(4)?,
            cards: from_json(row.try_get(5)?)?,
        })
    };
    found.iter().map(read).collect()
}

/// The rounds that are under way, each the latest of its table.
pub(super) async fn open(client: &Client) -> Result<Vec<OpenRound>, Trouble> {
    let sql = "SELECT round.table_id, round.shoe_no, round.round_no, last.seq, last.at
               FROM round JOIN event AS last ON last.table_id = round.table_id
                   AND last.seq = (SELECT max(seq) FROM event WHERE table_id = round.table_id)
                   AND last.shoe_no = round.shoe_no AND last.round_no = round.round_no
               WHERE round.revision = 0 AND round.round_no > 0 ORDER BY round.table_id";
    let read = |row: &Row| {
        Ok(OpenRound {
            table: TableId(small(row, 0)?),
            round: read_place(row, 1)?,
            seq: number(row.try_get(3)?)?,
            at: Timestamp(row.try_get(4)?),
        })
    };
    client.query(sql, &[]).await?.iter().map(read).collect()
}
