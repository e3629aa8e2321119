//! Replays history into tables that shadow the derived ones, and compares both. Knows no database.

use foldhash::{HashMap, HashMapExt as _};
use house::ports::StoreFailure;
use house::statement::{Cause, lines};
use journal::{Balances, StoredEntity};
use ledger::{Transfer, TransferId};
use money::Currency;
use table::{RecordedEvent, TableId, Timestamp};

use crate::derived::{self, OnProgress, Rebuilds, Rebuilt};
use crate::draft::{Projection, Rows};
use crate::queries::transfers::{self, Transfers};
use crate::queries::{Columns, Reads, Rows as _, Sql, Statement as _, first};
use crate::rows;
use crate::trouble::Result;

/// After how many entries their rows are written and the progress is reported.
const REPORT_EVERY: u64 = 4_096;

/// The entries of all logs, in the order of their steps.
const ENTRIES: Sql<'_> = Sql::both(
    "SELECT step.table_id, step.seq, coalesce(event.at, house_event.at), event.body
    FROM step
    LEFT JOIN event ON (event.table_id, event.seq) = (step.table_id, step.seq)
    LEFT JOIN house_event ON step.table_id = 0 AND house_event.seq = step.seq
    ORDER BY step.moved, step.table_id, step.seq",
);

/// The entries of the house's own log.
const HOUSE_ENTRIES: Sql<'_> = Sql::both("SELECT seq, at, body FROM house_event ORDER BY seq");

/// How many changes of entities are written at a time.
const PAGE: usize = 4_096;

/// Replays all of history within the open transaction, compares, and replaces the rows that differ if `replace` says
/// so.
pub(crate) async fn rebuild<R: Rebuilds>(
    session: &R,
    replace: bool,
    on_progress: OnProgress<'_>,
) -> Result<Rebuilt> {
    session.create_fresh().await?;
    replay(session, on_progress).await?;
    entities(session).await?;
    let rebuilt = derived::compare(session, replace).await?;
    session.drop_fresh().await?;
    Ok(rebuilt)
}

/// Replays the entries of all logs, with their transfers.
async fn replay<R: Rebuilds>(session: &R, on_progress: OnProgress<'_>) -> Result<()> {
    let all =
        first(session, "SELECT count(*) FROM step", &[], |row| row.number(0)).await?.unwrap_or_default();
    let (mut entries, mut moved) = (session.select(ENTRIES).await?, session.select(R::TRANSFERS).await?);
    let (mut entries, mut moved) = (entries.rows()?, Transfers::new(moved.rows()?).await?);
    let (mut replay, mut done) = (Replay::default(), 0_u64);
    while let Some((log, seq, at, event)) = entries.next(read_entry).await? {
        let transfers = moved.of_entry(log, seq).await?;
        let earlier = replay.earlier(session, &transfers).await?;
        replay.entry((log, at, event), &transfers, &earlier)?;
        done = done.saturating_add(1);
        if done == all || done.is_multiple_of(REPORT_EVERY) {
            session.write_derived(&replay.projection.take_rows()).await?;
            on_progress(done, all);
        }
    }
    moved.none_left()?;
    session.write_balances(&replay.balances).await
}

/// Replays the entries of the house's own log that create and change entities.
async fn entities<R: Rebuilds>(session: &R) -> Result<()> {
    let mut entries = session.select(HOUSE_ENTRIES).await?;
    let (mut entries, mut rows) = (entries.rows()?, Rows::default());
    while let Some(entry) =
        entries.next(|row| rows::house_entry(row.number(0)?, row.time(1)?, row.text(2)?)).await?
    {
        rows.entities.extend(StoredEntity::of(&entry.event, entry.seq));
        if rows.entities.len() >= PAGE {
            session.write_derived(&std::mem::take(&mut rows)).await?;
        }
    }
    session.write_derived(&rows).await
}

/// An entry of [`ENTRIES`]: its log, its number, its time, and its event, if it is one of a table.
type Entry = (TableId, u64, Timestamp, Option<RecordedEvent>);

fn read_entry(row: &dyn Columns) -> Result<Entry, StoreFailure> {
    let (log, at) = (TableId(row.number(0)?), row.time(2)?);
    let event = row.string(3)?.map(|body| rows::event(log, row.number(1)?, at, body)).transpose()?;
    Ok((log, row.number(1)?, at, event))
}

/// The state of a replay.
#[derive(Default)]
struct Replay {
    projection: Projection,
    balances: Balances,
    /// The currency each table is played in.
    currencies: HashMap<TableId, Currency>,
}

/// Transfers by their ids.
type ById = HashMap<TransferId, Transfer>;

impl Replay {
    /// These transfers, those that they use or reverse, and the holds of those they reverse.
    async fn earlier(&self, session: &impl Reads, transfers: &[Transfer]) -> Result<ById> {
        let mut earlier = ById::new();
        earlier.extend(transfers.iter().map(|transfer| (transfer.id, *transfer)));
        for transfer in transfers {
            let mut used = rows::kind_of(&transfer.action).1;
            while let Some(id) = used {
                if !earlier.contains_key(&id) {
                    let stored = match self.balances.hold(id) {
                        Some(hold) => Some(hold),
                        None => transfers::transfer(session, id).await?,
                    };
                    earlier.extend(stored.map(|stored| (id, stored)));
                }
                used = earlier.get(&id).and_then(|earlier| rows::kind_of(&earlier.action).1);
            }
        }
        Ok(earlier)
    }

    /// Drafts the rows that follow from an entry and its transfers.
    fn entry(
        &mut self,
        (log, at, event): (TableId, Timestamp, Option<RecordedEvent>),
        transfers: &[Transfer],
        earlier: &ById,
    ) -> Result<(), StoreFailure> {
        let cause = match event {
            Some(recorded) => {
                let moved = transfers.first().map(|transfer| transfer.from.currency);
                self.currencies.extend(moved.map(|currency| (log, currency)));
                self.projection.refold(log, &recorded, self.currencies.get(&log).copied())?
            }
            None => Cause::posted(at),
        };
        let find = |id: TransferId| Ok::<_, StoreFailure>(earlier.get(&id).copied());
        let stated = lines(&cause, transfers, find)?;
        self.projection.rows.lines.extend(stated.into_iter().map(|line| (cause, line)));
        transfers.iter().try_for_each(|transfer| self.balances.follow(transfer, find))
    }
}
