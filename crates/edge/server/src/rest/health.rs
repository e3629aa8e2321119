//! `GET /api/v1/health`: whether the store answers and all tables go on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::{StopReason, StoppedTable};
use table::PatronId;
use wire::rest::{self, Health};

use super::route::Route;
use crate::app::App;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::get("/health", EVERYBODY, show)]
}

/// The server is unready when the store does not answer or no table goes on; a table that stops leaves the others.
async fn show(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let (running, all) = (app.house.running(), app.house.tables().len());
    // Nobody has this number, but the store has to look it up.
    let lookup = app.house.patron(PatronId(0)).await;
    if let Err(failure) = &lookup {
        tracing::error!(%failure, "the store does not answer");
    }
    let stopped: Vec<rest::StoppedTable> = app.house.stopped_tables().iter().map(in_public).collect();
    let degraded = lookup.is_err() || running < all || !stopped.is_empty();
    let is_stopping = app.sockets.is_refusing();
    let unready = is_stopping || lookup.is_err() || running == 0 || stopped.len() >= all;
    let code = if unready { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    let status = match (is_stopping, degraded || unready) {
        (true, _) => "stopping",
        (false, true) => "degraded",
        (false, false) => "ok",
    };
    let status = status.to_owned();
    let tables = u32::try_from(running).unwrap_or(u32::MAX);
    (code, Json(Health { status, version: env!("CARGO_PKG_VERSION").to_owned(), tables, stopped }))
}

/// What anybody may know: accounts and failures are in the log alone.
fn in_public(stopped: &StoppedTable) -> rest::StoppedTable {
    let message = match &stopped.why {
        StopReason::Late { step, .. } => format!("the step {step} is late"),
        StopReason::Refused { .. } => {
            "the ledger refuses what is due; a supervisor can void the round".to_owned()
        }
        why => why.to_string(),
    };
    rest::StoppedTable { table_id: stopped.table.0, reason: stopped.why.code().to_owned(), message }
}
