//! Extractors: the authenticated patron and the JSON body of a request.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use house::ports::Patron;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::problem::Problem;

/// The patron whose token the request has.
pub(super) struct Authenticated(pub(super) Patron);

impl FromRequestParts<Arc<App>> for Authenticated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let token = bearer(parts).ok_or_else(Problem::unauthenticated)?;
        let patron = app.house.authenticate(token).await?;
        patron.map(Self).ok_or_else(Problem::unauthenticated)
    }
}

/// The bearer token of the request.
pub(super) fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The JSON body of the request.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        match axum::Json::<T>::from_request(request, app).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(bad_body(&rejection)),
        }
    }
}

fn bad_body(rejection: &JsonRejection) -> Problem {
    let status = rejection.status();
    let (code, message) = match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("not_json", "the body is not JSON; send `Content-Type: application/json`".to_owned())
        }
        StatusCode::PAYLOAD_TOO_LARGE => ("too_large", "the body is too long".to_owned()),
        StatusCode::UNPROCESSABLE_ENTITY => ("unacceptable", rejection.body_text()),
        _ => ("malformed_request", rejection.body_text()),
    };
    Problem::new(status, code, message.chars().take(300).collect::<String>())
}
