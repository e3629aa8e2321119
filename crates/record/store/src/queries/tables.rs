//! Queries about tables: their events, shoes, rounds, slips and corrections, and the house rules that they name.

use house::ports::{AcceptedSlip, OpenRound, ShoeSeed, StoreFailure, StoredRound};
use journal::TableProgress;
use ledger::TransferId;
use table::{Event, PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, SlipKind, TableId};

use super::devices::DeviceQueries as _;
use super::{Columns, Reads, Sql, Value, all, before, first};
use crate::rows;
use crate::trouble::Result;

/// How many events are read at a time.
const PAGE: u16 = 1_024;

/// The queries about tables.
pub(crate) trait TableQueries: Reads + Sized {
    /// The events of the table's latest shoe, in order.
    async fn latest_shoe(&self, table: TableId) -> Result<Vec<RecordedEvent>> {
        let sql = "SELECT seq, at, body, shoe_no FROM event WHERE table_id = $1 AND seq < $2
             ORDER BY seq DESC LIMIT $3";
        let (mut events, mut latest) = (Vec::<RecordedEvent>::new(), None);
        loop {
            let values = [table.0.into(), before(events.last().map(|event| event.seq)), PAGE.into()];
            let read = |row: &dyn Columns| {
                let shoe_no: u32 = row.number(3)?;
                let is_latest = *latest.get_or_insert(shoe_no) == shoe_no;
                is_latest.then(|| row.event(table)).transpose()
            };
            let page = self.rows_while(sql.into(), &values, read).await?;
            let is_last = page.len() < usize::from(PAGE);
            for recorded in page {
                if events.last().is_some_and(|later| recorded.seq.checked_add(1) != Some(later.seq)) {
                    let message = format!("table {} has no event after {}", table.0, recorded.seq);
                    return Err(StoreFailure::Corrupt(message).into());
                }
                events.push(recorded);
            }
            if is_last {
                events.reverse();
                return Ok(events);
            }
        }
    }

    /// The first document of house rules that was put on record under this digest.
    async fn house_rules(&self, digest: RulesDigest) -> Result<Option<String>> {
        // Each condition repeats the expression of its database's index.
        let sql = Sql {
            sqlite: r#"SELECT body FROM house_event WHERE substr(body, 1, 26) = '{"type":"house_rules_used"' ORDER BY seq"#,
            postgres: r#"SELECT body FROM house_event WHERE left(body, 26) = '{"type":"house_rules_used"' ORDER BY seq"#,
        };
        let mut text = None;
        let read = |row: &dyn Columns| {
            text = journal::rules_text(row.text(0)?, digest)?;
            Ok(text.is_none().then_some(()))
        };
        self.rows_while(sql, &[], read).await?;
        Ok(text)
    }

    /// The body of the entry of the house's own log that a transfer belongs to.
    async fn house_entry_of(&self, transfer: TransferId) -> Result<Option<String>> {
        let sql = "SELECT body FROM transfer JOIN house_event ON house_event.seq = house_seq
             WHERE transfer.id = $1";
        first(self, sql, &[Value::id(transfer.0)], |row| Ok(row.text(0)?.to_owned())).await
    }

    /// The seed of a shoe.
    async fn shoe_seed(&self, table: TableId, shoe_no: u32) -> Result<Option<ShoeSeed>> {
        let sql = "SELECT seed FROM shoe_seed WHERE table_id = $1 AND shoe_no = $2";
        first(self, sql, &[table.0.into(), shoe_no.into()], |row| {
            Ok(ShoeSeed { shoe_no, seed: row.bytes(0)? })
        })
        .await
    }

    /// An accepted slip, with the wagers that its event has.
    async fn accepted_slip(&self, patron: PatronId, slip: RequestId) -> Result<Option<AcceptedSlip>> {
        let sql = "SELECT seq, at, body, table_id, event.shoe_no, event.round_no
             FROM accepted_slip JOIN event USING (table_id, seq)
             WHERE patron_id = $1 AND slip_id = $2";
        first(self, sql, &[patron.0.into(), Value::id(slip.0)], |row| {
            let (table, round) = (TableId(row.number(3)?), row.round(4)?);
            match row.event(table)?.event {
                Event::SlipAccepted { wagers, replaced, .. } => {
                    Ok(AcceptedSlip { table, round, kind: SlipKind::of(replaced), wagers })
                }
                _ => Err(StoreFailure::Corrupt(format!(
                    "slip {slip} of patron {} names an event that accepts no slip",
                    patron.0
                ))),
            }
        })
        .await
    }

    /// The events of a round, and after them its corrections.
    async fn round_events(&self, table: TableId, round: RoundRef) -> Result<Vec<RecordedEvent>> {
        let place = [table.0.into(), round.shoe_no.into(), round.round_no.into()];
        let sql = "SELECT opened_seq FROM round WHERE table_id = $1 AND shoe_no = $2 AND round_no = $3";
        let Some(opened_seq) = first(self, sql, &place, |row| row.number(0)).await? else {
            return Ok(Vec::new());
        };
        let mut events = self.events_since(table, round, opened_seq).await?;
        let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
             WHERE table_id = $1 AND correction.shoe_no = $2 AND correction.round_no = $3
             ORDER BY correction.seq";
        events.append(&mut all(self, sql, &place, |row| row.event(table)).await?);
        Ok(events)
    }

    /// The events that belong to a round, from its first on, without those about other rounds.
    async fn events_since(
        &self,
        table: TableId,
        round: RoundRef,
        mut from: u64,
    ) -> Result<Vec<RecordedEvent>> {
        let sql = "SELECT seq, at, body, shoe_no, round_no FROM event WHERE table_id = $1 AND seq >= $2
             ORDER BY seq LIMIT $3";
        let mut events = Vec::new();
        loop {
            let values = [table.0.into(), Value::Number(rows::column(from)?), PAGE.into()];
            let read = |row: &dyn Columns| (row.round(3)? == round).then(|| row.event(table)).transpose();
            let page = self.rows_while(sql.into(), &values, read).await?;
            let next = page.last().map(|last| last.seq.saturating_add(1));
            let is_last = page.len() < usize::from(PAGE);
            events.extend(page.into_iter().filter(|recorded| recorded.event.corrects().is_none()));
            match next {
                Some(next) if !is_last => from = next,
                _ => return Ok(events),
            }
        }
    }

    /// The latest events of a table that are about an earlier round, newest first.
    async fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEvent>> {
        let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
             WHERE table_id = $1 AND correction.seq < $2 ORDER BY correction.seq DESC LIMIT $3";
        let values = [table.0.into(), self::before(before), limit.into()];
        all(self, sql, &values, |row| row.event(table)).await
    }

    /// The first proposal of a table that has this request id.
    async fn correction_asked(&self, table: TableId, request_id: RequestId) -> Result<Option<RecordedEvent>> {
        let sql = Sql {
            sqlite: "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
                WHERE table_id = $1 AND body ->> 'type' = 'correction_proposed' AND body ->> 'request_id' = $2
                ORDER BY correction.seq LIMIT 1",
            postgres: "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq),
                    LATERAL (SELECT body::json AS proposal) AS parsed
                WHERE table_id = $1 AND proposal ->> 'type' = 'correction_proposed' AND proposal ->> 'request_id' = $2
                ORDER BY correction.seq LIMIT 1",
        };
        let request_id = request_id.to_string();
        first(self, sql, &[table.0.into(), Value::Text(&request_id)], |row| row.event(table)).await
    }

    /// The events of a table that are about rounds of a shoe, in order.
    async fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> Result<Vec<RecordedEvent>> {
        let sql = "SELECT event.seq, at, body FROM correction JOIN event USING (table_id, seq)
             WHERE table_id = $1 AND correction.shoe_no = $2 ORDER BY correction.seq";
        all(self, sql, &[table.0.into(), shoe_no.into()], |row| row.event(table)).await
    }

    /// The rounds of a shoe, in order.
    async fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> Result<Vec<StoredRound>> {
        let sql = "SELECT shoe_no, round_no, opened_at, at, revision, voided, cards FROM round
             WHERE table_id = $1 AND shoe_no = $2 ORDER BY round_no";
        all(self, sql, &[table.0.into(), shoe_no.into()], |row| {
            Ok(StoredRound {
                round: row.round(0)?,
                opened_at: row.time(2)?,
                at: row.time(3)?,
                revision: row.number(4)?,
                voided: row.flag(5)?,
                cards: row.json(6)?,
            })
        })
        .await
    }

    /// The rounds that are under way, each the latest of its table.
    async fn open_rounds(&self) -> Result<Vec<OpenRound>> {
        let sql = "SELECT round.table_id, round.shoe_no, round.round_no, last.seq, last.at
             FROM round JOIN event AS last ON last.table_id = round.table_id
                 AND last.seq = (SELECT max(seq) FROM event WHERE table_id = round.table_id)
                 AND last.shoe_no = round.shoe_no AND last.round_no = round.round_no
             WHERE round.revision = 0 AND round.round_no > 0 ORDER BY round.table_id";
        all(self, sql, &[], |row| {
            Ok(OpenRound {
                table: TableId(row.number(0)?),
                round: row.round(1)?,
                seq: row.number(3)?,
                at: row.time(4)?,
            })
        })
        .await
    }
}

impl<R: Reads> TableQueries for R {}

/// How far a table has come: its latest shoe, the digest of its last event, and the records that no event follows yet.
pub(crate) async fn progress(session: &impl Reads, table: TableId) -> Result<TableProgress> {
    let mut progress = TableProgress::of(&session.latest_shoe(table).await?);
    let sql = "SELECT hash FROM event WHERE table_id = $1 ORDER BY seq DESC LIMIT 1";
    if let Some(head) = first(session, sql, &[table.0.into()], |row| row.digest(0)).await? {
        progress.chain(head);
    }
    progress.count_records(session.records_until(table, progress.seq()).await?);
    for stored in session.records_after(table, progress.seq()).await? {
        progress.take_record(table, &stored.record);
    }
    Ok(progress)
}
