//! The events and records of one table after the other, for laws about tables.

use crate::record::{DeviceRecord, Event, Record};

impl Record {
    /// The events of each table, a table at a time.
    pub(crate) fn by_table(&self) -> impl Iterator<Item = &[Event]> {
        self.events.chunk_by(|one, other| one.id.table == other.id.table)
    }

    /// The records of the devices of the table that these events are of.
    pub(crate) fn device_records_of(&self, events: &[Event]) -> &[DeviceRecord] {
        let records = events.first().and_then(|event| self.device_records.get(&event.id.table));
        records.map_or(&[], Vec::as_slice)
    }
}
