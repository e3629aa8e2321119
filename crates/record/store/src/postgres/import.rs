//! Imports history into an empty database, in one transaction: writes the rows, rebuilds the derived tables, verifies
//! the hash chains.

use house::ports::StoreFailure;
use journal::{HouseHead, HouseRow, Origin, Signed};
use tokio_postgres::{Config, Transaction};

use super::draft::{EventRow, Rows, TransferRow};
use super::facts::Known;
use super::failure::Trouble;
use super::{connect, migrate, notary, replay, write};
use crate::derived::OnProgress;
use crate::export::{self, ExportCounts, ExportEntry, ExportRow, NextRow, RoundFinder};

/// How many rows are written at a time.
const PAGE: usize = 4_096;

/// Locks out every server until the end of the transaction, which is durable at its commit. A server that writes locks
/// the first of these tables first.
const ALONE: &str = "SET LOCAL synchronous_commit = on;
    LOCK TABLE writer, table_owner, patron, event, house_event, transfer, account, hold IN EXCLUSIVE MODE";

/// Gives the next patron the next number.
const NUMBERS: &str = "SELECT setval('patron_number', max(patron_id)) FROM patron HAVING count(*) > 0";

/// Imports the rows; returns how many there were.
pub(super) async fn import(
    config: &Config,
    next: NextRow<'_>,
    on_progress: OnProgress<'_>,
) -> Result<ExportCounts, Trouble> {
    let mut client = connect::auditor(config).await?;
    migrate::migrate(&mut client).await?;
    let transaction = client.transaction().await?;
    transaction.batch_execute(ALONE).await?;
    export::must_be_empty(&transaction).await?;
    let mut importer = Importer::default();
    let mut counts = ExportCounts::default();
    while let Some(row) = next()? {
        counts.count(&row);
        importer.take(row)?;
        if importer.waiting >= PAGE {
            importer.write(&transaction).await?;
        }
    }
    importer.write(&transaction).await?;
    transaction.execute(NUMBERS, &[]).await?;
    transaction.batch_execute("ANALYZE").await?;
    replay::rebuild(&transaction, true, on_progress).await?;
    export::verify_chains(&transaction).await?;
    transaction.commit().await?;
    Ok(counts)
}

/// Rows that are not written yet, and what later rows need of those before.
#[derive(Default)]
struct Importer {
    waiting: usize,
    rows: Rows,
    checkpoints: Vec<Signed>,
    checkpoint_no: i64,
    known: Known,
    rounds: RoundFinder,
}

impl Importer {
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
