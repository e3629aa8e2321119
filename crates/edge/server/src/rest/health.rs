//! `GET /api/health`: whether the server is well, for whoever watches over it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::rest::Health;

use crate::app::App;

pub(super) async fn show(State(app): State<Arc<App>>) -> (StatusCode, Json<Health>) {
    let (tables, all) = (app.house.running(), app.hub.channels().count());
    // Whose token is empty? Nobody's, but the store has to look.
    let stored = app.house.authenticate("").await;
    if let Err(failure) = &stored {
        tracing::error!(%failure, "the store does not answer");
    }
    let (status, word) = match stored {
        Ok(_) if tables == all => (StatusCode::OK, "ok"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "degraded"),
    };
    let tables = u32::try_from(tables).unwrap_or(u32::MAX);
    let health = Health { status: word.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), tables };
    (status, Json(health))
}
