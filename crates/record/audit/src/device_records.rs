//! The records of devices in their places: each table numbers those that it took, and each device chains its own for
//! the life of its key. Whether it signed them, `devices` verifies.

use std::collections::BTreeMap;

use house::ports::StoredRecord;
use scanner::record::Head;
use scanner::{DeviceFrame, Record, envelope};
use table::{Bytes32, DeviceId, RecordRef, TableId};

use crate::deviation::{Deviation, Place, refuse, same};

/// The records so far.
#[derive(Debug, Default)]
pub(crate) struct DeviceRecords {
    /// How many records each table took.
    taken: BTreeMap<TableId, u64>,
    /// The records of each device, at any table.
    chains: BTreeMap<DeviceId, Vec<Link>>,
}

/// A record as a link of a chain.
#[derive(Debug)]
struct Link {
    head: Head,
    /// The record as far as its place goes.
    said: Record,
}

impl DeviceRecords {
    /// Verifies the place of the next record of a table, which stands before this event.
    pub(crate) fn follow(
        &mut self,
        seq: u64,
        table: TableId,
        stored: &StoredRecord,
    ) -> Result<(), Deviation> {
        let taken = self.taken.entry(table).or_default();
        *taken = taken.saturating_add(1);
        let place = Place::Record(table, *taken);
        if (stored.no, stored.seq) != (*taken, seq) {
            let expected = format!("record {taken} of the table, before event {seq}");
            return refuse(place, expected, format!("record {}, before event {}", stored.no, stored.seq));
        }
        let record = &stored.record;
        let Ok(DeviceFrame::Record(said)) = DeviceFrame::read(&record.body) else {
            return refuse(place, "a record of a device", &record.body);
        };
        let head = Head { n: record.n, digest: envelope::digest(&record.body) };
        self.chains.entry(record.device).or_default().push(Link { head, said });
        Ok(())
    }

    /// Verifies that a record of a device, which came before, has this digest.
    pub(crate) fn has_digest(
        &self,
        place: Place,
        record: RecordRef,
        digest: Bytes32,
    ) -> Result<(), Deviation> {
        let links = self.chains.get(&record.device).into_iter().flatten();
        let known = links.map(|link| link.head).find(|head| head.n == record.n);
        same(place, &known.map(|head| Bytes32(head.digest.0)), &Some(digest))
    }

    /// Verifies that no device left a number out, used one twice, or has two histories.
    pub(crate) fn finish(self) -> Result<(), Deviation> {
        for (device, mut links) in self.chains {
            links.sort_by_key(|link| link.head.n);
            let mut last = Head::NONE;
            for Link { head, said } in links {
                if let Err(error) = last.check(&said) {
                    let expected = format!("record {} after {}", last.next(), last.digest);
                    return refuse(Place::Device(device), expected, error.to_string());
                }
                last = head;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fair::Bytes;
    use house::ports::DeviceRecord;
    use table::Timestamp;

    use super::*;

    const TABLE: TableId = TableId(9);

    /// The texts of a device that sees the cut card again and again.
    fn texts(count: u64) -> Vec<String> {
        let mut texts = Vec::<String>::new();
        for n in 1..=count {
            let prev = texts.last().map_or(Bytes::ZERO, |last| envelope::digest(last));
            texts.push(format!(r#"{{"v":1,"type":"cut_card","n":{n},"prev":"{prev}","t":5,"pass":{n}}}"#));
        }
        texts
    }

    fn stored(no: u64, seq: u64, (n, body): (u64, String)) -> StoredRecord {
        let (device, at, sig) = (DeviceId(4), Timestamp(5), Bytes([0; 64]));
        let record = DeviceRecord { device, n, received_at: at, read_at: at, late: false, body, sig };
        StoredRecord { no, seq, record }
    }

    /// What is said of these records: the number at the table, the event that the row names and the one that follows
    /// it, and the number of the device.
    fn said(records: &[(u64, u64, u64, u64)]) -> String {
        let (mut devices, texts) = (DeviceRecords::default(), texts(3));
        let mut all = records.iter();
        let followed = all.try_for_each(|(no, seq, before, n)| {
            let text = texts[usize::try_from(*n - 1).unwrap()].clone();
            devices.follow(*before, TABLE, &stored(*no, *seq, (*n, text)))
        });
        let said = followed.and_then(|()| devices.finish());
        said.map_or_else(|deviation| deviation.to_string(), |()| "nothing".to_owned())
    }

    #[test]
    fn records_stand_where_their_numbers_say() {
        // A device that worked at another table in between goes on here later.
        assert_eq!(said(&[(1, 2, 2, 2), (2, 2, 2, 3), (3, 7, 7, 1)]), "nothing");
        for (records, expected) in [
            (&[(2, 2, 2, 1)][..], "table 9, record 1: record 1 of the table, before event 2 was expected"),
            (
                &[(1, 2, 2, 1), (1, 3, 3, 2)],
                "table 9, record 2: record 2 of the table, before event 3 was expected",
            ),
            (&[(1, 2, 3, 1)], "and there is record 1, before event 2"),
            (&[(1, 2, 2, 1), (2, 2, 2, 1)], "device 4: record 2 after"),
            (&[(1, 2, 2, 1), (2, 2, 2, 3)], "record 3 stands where record 2 should"),
            (&[(1, 2, 2, 2)], "record 2 stands where record 1 should"),
        ] {
            let said = said(records);
            assert!(said.contains(expected), "{expected}: {said}");
        }
    }

    #[test]
    fn a_record_that_was_changed_breaks_the_chain_of_its_device() {
        let mut devices = DeviceRecords::default();
        for (n, text) in (1..).zip(texts(3)) {
            let text = if n == 2 { text.replace("\"t\":5", "\"t\":6") } else { text };
            devices.follow(n, TABLE, &stored(n, n, (n, text))).unwrap();
        }
        let said = devices.finish().unwrap_err().to_string();
        assert!(said.contains("record 3 follows"), "{said}");
        let text = texts(1).remove(0).replace("cut_card", "hello");
        let said =
            DeviceRecords::default().follow(1, TABLE, &stored(1, 1, (1, text))).unwrap_err().to_string();
        assert!(said.contains("a record of a device was expected"), "{said}");
    }
}
