//! `GET /api/v1/house-rules/{id}` and `GET /api/v1/tables/{table}/house-rules`: house rules documents as TOML text.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use baccarat::HouseRules;
use table::TableId;

use super::path::Path;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/house-rules/{id}", EVERYBODY, show)
            .says("Shows house rules as their TOML document")
            .answers_as::<String>(200, "application/toml"),
        Route::get("/tables/{table}/house-rules", EVERYBODY, of_table)
            .says("Shows the house rules of the shoe on a table")
            .answers_as::<String>(200, "application/toml"),
    ]
}

type Document = ([(HeaderName, &'static str); 1], String);

const TOML: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/toml; charset=utf-8")];

/// The document of that id.
///
/// Two tables may run different documents under one id, because a shoe keeps the rules it began with to its end.
/// [`of_table`] tells them apart.
async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Document, Problem> {
    Ok((TOML, document(&app, &id)?))
}

/// The text of the document of that id.
pub(super) fn document(app: &App, id: &str) -> Result<String, Problem> {
    // The rules of a running shoe come first: the next one may have others.
    let running = app.house.tables().into_iter().find(|table| table.view.rules.id == id);
    let text = running.map(|table| table.view.rules.text.clone());
    let next = || app.house.all_tables().into_iter().find(|table| table.rules.id == id);
    let text = text.or_else(|| next().map(|table| table.rules.text.clone()));
    let text = text.or_else(|| HouseRules::builtin_text(id).map(str::to_owned));
    text.ok_or_else(|| {
        let message = format!("house rules {id:.40} do not exist");
        Problem::new(StatusCode::NOT_FOUND, "unknown_house_rules", message)
    })
}

/// The document of the shoe on this table.
async fn of_table(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Document, Problem> {
    let table = id.parse().ok().and_then(|id| app.house.snapshot(TableId(id)));
    table.map(|table| (TOML, table.view.rules.text.clone())).ok_or_else(|| Problem::unknown_table(&id))
}
