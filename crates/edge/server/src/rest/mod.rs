//! The HTTP interface under `/api`, one file a resource, and how requests are read. What it asks and answers is
//! in [`wire::rest`].

mod guests;
mod health;
mod house_rules;
mod me;
mod page;
mod supervisor;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::routing::{get, post};
use house::ports::{Patron, Wallet};
use serde::de::DeserializeOwned;
use wire::server::PatronInfo;

use crate::app::App;
use crate::problem::Problem;

/// All resources.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/guests", post(guests::create))
        .route("/api/me", get(me::show))
        .route("/api/me/play-money", post(me::top_up))
        .route("/api/me/rounds", get(me::rounds))
        .route("/api/me/statement", get(me::statement))
        .route("/api/tables", get(tables::list))
        .route("/api/tables/{id}", get(tables::show))
        .route("/api/tables/{id}/house-rules", get(house_rules::of_table))
        .route("/api/house-rules/{id}", get(house_rules::show))
        .route("/api/health", get(health::show))
        .merge(supervisor::routes())
}

/// The patron whose token came with the request.
pub(crate) struct Authenticated(pub(crate) Patron);

impl FromRequestParts<Arc<App>> for Authenticated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let token = bearer(parts).ok_or_else(Problem::unauthenticated)?;
        let patron = app.house.authenticate(token).await?;
        patron.map(Self).ok_or_else(Problem::unauthenticated)
    }
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        match axum::Json::<T>::from_request(request, app).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(unreadable(&rejection)),
        }
    }
}

fn unreadable(rejection: &JsonRejection) -> Problem {
    let status = rejection.status();
    let (code, message) = match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("not_json", "send `Content-Type: application/json`".to_owned())
        }
        StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "the body is too long".to_owned()),
        StatusCode::UNPROCESSABLE_ENTITY => ("unacceptable", rejection.body_text()),
        _ => ("malformed_request", rejection.body_text()),
    };
    Problem::new(status, code, message.chars().take(300).collect::<String>())
}

/// A patron as screens show them.
pub(crate) fn patron_info(patron: &Patron, wallet: Wallet) -> PatronInfo {
    let Wallet { cash, bonus, owed } = wallet;
    PatronInfo::new(patron.id, &patron.nickname, patron.currency, (cash, bonus, owed))
}
