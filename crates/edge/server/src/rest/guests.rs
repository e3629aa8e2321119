//! `POST /api/guests`: a new guest with play money. As many as one address may have in a while.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::{Extensions, StatusCode};
use wire::rest::{Guest, NewGuest};

use super::{Body, patron_info};
use crate::app::App;
use crate::problem::Problem;
use crate::request;

pub(super) async fn create(
    State(app): State<Arc<App>>,
    extensions: Extensions,
    Body(guest): Body<NewGuest>,
) -> Result<(StatusCode, Json<Guest>), Problem> {
    take_one(&app, &extensions)?;
    let (patron, token) = app.house.new_guest(&guest.nickname).await?;
    let wallet = app.house.wallet(patron.id).await?;
    let guest = Guest { token: token.secret().to_owned(), patron: patron_info(&patron, wallet) };
    Ok((StatusCode::CREATED, Json(guest)))
}

fn take_one(app: &App, extensions: &Extensions) -> Result<(), Problem> {
    let address = request::address(extensions);
    let limits = &app.config.limits;
    let rate = if address.is_loopback() { limits.guests_local } else { limits.guests };
    app.guests.take(address, rate, Instant::now()).map_err(|wait| {
        let message = "this address has created too many guests; wait as long as Retry-After says";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_guests", message).retry_after(wait)
    })
}
