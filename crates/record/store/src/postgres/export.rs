//! The history of a database, row by row, as it is carried to another store. Changes nothing.

use table::{TableId, Timestamp};
use tokio_postgres::{Config, Row, Transaction};

use super::facts::small;
use super::failure::Trouble;
use super::records::{self, rows_of};
use super::{connect, migrate};
use crate::past::{COUNTS, EachRow, PastCounts, PastEntry, PastRow, as_stored};
use crate::rows::number;

/// The entries of all logs, the house's own first.
const ENTRIES: [&str; 2] = [
    "SELECT 0::bigint, seq, at, body, hash FROM house_event ORDER BY seq",
    "SELECT table_id, seq, at, body, hash FROM event ORDER BY 1, 2",
];

/// Gives the history of the database to `each`, as of one moment, while servers go on; until it says that it has
/// enough.
pub(super) async fn read(config: &Config, each: EachRow<'_>) -> Result<(), Trouble> {
    let mut client = connect::auditor(config).await?;
    let snapshot = migrate::snapshot(&mut client).await?;
    let row = snapshot.query_one(COUNTS, &[]).await?;
    let count = |column: usize| Ok::<_, Trouble>(number(row.try_get(column)?)?);
    let (patrons, seeds, entries) = (count(0)?, count(1)?, count(2)?);
    let (transfers, checkpoints) = (count(3)?, count(4)?);
    let go_on = each(PastRow::Counts(PastCounts { patrons, seeds, entries, transfers, checkpoints }));
    let go_on = go_on
        && records::patrons(&snapshot, &mut |patron, at| Ok(each(PastRow::Patron(patron, at)))).await?
        && records::seeds(&snapshot, &mut |record| Ok(as_stored(record).is_none_or(&mut *each))).await?
        && self::entries(&snapshot, each).await?
        && records::transfers(&snapshot, "ORDER BY t.transfer_no", &mut |row| {
            let origin = row.origin.ok_or_else(|| row.stray())?;
            Ok(each(PastRow::Transfer(row.transfer?, origin)))
        })
        .await?;
    if go_on {
        records::checkpoints(&snapshot, &mut |record| Ok(as_stored(record).is_none_or(&mut *each))).await?;
    }
    Ok(())
}

async fn entries(snapshot: &Transaction<'_>, each: EachRow<'_>) -> Result<bool, Trouble> {
    for sql in ENTRIES {
        let each = &mut |row: &Row| {
            let (log, seq) = (TableId(small(row, 0)?), number(row.try_get(1)?)?);
            let (at, body) = (Timestamp(row.try_get(2)?), row.try_get(3)?);
            let digest = journal::digest(row.try_get(4)?)?;
            Ok(each(PastRow::Entry(PastEntry { log, seq, at, body, digest })))
        };
        if !rows_of(snapshot, sql, "an entry", each).await? {
            return Ok(false);
        }
    }
    Ok(true)
}
