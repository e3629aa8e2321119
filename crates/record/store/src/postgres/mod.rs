//! The store in a PostgreSQL database, which several servers may share: a task that writes in batches, and tasks that
//! read.

mod connect;
mod entries;
mod facts;
mod failure;
mod id;
mod migrate;
mod needs;
mod query;
mod reader;
mod session;
mod snapshot;
mod statement;
mod tls;
mod url;
mod write;
mod writer;

use house::ports::{PortFuture, StoreFailure};
use journal::{Checkpoints, Digest, Head, Signed};
use table::{TableId, Timestamp};
use tokio::runtime::{Builder, Runtime};
use tokio::task::LocalSet;
use tokio_postgres::{Client, Transaction};
use tracing::info;

use crate::database::{Database, DatabaseStore, Located, Reading, named};
use crate::draft::{Answered, Job, Order};
use crate::queries::notary::NotaryQueries as _;
use crate::rows::{about, column};
use crate::trouble::Result;
use crate::worker::Worker;
use connect::Address;
use writer::Writer;

/// How many requests may wait; the caller of one more waits for a place.
const WAITING: usize = 1_024;

/// A store in a PostgreSQL database.
///
/// Its answers are durable: it commits synchronously, and requests that wait at the same time share one
/// transaction. When the database restarts, requests wait for it a few seconds; a commit whose answer was lost is
/// looked up before it is answered. Dropping the store waits for all requests, as [`PostgresStore::close`] does.
pub type PostgresStore = DatabaseStore<Postgres>;

/// A PostgreSQL database that is open as a store.
pub struct Postgres {
    reader: Worker<reader::Query>,
    writer: Worker<Job>,
}

impl PostgresStore {
    /// Connects to the database of a URL (`postgres://USER@HOST/DATABASE`; the folder of a Unix socket stands with
    /// its slashes as `%2F`), and brings its schema up to date. Blocks the thread meanwhile. A password that the URL
    /// leaves out is taken from `PGPASSWORD`, as PostgreSQL's own programs do. `sslmode`
    /// and `sslrootcert` say how the connection is encrypted; without them, it is where the server speaks TLS.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the URL cannot be read, the database cannot be reached, belongs to another
    /// program or was written by a newer version of this one. Each names the database, never a password.
    pub fn connect(url: &str) -> Result<Self, StoreFailure> {
        let address = connect::address(url)?;
        let name = connect::name(&address);
        let named = |failure| about(&name, failure);
        let writer = start_writer(address.clone()).map_err(named)?;
        let pool = connect::readers(&address).map_err(named)?;
        let reader = Worker::start("postgres-reader", WAITING, move |queue| {
            LocalSet::new().block_on(&runtime()?, reader::run(pool, queue));
            Ok(())
        })?;
        info!(database = name, "store opened");
        Ok(Self(Postgres { reader, writer }))
    }

    /// Connects to the database of a URL and disconnects, to see whether that is possible. Changes nothing. Blocks the
    /// thread meanwhile.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the URL cannot be read or the database cannot be reached.
    pub fn probe(url: &str) -> Result<(), StoreFailure> {
        let address = connect::address(url)?;
        named(
            connect::name(&address),
            false,
            runtime()?.block_on(async { connect::writer(&address).await.map(drop) }),
        )
    }

    /// Whether the URL of a database has a password; not where it cannot be read.
    pub fn has_password(url: &str) -> bool {
        url::has_password(url)
    }

    /// The URL of a database with this password.
    ///
    /// # Errors
    /// [`StoreFailure::Storage`] when the URL cannot be read or has a password already, or when the password is empty.
    pub fn with_password(url: &str, password: &str) -> Result<String, StoreFailure> {
        url::with_password(url, password)
    }

    /// Finishes all requests, and disconnects. Blocks the thread meanwhile.
    ///
    /// # Errors
    /// When a task of the store had ended by itself. Everything acknowledged is durable even then.
    pub fn close(mut self) -> Result<(), StoreFailure> {
        let (read, written) = (self.0.reader.stop(), self.0.writer.stop());
        read.and(written)
    }
}

fn runtime() -> Result<Runtime, StoreFailure> {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| StoreFailure::Storage(format!("no runtime for the store: {error}")))
}

/// Starts the writer's thread, and waits until it is connected.
fn start_writer(address: Address) -> Result<Worker<Job>, StoreFailure> {
    let (sender, opened) = std::sync::mpsc::channel();
    let worker = Worker::start("postgres-writer", WAITING, move |queue| {
        runtime()?.block_on(async {
            // The caller waits for what is sent.
            match Writer::open(address).await {
                Ok(writer) => {
                    _ = sender.send(Ok(()));
                    Box::pin(writer.run(queue)).await;
                }
                Err(trouble) => _ = sender.send(Err(trouble.failure())),
            }
        });
        Ok(())
    })?;
    opened.recv().unwrap_or(Err(StoreFailure::Closed))?;
    Ok(worker)
}

impl Located for Postgres {
    type Place = str;
}

impl Database for Postgres {
    const IS_SHARED: bool = true;
    type Session = Client;
    type Snapshot<'a> = Transaction<'a>;

    async fn order(&self, order: Order) -> Answered {
        self.writer.ask(|reply| Job::new(order, reply)).await
    }

    fn read<T: Send + 'static>(
        &self,
        query: impl for<'a> Fn(&'a Client) -> Reading<'a, T> + Send + 'static,
    ) -> PortFuture<'_, T> {
        Box::pin(self.reader.ask(|reply| -> reader::Query {
            Box::new(|pool| Box::pin(async move { _ = reply.send(reader::patiently(&pool, query).await) }))
        }))
    }

    fn with_snapshot<T>(
        url: &str,
        temporary: bool,
        query: impl AsyncFnOnce(&Transaction<'_>) -> Result<T>,
    ) -> Result<T, StoreFailure> {
        let address = connect::address(url)?;
        let look = async {
            let mut client = connect::auditor(&address).await?;
            // It is rolled back when it is dropped.
            let snapshot = migrate::snapshot(&mut client, temporary).await?;
            query(&snapshot).await
        };
        named(connect::name(&address), false, runtime()?.block_on(look))
    }

    fn exclusively<T>(
        url: &str,
        import: bool,
        change: impl AsyncFnOnce(&Transaction<'_>) -> Result<T>,
    ) -> Result<T, StoreFailure> {
        let address = connect::address(url)?;
        let change = async {
            let mut client = connect::auditor(&address).await?;
            migrate::migrate(&mut client).await?;
            let transaction = client.transaction().await?;
            transaction.batch_execute(snapshot::ALONE).await?;
            let changed = change(&transaction).await?;
            transaction.commit().await?;
            Ok(changed)
        };
        named(connect::name(&address), import, runtime()?.block_on(change))
    }
}

/// Several servers may write to the logs, so no head is remembered here: one query reads all that are committed.
impl Checkpoints for PostgresStore {
    fn heads(&self) -> PortFuture<'_, Vec<Head>> {
        self.0.read(|client| Box::pin(client.heads()))
    }

    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
        self.0.read(move |client| Box::pin(client.entry_head(log, seq)))
    }

    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
        self.0.read(|client| Box::pin(client.latest_checkpoint()))
    }

    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
        self.0.read(move |client| Box::pin(keep(client, number, signed.clone())))
    }
}

/// Stores a checkpoint; true when the one of its number is this one. So a repeat after a lost answer is harmless.
async fn keep(client: &Client, number: u64, signed: Signed) -> Result<bool> {
    // A session that reads has the server's settings, which may be less.
    client.batch_execute("SET synchronous_commit = on").await?;
    client.add_checkpoint(number, &signed).await?;
    let sql = "SELECT signature FROM checkpoint WHERE checkpoint_no = $1";
    let stored = client.query_one(sql, &[&column(number)?]).await?;
    Ok(stored.try_get::<_, &[u8]>(0)? == signed.signature)
}
