//! The events and slips of the open transaction, which are written together at its end: each statement is prepared
//! once for all of them, and the slips come in the order of their index. Decides nothing.

use std::collections::BTreeMap;

use house::ports::StoreFailure;
use rusqlite::Connection;
use table::{PatronId, RequestId};

use super::history::{self, EventRow, SlipRow};

/// What is yet to be written. Wrong after a rollback: then drop it.
#[derive(Default)]
pub(super) struct Appended {
    events: Vec<EventRow>,
    slips: BTreeMap<(RequestId, PatronId), SlipRow>,
}

impl Appended {
    /// Takes in an event, and the slip it takes, if it takes one.
    pub(super) fn event(&mut self, row: EventRow, slip: Option<(PatronId, RequestId)>) {
        if let Some((patron, slip)) = slip {
            let EventRow { table, round, seq, .. } = row;
            self.slips.insert((slip, patron), SlipRow { slip, patron, table, round, seq });
        }
        self.events.push(row);
    }

    /// Whether a slip of that id was taken in this transaction.
    pub(super) fn has_slip(&self, patron: PatronId, slip: RequestId) -> bool {
        self.slips.contains_key(&(slip, patron))
    }

    /// Writes everything.
    pub(super) fn flush(&mut self, conn: &Connection) -> Result<(), StoreFailure> {
        history::write_events(conn, std::mem::take(&mut self.events))?;
        history::write_slips(conn, std::mem::take(&mut self.slips).into_values())
    }
}
