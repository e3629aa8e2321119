//! Queries about the records of devices.

use house::ports::{DeviceRecord, StoreFailure, StoredRecord};
use table::{DeviceId, RecordRef, TableId};

use super::{Columns, Reads, Rows, Sql, Value, all, first};
use crate::rows::{about, column};
use crate::trouble::Result;

/// The queries about records of devices.
pub(crate) trait DeviceQueries: Reads + Sized {
    /// The records that a table took after an event.
    async fn records_after(&self, table: TableId, seq: u64) -> Result<Vec<StoredRecord>> {
        let sql =
            "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
             WHERE table_id = $1 AND seq > $2 ORDER BY seq, no";
        let values = [table.0.into(), Value::Number(column(seq)?)];
        all(self, sql, &values, |row| Ok(read_record(row)?.1)).await
    }

    /// The records that a table took after an event and up to another one.
    async fn records_between(&self, table: TableId, after: u64, until: u64) -> Result<Vec<StoredRecord>> {
        let sql =
            "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
             WHERE table_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq, no";
        let values = [table.0.into(), Value::Number(column(after)?), Value::Number(column(until)?)];
        all(self, sql, &values, |row| Ok(read_record(row)?.1)).await
    }

    /// How many records a table took up to an event.
    async fn records_until(&self, table: TableId, seq: u64) -> Result<u64> {
        let sql = "SELECT no FROM device_record WHERE table_id = $1 AND seq <= $2 ORDER BY seq DESC, no DESC LIMIT 1";
        let values = [table.0.into(), Value::Number(column(seq)?)];
        Ok(first(self, sql, &values, |row| row.number(0)).await?.unwrap_or_default())
    }

    /// The record of that number.
    async fn device_record(&self, record: RecordRef) -> Result<Option<DeviceRecord>> {
        let sql =
            "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
             WHERE device = $1 AND n = $2";
        let values = [record.device.0.into(), Value::Number(column(record.n)?)];
        first(self, sql, &values, |row| Ok(read_record(row)?.1.record)).await
    }

    /// The last record of a device.
    async fn last_record(&self, device: DeviceId) -> Result<Option<DeviceRecord>> {
        let sql =
            "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
             WHERE device = $1 ORDER BY n DESC LIMIT 1";
        first(self, sql, &[device.0.into()], |row| Ok(read_record(row)?.1.record)).await
    }
}

impl<R: Reads> DeviceQueries for R {}

/// All records by table and number.
pub(crate) const RECORDS: Sql<'static> = Sql::both(
    "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record ORDER BY 1, 2",
);

/// The records that an event follows, in the order of these events.
pub(crate) const COVERED: Sql<'static> = Sql::both(
    "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
     WHERE EXISTS (SELECT 1 FROM event WHERE event.table_id = device_record.table_id AND event.seq = device_record.seq)
     ORDER BY table_id, seq, no",
);

/// The other records, in the order of their tables.
pub(crate) const UNCOVERED: Sql<'static> = Sql::both(
    "SELECT table_id, no, seq, device, n, received_at, read_at, late, body, sig FROM device_record
     WHERE NOT EXISTS
         (SELECT 1 FROM event WHERE event.table_id = device_record.table_id AND event.seq = device_record.seq)
     ORDER BY table_id, seq, no",
);

/// A record of these queries, and its table.
pub(crate) fn read_record(row: &dyn Columns) -> Result<(TableId, StoredRecord), StoreFailure> {
    let record = DeviceRecord {
        device: DeviceId(row.number(3)?),
        n: row.number(4)?,
        received_at: row.time(5)?,
        read_at: row.time(6)?,
        late: row.flag(7)?,
        body: row.text(8)?.to_owned(),
        sig: fair::Bytes(row.bytes(9)?),
    };
    Ok((TableId(row.number(0)?), StoredRecord { no: row.number(1)?, seq: row.number(2)?, record }))
}

/// The records of [`COVERED`], from event to event.
pub(crate) struct CoveredRecords<R> {
    rows: R,
    next: Option<(TableId, StoredRecord)>,
}

impl<R: Rows> CoveredRecords<R> {
    /// Reads the first of these records.
    pub(crate) async fn new(mut rows: R) -> Result<Self> {
        let next = rows.next(named).await?;
        Ok(Self { rows, next })
    }

    /// The next records, as far as this event follows them.
    pub(crate) async fn before(&mut self, table: TableId, seq: u64) -> Result<Vec<StoredRecord>> {
        let mut records = Vec::new();
        while let Some((_, stored)) = self.next.take_if(|(own, stored)| (*own, stored.seq) == (table, seq)) {
            records.push(stored);
            self.next = self.rows.next(named).await?;
        }
        Ok(records)
    }
}

fn named(row: &dyn Columns) -> Result<(TableId, StoredRecord), StoreFailure> {
    read_record(row).map_err(|failure| about("a record of a device", failure))
}
