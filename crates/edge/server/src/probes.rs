//! `GET /healthz` and `GET /readyz`: whether the program runs, and whether it should get traffic. They say nothing secret.
//!
//! Readiness knows from a write whether the store takes writes: one that really happens, at most once a second.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use house::{Failure, House};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use crate::app::App;

const HEALTHZ: &str = "/healthz";
const READYZ: &str = "/readyz";
/// The paths of the probes.
pub(crate) const PATHS: [&str; 2] = [HEALTHZ, READYZ];

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
    is_stopping: AtomicBool,
    writes: Mutex<Writes>,
}

/// The latest write and the one under way.
#[derive(Default)]
struct Writes {
    latest: Option<(Instant, StoreState)>,
    /// The write that hangs, if one does: no other one is begun before it is done.
    under_way: Option<JoinHandle<Result<(), Failure>>>,
}

/// The answer of `/readyz`.
#[derive(Serialize)]
struct Answer {
    /// `ready`, or `unready` when the server should get no traffic.
    status: &'static str,
    /// Whether the store takes writes.
    store: StoreState,
    /// How many tables run.
    tables: usize,
    /// How many tables should go on and do not.
    stopped: usize,
    /// Whether the server is shutting down.
    stopping: bool,
}

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route(HEALTHZ, get(healthz)).route(READYZ, get(readyz))
}

async fn healthz() -> &'static str {
    "ok\n"
}

/// The server is unready when it shuts down, when the store takes no writes, or when none of its tables goes on. A table
/// that stops leaves the others.
async fn readyz(State(app): State<Arc<App>>) -> (StatusCode, Json<Answer>) {
    let store = app.readiness.store(&app.house).await;
    let (tables, all) = (app.house.running(), app.house.tables().len());
    let stopped = app.house.stopped_tables().len().max(all.saturating_sub(tables));
    let stopping = app.readiness.is_stopping.load(Ordering::Relaxed);
    let goes_on = all == 0 || stopped < all;
    let (code, status) = if store == StoreState::Ok && goes_on && !stopping {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "unready")
    };
    (code, Json(Answer { status, store, tables, stopped, stopping }))
}

impl Readiness {
    /// The server begins to shut down.
    pub(crate) fn begin_stopping(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
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
