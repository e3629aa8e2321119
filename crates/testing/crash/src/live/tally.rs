//! What happened at the live tables of a run, counted from what is stored, and the records that nothing came of.

use auditor::{Counts, Deviation, Record, unused_records};
use serde::Serialize;
use serde_json::Value;

use super::floor::LiveFloor;

/// What happened at the live tables.
#[derive(Debug, Default, Serialize)]
pub(crate) struct LiveTally {
    /// Records that the devices made, all of them acknowledged.
    pub(crate) records: u64,
    /// Cards that were dealt by a record.
    pub(crate) cards: usize,
    /// Shoes that were put into the devices.
    pub(crate) shoes: u32,
    /// How often a device was switched off and on.
    pub(crate) restarts: usize,
    /// Findings, by code.
    pub(crate) findings: Counts,
}

impl LiveTally {
    /// Counts a store at rest.
    pub(crate) fn of(record: &Record, floor: &LiveFloor) -> Self {
        let (records, _) = floor.records();
        let mut tally = Self { records, shoes: floor.loads(), restarts: floor.restarts, ..Self::default() };
        for event in &record.events {
            let Ok(body) = serde_json::from_str::<Value>(&event.body) else { continue };
            tally.cards += usize::from(body["type"] == "card_drawn" && body["from"]["kind"] == "device");
            if let Some(code) = body["code"].as_str().filter(|_| body["what"] == "finding_raised") {
                tally.findings.count(code);
            }
        }
        tally
    }
}

/// What a store at rest lacks: records that no device saw acknowledged, and such that no event uses.
pub(crate) fn unused(record: &Record, floor: &LiveFloor) -> Vec<Deviation> {
    let (made, acked) = floor.records();
    let is_open = u64::try_from(acked) != Ok(made);
    let open = is_open.then(|| format!("the devices made {made} records, and {acked} are acknowledged"));
    let unused = unused_records(record).into_iter().chain(open);
    unused.map(|what| Deviation::new("records", what)).collect()
}
