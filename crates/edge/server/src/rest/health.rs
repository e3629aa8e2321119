//! `GET /api/v1/health`: whether the store takes writes and all tables go on.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use house::{StopReason, StoppedTable};
use wire::rest::{self, Health};

use super::route::Route;
use crate::app::App;
use crate::readiness::StoreState;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/health", EVERYBODY, show)
            .says("Shows whether the server is ready")
            .answers::<Health>(200)
            .answers::<Health>(503),
    ]
}

/// The server is unready when the store takes no writes or no table goes on; a table that stops leaves the others.
async fn show(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let (running, all) = (app.house.running(), app.house.tables().len());
    let store_fails = app.readiness.store(&app.house).await != StoreState::Ok;
    let stopped: Vec<rest::StoppedTable> = app.house.stopped_tables().iter().map(in_public).collect();
    let degraded = store_fails || running < all || !stopped.is_empty();
    let is_stopping = app.readiness.is_stopping();
    let unready = is_stopping || store_fails || running == 0 || stopped.len() >= all;
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
