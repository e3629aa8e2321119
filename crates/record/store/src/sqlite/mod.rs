//! The store in one SQLite file: a thread that writes in batches, a thread that reads, and one that copies the
//! write-ahead log.

mod backup;
mod checkpoint;
mod entries;
mod facts;
mod failure;
#[cfg(test)]
mod faults;
mod open;
mod query;
mod session;
mod write;
mod write_all;
mod writer;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;

use house::ports::{PortFuture, StoreFailure};
use journal::{Checkpoints, Digest, Head, Signed};
use rusqlite::{Connection, TransactionBehavior};
use table::{TableId, Timestamp};
use tokio::sync::mpsc;
use tracing::info;

use crate::database::{Database, DatabaseStore, Located, Reading, named};
use crate::draft::{Answered, Job, Order};
use crate::queries::notary::NotaryQueries as _;
use crate::trouble::{Result, Trouble};
use crate::worker::Worker;
use checkpoint::Wakeup;
use failure::failure;
use query::now;
use writer::{Task, Writer};

/// How many requests may wait for a thread; the caller of one more waits for a place.
const WAITING: usize = 1_024;

/// A query that sends its answer itself.
type Query = Box<dyn FnOnce(&Connection) + Send>;

/// A store in one SQLite file.
///
/// Its answers are on the disk: it writes ahead with full synchronisation, and requests that wait at the same
/// time share one transaction. Dropping it waits for its threads, as [`SqliteStore::close`] does.
pub type SqliteStore = DatabaseStore<Sqlite>;

/// A SQLite file that is open as a store.
pub struct Sqlite {
    /// It reads on a connection of its own: it sees every acknowledged write, and the writer never waits for it.
    reader: Worker<Query>,
    writer: Worker<Task>,
    /// Woken by the writer, hence after it.
    checkpoints: Worker<()>,
    /// Held as long as the threads may touch the file, hence the last field.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store in the file `path`, creating the file but no folder, and brings its schema up to date.
    ///
    /// Beside the file SQLite keeps `path-wal` and `path-shm`; `path-lock` keeps a second server away.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be opened, is in use by another server, belongs to
    /// another program or was written by a newer version of this one; [`StoreFailure::Corrupt`] when it is no
    /// database. Each names the file.
    pub fn open(path: &Path) -> Result<Self, StoreFailure> {
        let lock = open::lock(path)?;
        let write = open::writer(path)?;
        let (read, copy) = (open::reader(path)?, open::checkpointer(path)?);
        let checkpoints = Worker::start("store-copier", 1, move |queue| checkpoint::run(copy, queue))?;
        let writer = Writer::new(write, Wakeup::new(checkpoints.queue()?.clone()));
        let store = Sqlite {
            reader: Worker::start("store-reader", WAITING, move |queue| answer(read, queue))?,
            writer: Worker::start("store-writer", WAITING, move |queue| writer.run(queue))?,
            checkpoints,
            _lock: lock,
        };
        info!(path = %path.display(), "store opened");
        Ok(Self(store))
    }

    /// Finishes all requests, and closes the file. Blocks the thread meanwhile.
    ///
    /// # Errors
    /// When SQLite could not close the file. Everything acknowledged is durable even then.
    pub fn close(mut self) -> Result<(), StoreFailure> {
        let (read, written) = (self.0.reader.stop(), self.0.writer.stop());
        read.and(written).and(self.0.checkpoints.stop())
    }

    /// Copies the store in the file `path` as of one moment into the file `to`, which is empty or not there. A server
    /// may run meanwhile, and does not wait. The copy is not synced. `written` gets the number of
    /// pages written, and of all pages, now and then.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be read, is another program's, or the copy cannot be written;
    /// [`StoreFailure::Corrupt`] when it is no database.
    pub fn backup(path: &Path, to: &Path, written: &mut dyn FnMut(u64, u64)) -> Result<(), StoreFailure> {
        backup::backup(path, to, written)
    }
}

/// Answers the queries of a queue until it ends.
fn answer(conn: Connection, mut queue: mpsc::Receiver<Query>) -> Result<(), StoreFailure> {
    while let Some(query) = queue.blocking_recv() {
        query(&conn);
    }
    conn.close().map_err(|(_, error)| failure(error))
}

impl Sqlite {
    /// Has the writer do something between two transactions.
    fn apart<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Writer) -> Result<T> + Send + 'static,
    ) -> PortFuture<'_, T> {
        Box::pin(self.writer.ask(|reply| {
            Task::Apart(Box::new(|writer| _ = reply.send(task(writer).map_err(Trouble::failure))))
        }))
    }
}

impl Located for Sqlite {
    type Place = Path;
}

impl Database for Sqlite {
    const IS_SHARED: bool = false;
    type Session = Connection;
    type Snapshot<'a> = Connection;

    async fn order(&self, order: Order) -> Answered {
        self.writer.ask(|reply| Task::Job(Job::new(order, reply))).await
    }

    fn read<T: Send + 'static>(
        &self,
        query: impl for<'a> Fn(&'a Connection) -> Reading<'a, T> + Send + 'static,
    ) -> PortFuture<'_, T> {
        Box::pin(self.reader.ask(|reply| -> Query { Box::new(move |conn| _ = reply.send(now(query(conn)))) }))
    }

    fn with_snapshot<T>(
        path: &Path,
        temporary: bool,
        query: impl AsyncFnOnce(&Connection) -> Result<T>,
    ) -> Result<T, StoreFailure> {
        let conn = open::auditor(path)?;
        let queried = || {
            if temporary {
                // A temporary table of a check cannot refer to a stored one.
                conn.pragma_update(None, "foreign_keys", false)?;
            }
            let snapshot = conn.unchecked_transaction()?;
            Ok(now(query(&snapshot))?)
        };
        named(path.display(), false, queried())
    }

    fn exclusively<T>(
        path: &Path,
        import: bool,
        change: impl AsyncFnOnce(&Connection) -> Result<T>,
    ) -> Result<T, StoreFailure> {
        if !import {
            open::reader(path)?;
        }
        let _lock = open::lock(path)?;
        // The lock keeps others from creating the file meanwhile.
        let is_new = !path.exists();
        let change = |mut conn: Connection| {
            // A temporary table of a rebuild cannot refer to a stored one. All references are checked at the end.
            conn.pragma_update(None, "foreign_keys", false)?;
            let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let changed = now(change(&transaction))?;
            open::no_strays(&transaction)?;
            transaction.commit()?;
            Ok(changed)
        };
        let changed = open::writer(path).and_then(|conn| named(path.display(), import, change(conn)));
        if is_new && changed.is_err() {
            for file in [path.to_owned(), open::beside(path, "-wal"), open::beside(path, "-shm")] {
                // The caller reports why it failed.
                let _: Result<(), _> = fs::remove_file(file);
            }
        }
        changed
    }
}

impl Checkpoints for SqliteStore {
    /// The writer answers, because it holds the heads that it wrote: a file that somebody edited since does not change
    /// them.
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        self.0.apart(|writer| {
            let stored = now(writer.conn.heads())?;
            let heads = stored.into_iter().chain(writer.cached_heads()).map(|head| (head.log, head));
            Ok(heads.collect::<BTreeMap<_, _>>().into_values().collect())
        })
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.0.read(move |conn| Box::pin(conn.entry_head(log, seq)))
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.0.read(|conn| Box::pin(conn.latest_checkpoint()))
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        self.0.apart(move |writer| Ok(now(writer.conn.add_checkpoint(number, &signed))?))
    }
}
