//! The task that reads, on connections of its own: it sees every acknowledged write, and the writer never waits for
//! it.

use std::pin::Pin;
use std::time::Duration;

use deadpool_postgres::{Pool, PoolError};
use house::ports::StoreFailure;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tokio_postgres::Client;

use crate::database::Reading;
use crate::trouble::{Result, Trouble};

/// How long to wait for a lost connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long from one attempt to the next.
const RETRY: Duration = Duration::from_millis(100);

/// A query that sends its answer itself.
pub(super) type Query = Box<dyn FnOnce(Pool) -> Pin<Box<dyn Future<Output = ()>>> + Send>;

/// Serves the queue until it ends and everything in it is answered.
pub(super) async fn run(pool: Pool, mut queue: mpsc::Receiver<Query>) {
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            query = queue.recv() => match query {
                Some(query) => _ = tasks.spawn_local(query(pool.clone())),
                None => break,
            },
            Some(_) = tasks.join_next() => {}
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Runs a query. Retries for a while when the database is out of reach: a repeated read is harmless.
pub(super) async fn patiently<T>(
    pool: &Pool,
    ask: impl for<'a> Fn(&'a Client) -> Reading<'a, T>,
) -> Result<T, StoreFailure> {
    let begun = Instant::now();
    loop {
        let answer = match pool.get().await {
            Ok(connection) => ask(&connection).await,
            Err(PoolError::Backend(error)) => Err(error.into()),
            Err(error) => Err(Trouble::Lost(error.to_string())),
        };
        match answer {
            Err(Trouble::Lost(_)) if begun.elapsed() < PATIENCE => sleep(RETRY).await,
            answer => return answer.map_err(Trouble::failure),
        }
    }
}
