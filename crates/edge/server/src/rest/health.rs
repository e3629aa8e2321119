//! `GET /api/v1/health`: whether the store answers and all tables run.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::rest::Health;

use super::route::Route;
use crate::app::App;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::get("/health", EVERYBODY, show)]
}

async fn show(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let (running, all) = (app.house.running(), app.house.tables().len());
    // No patron has an empty token, but the store has to look it up.
    let lookup = app.house.authenticate("").await;
    if let Err(failure) = &lookup {
        tracing::error!(%failure, "the store does not answer");
    }
    let (code, status) = match lookup {
        Ok(_) if running == all => (StatusCode::OK, "ok"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "degraded"),
    };
    let tables = u32::try_from(running).unwrap_or(u32::MAX);
    let health = Health { status: status.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), tables };
    (code, Json(health))
}
