//! `/api/v1/patrons/{patron}`: the rounds, the statement and the turnover of any patron, for staff. Each read is on
//! record.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, header};
use house::day::Day;
use house::sheet;
use schemars::JsonSchema;
use serde::Deserialize;
use table::Timestamp;
use wire::reads::PatronReport;
use wire::rest::{History, Statement};

use super::asked::{Asked, named};
use super::history::{self, RoundsAsked};
use super::me::statement_line;
use super::page::Page;
use super::path::Path;
use super::route::Route;
use super::wallets::patron_of;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::SUPERVISORS_MANAGERS_AND_AUDITORS;

pub(super) fn routes() -> Vec<Route> {
    let staff = SUPERVISORS_MANAGERS_AND_AUDITORS;
    vec![
        Route::get("/patrons/{patron}/rounds", staff, rounds)
            .says("Lists the rounds of a patron")
            .asks::<RoundsAsked>()
            .answers::<History>(200),
        Route::get("/patrons/{patron}/statement", staff, statement)
            .says("Lists the changes of the money of a patron")
            .asks::<Page>()
            .answers::<Statement>(200),
        Route::get("/patrons/{patron}/turnover", staff, turnover)
            .says("Shows the turnover of a patron, as `punto report --patron` prints it")
            .asks::<Days>()
            .answers::<PatronReport>(200)
            .refuses(&["unacceptable"]),
    ]
}

async fn rounds(
    State(app): State<Arc<App>>,
    Path(patron): Path<String>,
    Asked(asked): Asked<RoundsAsked>,
) -> Result<Json<History>, Problem> {
    let patron = patron_of(&app, &patron).await?;
    Ok(Json(history::page(&app, &patron, &asked).await?))
}

async fn statement(
    State(app): State<Arc<App>>,
    Path(patron): Path<String>,
    page: Page,
) -> Result<Json<Statement>, Problem> {
    let patron = patron_of(&app, &patron).await?;
    let entries = app.house.statement(patron.id, page.before, page.read_limit()).await?;
    let (lines, next_before) = page.split(entries, |line| line.cursor);
    Ok(Json(Statement { lines: lines.iter().map(statement_line).collect(), next_before }))
}

/// The days of a report, both included.
#[derive(Deserialize, JsonSchema)]
struct Days {
    /// The first day, such as `2026-03-01`.
    from: Option<String>,
    /// The last day.
    until: Option<String>,
}

/// A body of JSON that is written already.
pub(super) type Written = ([(HeaderName, &'static str); 1], String);

/// The headers of a body of JSON.
pub(super) const JSON: [(HeaderName, &str); 1] = [(header::CONTENT_TYPE, "application/json")];

/// The moments at which days begin: from the first, before the second.
pub(super) fn moments(from: Option<&str>, until: Option<&str>) -> Result<(Timestamp, Timestamp), Problem> {
    let day = |name, text| named::<Day>(name, text, "a day such as 2026-03-01");
    let (from, until) = (day("from", from)?, day("until", until)?);
    let end = |day: Day| Timestamp(day.end().0.saturating_add(1));
    Ok((from.map_or(Timestamp(i64::MIN), Day::start), until.map_or(Timestamp(i64::MAX), end)))
}

async fn turnover(
    State(app): State<Arc<App>>,
    Path(patron): Path<String>,
    Asked(days): Asked<Days>,
) -> Result<Written, Problem> {
    let (from, until) = moments(days.from.as_deref(), days.until.as_deref())?;
    let patron = patron_of(&app, &patron).await?;
    let lines = app.house.turnover_of(&patron, from, until).await?;
    Ok((JSON, sheet::patron_to_json(patron.id.0, Some(&lines))))
}
