//! The one thread that writes. It takes everything that waits, writes it in one transaction, and answers when that is
//! durable. Knows no SQL but where a transaction begins and ends.

use std::cell::RefCell;
use std::time::Instant;

use house::ports::StoreFailure;
use journal::{Head, HouseEvent};
use rusqlite::Connection;
use tokio::sync::mpsc;
use tracing::{debug, error, trace, warn};

use super::checkpoint::Wakeup;
use super::facts::{Reading, RowCache};
use super::failure::failure;
use super::write;
use crate::draft::{Answered, Drafted, DuplicateCheck, Job, Lookup, NotJudged};
use crate::trouble::Result;
use crate::worker::micros_since;

/// How many units one transaction takes at most, so that nobody waits long for an answer.
const BATCH: usize = 1_024;

/// Something for the writer to do.
pub(super) enum Task {
    /// A job, which shares a transaction with others.
    Job(Job),
    /// Something to be done between two transactions. It sends its answer itself.
    Apart(Box<dyn FnOnce(&Writer) + Send>),
}

/// The connection that writes, and its cache.
pub(super) struct Writer {
    pub(super) conn: Connection,
    cache: RefCell<RowCache>,
    wakeup: Wakeup,
    duplicates: DuplicateCheck,
}

/// Where a transaction failed.
enum Abort {
    /// Before its commit; its jobs may succeed alone.
    BeforeCommit(StoreFailure),
    /// At its commit. Nobody can say what the disk has; no job is tried again.
    AtCommit(StoreFailure),
}

impl Writer {
    pub(super) fn new(conn: Connection, wakeup: Wakeup) -> Self {
        Self { conn, cache: RefCell::default(), wakeup, duplicates: DuplicateCheck::default() }
    }

    /// Serves the queue until it ends.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Task>) -> Result<(), StoreFailure> {
        while let Some(first) = queue.blocking_recv() {
            let (mut batch, mut units, mut next) = (Vec::new(), 0_usize, Some(first));
            while let Some(Task::Job(job)) = next {
                units = units.saturating_add(job.units());
                batch.push(job);
                next = if units < BATCH { queue.try_recv().ok() } else { None };
            }
            if !batch.is_empty() {
                self.serve(batch);
            }
            if let Some(Task::Apart(task)) = next {
                task(&self);
            }
        }
        self.conn.close().map_err(|(_, error)| failure(error))
    }

    /// Writes a batch in one transaction and answers every job of it. When that fails, it is tried again with a look at
    /// the rows, because the cache may not hold the original of a duplicate; then, when one of several jobs fails, each
    /// is tried alone, so that it fails alone.
    pub(super) fn serve(&mut self, batch: Vec<Job>) {
        match self.transact(&batch) {
            Ok(answers) => batch.into_iter().zip(answers).for_each(|(job, answer)| job.answer(answer)),
            Err(Abort::BeforeCommit(failure)) if self.duplicates.lookup() == Lookup::Cached => {
                debug!(%failure, jobs = batch.len(), "a batch is tried again");
                self.duplicates.duplicate();
                self.serve(batch);
            }
            Err(Abort::BeforeCommit(failure)) if batch.len() > 1 => {
                warn!(%failure, jobs = batch.len(), "a batch failed; its jobs are tried one by one");
                for job in batch {
                    self.serve(vec![job]);
                }
            }
            Err(Abort::BeforeCommit(failure) | Abort::AtCommit(failure)) => {
                error!(%failure, jobs = batch.len(), "the jobs of a batch failed");
                for job in batch {
                    job.answer(Err(failure.clone()));
                }
            }
        }
    }

    fn transact(&mut self, batch: &[Job]) -> Result<Vec<Answered>, Abort> {
        let begun = Instant::now();
        let drafted = self.attempt(batch).map_err(|trouble| Abort::BeforeCommit(trouble.failure()));
        let written = Instant::now();
        let commit = || self.execute("COMMIT").map_err(|trouble| Abort::AtCommit(trouble.failure()));
        let committed = drafted.and_then(|drafted| commit().map(|()| drafted));
        match committed {
            Ok(mut drafted) => {
                let units: usize = batch.iter().map(Job::units).sum();
                let (took_us, commit_us) = (micros_since(begun), micros_since(written));
                trace!(units, took_us, commit_us, "a transaction");
                let answers = std::mem::take(&mut drafted.answers);
                self.cache.get_mut().committed(drafted);
                self.duplicates.committed();
                self.wakeup.changed(self.conn.total_changes());
                Ok(answers)
            }
            Err(abort) => {
                self.roll_back();
                Err(abort)
            }
        }
    }

    fn attempt(&mut self, batch: &[Job]) -> Result<Drafted> {
        self.execute("BEGIN IMMEDIATE")?;
        let Self { conn, cache, duplicates, .. } = self;
        let facts = Reading { conn, cache, lookup: duplicates.lookup() };
        let drafted = Drafted::of(batch.iter().map(|job| &job.order), &facts).map_err(NotJudged::failure)?;
        write::batch(conn, cache.get_mut(), &drafted.rows)?;
        Ok(drafted)
    }

    /// Rolls back, and drops the cache, which may hold what was never committed.
    fn roll_back(&mut self) {
        self.cache = RefCell::default();
        if !self.conn.is_autocommit()
            && let Err(trouble) = self.execute("ROLLBACK")
        {
            error!(failure = %trouble.failure(), "a transaction could not be rolled back");
        }
    }

    fn execute(&self, sql: &str) -> Result<()> {
        self.conn.prepare_cached(sql)?.execute([])?;
        Ok(())
    }

    /// The heads of the logs that this writer has in its cache.
    pub(super) fn cached_heads(&self) -> Vec<Head> {
        let cache = self.cache.borrow();
        let house = cache.house.filter(|house| house.seq > 0);
        let house = house.map(|house| Head { log: HouseEvent::LOG, seq: house.seq, digest: house.digest });
        let tables = cache.tables.iter();
        let tables = tables.filter_map(|(log, progress)| {
            Some(Head { log: *log, seq: progress.seq(), digest: progress.digest()? })
        });
        house.into_iter().chain(tables).collect()
    }
}
