//! `/api/v1/staff`: members of staff.

use axum::Json;
use wire::supervisor::SupervisorName;

use super::extract::Authorized;
use super::route::Route;
use crate::role_lists::STAFF;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::get("/staff/me", STAFF, me)]
}

async fn me(Authorized(staff): Authorized) -> Json<SupervisorName> {
    Json(SupervisorName { supervisor_id: staff.id.0, name: Some(staff.name) })
}
