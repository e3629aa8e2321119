//! `POST /api/v1/guests`: creates a guest with play money, within the rate limit of the client's network.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{Extensions, StatusCode};
use wire::rest::{Guest, NewGuest};

use super::extract::Body;
use super::me::patron_info;
use super::route::Route;
use crate::app::App;
use crate::problem::Problem;
use crate::rate_limit::network;
use crate::request;
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![Route::post("/guests", EVERYBODY, create)]
}

async fn create(
    State(app): State<Arc<App>>,
    extensions: Extensions,
    Body(guest): Body<NewGuest>,
) -> Result<(StatusCode, Json<Guest>), Problem> {
    check_rate(&app, &extensions)?;
    let (patron, token) = app.house.new_guest(&guest.nickname).await?;
    let wallet = app.house.wallet(patron.id).await?;
    let guest = Guest { token: token.secret().to_owned(), patron: patron_info(&patron, wallet) };
    Ok((StatusCode::CREATED, Json(guest)))
}

/// Takes one guest or account from the rate of the client's network.
pub(super) fn check_rate(app: &App, extensions: &Extensions) -> Result<(), Problem> {
    let client = request::client(extensions);
    let limits = &app.config.limits;
    let rate = if client.is_local { limits.guests_local } else { limits.guests };
    app.new_guests.take(network(client.address), rate, Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_guests", "too many guests were created from this address", wait)
    })
}
