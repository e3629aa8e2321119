//! Extractors of `/api/supervisor`: the authenticated supervisor, and the parts of a path.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use table::{RequestId, RequestIdError, RoundRef, StaffId, TableId};

use crate::app::App;
use crate::problem::Problem;
use crate::rate_limit::network;
use crate::request;
use crate::rest::extract::bearer;
use crate::supervisors::Supervisor;

/// The supervisor whose secret the request has.
pub(super) struct Authorized(pub(super) Supervisor);

impl FromRequestParts<Arc<App>> for Authorized {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Some(supervisors) = &app.config.supervisors else {
            let message = "this server has no supervisors; start it with `--supervisors FILE`";
            return Err(Problem::new(StatusCode::NOT_FOUND, "no_supervisors", message));
        };
        let secret = bearer(parts);
        let Some(supervisor) = secret.and_then(|secret| supervisors.authenticate(secret)) else {
            return Err(wrong_secret(app, parts));
        };
        let rate = app.config.limits.supervisor;
        app.supervisor_requests.take(supervisor.id, rate, Instant::now()).map_err(|wait| {
            Problem::too_many("too_many_requests", "this supervisor sends too many requests", wait)
        })?;
        Ok(Self(supervisor))
    }
}

/// The problem of a missing or wrong secret. Counts against the rate limit of the client's network.
fn wrong_secret(app: &App, parts: &Parts) -> Problem {
    let address = request::client_address(&parts.extensions);
    let rate = app.config.limits.attempts;
    if let Err(wait) = app.wrong_secrets.take(network(address), rate, Instant::now()) {
        return Problem::too_many("too_many_attempts", "this address sent too many wrong secrets", wait);
    }
    tracing::warn!(%address, "a request without a supervisor's secret was refused");
    let message = "the request has no supervisor's secret; send `Authorization: Bearer <secret>`";
    Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", message)
}

/// The id that the caller made for a request.
pub(super) fn request_id(text: &str) -> Result<RequestId, Problem> {
    let unacceptable = |error: RequestIdError| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unacceptable", error.to_string())
    };
    text.parse().map_err(unacceptable)
}

/// The table that a path names.
pub(super) fn table(app: &App, text: &str) -> Result<TableId, Problem> {
    let channel = text.parse().ok().and_then(|id| app.hub.channel(id));
    channel.map(|channel| channel.id()).ok_or_else(|| Problem::unknown_table(text))
}

/// The round that a path names; rounds count from 1.
pub(super) fn round(shoe: &str, round: &str) -> Result<RoundRef, Problem> {
    let parse = || Some(RoundRef { shoe_no: shoe.parse().ok()?, round_no: round.parse().ok()? });
    let parsed = parse().filter(|round| round.round_no > 0);
    parsed.ok_or_else(|| unknown("round", &format!("{shoe:.20}-{round:.20}")))
}

/// The problem of a shoe, round, correction or patron that does not exist.
pub(super) fn unknown(kind: &str, text: &str) -> Problem {
    let (code, message) = (format!("unknown_{kind}"), format!("{kind} {text:.40} does not exist"));
    Problem::new(StatusCode::NOT_FOUND, &code, message)
}

/// The names of this server's supervisors by id.
pub(super) fn names(app: &App) -> impl Fn(StaffId) -> Option<String> {
    |id| app.config.supervisors.as_ref().and_then(|supervisors| supervisors.name(id)).map(str::to_owned)
}
