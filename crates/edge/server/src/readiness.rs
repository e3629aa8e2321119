//! Whether the server should get traffic: whether it shuts down, and whether its store takes writes.
//!
//! It knows the latter from a write that really happens, at most once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use house::{Failure, House};
use serde::Serialize;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;

/// How long a result counts.
const FRESH: Duration = Duration::from_secs(1);
/// How long a write may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the store takes writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StoreState {
    /// A write succeeded.
    Ok,
    /// A write failed.
    Failing,
    /// A write was not done in time.
    Hanging,
}

/// What is known about whether the server should get traffic.
#[derive(Default)]
pub(crate) struct Readiness {
    stopping: watch::Sender<bool>,
    writes: Mutex<Writes>,
}

/// The latest write and the one under way.
#[derive(Default)]
struct Writes {
    latest: Option<(Instant, StoreState)>,
    /// The write that hangs, if one does: no other one is begun before it is done.
    under_way: Option<JoinHandle<Result<(), Failure>>>,
}

impl Readiness {
    /// The server begins to shut down.
    pub(crate) fn begin_stopping(&self) {
        self.stopping.send_replace(true);
    }

    /// Whether the server shuts down.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until the server begins to shut down.
    pub(crate) async fn stopping(&self) {
        // It cannot fail: the sender lives as long as this.
        let _ = self.stopping.subscribe().wait_for(|stops| *stops).await;
    }

    /// Whether the store takes writes, as known from a write within the last second. Takes two seconds at most.
    pub(crate) async fn store(&self, house: &Arc<House>) -> StoreState {
        let mut writes = self.writes.lock().await;
        let before = writes.latest;
        if let Some((at, state)) = before
            && at.elapsed() < FRESH
        {
            return state;
        }
        let state = writes.write(house).await;
        if before.is_some_and(|(_, before)| before != state) && state == StoreState::Ok {
            tracing::info!("the store takes writes again");
        }
        writes.latest = Some((Instant::now(), state));
        state
    }
}

impl Writes {
    /// Waits for the write under way, or for a new one.
    async fn write(&mut self, house: &Arc<House>) -> StoreState {
        let write = self.under_way.get_or_insert_with(|| {
            let house = Arc::clone(house);
            tokio::spawn(async move { house.probe_writes().await })
        });
        let Ok(done) = tokio::time::timeout(PATIENCE, write).await else {
            tracing::error!("a write to the store is not done in time");
            return StoreState::Hanging;
        };
        self.under_way = None;
        match done {
            Ok(Ok(())) => StoreState::Ok,
            Ok(Err(failure)) => {
                tracing::error!(%failure, "the store takes no writes");
                StoreState::Failing
            }
            Err(ended) => {
                tracing::error!(%ended, "a write to the store broke off");
                StoreState::Failing
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_server_that_shuts_down_says_so_to_those_who_wait() {
        let readiness = Arc::new(Readiness::default());
        assert!(!readiness.is_stopping());
        let waiting = tokio::spawn({
            let readiness = Arc::clone(&readiness);
            async move { readiness.stopping().await }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        readiness.begin_stopping();
        assert!(readiness.is_stopping());
        waiting.await.unwrap();
        readiness.stopping().await;
    }
}
