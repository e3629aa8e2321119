//! An answer that is not a success: a status, what the caller is told, and what only the log is told.

use std::fmt::Display;
use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wire::error::ErrorBody;

/// Why a request was not answered. [`crate::request`] puts it in its envelope.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) body: Box<ErrorBody>,
    /// For the log: what the caller has no business with.
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

    /// The same request may be sent again after this long.
    pub(crate) fn retry_after(self, wait: Duration) -> Self {
        Self { retry_after: Some(wait), ..self }
    }

    /// Something below failed. The caller is told that it did, the log why.
    pub(crate) fn failed(status: StatusCode, code: &str, message: &str, cause: impl Display) -> Self {
        Self { cause: Some(cause.to_string()), ..Self::new(status, code, message) }
    }

    pub(crate) fn unauthenticated() -> Self {
        let message = "send the token of a guest as `Authorization: Bearer <token>`";
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", message)
    }

    pub(crate) fn unknown_path(path: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_path", format!("there is nothing at {path:.200}"))
    }

    pub(crate) fn unknown_table(asked: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown_table", format!("there is no table {asked:.40}"))
    }

    pub(crate) fn timed_out() -> Self {
        let message = "this took too long; send it again";
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
            // Whole seconds, and never sooner than promised.
            let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response.extensions_mut().insert(self);
        response
    }
}
