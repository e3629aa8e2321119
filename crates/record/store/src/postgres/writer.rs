//! The one task that writes. It takes everything that waits, writes it in one transaction, and answers when that
//! is durable. Knows when a transaction begins, ends and is tried again, and no rows.
//!
//! Several servers may write to one database. Each table is run by one of them, which its epoch proves in every
//! transaction; money of patrons and of the house is locked for as long as it is judged and written.

use std::collections::{BTreeSet, hash_map::Entry};
use std::time::Duration;

use foldhash::{HashMap, HashMapExt as _};
use house::ports::StoreFailure;
use journal::{HouseHead, TableProgress};
use ledger::{Account, Action};
use table::TableId;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};
use tracing::{error, info, trace, warn};

use super::connect::Address;
use super::facts::{ReadFacts, RowCache, small};
use super::failure::Trouble;
use super::needs::Needs;
use super::session::{Session, Uncommitted, WriterId};
use super::{connect, entries, facts, migrate, statement, write};
use crate::draft::{Answered, Drafted, DuplicateCheck, Job, Lookup, NotJudged, Order, Rows};
use crate::queries::tables;
use crate::worker::micros_since;

/// How many units one transaction takes at most, so that nobody waits long for an answer.
const BATCH: usize = 1_024;

/// How often a transaction is done again because something was there already.
const CONFLICTS: u8 = 8;

/// How long a lost connection is waited for before the callers get a failure.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long from one attempt to connect to the next.
const RETRY: Duration = Duration::from_millis(100);

/// Takes a table over from its owner. The name of the owner is for people.
const TAKE: &str = "INSERT INTO table_owner (table_id, owner, epoch)
    VALUES ($1, $2 || ' at ' || coalesce(host(inet_client_addr()), 'the machine of the database'), 1)
    ON CONFLICT (table_id) DO UPDATE
    SET owner = excluded.owner, epoch = table_owner.epoch + 1, taken_at = excluded.taken_at
    RETURNING epoch";

/// The statements that a session prepares.
const STATEMENTS: &[&[&str]] =
    &[facts::STATEMENTS, entries::STATEMENTS, write::STATEMENTS, statement::STATEMENTS];

/// The session that writes, and its cache.
pub(super) struct Writer {
    address: Address,
    id: WriterId,
    /// None after a failure: then it is opened again, and the cache is empty.
    session: Option<Session>,
    /// The number of the last transaction that was begun.
    batch_no: i64,
    /// In which epoch this server runs its tables. Kept even when another has taken them over.
    epochs: HashMap<TableId, i64>,
    /// How far these tables have come. Right as long as the epoch is.
    progress: HashMap<TableId, TableProgress>,
    cache: RowCache,
    lost_since: Option<Instant>,
    duplicates: DuplicateCheck,
}

impl Writer {
    /// Connects, and brings the schema up to date.
    pub(super) async fn open(address: Address) -> Result<Self, Trouble> {
        let mut client = connect::writer(&address).await?;
        migrate::migrate(&mut client).await?;
        let id = WriterId::register(&client).await?;
        let session = Some(Session::open(&address, id, STATEMENTS).await?);
        let (epochs, progress) = (HashMap::new(), HashMap::new());
        let (cache, duplicates) = (RowCache::default(), DuplicateCheck::default());
        Ok(Self { address, id, session, batch_no: 0, epochs, progress, cache, lost_since: None, duplicates })
    }

    /// Serves the queue until it ends.
    pub(super) async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        while let Some(first) = queue.recv().await {
            let mut units = first.units();
            let mut batch = vec![first];
            while units < BATCH
                && let Ok(next) = queue.try_recv()
            {
                units = units.saturating_add(next.units());
                batch.push(next);
            }
            self.serve(batch).await;
        }
        if let Some(session) = &self.session {
            let forget = "DELETE FROM writer WHERE writer_id = $1";
            if let Err(error) = session.client.execute(forget, &[&self.id.0]).await {
                warn!(error = super::failure::message(&error), "this server's own row was not removed");
            }
        }
    }

    /// Does a batch in one transaction and answers every job of it. When it cannot be done as a whole, each job
    /// is done alone, so that it fails alone.
    async fn serve(&mut self, batch: Vec<Job>) {
        match self.persist(&batch).await {
            Ok(answers) => {
                for (job, answer) in batch.into_iter().zip(answers) {
                    job.answer(answer);
                }
            }
            Err(trouble @ (Trouble::Failed(_) | Trouble::Conflict(_))) if batch.len() > 1 => {
                let failure = trouble.failure();
                warn!(%failure, jobs = batch.len(), "a batch failed; its jobs are done one by one");
                for job in batch {
                    let done = self.persist(std::slice::from_ref(&job)).await;
                    let answer = done.and_then(|answers| answers.into_iter().next().ok_or(unanswered()));
                    let answer = answer.unwrap_or_else(|trouble| Err(trouble.failure()));
                    job.answer(answer);
                }
            }
            Err(trouble) => {
                let failure = trouble.failure();
                error!(%failure, jobs = batch.len(), "the jobs of a batch failed");
                for job in batch {
                    job.answer(Err(failure.clone()));
                }
            }
        }
    }

    /// Does the jobs together, again and again while that may help.
    async fn persist(&mut self, jobs: &[Job]) -> Result<Vec<Answered>, Trouble> {
        let mut conflicts = 0;
        loop {
            let trouble = match Box::pin(self.attempt(jobs)).await {
                Ok(answers) => {
                    if self.lost_since.take().is_some() {
                        info!("the database is back");
                    }
                    return Ok(answers);
                }
                Err(trouble) => trouble,
            };
            self.abandon();
            match trouble {
                Trouble::Conflict(reason) if conflicts < CONFLICTS => {
                    info!(reason, "a duplicate or a conflict; the batch is tried again");
                    self.duplicates.duplicate();
                    conflicts = conflicts.saturating_add(1);
                }
                Trouble::Lost(reason) if self.is_patient() => {
                    warn!(reason, "the database is out of reach; it is tried again");
                    sleep(RETRY).await;
                }
                trouble => return Err(trouble),
            }
        }
    }

    /// Whether the connection was lost only a moment ago.
    fn is_patient(&mut self) -> bool {
        self.lost_since.get_or_insert_with(Instant::now).elapsed() < PATIENCE
    }

    /// Drops the session and the cache, which may hold what was never committed.
    fn abandon(&mut self) {
        self.session = None;
        self.progress.clear();
        self.cache = RowCache::default();
    }

    /// One transaction for all the jobs. The session is out of its place meanwhile: if anything goes wrong, it is
    /// closed, and the database rolls back.
    async fn attempt(&mut self, jobs: &[Job]) -> Result<Vec<Answered>, Trouble> {
        let session = match self.session.take() {
            Some(session) => session,
            None => Session::open(&self.address, self.id, STATEMENTS).await?,
        };
        let begun = Instant::now();
        let tables = self.tables(&session, jobs).await?;
        let facts = self.begin(&session, jobs, &tables).await?;
        let drafted = self.judge(&session, jobs, facts).await?;
        let opened = write::referred(&session, &self.cache, &drafted.rows).await?;
        let statements = write::statements(&self.cache, &opened, &drafted.rows)?;
        let (session, written) = match session.commit(statements).await {
            Ok(written) => (session, written),
            Err(Uncommitted::RolledBack(trouble)) => return Err(trouble),
            Err(Uncommitted::Unanswered(message)) => (self.resolve(message).await?, Instant::now()),
        };
        let units: usize = jobs.iter().map(Job::units).sum();
        let (took_us, commit_us) = (micros_since(begun.into_std()), micros_since(written.into_std()));
        trace!(units, took_us, commit_us, "a transaction");
        self.duplicates.committed();
        self.remember(&drafted.rows, opened, drafted.progress);
        self.session = Some(session);
        Ok(drafted.answers)
    }

    /// The tables of the jobs. Those that nobody asked to take are taken now.
    async fn tables(&mut self, session: &Session, jobs: &[Job]) -> Result<BTreeSet<TableId>, Trouble> {
        let mut tables = BTreeSet::new();
        for job in jobs {
            match &job.order {
                Order::Take(table) => self.take(session, *table).await?,
                Order::Commit { table, .. } => _ = tables.insert(*table),
                _ => {}
            }
        }
        for table in &tables {
            if !self.epochs.contains_key(table) {
                self.take(session, *table).await?;
            }
        }
        Ok(tables)
    }

    async fn take(&mut self, session: &Session, table: TableId) -> Result<(), Trouble> {
        let owner = format!("process {}", std::process::id());
        let row = session.client.query_one(TAKE, &[&i64::from(table.0), &owner]).await?;
        let epoch: i64 = row.try_get(0)?;
        info!(table = table.0, epoch, "this server runs the table now");
        self.epochs.insert(table, epoch);
        self.progress.remove(&table);
        Ok(())
    }

    /// Begins the transaction and reads the facts that the jobs name, in one flight where the cache knows the accounts.
    async fn begin(
        &mut self,
        session: &Session,
        jobs: &[Job],
        tables: &BTreeSet<TableId>,
    ) -> Result<ReadFacts, Trouble> {
        let newcomers = jobs.iter().filter(|job| matches!(job.order, Order::CreatePatron(_))).count();
        let patron_numbers = write::patron_numbers(session, newcomers).await?;
        self.batch_no = self.batch_no.max(session.durable).saturating_add(1);
        let numbers: Vec<i64> = tables.iter().map(|table| i64::from(table.0)).collect();
        let outside_tables = jobs.iter().any(|job| job.order.is_outside_tables());
        let lookup = self.duplicates.lookup();
        let mut facts = ReadFacts { lookup, patron_numbers, ..ReadFacts::default() };
        let (owners, house, ()) = tokio::try_join!(
            biased;
            write::begin(session, self.batch_no, &numbers),
            async { if outside_tables { write::house_head(session).await } else { Ok(HouseHead::default()) } },
            facts.read(session, &mut self.cache, Needs::of(jobs, lookup)),
        )?;
        facts.house = house;
        for row in owners {
            let (table, epoch, owner) =
                (TableId(small(&row, 0)?), row.try_get(1)?, row.try_get::<_, &str>(2)?);
            if self.epochs.get(&table) != Some(&epoch) {
                warn!(table = table.0, epoch, owner, "another server runs the table now");
                continue;
            }
            let progress = match self.progress.entry(table) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(tables::progress(&session.client, table).await?),
            };
            facts.progress.insert(table, progress.clone());
        }
        Ok(facts)
    }

    /// Judges all jobs in order. When a fact is missing, it is read, and all is judged again.
    async fn judge(
        &mut self,
        session: &Session,
        jobs: &[Job],
        mut facts: ReadFacts,
    ) -> Result<Drafted, Trouble> {
        loop {
            let needs = match Drafted::of(jobs.iter().map(|job| &job.order), &facts) {
                Ok(drafted) => return Ok(drafted),
                Err(NotJudged::Missing(missing)) => Needs::missing(missing),
                Err(NotJudged::Unconfirmed) => {
                    (facts.lookup, facts.locked) = (Lookup::Everywhere, true);
                    Needs::to_confirm(jobs)
                }
                Err(NotJudged::Failed(failure)) => return Err(failure.into()),
            };
            facts.read(session, &mut self.cache, needs).await?;
        }
    }

    /// After a commit without an answer: finds out whether it happened, and gives a new session when it did.
    async fn resolve(&mut self, reason: String) -> Result<Session, Trouble> {
        warn!(
            reason,
            batch = self.batch_no,
            "the connection broke in a commit; whether it happened is looked up"
        );
        loop {
            match Session::open(&self.address, self.id, STATEMENTS).await {
                Ok(session) if session.durable == self.batch_no => return Ok(session),
                Ok(_) => return Err(Trouble::Lost(reason)),
                Err(Trouble::Failed(failure)) => return Err(unknown(&failure)),
                Err(trouble) if !self.is_patient() => return Err(unknown(&trouble.failure())),
                Err(_) => sleep(RETRY).await,
            }
        }
    }

    fn remember(
        &mut self,
        rows: &Rows,
        opened: HashMap<Account, i64>,
        progress: HashMap<TableId, TableProgress>,
    ) {
        self.cache.numbers.extend(opened);
        for row in &rows.transfers {
            if matches!(row.transfer.action, Action::Hold { .. }) {
                self.cache.holds.insert(row.transfer.id, row.transfer);
            }
        }
        for (hold, left) in &rows.remaining {
            if left.is_zero() {
                self.cache.holds.remove(hold);
            }
        }
        self.cache.trim();
        self.progress.extend(progress);
    }
}

fn unanswered() -> Trouble {
    StoreFailure::Storage("a job was done and not answered".to_owned()).into()
}

fn unknown(failure: &StoreFailure) -> Trouble {
    Trouble::Unknown(format!("nobody knows whether it was written: {failure}"))
}
