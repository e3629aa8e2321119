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
    let own = app.config.documents.get(&id).map(String::as_str);
    let text = own.or_else(|| HouseRules::builtin_text(&id)).ok_or_else(|| {
        let message = format!("there are no house rules {id:.40}");
        Problem::new(StatusCode::NOT_FOUND, "unknown_house_rules", message)
    })?;
    Ok((TOML, text.to_owned()))
}
