//! Writes the digests and the house's own log into a database from before the hash chains.

use journal::HouseHead;
use tokio_postgres::Transaction;

use super::failure::Trouble;
use super::id::Id;
use crate::fill::{event_digests, house_log};
use crate::rows::column;

/// Forbids changes of history from here on.
const CLOSE: &str = "
    ALTER TABLE event ALTER COLUMN hash SET NOT NULL;
    ALTER TABLE event ENABLE TRIGGER event_is_never_edited;
    ALTER TABLE transfer ENABLE TRIGGER transfer_is_never_edited;";

const HASHES: &str = "UPDATE event SET hash = new.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (table_id, seq, hash)
    WHERE event.table_id = new.table_id AND event.seq = new.seq";

/// Writes the house's own log and all digests.
pub(super) async fn chain(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    for (row, moved) in house_log(transaction).await? {
        let HouseHead { seq, at, digest } = row.head;
        let seq = column(seq)?;
        let insert = "INSERT INTO house_event (seq, at, body, hash) VALUES ($1, $2, $3, $4)";
        transaction.execute(insert, &[&seq, &at.0, &row.body, &digest.0.as_slice()]).await?;
        let refer = "UPDATE transfer SET house_seq = $1 WHERE id = $2";
        transaction.execute(refer, &[&seq, &moved.map(|id| Id(id.0))]).await?;
    }
    let (mut tables, mut seqs, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for (table, seq, digest) in event_digests(transaction).await? {
        tables.push(i64::from(table.0));
        seqs.push(column(seq)?);
        hashes.push(digest.0.to_vec());
    }
    transaction.execute(HASHES, &[&tables, &seqs, &hashes]).await?;
    Ok(transaction.batch_execute(CLOSE).await?)
}
