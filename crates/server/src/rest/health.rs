//! `GET /api/health`: whether the server is well, for whoever watches over it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::rest::Health;

use crate::app::App;

pub(super) async fn show(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let stored = app.house.trial_balance().await;
    if let Err(failure) = &stored {
        tracing::error!(%failure, "the store does not answer");
    }
    let (status, word) = match stored {
        Ok(_) => (StatusCode::OK, "ok"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "degraded"),
    };
    let tables = u32::try_from(app.hub.running()).unwrap_or(u32::MAX);
    let health = Health { status: word.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), tables };
    (status, Json(health))
}
