//! Collects the rows of an import, so that a store writes many at a time.

use std::collections::HashMap;

use house::ports::StoreFailure;
use journal::{HouseEvent, HouseHead, HouseRow, Origin, Signed, TableProgress};
use table::TableId;

use super::row::{ExportEntry, ExportRow};
use crate::derived::Rebuilds;
use crate::draft::{EventRow, Rows, TransferRow};
use crate::queries::notary::NotaryQueries as _;
use crate::rows;
use crate::trouble::Result;

/// How many rows are written at a time.
const PAGE: usize = 4_096;

/// Rows that wait to be written.
#[derive(Default)]
pub(super) struct ImportBatch {
    waiting: usize,
    rows: Rows,
    /// Checkpoints, each with its number.
    checkpoints: Vec<(u64, Signed)>,
    checkpoint_no: u64,
    /// How far the tables have come.
    tables: HashMap<TableId, TableProgress>,
}

impl ImportBatch {
    /// Takes in the next row. Returns whether it is time to write.
    pub(super) fn take(&mut self, row: ExportRow) -> Result<bool, StoreFailure> {
        match row {
            ExportRow::Counts(_) => {}
            ExportRow::Credential(credential) => self.rows.credentials.put(credential),
            ExportRow::Patron(patron, at) => self.rows.patrons.push((patron, at)),
            ExportRow::Seed(table, seed) => self.rows.seeds.push((table, seed)),
            ExportRow::Secret(table, secret) => self.rows.secrets.push((table, secret)),
            ExportRow::Bulletin(table, bulletin) => self.rows.bulletins.push((table, bulletin)),
            ExportRow::Record(table, stored) => self.rows.records.push((table, stored)),
            ExportRow::Entry(entry) => self.entry(entry)?,
            ExportRow::Transfer(transfer, (log, seq)) => {
                self.rows.balances.extend([(transfer.from, 0), (transfer.to, 0)]);
                self.rows.transfers.push(TransferRow { transfer, origin: Origin::of(log, seq) });
            }
            ExportRow::Checkpoint(signed) => {
                self.checkpoint_no = self.checkpoint_no.saturating_add(1);
                self.checkpoints.push((self.checkpoint_no, signed));
            }
        }
        self.waiting = self.waiting.saturating_add(1);
        Ok(self.waiting >= PAGE)
    }

    /// Writes the rows that have arrived. Balances and holds follow from them later.
    pub(super) async fn write<R: Rebuilds>(&mut self, session: &R, cache: &mut R::Cache) -> Result<()> {
        self.waiting = 0;
        session.write_history(cache, &std::mem::take(&mut self.rows)).await?;
        for (number, signed) in self.checkpoints.drain(..) {
            session.add_checkpoint(number, &signed).await?;
        }
        Ok(())
    }

    /// Takes in an entry, and finds its round, which an export leaves out.
    fn entry(&mut self, entry: ExportEntry) -> Result<(), StoreFailure> {
        let ExportEntry { log: table, seq, at, body, digest } = entry;
        if table == HouseEvent::LOG {
            self.rows.house.push(HouseRow { head: HouseHead { seq, at, digest }, body });
            return Ok(());
        }
        let progress = self.tables.entry(table).or_default();
        let recorded = rows::event(table, rows::column(seq)?, at, &body)?;
        progress.follow(recorded.seq, &recorded.event);
        self.rows.events.push(EventRow { table, seq, at, round: progress.round(), body, digest });
        Ok(())
    }
}
