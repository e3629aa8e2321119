//! The REST API under `/api`, one file a resource. Bodies are in [`wire::rest`].

mod extract;
mod guests;
mod health;
mod house_rules;
mod me;
mod page;
mod supervisor;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;
pub(crate) use me::patron_info;

/// The routes of all resources.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/guests", post(guests::create))
        .route("/api/me", get(me::show))
        .route("/api/me/play-money", post(me::top_up))
        .route("/api/me/rounds", get(me::rounds))
        .route("/api/me/statement", get(me::statement))
        .route("/api/tables", get(tables::list))
        .route("/api/tables/{id}", get(tables::show))
        .route("/api/tables/{id}/house-rules", get(house_rules::of_table))
        .route("/api/house-rules/{id}", get(house_rules::show))
        .route("/api/health", get(health::show))
        .merge(supervisor::routes())
}
