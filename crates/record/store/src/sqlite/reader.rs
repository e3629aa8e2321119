//! The thread that reads, on a connection of its own: it sees every acknowledged write, and the writer never waits
//! for it.

use house::ports::StoreFailure;
use rusqlite::Connection;
use tokio::sync::mpsc;

use super::failure::failure;

/// A query that sends its answer itself.
pub(super) type Query = Box<dyn FnOnce(&Connection) + Send>;

/// Serves the queue until it ends.
pub(super) fn run(conn: Connection, mut queue: mpsc::Receiver<Query>) -> Result<(), StoreFailure> {
    while let Some(query) = queue.blocking_recv() {
        query(&conn);
    }
    conn.close().map_err(|(_, error)| failure(error))
}
