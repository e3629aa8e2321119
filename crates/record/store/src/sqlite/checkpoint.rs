//! Copies the write-ahead log into the database, on a thread of its own: done by the writer, it doubles the time
//! the slowest hundredth of slips waits. Knows when, not what.

use std::time::Instant;

use house::ports::StoreFailure;
use rusqlite::Connection;
use tokio::sync::mpsc;
use tracing::{trace, warn};

use super::failure::failure;
use crate::worker::micros_since;

/// After how many changed rows the log is copied.
const ROWS: u64 = 4_096;

/// Asks for a checkpoint now and then.
pub(super) struct Wakeup {
    thread: mpsc::Sender<()>,
    copied: u64,
}

impl Wakeup {
    pub(super) const fn new(thread: mpsc::Sender<()>) -> Self {
        Self { thread, copied: 0 }
    }

    /// Notes how many rows were changed since the file was opened, and wakes the thread after many.
    pub(super) fn changed(&mut self, rows: u64) {
        if rows.saturating_sub(self.copied) >= ROWS {
            self.copied = rows;
            // A full queue means that it was asked for already.
            let _: Result<(), _> = self.thread.try_send(());
        }
    }
}

/// Serves the queue until it ends. A checkpoint that fails is tried again at the next one.
pub(super) fn run(conn: Connection, mut queue: mpsc::Receiver<()>) -> Result<(), StoreFailure> {
    while queue.blocking_recv().is_some() {
        let begun = Instant::now();
        // Answers whether anything was in the way, how many pages the log has, and how many of them are copied.
        match conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get::<_, i64>(2)) {
            Ok(pages) => trace!(pages, took_us = micros_since(begun), "a checkpoint"),
            Err(error) => warn!(%error, "the write-ahead log was not copied"),
        }
    }
    conn.close().map_err(|(_, error)| failure(error))
}
