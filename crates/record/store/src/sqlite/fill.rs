//! Gives the entries of an older file their digests, and the money that moved outside any table a log of its own.
//! Runs once, within the migration; knows no queue.

use house::ports::StoreFailure;
use house::postings::play_money;
use journal::{Digest, Entry, HouseEvent, StoredEntry};
use ledger::TransferId;
use money::Amount;
use rusqlite::{Connection, params};
use table::{PatronId, TableId, Timestamp};

use super::facts::{blob, house_head};
use super::failure::failure;
use super::query::now;
use super::write::house_event;
use crate::queries::transfers::{transfer, transfer_row, transfers_by};
use crate::queries::{all, records};
use crate::rows::column;

/// What forbids changes of history from here on.
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

/// Fills in all digests.
pub(super) fn chain(conn: &Connection) -> Result<(), StoreFailure> {
    house_log(conn)?;
    tables(conn)?;
    conn.execute_batch(TRIGGERS).map_err(failure)
}

/// Patrons in the order of their numbers, each with the first gift; then whatever else moved, one entry each.
fn house_log(conn: &Connection) -> Result<(), StoreFailure> {
    for (patron, at) in now(all(conn, records::PATRONS, &[], records::patron))? {
        let created = HouseEvent::known(patron.id, &patron.nickname, patron.currency, patron.token_hash);
        house_entry(conn, Some(at), &created, first_gift(patron.id))?;
    }
    let others = transfers_by!("WHERE t.table_id IS NULL AND t.house_seq IS NULL ORDER BY t.transfer_no");
    let others = now(all(conn, others, &[], |row| Ok(transfer_row(row)?.id)))?;
    others.into_iter().try_for_each(|id| house_entry(conn, None, &HouseEvent::MoneyPosted, id))
}

fn first_gift(patron: PatronId) -> TransferId {
    play_money(patron, 0, Amount::ZERO).id
}

/// Writes an entry that has the transfer of this id, if it was ever made.
fn house_entry(
    conn: &Connection,
    at: Option<Timestamp>,
    event: &HouseEvent,
    id: TransferId,
) -> Result<(), StoreFailure> {
    let transfer = now(transfer(conn, id))?;
    let row = house_head(conn)?.next(at, event, transfer.as_slice())?;
    house_event(conn, &row)?;
    let seq = column(row.head.seq)?;
    let refer = || conn.execute("UPDATE transfer SET house_seq = ?1 WHERE id = ?2", params![seq, blob(id)]);
    refer().map(|_| ()).map_err(failure)
}

fn tables(conn: &Connection) -> Result<(), StoreFailure> {
    let (mut last, mut digests) = ((TableId(0), Digest::start(TableId(0))), Vec::new());
    now(records::table_entries(conn, &mut |entry: StoredEntry| {
        let before = if last.0 == entry.log { last.1 } else { Digest::start(entry.log) };
        let StoredEntry { log, seq, at, body, transfers, .. } = &entry;
        let digest = before.then(&Entry { seq: *seq, at: *at, body, transfers });
        last = (*log, digest);
        digests.push((*log, *seq, digest));
        Ok(true)
    }))?;
    for (table, seq, digest) in digests {
        let seq = column(seq)?;
        conn.prepare_cached("UPDATE event SET hash = ?3 WHERE table_id = ?1 AND seq = ?2")
            .and_then(|mut set| set.execute(params![table.0, seq, digest.0]))
            .map_err(failure)?;
    }
    Ok(())
}
