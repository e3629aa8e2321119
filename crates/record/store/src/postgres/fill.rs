//! Gives the entries of an older database their digests, and the money that moved outside any table a log of its
//! own. Runs once, within the migration.

use house::ports::StoreFailure;
use house::postings::play_money;
use journal::{Digest, Entry, HouseEvent, HouseHead, HouseRow, StoredEntry};
use ledger::{Transfer, TransferId};
use money::Amount;
use table::{PatronId, TableId};
use tokio_postgres::Transaction;

use super::failure::Trouble;
use super::id::Id;
use crate::queries::transfers::{transfer_row, transfers_by};
use crate::queries::{all, records};
use crate::rows::column;

/// What forbids changes of history from here on.
const CLOSE: &str = "
    ALTER TABLE event ALTER COLUMN hash SET NOT NULL;
    ALTER TABLE event ENABLE TRIGGER event_is_never_edited;
    ALTER TABLE transfer ENABLE TRIGGER transfer_is_never_edited;";

const HASHES: &str = "UPDATE event SET hash = new.hash
    FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) AS new (table_id, seq, hash)
    WHERE event.table_id = new.table_id AND event.seq = new.seq";

/// Fills in all digests.
pub(super) async fn chain(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    house_log(transaction).await?;
    tables(transaction).await?;
    Ok(transaction.batch_execute(CLOSE).await?)
}

/// Patrons in the order of their numbers, each with the first gift; then whatever else moved, one entry each.
async fn house_log(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    let patrons = all(transaction, records::PATRONS, &[], records::patron).await?;
    let others = transfers_by!("WHERE t.table_id IS NULL ORDER BY t.transfer_no");
    let mut others = all(transaction, others, &[], |row| transfer_row(row)?.transfer).await?;
    let mut head = HouseHead::default();
    for (patron, at) in patrons {
        let first: TransferId = play_money(PatronId(patron.id.0), 0, Amount::ZERO).id;
        let gift = others.iter().position(|transfer| transfer.id == first).map(|place| others.remove(place));
        let created = HouseEvent::known(patron.id, &patron.nickname, patron.currency, patron.token_hash);
        head = house_entry(transaction, &head.next(Some(at), &created, gift.as_slice())?, gift).await?;
    }
    for other in others {
        let row = head.next(None, &HouseEvent::MoneyPosted, &[other])?;
        head = house_entry(transaction, &row, Some(other)).await?;
    }
    Ok(())
}

async fn house_entry(
    transaction: &Transaction<'_>,
    row: &HouseRow,
    moved: Option<Transfer>,
) -> Result<HouseHead, Trouble> {
    let HouseRow { head: HouseHead { seq, at, digest }, body } = row;
    let seq = column(*seq)?;
    let sql = "INSERT INTO house_event (seq, at, body, hash) VALUES ($1, $2, $3, $4)";
    transaction.execute(sql, &[&seq, &at.0, body, &digest.0.as_slice()]).await?;
    if let Some(Transfer { id, .. }) = moved {
        let sql = "UPDATE transfer SET house_seq = $1 WHERE id = $2";
        transaction.execute(sql, &[&seq, &Id(id.0)]).await?;
    }
    Ok(row.head)
}

async fn tables(transaction: &Transaction<'_>) -> Result<(), Trouble> {
    let mut last = (TableId(0), Digest::start(TableId(0)));
    let (mut tables, mut seqs, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    let all = &mut |entry: StoredEntry| -> Result<bool, StoreFailure> {
        let before = if last.0 == entry.log { last.1 } else { Digest::start(entry.log) };
        let StoredEntry { log, seq, at, body, transfers, .. } = &entry;
        let digest = before.then(&Entry { seq: *seq, at: *at, body, transfers });
        last = (*log, digest);
        tables.push(i64::from(log.0));
        seqs.push(column(*seq)?);
        hashes.push(digest.0.to_vec());
        Ok(true)
    };
    records::table_entries(transaction, all).await?;
    transaction.execute(HASHES, &[&tables, &seqs, &hashes]).await?;
    Ok(())
}
