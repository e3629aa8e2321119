//! `POST /api/v1/guests`: creates a guest with play money, within the rate limit of the client's network.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::rest::{Guest, NewGuest};

use super::extract::Body;
use super::me::patron_info;
use super::route::Route;
use super::sender::Sender;
use crate::app::App;
use crate::problem::Problem;
use crate::rate_limit::{Rate, network};
use crate::role_lists::EVERYBODY;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/guests", EVERYBODY, create)
            .says("Creates a guest with play money")
            .takes::<NewGuest>()
            .answers::<Guest>(201)
            .refuses(&["bad_nickname", "too_many_guests"]),
    ]
}

async fn create(
    State(app): State<Arc<App>>,
    sender: Sender,
    Body(guest): Body<NewGuest>,
) -> Result<(StatusCode, Json<Guest>), Problem> {
    check_rate(&app, &sender)?;
    let (patron, token) = app.house.new_guest(&guest.nickname).await?;
    let wallet = app.house.numbered_wallet(patron.id).await?;
    let guest = Guest { token: token.secret().to_owned(), patron: patron_info(&patron, wallet) };
    Ok((StatusCode::CREATED, Json(guest)))
}

/// How often the nickname and the password of an account may be checked for each account that may be added.
const CHECKS: u32 = 3;

/// Takes one guest or account from the rate of the client's network.
pub(super) fn check_rate(app: &App, sender: &Sender) -> Result<(), Problem> {
    let (from, rate) = source(app, sender);
    app.new_guests.take(from, rate, Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_guests", "too many guests or accounts were added from this address", wait)
    })
}

/// Takes one check of a nickname and a password from the rate of the client's network, so that an account that is
/// refused takes no guest from its neighbours.
pub(super) fn check_sign_up_rate(app: &App, sender: &Sender) -> Result<(), Problem> {
    let (from, rate) = source(app, sender);
    app.sign_ups.take(from, rate.times(CHECKS), Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_requests", "this address tries to add too many accounts", wait)
    })
}

/// The client's network, and the rate of guests and accounts from there.
fn source(app: &App, sender: &Sender) -> (IpAddr, Rate) {
    let (client, limits) = (sender.client(), &app.config.limits);
    let rate = if app.visitors.is_local(client) { limits.guests_local } else { limits.guests };
    (network(client.address), rate)
}
