//! The rows of an export.

use house::people::Credential;
use house::ports::{LockedSecret, ShoeSeed, StoredBulletin, StoredRecord};
use journal::{Digest, Signed, StoredPatron};
use ledger::Transfer;
use table::{TableId, Timestamp};

/// A row of history. An export has them in the order of these kinds: patrons by number; seeds and locked secrets by
/// table and shoe; bulletins and records of devices by table and number; entries by log and number, the house's own log
/// first; transfers in the order they were made; checkpoints from the oldest on; credentials by kind and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportRow {
    /// How many rows of each kind follow. It is the first row.
    Counts(ExportCounts),
    /// A patron, and when the patron was created.
    Patron(StoredPatron, Timestamp),
    /// The seed of a table's shoe.
    Seed(TableId, ShoeSeed),
    /// The locked secret of a table's shoe. An export from before there were proofs has none.
    Secret(TableId, LockedSecret),
    /// A bulletin of a table. An export from before there were proofs has none.
    Bulletin(TableId, StoredBulletin),
    /// A record of a device that a table took. An export from before there were live tables has none.
    Record(TableId, StoredRecord),
    /// An entry of a log.
    Entry(ExportEntry),
    /// A transfer, and the log and number of the entry it belongs to.
    Transfer(Transfer, (TableId, u64)),
    /// A signed checkpoint.
    Checkpoint(Signed),
    /// A credential. An export from before there were credentials has none.
    Credential(Credential),
}

/// How many rows there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExportCounts {
    /// Patrons.
    pub patrons: u64,
    /// Seeds of shoes.
    pub seeds: u64,
    /// Entries of all logs.
    pub entries: u64,
    /// Transfers.
    pub transfers: u64,
    /// Checkpoints.
    pub checkpoints: u64,
    /// Credentials; none in an export from before there were any.
    pub credentials: Option<u64>,
    /// Locked secrets, and bulletins; none in an export from before there were any.
    pub proofs: Option<(u64, u64)>,
    /// Records of devices; none in an export from before there were any.
    pub records: Option<u64>,
}

impl ExportCounts {
    /// Counts one more row. Credentials, proofs and records are counted once the row of counts has a number of them.
    pub(crate) fn count(&mut self, row: &ExportRow) {
        let kind = match row {
            ExportRow::Counts(counts) => {
                self.credentials = counts.credentials.map(|_| 0);
                self.proofs = counts.proofs.map(|_| (0, 0));
                self.records = counts.records.map(|_| 0);
                return;
            }
            ExportRow::Patron(..) => &mut self.patrons,
            ExportRow::Seed(..) => &mut self.seeds,
            ExportRow::Entry(_) => &mut self.entries,
            ExportRow::Transfer(..) => &mut self.transfers,
            ExportRow::Checkpoint(_) => &mut self.checkpoints,
            ExportRow::Credential(_) => self.credentials.get_or_insert(0),
            ExportRow::Secret(..) => &mut self.proofs.get_or_insert((0, 0)).0,
            ExportRow::Bulletin(..) => &mut self.proofs.get_or_insert((0, 0)).1,
            ExportRow::Record(..) => self.records.get_or_insert(0),
        };
        *kind = kind.saturating_add(1);
    }
}

/// An entry of a log as it is stored, without the transfers that refer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportEntry {
    /// The table of the log; 0 for the house's own.
    pub log: TableId,
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The event as stored, byte for byte.
    pub body: String,
    /// Its digest.
    pub digest: Digest,
}
