//! Brings history into an empty database: all rows as they come, then everything that follows from them, then the
//! digests are held against the rows. In one transaction; what fails leaves the database empty.

use house::ports::StoreFailure;
use journal::{HouseHead, HouseRow, Origin, Signed};
use tokio_postgres::{Config, Transaction};

use super::draft::{EventRow, Rows, TransferRow};
use super::facts::Known;
use super::failure::Trouble;
use super::{connect, migrate, notary, rebuild, write};
use crate::derived::Folded;
use crate::export::{ChainCheck, ExportCounts, ExportEntry, ExportRow, NextRow, RoundFinder, not_empty};
use crate::queries::records;

/// How many rows are written at a time.
const PAGE: usize = 4_096;

/// Lets no server write until the end of the transaction, and has it on the disk then. A server that writes begins with
/// the first of these tables.
const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

const IS_EMPTY: &str = "SELECT NOT EXISTS (SELECT FROM patron) AND NOT EXISTS (SELECT FROM event)
    AND NOT EXISTS (SELECT FROM house_event) AND NOT EXISTS (SELECT FROM transfer)
    AND NOT EXISTS (SELECT FROM shoe_seed) AND NOT EXISTS (SELECT FROM checkpoint)";

/// The next patron gets the next number.
const NUMBERS: &str = "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0";

/// Brings the rows in; answers how many they were.
pub(super) async fn import(
    config: &Config,
    next: NextRow<'_>,
    folded: Folded<'_>,
) -> Result<ExportCounts, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    if !transaction.query_one(IS_EMPTY, &[]).await?.try_get::<_, bool>(0)? {
        return Err(not_empty().into());
    }
    let mut arriving = Arriving::default();
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        arriving.take(row)?;
        if arriving.waiting >= PAGE {
            arriving.write(&transaction).await?;
        }
    }
    arriving.write(&transaction).await?;
    transaction.execute(NUMBERS, &[]).await?;
    transaction.batch_execute("ANALYZE").await?;
    rebuild::refold(&transaction, true, folded).await?;
    let mut chain = ChainCheck::default();
    let follow = &mut |entry| chain.follow(&entry).map(|()| true);
    records::house_entries(&transaction, follow).await?;
    records::table_entries(&transaction, follow).await?;
    transaction.commit().await?;
    Ok(counts)
}

/// Rows that wait to be written, and what must be known of those before.
#[derive(Default)]
struct Arriving {
    waiting: usize,
    rows: Rows,
    checkpoints: Vec<Signed>,
    checkpoint_no: i64,
    known: Known,
    rounds: RoundFinder,
}

impl Arriving {
    fn take(&mut self, row: ExportRow) -> Result<(), StoreFailure> {
        match row {
            ExportRow::Counts(_) => {}
            ExportRow::Patron(patron, at) => self.rows.patrons.push((patron, at)),
            ExportRow::Seed(table, seed) => self.rows.seeds.push((table, seed)),
            ExportRow::Entry(entry) => self.entry(entry)?,
            ExportRow::Transfer(transfer, (log, seq)) => {
                self.rows.balances.extend([(transfer.from, 0), (transfer.to, 0)]);
                self.rows.transfers.push(TransferRow { transfer, origin: Origin::of(log, seq) });
            }
            ExportRow::Checkpoint(signed) => self.checkpoints.push(signed),
        }
        self.waiting = self.waiting.saturating_add(1);
        Ok(())
    }

    fn entry(&mut self, entry: ExportEntry) -> Result<(), StoreFailure> {
        let round = self.rounds.of(&entry)?;
        let ExportEntry { log: table, seq, at, body, digest } = entry;
        match round {
            Some(round) => self.rows.events.push(EventRow { table, seq, at, round, body, digest }),
            None => self.rows.house.push(HouseRow { head: HouseHead { seq, at, digest }, body }),
        }
        Ok(())
    }

    async fn write(&mut self, transaction: &Transaction<'_>) -> Result<(), Trouble> {
        self.waiting = 0;
        let rows = std::mem::take(&mut self.rows);
        let opened = write::history(transaction, &self.known, &rows).await?;
        self.known.numbers.extend(opened);
        for signed in std::mem::take(&mut self.checkpoints) {
            self.checkpoint_no = self.checkpoint_no.saturating_add(1);
            notary::insert(transaction, self.checkpoint_no, &signed).await?;
        }
        Ok(())
    }
}
