//! The digests of every log, recomputed from what a store says it holds. Knows no SQL.

use std::collections::BTreeMap;

use journal::{Digest, Record, StoredEntry};
use table::TableId;

use crate::places::Place;
use crate::rebuild::elsewhere;

/// How many entries there are, each with the digest it should have, and how many transfers belong to them.
pub(crate) fn recompute(place: &impl Place) -> (usize, usize) {
    let mut heads = BTreeMap::<TableId, (u64, Digest)>::new();
    let (mut entries, mut attached, mut made) = (0, Vec::new(), Vec::new());
    let mut each = |record| {
        match record {
            Record::Entry(entry) => {
                let StoredEntry { log, seq, digest, .. } = entry;
                let head = heads.entry(log).or_insert((0, Digest::start(log)));
                *head = (head.0 + 1, entry.digest_after(head.1));
                assert_eq!((seq, digest), (head.0, Some(head.1)), "table {}", log.0);
                entries += 1;
                attached.extend(entry.transfers);
            }
            Record::Transfer(transfer) => made.push(transfer),
            _ => {}
        }
        true
    };
    elsewhere(|| place.records(&mut each));
    attached.sort_unstable_by_key(|transfer| transfer.id);
    made.sort_unstable_by_key(|transfer| transfer.id);
    assert_eq!(attached, made, "every transfer belongs to one entry");
    (entries, made.len())
}
