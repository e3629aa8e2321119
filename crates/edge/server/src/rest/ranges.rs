//! The range of stakes of a patron: read by staff and by the patron, set by a manager.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use baccarat::Spot;
use house::patrons::range::{PatronRange, SpotRange};
use table::PatronId;
use wire::range::{Range, SetRange, SpotRange as WireRange};

use super::extract::{Authenticated, Authorized, Body};
use super::path::{Path, unknown};
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::role_lists::{MANAGERS, PLAYERS, SUPERVISORS_MANAGERS_AND_AUDITORS};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/patrons/{patron}/range", SUPERVISORS_MANAGERS_AND_AUDITORS, show)
            .says("Shows the range of stakes of a patron")
            .answers::<Range>(200),
        Route::put("/patrons/{patron}/range", MANAGERS, set)
            .says("Sets the range of stakes of a patron")
            .takes::<SetRange>()
            .answers::<Range>(200)
            .refuses(&["unknown_spot", "duplicate_spot", "bad_range", "no_reason"]),
        Route::get("/me/range", PLAYERS, mine)
            .says("Shows the patron's range of stakes")
            .answers::<Range>(200),
    ]
}

async fn show(State(app): State<Arc<App>>, Path(patron): Path<String>) -> Result<Json<Range>, Problem> {
    let range = app.house.range(patron_id(&patron)?).await?;
    Ok(Json(shown(&range)))
}

async fn mine(
    State(app): State<Arc<App>>,
    Authenticated(patron): Authenticated,
) -> Result<Json<Range>, Problem> {
    let range = app.house.range(patron.id).await?;
    Ok(Json(shown(&range)))
}

async fn set(
    State(app): State<Arc<App>>,
    Authorized(by): Authorized,
    Path(patron): Path<String>,
    Body(body): Body<SetRange>,
) -> Result<Json<Range>, Problem> {
    let patron = patron_id(&patron)?;
    let mut spots = BTreeMap::new();
    for WireRange { spot, minimum, maximum } in body.spots {
        let id = Spot::from_id(&spot).ok_or_else(|| {
            let known: Vec<_> = Spot::ALL.iter().map(|spot| spot.id()).collect();
            let message = format!("there is no spot {spot:.40}; send one of {}", known.join(", "));
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown_spot", message)
        })?;
        if spots.insert(id, SpotRange { minimum, maximum }).is_some() {
            let message = format!("{spot} stands twice; write its range once");
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "duplicate_spot", message));
        }
    }
    let range = app.house.set_range(PatronRange { patron, spots }, by.id, &body.why).await?;
    tracing::info!(manager = by.id.0, name = by.name, patron = patron.0, "a manager set a patron's range");
    Ok(Json(shown(&range)))
}

fn patron_id(text: &str) -> Result<PatronId, Problem> {
    text.parse().map(PatronId).map_err(|_| unknown("patron", text))
}

fn shown(range: &PatronRange) -> Range {
    let spot = |(spot, range): (&Spot, &SpotRange)| WireRange {
        spot: spot.id().to_owned(),
        minimum: range.minimum,
        maximum: range.maximum,
    };
    Range { patron_id: range.patron.0, spots: range.spots.iter().map(spot).collect() }
}
