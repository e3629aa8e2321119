//! Error responses: a status and a body for the caller, and a cause for the log alone.

use std::fmt::Display;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wire::error::ErrorBody;

/// An error response. [`crate::middleware`] wraps its body in the envelope.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) body: Box<ErrorBody>,
    /// The cause, which is logged and not sent.
    pub(crate) cause: Option<String>,
    retry_after: Option<Duration>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> Self {
        Self::of(status, ErrorBody::new(code, message))
    }

    pub(crate) fn of(status: StatusCode, body: ErrorBody) -> Self {
        Self { status, body: Box::new(body), cause: None, retry_after: None }
    }

    /// Sets the time after which the same request may be sent again.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        Self { body: Box::new(self.body.with_retry_after(wait)), retry_after: Some(wait), ..self }
    }

    /// A failure of the house or the store. Its cause is logged and not sent.
    pub(crate) fn failed(status: StatusCode, code: &str, message: &str, cause: impl Display) -> Self {
        Self { cause: Some(cause.to_string()), ..Self::new(status, code, message) }
    }

    pub(crate) fn unauthenticated() -> Self {
        let message = "the request has no valid token; send `Authorization: Bearer <token>`";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", message)
    }

    /// A path that has no route and no file.
    pub(crate) fn unknown_path(path: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_path", format!("the path {path:.200} does not exist"))
    }

    /// A table that the house does not have.
    pub(crate) fn unknown_table(table: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_table", format!("table {table:.40} does not exist"))
    }

    /// A caller exceeds a rate limit.
    pub(crate) fn too_many(code: &str, message: &str, wait: Duration) -> Self {
        let message = format!("{message}; wait as long as retry_after_ms says");
        Self::new(StatusCode::TOO_MANY_REQUESTS, code, message).retry_after(wait)
    }

    /// The server stops and opens nothing new; another one, or this one after its restart, does.
    pub(crate) fn stopping() -> Self {
        let message = "the server is stopping; open the socket again in a moment";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", message).retry_after(Duration::from_secs(1))
    }

    pub(crate) fn timed_out() -> Self {
        let message = "the request took too long; send it again";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "timed_out", message).retry_after(Duration::from_secs(1))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        let headers = response.headers_mut();
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(wait) = self.retry_after {
            // Whole seconds, rounded up.
            let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}
