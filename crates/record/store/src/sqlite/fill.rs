//! Writes the digests and the house's own log into a file from before the hash chains.

use house::ports::StoreFailure;
use rusqlite::{Connection, params};

use super::facts::blob;
use super::failure::failure;
use super::query::now;
use super::write::house_event;
use crate::fill::{event_digests, house_log};
use crate::rows::column;

/// Forbids changes of history from here on.
const TRIGGERS: &str = "
    CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER event_has_a_digest BEFORE INSERT ON event WHEN NEW.hash IS NULL
    BEGIN SELECT RAISE(ABORT, 'an event has a digest'); END;
    CREATE TRIGGER transfer_is_never_changed BEFORE UPDATE ON transfer
    BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
    CREATE TRIGGER house_event_is_never_changed BEFORE UPDATE ON house_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
    CREATE TRIGGER house_event_is_never_deleted BEFORE DELETE ON house_event
    BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END;
    CREATE TRIGGER checkpoint_is_never_changed BEFORE UPDATE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
    CREATE TRIGGER checkpoint_is_never_deleted BEFORE DELETE ON checkpoint
    BEGIN SELECT RAISE(ABORT, 'a checkpoint is never deleted'); END;";

/// Writes the house's own log and all digests.
pub(super) fn chain(conn: &Connection) -> Result<(), StoreFailure> {
    for (row, moved) in now(house_log(conn))? {
        house_event(conn, &row)?;
        let seq = column(row.head.seq)?;
        let refer = "UPDATE transfer SET house_seq = ?1 WHERE id = ?2";
        conn.execute(refer, params![seq, moved.map(blob)]).map_err(failure)?;
    }
    for (table, seq, digest) in now(event_digests(conn))? {
        let seq = column(seq)?;
        conn.prepare_cached("UPDATE event SET hash = ?3 WHERE table_id = ?1 AND seq = ?2")
            .and_then(|mut set| set.execute(params![table.0, seq, digest.0]))
            .map_err(failure)?;
    }
    conn.execute_batch(TRIGGERS).map_err(failure)
}
