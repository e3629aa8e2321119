//! `GET /api/house-rules/{id}` and `GET /api/tables/{id}/house-rules`: a house rules document as it was written, by its
//! id, and the one that a table runs under.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use baccarat::HouseRules;
use table::TableId;

use crate::app::App;
use crate::problem::Problem;

type Document = ([(HeaderName, &'static str); 1], String);

const TOML: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/toml; charset=utf-8")];

/// The document of that id. Two tables may run different ones under one id, as a shoe is played to its end under the
/// rules it began with: [`of_table`] tells them apart.
pub(super) async fn show(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Document, Problem> {
    // A shoe may run under rules that no table will open another one with.
    let run = app.house.tables().into_iter().map(|table| table.view.rules.clone()).find(|it| it.id == id);
    let known =
        || app.config.documents.get(&id).map(String::as_str).or_else(|| HouseRules::builtin_text(&id));
    let text =
        run.map(|rules| rules.text.clone()).or_else(|| known().map(str::to_owned)).ok_or_else(|| {
            let message = format!("there are no house rules {id:.40}");
            Problem::new(StatusCode::NOT_FOUND, "unknown_house_rules", message)
        })?;
    Ok((TOML, text))
}

/// The document that the shoe on this table is played under.
pub(super) async fn of_table(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Document, Problem> {
    let table = id.parse().ok().and_then(|id| app.house.snapshot(TableId(id)));
    table.map(|it| (TOML, it.view.rules.text.clone())).ok_or_else(|| Problem::unknown_table(&id))
}
