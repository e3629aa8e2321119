//! The store in one SQLite file: a thread that writes in batches, a thread that reads, and the port between
//! them and the house.

mod backup;
mod checkpoint;
mod facts;
mod failure;
#[cfg(test)]
mod faults;
mod fill;
mod import;
mod notary;
mod open;
mod query;
mod reader;
mod rebuild;
mod replay;
mod write;
mod writer;

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use house::ports::{
    AcceptedSlip, Adjustment, CommitStore, DayTurnover, NewPatron, OpenRound, Patron, PatronRound,
    PortFuture, ReadStore, ShoeSeed, StatementLine, StoreFailure, StoredRound, TrialBalance, Unit,
    UnitOutcome, Wallet,
};
use journal::{Checkpoints, Digest, Head, Signed};
use ledger::{Posted, TransferId, TransferRefusal, TransferRequest};
use money::Amount;
use rusqlite::Connection;
use table::{PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, TableId, Timestamp};
use tokio::sync::oneshot;
use tracing::info;

use crate::derived::{OnProgress, Rebuilt};
use crate::draft::{Answered, Job, Order, Orders};
use crate::export::{self, ExportCounts, NextRow, TakeRow};
use crate::queries::reports::HouseResults;
use crate::queries::{notary as notary_queries, patrons, records, reports, tables};
use crate::worker::Worker;
use checkpoint::Wakeup;
use query::now;
use writer::{Task, Writer};

/// How many requests may wait for a thread; the caller of one more waits for a place.
const WAITING: usize = 1_024;

/// A store in one SQLite file.
///
/// Its answers are on the disk: it writes ahead with full synchronisation, and requests that wait at the same
/// time share one transaction. Dropping it waits for its threads, as [`SqliteStore::close`] does.
pub struct SqliteStore {
    reader: Worker<reader::Query>,
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
        let store = Self {
            reader: Worker::start("store-reader", WAITING, move |queue| reader::run(read, queue))?,
            writer: Worker::start("store-writer", WAITING, move |queue| writer.run(queue))?,
            checkpoints,
            _lock: lock,
        };
        info!(path = %path.display(), "store opened");
        Ok(store)
    }

    /// Finishes all requests, and closes the file. Blocks the thread meanwhile.
    ///
    /// # Errors
    /// When SQLite could not close the file. Everything acknowledged is durable even then.
    pub fn close(mut self) -> Result<(), StoreFailure> {
        let (read, written) = (self.reader.stop(), self.writer.stop());
        read.and(written).and(self.checkpoints.stop())
    }

    /// Gives every row of the store in the file `path` to `take`, as of one moment, until that returns false. A server
    /// may run meanwhile. The order is that of [`journal::Record`].
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote. It names the row.
    pub fn records(path: &Path, take: &mut dyn FnMut(journal::Record) -> bool) -> Result<(), StoreFailure> {
        Self::look(path, |conn| now(records::records(conn, &mut |record| Ok(take(record)))))
    }

    /// Gives the history of the store in the file `path` to `take`, as of one moment, until that returns false. A
    /// server may run meanwhile. The order is that of [`ExportRow`](crate::ExportRow).
    ///
    /// # Errors
    /// As [`SqliteStore::records`].
    pub fn history(path: &Path, take: TakeRow<'_>) -> Result<(), StoreFailure> {
        Self::look(path, |conn| now(export::rows(conn, take)))
    }

    /// Imports history into the file `path`, which is new or empty: writes the rows, rebuilds the derived tables, and
    /// verifies the hash chains. All or nothing.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file is not empty, cannot be written, or a server has it open;
    /// [`StoreFailure::Corrupt`] when the rows are no history; a failure of `next`. Then the file stays empty.
    pub fn import(
        path: &Path,
        next: NextRow<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<ExportCounts, StoreFailure> {
        import::import(path, next, on_progress)
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

    /// Rebuilds the derived tables of the file `path` from history: balances, holds, accepted slips, rounds,
    /// corrections, the rounds and statements of patrons, turnover. Returns what was stored otherwise. Brings the
    /// schema up to date first.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be written, or a server has it open;
    /// [`StoreFailure::Corrupt`] when history itself cannot be read. Then nothing is changed.
    pub fn rebuild(path: &Path, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        rebuild::rebuild(path, on_progress)
    }

    /// Returns what [`SqliteStore::rebuild`] would, and changes nothing. A server may run meanwhile.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when history itself cannot be read.
    pub fn check(path: &Path, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        rebuild::check(path, on_progress)
    }

    /// Runs a query against the store in the file `path`, as of one moment. A server may run meanwhile.
    fn look<T>(
        path: &Path,
        query: impl FnOnce(&Connection) -> Result<T, StoreFailure>,
    ) -> Result<T, StoreFailure> {
        let conn = open::auditor(path)?;
        let snapshot = conn.unchecked_transaction().map_err(failure::failure)?;
        query(&snapshot)
    }

    /// What [`ReadStore::statement`] answers, from the file `path`. A server may run meanwhile.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the file cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote.
    pub fn read_statement(
        path: &Path,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, StoreFailure> {
        Self::look(path, |conn| now(reports::statement(conn, patron, before, limit)))
    }

    /// What [`ReadStore::turnover`] answers, from the file `path`, and what each table has won by its account, of the
    /// same moment. A server may run meanwhile.
    ///
    /// # Errors
    /// Those of [`SqliteStore::read_statement`].
    pub fn read_turnover(
        path: &Path,
        days: Range<Timestamp>,
        table: Option<TableId>,
    ) -> Result<(Vec<DayTurnover>, HouseResults), StoreFailure> {
        Self::look(path, |conn| {
            let lines = now(reports::turnover(conn, (days.start, days.end), table))?;
            Ok((lines, now(reports::house_results(conn))?))
        })
    }

    /// What a patron staked and was paid, by day, table and spot, from the file `path`; none for a stranger. Counted as
    /// [`ReadStore::turnover`] counts it. A server may run meanwhile.
    ///
    /// # Errors
    /// Those of [`SqliteStore::read_statement`].
    pub fn read_turnover_of(path: &Path, patron: PatronId) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
        Self::look(path, |conn| now(reports::turnover_of(conn, patron)))
    }

    /// Has the writer do something between two transactions.
    async fn apart<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Writer) -> Result<T, StoreFailure> + Send + 'static,
    ) -> Result<T, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        let task = Task::Apart(Box::new(move |writer| {
            // The caller may have gone.
            let _: Result<(), _> = reply.send(task(writer));
        }));
        self.writer.send(task).await?;
        answer.await.unwrap_or(Err(StoreFailure::Closed))
    }

    fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, StoreFailure> + Send + 'static,
    ) -> PortFuture<'_, T> {
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let query = move |conn: &Connection| {
                // The caller may have gone.
                let _: Result<(), _> = reply.send(query(conn));
            };
            self.reader.send(Box::new(query)).await?;
            answer.await.unwrap_or(Err(StoreFailure::Closed))
        })
    }
}

impl Orders for SqliteStore {
    async fn order(&self, order: Order) -> Answered {
        let (job, answer) = Job::new(order);
        self.writer.send(Task::Job(job)).await?;
        answer.await.unwrap_or(Err(StoreFailure::Closed))
    }

    async fn house_entry_of(&self, transfer: TransferId) -> Result<Option<String>, StoreFailure> {
        self.read(move |conn| now(tables::house_entry_of(conn, transfer))).await
    }
}

impl CommitStore for SqliteStore {
    fn commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        Box::pin(self.commit_units(table, expected_seq, units))
    }

    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |conn| now(tables::latest_shoe(conn, table)))
    }

    fn record_house_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()> {
        Box::pin(async move { self.order(Order::RecordRules { at, name, document }).await.map(|_| ()) })
    }

    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>> {
        self.read(move |conn| now(tables::house_rules(conn, digest)))
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>> {
        self.read(move |conn| now(tables::shoe_seed(conn, table, shoe_no)))
    }

    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>> {
        self.read(move |conn| now(tables::accepted_slip(conn, patron, slip_id)))
    }

    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>> {
        self.read(|conn| now(tables::open_rounds(conn)))
    }

    fn create_patron(&self, patron: NewPatron) -> PortFuture<'_, Patron> {
        Box::pin(self.add_patron(patron))
    }

    fn post(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>> {
        Box::pin(self.post_money(at, postings))
    }

    fn adjust(&self, adjustment: Adjustment) -> PortFuture<'_, Result<Posted, TransferRefusal>> {
        Box::pin(self.adjust_once(adjustment))
    }
}

impl ReadStore for SqliteStore {
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |conn| now(tables::round_events(conn, table, round)))
    }

    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>> {
        self.read(move |conn| now(tables::rounds_of_shoe(conn, table, shoe_no)))
    }

    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |conn| now(tables::corrections(conn, table, before, limit)))
    }

    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>> {
        self.read(move |conn| now(tables::correction_asked(conn, table, request_id)))
    }

    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |conn| now(tables::corrections_of_shoe(conn, table, shoe_no)))
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>> {
        self.read(move |conn| now(patrons::patron_by_token(conn, token_hash)))
    }

    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>> {
        self.read(move |conn| now(patrons::patron(conn, patron)))
    }

    fn wallet(&self, patron: PatronId) -> PortFuture<'_, Wallet> {
        self.read(move |conn| now(patrons::wallet(conn, patron)))
    }

    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount> {
        self.read(move |conn| now(patrons::held(conn, patron)))
    }

    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>> {
        self.read(move |conn| now(patrons::patron_rounds(conn, patron, before, limit)))
    }

    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>> {
        self.read(move |conn| now(reports::statement(conn, patron, before, limit)))
    }

    fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> PortFuture<'_, Vec<DayTurnover>> {
        self.read(move |conn| now(reports::turnover(conn, (from, until), table)))
    }

    fn trial_balance(&self) -> PortFuture<'_, TrialBalance> {
        self.read(|conn| now(reports::trial_balance(conn)))
    }
}

impl Checkpoints for SqliteStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        Box::pin(self.apart(notary::heads))
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |conn| now(notary_queries::entry_head(conn, log, seq)))
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(|conn| now(notary_queries::latest_checkpoint(conn)))
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        Box::pin(self.apart(move |writer| notary::insert(&writer.conn, number, &signed)))
    }
}
