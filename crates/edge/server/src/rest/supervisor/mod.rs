//! `/api/supervisor`: what authenticated supervisors may read of every patron, void, correct and adjust.
//!
//! Bodies are in [`wire::supervisor`].

mod corrections;
mod extract;
mod rounds;
mod wallets;

use std::sync::Arc;

use axum::routing::{get, post};
use axum::{Json, Router};
use wire::supervisor::SupervisorName;

use crate::app::App;
use extract::Authorized;

/// The routes of all supervisor resources.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/supervisor/me", get(me))
        .route("/api/supervisor/tables/{table}/shoes/{shoe}", get(rounds::of_shoe))
        .route("/api/supervisor/tables/{table}/shoes/{shoe}/rounds/{round}", get(rounds::show))
        .route("/api/supervisor/tables/{table}/void", post(rounds::void))
        .route(
            "/api/supervisor/tables/{table}/corrections",
            get(corrections::list).post(corrections::propose),
        )
        .route("/api/supervisor/tables/{table}/corrections/{no}/approve", post(corrections::approve))
        .route("/api/supervisor/tables/{table}/corrections/{no}/withdraw", post(corrections::withdraw))
        .route("/api/supervisor/patrons/{patron}/wallet", get(wallets::show))
        .route("/api/supervisor/patrons/{patron}/adjustments", post(wallets::adjust))
}

async fn me(Authorized(supervisor): Authorized) -> Json<SupervisorName> {
    Json(SupervisorName { supervisor_id: supervisor.id.0, name: Some(supervisor.name) })
}
