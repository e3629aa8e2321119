//! The events and slips of the open transaction, which are written together at its end: each statement is prepared
//! once for all of them, and the slips come in the order of their index. Decides nothing.

use std::collections::BTreeMap;

use audit::Digest;
use house::ports::StoreFailure;
use rusqlite::{Connection, params};
use table::{PatronId, RequestId, RoundRef, TableId, Timestamp};

use super::failure::failure;
use super::history::{self, SlipRow};

/// An event to be written.
pub(super) struct EventRow {
    pub(super) table: TableId,
    pub(super) seq: i64,
    pub(super) at: Timestamp,
    /// The round it belongs to.
    pub(super) round: RoundRef,
    pub(super) body: String,
    pub(super) digest: Digest,
}

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

    /// Whether a slip of that id was taken, in this transaction or before it.
    pub(super) fn knows_slip(
        &self,
        conn: &Connection,
        patron: PatronId,
        slip: RequestId,
    ) -> Result<bool, StoreFailure> {
        Ok(self.slips.contains_key(&(slip, patron)) || history::knows_slip(conn, patron, slip)?)
    }

    /// Writes everything.
    pub(super) fn flush(&mut self, conn: &Connection) -> Result<(), StoreFailure> {
        let (events, slips) = (std::mem::take(&mut self.events), std::mem::take(&mut self.slips));
        let write = || {
            let mut event = conn.prepare_cached(
                "INSERT INTO event (table_id, seq, at, shoe_no, round_no, body, hash)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            for EventRow { table, seq, at, round, body, digest } in &events {
                event.execute(params![table.0, seq, at.0, round.shoe_no, round.round_no, body, digest.0])?;
            }
            Ok(())
        };
        write().map_err(failure)?;
        history::write_slips(conn, slips.into_values())
    }
}
