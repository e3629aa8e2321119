//! `GET /api/v1/tables` and `GET /api/v1/tables/{table}`: the public state of tables. With `/roads` behind it: the road
//! map of its shoe, for clients without the crate `roads`. With `/shoes/{shoe}/beads` behind it: the beads of any shoe.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use table::TableId;
use wire::lobby::Lobby;
use wire::rest::ShoeBeads;
use wire::road_map::RoadMap;
use wire::table_view::TableView;

use super::path::{Path, table, unknown};
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
        Route::get("/tables/{table}/roads", EVERYBODY, roads)
            .says("Shows the roads of the shoe on a table")
            .answers::<RoadMap>(200),
        Route::get("/tables/{table}/shoes/{shoe}/beads", EVERYBODY, beads)
            .says("Shows the beads of a shoe, also of one that is over")
            .answers::<ShoeBeads>(200),
    ]
}

async fn list(State(app): State<Arc<App>>) -> Json<Lobby> {
    Json(app.hub.lobby().lobby())
}

async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<TableView>, Problem> {
    let channel = id.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|channel| Json(shown(&app, &channel))).ok_or_else(|| Problem::unknown_table(&id))
}

async fn roads(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Json<RoadMap>, Problem> {
    let table = id.parse().ok().and_then(|id| app.house.snapshot(TableId(id)));
    table.map(|table| Json(RoadMap::of(&table.view.beads))).ok_or_else(|| Problem::unknown_table(&id))
}

async fn beads(
    State(app): State<Arc<App>>,
    Path((table_id, shoe)): Path<(String, String)>,
) -> Result<Json<ShoeBeads>, Problem> {
    let (table, unknown) = (table(&app, &table_id)?, || unknown("shoe", &shoe));
    let shoe_no = shoe.parse().map_err(|_| unknown())?;
    let beads = app.house.beads(table, shoe_no).await?.ok_or_else(unknown)?;
    let rounds = beads.iter().map(ToString::to_string).collect();
    Ok(Json(ShoeBeads { table_id: table.0, shoe_no, rounds }))
}

/// A table with the seats that are taken now.
fn shown(app: &App, channel: &Channel) -> TableView {
    channel.table(app.house.seats_taken(channel.id()))
}
