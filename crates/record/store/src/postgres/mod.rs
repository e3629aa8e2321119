//! The store in a PostgreSQL database, which several servers may share: a task that writes in batches, tasks that
//! read, and the port between them and the house.

mod connect;
mod facts;
mod failure;
mod fill;
mod id;
mod import;
mod migrate;
mod needs;
mod notary;
mod query;
mod reader;
mod rebuild;
mod replay;
mod session;
mod statement;
mod write;
mod writer;

use std::ops::Range;

use deadpool_postgres::Object;
use house::ports::{
    AcceptedSlip, Adjustment, CommitStore, DayTurnover, NewPatron, OpenRound, Patron, PatronRound,
    PortFuture, ReadStore, ShoeSeed, StatementLine, StoreFailure, StoredRound, TrialBalance, Unit,
    UnitOutcome, Wallet,
};
use journal::{Checkpoints, Digest, Head, Signed};
use ledger::{Posted, TransferId, TransferRefusal, TransferRequest};
use money::Amount;
use table::{PatronId, RecordedEvent, RequestId, RoundRef, RulesDigest, RulesRef, TableId, Timestamp};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::Config;
use tracing::info;

use crate::derived::{OnProgress, Rebuilt};
use crate::draft::{Answered, Job, Order, Orders};
use crate::export::{self, ExportCounts, NextRow, TakeRow};
use crate::queries::reports::HouseResults;
use crate::queries::{notary as notary_queries, patrons, records, reports, tables};
use crate::rows::about;
use crate::worker::Worker;
use failure::Trouble;
use writer::Writer;

/// How many requests may wait; the caller of one more waits for a place.
const WAITING: usize = 1_024;

/// A store in a PostgreSQL database.
///
/// Its answers are durable: it commits synchronously, and requests that wait at the same time share one
/// transaction. When the database restarts, requests wait for it a few seconds; a commit whose answer was lost is
/// looked up before it is answered. Dropping the store waits for all requests, as [`PostgresStore::close`] does.
pub struct PostgresStore {
    reader: Worker<reader::Query>,
    writer: Worker<Job>,
}

impl PostgresStore {
    /// Connects to the database of a URL (`postgres://USER@HOST/DATABASE`; the folder of a Unix socket stands with
    /// its slashes as `%2F`), and brings its schema up to date. Blocks the thread meanwhile. A password that the URL
    /// leaves out is taken from `PGPASSWORD`, as PostgreSQL's own programs do. The connection is not encrypted.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the URL cannot be read, the database cannot be reached, belongs to another
    /// program or was written by a newer version of this one. Each names the database, never a password.
    pub fn connect(url: &str) -> Result<Self, StoreFailure> {
        let config = connect::config(url)?;
        let name = connect::name(&config);
        let named = |failure| about(&name, failure);
        let writer = start_writer(config.clone()).map_err(named)?;
        let pool = connect::readers(&config).map_err(named)?;
        let reader = Worker::start("postgres-reader", WAITING, move |queue| {
            runtime()?.block_on(reader::run(pool, queue));
            Ok(())
        })?;
        info!(database = name, "store opened");
        Ok(Self { reader, writer })
    }

    /// Finishes all requests, and disconnects. Blocks the thread meanwhile.
    ///
    /// # Errors
    /// When a task of the store had ended by itself. Everything acknowledged is durable even then.
    pub fn close(mut self) -> Result<(), StoreFailure> {
        let (read, written) = (self.reader.stop(), self.writer.stop());
        read.and(written)
    }

    /// Gives every row of the database of a URL to `take`, as of one moment, until that returns false. Servers may run
    /// meanwhile. The order is that of [`journal::Record`]. Blocks the thread, which must drive no runtime.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the database cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote. It names the row.
    pub fn records(url: &str, take: &mut dyn FnMut(journal::Record) -> bool) -> Result<(), StoreFailure> {
        let config = connect::config(url)?;
        let read = async {
            let mut client = connect::auditor(&config).await?;
            let snapshot = migrate::snapshot(&mut client).await?;
            records::records(&snapshot, &mut |record| Ok(take(record))).await
        };
        runtime()?.block_on(read).map_err(|trouble: Trouble| match trouble.failure() {
            corrupt @ StoreFailure::Corrupt(_) => corrupt,
            failure => about(connect::name(&config), failure),
        })
    }

    /// Rebuilds the derived tables of the database of a URL from history: balances, holds, accepted slips, rounds,
    /// corrections, the rounds and statements of patrons, turnover. Returns what was stored otherwise. Brings the
    /// schema up to date first. Takes all tables over: a server that still runs them is refused from then on, and must
    /// be started again. Blocks the thread, which must drive no runtime.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the database cannot be written; [`StoreFailure::Corrupt`] when history itself
    /// cannot be read. Then nothing is changed.
    pub fn rebuild(url: &str, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        Self::with_config(url, |config| async move { rebuild::rebuild(&config, on_progress).await })
    }

    /// Returns what [`PostgresStore::rebuild`] would, as of one moment, and changes nothing. Servers may run meanwhile.
    /// Blocks the thread, which must drive no runtime.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the database cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when history itself cannot be read.
    pub fn check(url: &str, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        Self::with_config(url, |config| async move { rebuild::check(&config, on_progress).await })
    }

    /// What [`ReadStore::statement`] answers, from the database of a URL. Servers may run meanwhile. Blocks the thread,
    /// which must drive no runtime.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the database cannot be read, or has not the newest schema;
    /// [`StoreFailure::Corrupt`] when a row cannot be what this program wrote.
    pub fn read_statement(
        url: &str,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, StoreFailure> {
        Self::with_config(url, |config| async move {
            let mut client = connect::auditor(&config).await?;
            let snapshot = migrate::snapshot(&mut client).await?;
            reports::statement(&snapshot, patron, before, limit).await
        })
    }

    /// What [`ReadStore::turnover`] answers, from the database of a URL, and what each table has won by its account, of
    /// the same moment. Servers may run meanwhile. Blocks the thread, which must drive no runtime.
    ///
    /// # Errors
    /// Those of [`PostgresStore::read_statement`].
    pub fn read_turnover(
        url: &str,
        days: Range<Timestamp>,
        table: Option<TableId>,
    ) -> Result<(Vec<DayTurnover>, HouseResults), StoreFailure> {
        Self::with_config(url, |config| async move {
            let mut client = connect::auditor(&config).await?;
            let snapshot = migrate::snapshot(&mut client).await?;
            let lines = reports::turnover(&snapshot, (days.start, days.end), table).await?;
            Ok((lines, reports::house_results(&snapshot).await?))
        })
    }

    /// What a patron staked and was paid, by day, table and spot, from the database of a URL; none for a stranger.
    /// Counted as [`ReadStore::turnover`] counts it. Servers may run meanwhile. Blocks the thread, which must drive no
    /// runtime.
    ///
    /// # Errors
    /// Those of [`PostgresStore::read_statement`].
    pub fn read_turnover_of(url: &str, patron: PatronId) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
        Self::with_config(url, |config| async move {
            let mut client = connect::auditor(&config).await?;
            let snapshot = migrate::snapshot(&mut client).await?;
            reports::turnover_of(&snapshot, patron).await
        })
    }

    fn with_config<T, F>(url: &str, run: impl FnOnce(Config) -> F) -> Result<T, StoreFailure>
    where
        F: Future<Output = Result<T, Trouble>>,
    {
        let config = connect::config(url)?;
        let name = connect::name(&config);
        runtime()?.block_on(run(config)).map_err(|trouble| about(name, trouble.failure()))
    }

    /// Gives the history of the database of a URL to `take`, as of one moment, until that returns false. Servers may
    /// run meanwhile. The order is that of [`ExportRow`](crate::ExportRow). Blocks the thread, which must drive no
    /// runtime.
    ///
    /// # Errors
    /// As [`PostgresStore::records`].
    pub fn history(url: &str, take: TakeRow<'_>) -> Result<(), StoreFailure> {
        Self::with_config(url, |config| async move {
            let mut client = connect::auditor(&config).await?;
            let snapshot = migrate::snapshot(&mut client).await?;
            export::rows(&snapshot, take).await
        })
    }

    /// Imports history into the database of a URL, which must be empty: writes the rows, rebuilds the derived tables,
    /// and verifies the hash chains. All or nothing. Blocks the thread, which must drive no runtime.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the database is not empty, or cannot be written; [`StoreFailure::Corrupt`] when
    /// the rows are no history; a failure of `next`. Then the database stays empty.
    pub fn import(
        url: &str,
        next: NextRow<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<ExportCounts, StoreFailure> {
        let config = connect::config(url)?;
        runtime()?.block_on(import::import(&config, next, on_progress)).map_err(|trouble| {
            match trouble.failure() {
                // It is about a row of the import, not about the database.
                corrupt @ StoreFailure::Corrupt(_) => corrupt,
                failure => about(connect::name(&config), failure),
            }
        })
    }

    fn read<T, A, F>(&self, ask: A) -> PortFuture<'_, T>
    where
        T: Send + 'static,
        A: Fn(Object) -> F + Send + Sync + 'static,
        F: Future<Output = Result<T, Trouble>> + Send,
    {
        Box::pin(async move {
            let (query, answer) = reader::query(ask);
            self.reader.send(query).await?;
            answer.await.unwrap_or(Err(StoreFailure::Closed))
        })
    }
}

fn runtime() -> Result<Runtime, StoreFailure> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| StoreFailure::Storage(format!("no runtime for the store: {error}")))
}

/// Starts the writer's thread, and waits until it is connected.
fn start_writer(config: Config) -> Result<Worker<Job>, StoreFailure> {
    let (sender, opened) = std::sync::mpsc::channel();
    let worker = Worker::start("postgres-writer", WAITING, move |queue| {
        runtime()?.block_on(async {
            let opened = Writer::open(config).await.map_err(Trouble::failure);
            let (writer, result) =
                opened.map_or_else(|failure| (None, Err(failure)), |writer| (Some(writer), Ok(())));
            // The caller waits for this result.
            let _: Result<(), _> = sender.send(result);
            if let Some(writer) = writer {
                Box::pin(writer.run(queue)).await;
            }
        });
        Ok(())
    })?;
    opened.recv().unwrap_or(Err(StoreFailure::Closed))?;
    Ok(worker)
}

impl Orders for PostgresStore {
    async fn order(&self, order: Order) -> Answered {
        let (job, answer) = Job::new(order);
        self.writer.send(job).await?;
        answer.await.unwrap_or(Err(StoreFailure::Closed))
    }

    async fn house_entry_of(&self, transfer: TransferId) -> Result<Option<String>, StoreFailure> {
        self.read(move |client| async move { tables::house_entry_of(&**client, transfer).await }).await
    }
}

impl CommitStore for PostgresStore {
    fn take_table(&self, table: TableId) -> PortFuture<'_, ()> {
        Box::pin(async move { self.order(Order::Take(table)).await.map(|_| ()) })
    }

    fn commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        Box::pin(self.commit_units(table, expected_seq, units))
    }

    fn latest_shoe(&self, table: TableId) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |client| async move { tables::latest_shoe(&**client, table).await })
    }

    fn record_house_rules(&self, at: Timestamp, name: RulesRef, document: String) -> PortFuture<'_, ()> {
        Box::pin(async move { self.order(Order::RecordRules { at, name, document }).await.map(|_| ()) })
    }

    fn house_rules(&self, digest: RulesDigest) -> PortFuture<'_, Option<String>> {
        self.read(move |client| async move { tables::house_rules(&**client, digest).await })
    }

    fn shoe_seed(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Option<ShoeSeed>> {
        self.read(move |client| async move { tables::shoe_seed(&**client, table, shoe_no).await })
    }

    fn accepted_slip(&self, patron: PatronId, slip_id: RequestId) -> PortFuture<'_, Option<AcceptedSlip>> {
        self.read(move |client| async move { tables::accepted_slip(&**client, patron, slip_id).await })
    }

    fn open_rounds(&self) -> PortFuture<'_, Vec<OpenRound>> {
        self.read(|client| async move { tables::open_rounds(&**client).await })
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

impl ReadStore for PostgresStore {
    fn round_events(&self, table: TableId, round: RoundRef) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |client| async move { tables::round_events(&**client, table, round).await })
    }

    fn shoe_rounds(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<StoredRound>> {
        self.read(move |client| async move { tables::rounds_of_shoe(&**client, table, shoe_no).await })
    }

    fn corrections(
        &self,
        table: TableId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |client| async move { tables::corrections(&**client, table, before, limit).await })
    }

    fn correction_asked(
        &self,
        table: TableId,
        request_id: RequestId,
    ) -> PortFuture<'_, Option<RecordedEvent>> {
        self.read(move |client| async move { tables::correction_asked(&**client, table, request_id).await })
    }

    fn shoe_corrections(&self, table: TableId, shoe_no: u32) -> PortFuture<'_, Vec<RecordedEvent>> {
        self.read(move |client| async move { tables::corrections_of_shoe(&**client, table, shoe_no).await })
    }

    fn patron_by_token(&self, token_hash: [u8; 32]) -> PortFuture<'_, Option<Patron>> {
        self.read(move |client| async move { patrons::patron_by_token(&**client, token_hash).await })
    }

    fn patron(&self, patron: PatronId) -> PortFuture<'_, Option<Patron>> {
        self.read(move |client| async move { patrons::patron(&**client, patron).await })
    }

    fn wallet(&self, patron: PatronId) -> PortFuture<'_, Wallet> {
        self.read(move |client| async move { patrons::wallet(&**client, patron).await })
    }

    fn held(&self, patron: PatronId) -> PortFuture<'_, Amount> {
        self.read(move |client| async move { patrons::held(&**client, patron).await })
    }

    fn patron_rounds(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<PatronRound>> {
        self.read(move |client| async move { patrons::patron_rounds(&**client, patron, before, limit).await })
    }

    fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> PortFuture<'_, Vec<StatementLine>> {
        self.read(move |client| async move { reports::statement(&**client, patron, before, limit).await })
    }

    fn turnover(
        &self,
        from: Timestamp,
        until: Timestamp,
        table: Option<TableId>,
    ) -> PortFuture<'_, Vec<DayTurnover>> {
        self.read(move |client| async move { reports::turnover(&**client, (from, until), table).await })
    }

    fn trial_balance(&self) -> PortFuture<'_, TrialBalance> {
        self.read(|client| async move { reports::trial_balance(&**client).await })
    }
}

/// Several servers may write to the logs, so no head is remembered here: one query reads all that are committed.
impl Checkpoints for PostgresStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        self.read(|client| async move { notary_queries::heads(&**client).await })
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.read(move |client| async move { notary_queries::entry_head(&**client, log, seq).await })
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.read(|client| async move { notary_queries::latest_checkpoint(&**client).await })
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        self.read(move |client| {
            let signed = signed.clone();
            async move { notary::add(&client, number, &signed).await }
        })
    }
}
