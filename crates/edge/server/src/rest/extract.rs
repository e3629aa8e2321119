//! Extractors: the patron or the member of staff who calls, and the JSON body of a request.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use house::people::{LoggedIn, StaffMember};
use house::ports::Patron;
use serde::de::DeserializeOwned;
use wire::error::ErrorBody;

use crate::app::App;
use crate::caller::Caller;
use crate::problem::Problem;
use crate::role_lists::{PLAYERS, STAFF};

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// The session of the caller.
pub(super) struct LoggedInAs(pub(super) Arc<LoggedIn>);

impl FromRequestParts<Arc<App>> for LoggedInAs {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let session = Caller::from_request_parts(parts, app).await?.session;
        session.map(Self).ok_or_else(Problem::unauthenticated)
    }
}

/// The patron who calls, a guest or one with an account.
pub(super) struct Authenticated(pub(super) Patron);

impl FromRequestParts<Arc<App>> for Authenticated {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let caller = Caller::from_request_parts(parts, app).await?;
        caller.patron().cloned().map(Self).ok_or_else(|| Problem::not_allowed(PLAYERS))
    }
}

/// The member of staff who calls. The route says which roles they may hold.
pub(super) struct Authorized(pub(super) StaffMember);

impl FromRequestParts<Arc<App>> for Authorized {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let caller = Caller::from_request_parts(parts, app).await?;
        caller.staff().cloned().map(Self).ok_or_else(|| Problem::not_allowed(STAFF))
    }
}

/// The JSON body of the request.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        match axum::Json::<T>::from_request(request, app).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(bad_body(&rejection, app.config.limits.body_bytes)),
        }
    }
}

/// A body that does not fit the schema of its request is malformed, whether it is JSON or not. What fits the schema and
/// makes no sense is the handler's to refuse.
fn bad_body(rejection: &JsonRejection, most: usize) -> Problem {
    let misfits = rejection.status() == StatusCode::UNPROCESSABLE_ENTITY;
    let status = if misfits { StatusCode::BAD_REQUEST } else { rejection.status() };
    if misfits && let Some(body) = ErrorBody::unknown_field(&shortened(&rejection.body_text())) {
        return Problem::of(status, body);
    }
    let (code, message) = match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ("not_json", "the body is not JSON; send `Content-Type: application/json`".to_owned())
        }
        StatusCode::PAYLOAD_TOO_LARGE => {
            ("too_large", format!("the body is too long; send at most {most} bytes"))
        }
        _ => ("malformed_request", rejection.body_text()),
    };
    Problem::new(status, code, shortened(&message))
}

/// The beginning of a message, which may quote a long input.
fn shortened(message: &str) -> String {
    message.chars().take(300).collect()
}
