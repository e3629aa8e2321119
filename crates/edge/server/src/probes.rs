//! `GET /healthz` and `GET /readyz`: whether the program runs, and whether it should get traffic.
//!
//! Anybody may ask, so they say nothing secret.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;

use crate::app::App;
use crate::readiness::StoreState;

const HEALTHZ: &str = "/healthz";
const READYZ: &str = "/readyz";
/// The paths of the probes.
pub(crate) const PATHS: [&str; 2] = [HEALTHZ, READYZ];

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

/// The server is unready when it shuts down, when the store takes no writes, or when none of its tables goes on. One
/// table that stops leaves the others.
async fn readyz(State(app): State<Arc<App>>) -> (StatusCode, Json<Answer>) {
    let store = app.readiness.store(&app.house).await;
    let (tables, all) = (app.house.running(), app.house.tables().len());
    let stopped = app.house.stopped_tables().len().max(all.saturating_sub(tables));
    let stopping = app.readiness.is_stopping();
    let goes_on = all == 0 || stopped < all;
    let (code, status) = if store == StoreState::Ok && goes_on && !stopping {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "unready")
    };
    (code, Json(Answer { status, store, tables, stopped, stopping }))
}
