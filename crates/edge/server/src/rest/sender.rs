//! Where a request comes from, and how a new session is handed over there.

use std::convert::Infallible;
use std::time::Instant;

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use house::people::{NewSession, Origin};
use wire::people::SessionStarted;

use crate::app::App;
use crate::credentials::{Delivery, console_cookie, console_of, forget_cookie};
use crate::forwarded::ClientAddress;
use crate::problem::Problem;
use crate::request;

/// A new session on its way to its owner.
pub(super) type Started = (StatusCode, HeaderMap, Json<SessionStarted>);

/// The address and the headers of the client that sent the request.
pub(super) struct Sender {
    client: ClientAddress,
    headers: HeaderMap,
}

impl<S: Sync> FromRequestParts<S> for Sender {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self { client: request::client(&parts.extensions), headers: parts.headers.clone() })
    }
}

/// The results of log-ins that are counted apart.
const RESULTS: [&str; 4] = ["wrong_credentials", "too_many_attempts", "busy", "unavailable"];

/// Counts a log-in by its result.
pub(super) fn counted<T>(app: &App, log_in: Result<T, impl Into<Problem>>) -> Result<T, Problem> {
    let log_in = log_in.map_err(Into::into);
    let result = log_in.as_ref().err().map_or("ok", |problem: &Problem| {
        RESULTS.into_iter().find(|code| *code == problem.body.code).unwrap_or("other")
    });
    app.config.metrics.log_ins.one(result);
    log_in
}

/// Takes a log-in from the rate of the sender's network.
pub(super) fn check_log_in_rate(app: &App, sender: &Sender) -> Result<(), Problem> {
    app.visitors.take_log_in(sender.client, Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_requests", "too many log-ins come from this address", wait)
    })
}

impl Sender {
    /// The origin under which the house counts attempts.
    pub(super) fn origin(&self) -> Origin {
        self.client.into()
    }

    /// The address of the client.
    pub(super) const fn client(&self) -> ClientAddress {
        self.client
    }

    /// The headers and the part of a body that hand a new session over.
    pub(super) fn handed_over(
        &self,
        delivery: Delivery,
        session: &NewSession,
    ) -> (HeaderMap, SessionStarted) {
        delivery.of(session, &self.headers, self.client)
    }

    /// The answer that hands a new session over.
    pub(super) fn started(&self, status: StatusCode, delivery: Delivery, session: &NewSession) -> Started {
        let (headers, body) = self.handed_over(delivery, session);
        (status, headers, Json(body))
    }

    /// The secret of the dealer's console that the page shows.
    pub(super) fn console(&self) -> Option<&str> {
        console_of(&self.headers, self.client)
    }

    /// The headers that make the page the dealer's console of the table with this path.
    pub(super) fn made_console(&self, secret: &str, path: &str) -> HeaderMap {
        console_cookie((secret, path), &self.headers, self.client)
    }

    /// The headers that make the page forget its session.
    pub(super) fn forget_session(&self) -> HeaderMap {
        forget_cookie(&self.headers, self.client)
    }
}
