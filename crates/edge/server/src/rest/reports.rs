//! `GET /api/v1/reports/daily`: stakes, payouts and house result by table, spot and currency, as `punto report` has
//! them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse as _, Response};
use house::sheet;
use schemars::JsonSchema;
use serde::Deserialize;
use table::TableId;
use wire::reads::DailyReport;

use super::asked::{Asked, unacceptable};
use super::patron_reads::{JSON, moments};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/reports/daily", SUPERVISORS_MANAGERS_AND_AUDITORS, daily)
            .says("Shows the turnover of tables, as `punto report` prints it")
            .asks::<DailyAsked>()
            .answers::<DailyReport>(200)
            .answers_as::<String>(200, "text/csv"),
    ]
}

#[derive(Deserialize, JsonSchema)]
struct DailyAsked {
    /// The one day of the report, such as `2026-03-01`; not with `from` and `until`.
    day: Option<String>,
    /// The first day.
    from: Option<String>,
    /// The last day.
    until: Option<String>,
    /// The one table of the report.
    table: Option<u32>,
    /// The form of the answer.
    #[serde(default)]
    format: Format,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    #[default]
    Json,
    Csv,
}

const CSV: [(HeaderName, &str); 2] = [
    (header::CONTENT_TYPE, "text/csv; charset=utf-8; header=present"),
    (header::CONTENT_DISPOSITION, "attachment; filename=\"turnover.csv\""),
];

async fn daily(State(app): State<Arc<App>>, Asked(asked): Asked<DailyAsked>) -> Result<Response, Problem> {
    let DailyAsked { day, from, until, table, format } = asked;
    if day.is_some() && (from.is_some() || until.is_some()) {
        return Err(unacceptable("send either day, or from and until".to_owned()));
    }
    let (first, last) = (day.as_deref().or(from.as_deref()), day.as_deref().or(until.as_deref()));
    let ((from, until), table) = (moments(first, last)?, table.map(TableId));
    let lines = app.house.turnover(from, until, table).await?;
    Ok(match format {
        Format::Csv => (CSV, sheet::to_csv(&lines)).into_response(),
        Format::Json => {
            let results = app.house.table_results(table).await?;
            (JSON, sheet::to_json(&lines, &results)).into_response()
        }
    })
}
