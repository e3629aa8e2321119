//! `GET /api/house-rules/{id}`: a house rules document as it was written.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderName, StatusCode, header};
use baccarat::HouseRules;

use crate::app::App;
use crate::problem::Problem;

const TOML: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/toml; charset=utf-8")];

pub(super) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<([(HeaderName, &'static str); 1], String), Problem> {
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
