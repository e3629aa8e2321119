//! Extractors: the patron or the member of staff who calls, and the JSON body of a request.

use std::error::Error as _;
use std::sync::Arc;
use std::{io, iter};

use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use bytes::Bytes;
use futures_util::StreamExt as _;
use house::people::{LoggedIn, StaffMember};
use house::ports::Patron;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use wire::misfit;

use super::operation::JSON;
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

impl<T: DeserializeOwned + JsonSchema + 'static> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            let message = "the body is not JSON; send `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", message));
        }
        let body = whole_body(request, app.config.limits.body_bytes).await?;
        // A body that does not fit the schema of its request is malformed, whether it is JSON or not. What fits the
        // schema and makes no sense is the handler's to refuse.
        let read = misfit::read(&body, "malformed_request");
        read.map(Self).map_err(|error| Problem::of(StatusCode::BAD_REQUEST, *error))
    }
}

/// The body of a request whose route takes at most so many bytes.
pub(super) async fn whole_body(request: Request, most: usize) -> Result<Bytes, Problem> {
    Bytes::from_request(request, &()).await.map_err(|rejection| not_whole(&rejection, most))
}

/// Reads the body of a request that is refused, up to so many bytes, and keeps nothing of it. A proxy that still hands
/// a body on when the answer comes takes the closed connection for a failure of Punto, and its client never reads why.
pub(super) async fn drain(request: Request, most: usize) {
    let mut parts = request.into_body().into_data_stream();
    let mut left = most;
    while let Some(Ok(part)) = parts.next().await {
        match left.checked_sub(part.len()) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

/// Whether a request says that its body is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media == JSON || (media.starts_with("application/") && media.ends_with("+json"))
}

/// The problem of a body that is too long or too slow, or of which a part did not come.
fn not_whole(rejection: &BytesRejection, most: usize) -> Problem {
    if is_late(rejection) {
        return Problem::timed_out();
    }
    let (code, message) = match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            ("too_large", format!("the body is too long; send at most {most} bytes"))
        }
        _ => ("malformed_request", "the body did not come as a whole; send it again".to_owned()),
    };
    Problem::new(rejection.status(), code, message)
}

/// Whether the time for the body was over. The limit of the whole request ends in the same moment; either may be
/// noticed first, and the answer is the same.
fn is_late(rejection: &BytesRejection) -> bool {
    let causes = iter::successors(rejection.source(), |cause| (*cause).source());
    causes
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|it| it.kind() == io::ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use futures_util::stream;

    use super::*;
    use crate::doors;

    #[tokio::test]
    async fn a_body_that_takes_too_long_is_late_and_not_malformed() {
        let silent = Body::from_stream(stream::pending::<Result<Bytes, io::Error>>());
        let cut_off =
            Body::from_stream(stream::iter([Err::<Bytes, _>(io::Error::from(io::ErrorKind::BrokenPipe))]));
        for (body, code) in
            [(doors::within(Duration::ZERO, silent), "timed_out"), (cut_off, "malformed_request")]
        {
            let rejection = Bytes::from_request(Request::new(body), &()).await.expect_err("no whole body");
            assert_eq!(not_whole(&rejection, 10).body.code, code);
        }
    }
}
