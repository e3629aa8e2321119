//! `GET /api/v1/tables` and `GET /api/v1/tables/{table}`: the public state of tables.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use wire::rest::Lobby;
use wire::table_view::TableView;

use super::path::Path;
use super::route::Route;
use crate::app::App;
use crate::hub::Channel;
use crate::problem::Problem;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/tables", EVERYBODY, list)
            .says("Lists the tables with their public state")
            .answers::<Lobby>(200),
        Route::get("/tables/{table}", EVERYBODY, show)
            .says("Shows the public state of a table")
            .answers::<TableView>(200),
    ]
}

async fn list(State(app): State<Arc<App>>) -> Json<Lobby> {
    let channels = app.house.tables().into_iter().filter_map(|table| app.hub.channel(table.view.table.0));
    let tables = channels.map(|channel| shown(&app, &channel)).collect();
    Json(Lobby { now: app.house.now().0, tables })
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<TableView>, Problem> {
    let channel = id.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|channel| Json(shown(&app, &channel))).ok_or_else(|| Problem::unknown_table(&id))
}

/// A table with the seats that are taken now.
fn shown(app: &App, channel: &Channel) -> TableView {
    channel.table(app.house.seats_taken(channel.id()))
}
