//! The one thread that writes. It takes everything that waits, does it in one transaction, and answers when
//! that is durable. Knows no SQL but where a transaction begins and ends.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use house::ports::StoreFailure;
use house::statement::Cause;
use journal::{Head, HouseEvent, HouseHead, Origin, TableProgress};
use ledger::{Changes, Judged, Transfer, TransferRefusal, TransferRequest, judge};
use rusqlite::Connection;
use table::{TableId, Timestamp};
use tokio::sync::{mpsc, oneshot};
use tracing::{debug, error, trace, warn};

use super::appended::Appended;
use super::book::{Books, SqlBook};
use super::checkpoint::Nudge;
use super::failure::failure;
use super::query::now;
use super::{history, statement};
use crate::look::{Look, Wariness};
use crate::queries::tables;
use crate::worker::micros_since;

/// How many units one transaction takes at most, so that nobody waits long for an answer.
const BATCH: usize = 1_024;

/// Something to be written, and what is answered once it is durable.
pub(super) trait Work: Send + 'static {
    type Answer: Send + 'static;

    /// How much of a batch this is.
    fn units(&self) -> usize {
        1
    }

    /// Does it within the open transaction. May be called again after a rollback.
    fn run(&self, writer: &mut Writer) -> Result<Self::Answer, StoreFailure>;
}

/// A [`Work`] on its way, whatever it answers.
pub(super) trait Job: Send {
    fn units(&self) -> usize;
    fn run(&mut self, writer: &mut Writer) -> Result<(), StoreFailure>;
    fn answer(self: Box<Self>, done: Result<(), StoreFailure>);
}

/// What a job answers: what its work does, or why nothing was written.
type Answered<W> = Result<<W as Work>::Answer, StoreFailure>;

struct Pending<W: Work> {
    work: W,
    answer: Option<W::Answer>,
    reply: oneshot::Sender<Answered<W>>,
}

/// The work as a job, and where its answer will come.
pub(super) fn job<W: Work>(work: W) -> (Box<dyn Job>, oneshot::Receiver<Answered<W>>) {
    let (reply, answer) = oneshot::channel();
    (Box::new(Pending { work, answer: None, reply }), answer)
}

impl<W: Work> Job for Pending<W> {
    fn units(&self) -> usize {
        self.work.units()
    }

    fn run(&mut self, writer: &mut Writer) -> Result<(), StoreFailure> {
        self.answer = Some(self.work.run(writer)?);
        Ok(())
    }

    fn answer(self: Box<Self>, done: Result<(), StoreFailure>) {
        let Pending { answer, reply, .. } = *self;
        let answer = done.map(|()| answer.expect("a job that was done has its answer"));
        // Whoever asked may have gone; what was written stays written.
        let _: Result<(), _> = reply.send(answer);
    }
}

/// The connection that writes, and what it remembers of the rows.
pub(super) struct Writer {
    pub(super) conn: Connection,
    pub(super) books: Books,
    pub(super) appended: Appended,
    pub(super) tables: Tables,
    house: Option<HouseHead>,
    nudge: Nudge,
    pub(super) wariness: Wariness,
}

/// How far the tables have come, as far as anybody has asked.
#[derive(Default)]
pub(super) struct Tables(HashMap<TableId, TableProgress>);

impl Tables {
    /// How far a table has come, the open transaction included.
    pub(super) fn progress(
        &mut self,
        conn: &Connection,
        table: TableId,
    ) -> Result<&mut TableProgress, StoreFailure> {
        match self.0.entry(table) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(unknown) => Ok(unknown.insert(now(tables::progress(conn, table))?)),
        }
    }
}

/// Where a transaction failed.
enum Undone {
    /// At one of its jobs; the others may do better alone.
    Before(StoreFailure),
    /// At its end. Nobody can say what the disk has; no job is tried again.
    AtCommit(StoreFailure),
}

impl Writer {
    pub(super) fn new(conn: Connection, nudge: Nudge) -> Self {
        let (books, appended, tables) = (Books::default(), Appended::default(), Tables::default());
        Self { conn, books, appended, tables, house: None, nudge, wariness: Wariness::default() }
    }

    /// Serves the queue until it ends.
    pub(super) fn run(mut self, mut queue: mpsc::Receiver<Box<dyn Job>>) -> Result<(), StoreFailure> {
        while let Some(first) = queue.blocking_recv() {
            let mut units = first.units();
            let mut batch = vec![first];
            while units < BATCH
                && let Ok(next) = queue.try_recv()
            {
                units = units.saturating_add(next.units());
                batch.push(next);
            }
            self.serve(batch);
        }
        self.conn.close().map_err(|(_, error)| failure(error))
    }

    /// Does a batch in one transaction and answers every job of it. When it fails, it is done again with a look at what
    /// is there, since something that was sent twice may not have been remembered; and then, when one of several fails,
    /// each is done alone, so that it fails alone.
    pub(super) fn serve(&mut self, mut batch: Vec<Box<dyn Job>>) {
        let done = match self.transact(&mut batch) {
            Err(Undone::Before(failure)) if self.wariness.look() == Look::Remembered => {
                debug!(%failure, jobs = batch.len(), "a batch is done again");
                self.wariness.wake();
                return self.serve(batch);
            }
            Err(Undone::Before(failure)) if batch.len() > 1 => {
                warn!(%failure, jobs = batch.len(), "a batch failed; its jobs are done one by one");
                for job in batch {
                    self.serve(vec![job]);
                }
                return;
            }
            Err(Undone::Before(failure) | Undone::AtCommit(failure)) => {
                error!(%failure, jobs = batch.len(), "nothing was written");
                Err(failure)
            }
            Ok(()) => Ok(()),
        };
        for job in batch {
            job.answer(done.clone());
        }
    }

    fn transact(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Undone> {
        let begun = Instant::now();
        let done = self.attempt(batch).map_err(Undone::Before);
        let written = Instant::now();
        let done = done.and_then(|()| self.execute("COMMIT").map_err(Undone::AtCommit));
        match done {
            Ok(()) => {
                let units: usize = batch.iter().map(|job| job.units()).sum();
                let (took_us, commit_us) = (micros_since(begun), micros_since(written));
                trace!(units, took_us, commit_us, "a transaction");
                self.books.trim();
                self.wariness.calm();
                self.nudge.changed(self.conn.total_changes());
            }
            Err(_) => self.abandon(),
        }
        done
    }

    fn attempt(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), StoreFailure> {
        self.execute("BEGIN IMMEDIATE")?;
        batch.iter_mut().try_for_each(|job| job.run(self))?;
        self.appended.flush(&self.conn)?;
        self.books.flush(&self.conn)
    }

    /// Rolls back, and forgets everything that was remembered: it may never have happened.
    fn abandon(&mut self) {
        self.books = Books::default();
        self.appended = Appended::default();
        self.tables = Tables::default();
        self.house = None;
        if !self.conn.is_autocommit()
            && let Err(failure) = self.execute("ROLLBACK")
        {
            error!(%failure, "a transaction could not be rolled back");
        }
    }

    fn execute(&self, sql: &str) -> Result<(), StoreFailure> {
        let run = || self.conn.prepare_cached(sql)?.execute([]);
        run().map(|_| ()).map_err(failure)
    }

    /// How far a table has come, this transaction included.
    pub(super) fn progress(&mut self, table: TableId) -> Result<&mut TableProgress, StoreFailure> {
        self.tables.progress(&self.conn, table)
    }

    /// What the ledger says to postings, as it stands in the open transaction.
    pub(super) fn judge(
        &self,
        postings: &[TransferRequest],
        look: Look,
    ) -> Result<Result<Judged, (usize, TransferRefusal)>, StoreFailure> {
        judge(&self.book(look), postings)
    }

    /// The ledger's book as it stands in the open transaction.
    pub(super) const fn book(&self, look: Look) -> SqlBook<'_> {
        SqlBook { conn: &self.conn, books: &self.books, look }
    }

    /// Where the logs stand that were written to, this transaction included.
    pub(super) fn remembered(&self) -> impl Iterator<Item = Head> {
        let head = |log, seq, digest| Head { log, seq, digest };
        let house = self.house.filter(|house| house.seq > 0);
        let house = house.map(|house| head(HouseEvent::LOG, house.seq, house.digest));
        let stands = move |(log, progress): (&TableId, &TableProgress)| {
            progress.digest().map(|digest| head(*log, progress.seq(), digest))
        };
        house.into_iter().chain(self.tables.0.iter().filter_map(stands))
    }

    /// Writes the next entry of the house's own log, which these transfers will refer to.
    pub(super) fn house_entry(
        &mut self,
        at: Option<Timestamp>,
        event: &HouseEvent,
        transfers: &[Transfer],
    ) -> Result<Origin, StoreFailure> {
        let head = match self.house {
            Some(head) => head,
            None => history::house_head(&self.conn)?,
        };
        let row = head.next(at, event, transfers)?;
        history::write_house(&self.conn, &row)?;
        self.house = Some(row.head);
        Ok(Origin::House(row.head.seq))
    }

    /// Writes money that no table is the cause of, and the entry it belongs to. Nothing for nothing.
    pub(super) fn post(&mut self, at: Option<Timestamp>, changes: &Changes) -> Result<(), StoreFailure> {
        if changes.transfers.is_empty() {
            return Ok(());
        }
        let origin = self.house_entry(at, &HouseEvent::MoneyPosted, &changes.transfers)?;
        self.write_money_outside(changes, origin)
    }

    /// Writes money that belongs to the last entry of the house's own log.
    pub(super) fn write_money_outside(
        &mut self,
        changes: &Changes,
        origin: Origin,
    ) -> Result<(), StoreFailure> {
        let at = self.house.map_or_else(Timestamp::default, |head| head.at);
        self.write_money(changes, origin, &Cause::posted(at))
    }

    /// Writes money and what statements say of it. `origin` is the entry it belongs to.
    pub(super) fn write_money(
        &mut self,
        changes: &Changes,
        origin: Origin,
        cause: &Cause,
    ) -> Result<(), StoreFailure> {
        self.books.write(&self.conn, changes, origin)?;
        statement::write(&self.conn, cause, &changes.transfers, |id| self.books.find(&self.conn, id))
    }
}
