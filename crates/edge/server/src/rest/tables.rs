//! `GET /api/tables` and `GET /api/tables/{id}`: what everybody may see.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use wire::rest::Lobby;
use wire::table_view::TableView;

use crate::app::App;
use crate::problem::Problem;

pub(super) async fn list(State(app): State<Arc<App>>) -> Json<Lobby> {
    Json(Lobby { now: app.house.now().0, tables: app.hub.channels().map(|it| it.table()).collect() })
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<TableView>, Problem> {
    let channel = id.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|it| Json(it.table())).ok_or_else(|| Problem::unknown_table(&id))
}
