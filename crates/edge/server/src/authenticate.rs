//! Finds the caller of a request by what it shows, and the problems of callers who may not.

use std::net::IpAddr;
use std::time::Instant;

use axum::http::{Extensions, HeaderMap, Method, StatusCode};
use house::people::Role;
use table::TableId;

use crate::app::App;
use crate::caller::Caller;
use crate::credentials::{CSRF, Shown, csrf_of, passes_csrf};
use crate::problem::Problem;
use crate::rate_limit::network;
use crate::request;

/// The caller whose session a request shows.
pub(crate) async fn authenticate(
    app: &App,
    method: &Method,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Result<Caller, Problem> {
    let shown = Shown::of(headers, request::client(extensions));
    let secret = shown.secret().ok_or_else(Problem::unauthenticated)?;
    let Some(session) = app.house.people().authenticate(secret).await? else {
        return Err(unknown_secret(app, request::client(extensions).address));
    };
    if shown != Shown::Cookie(secret) {
        return Ok(Caller::with(session));
    }
    if !passes_csrf(method, headers, secret) {
        let message =
            format!("a request by cookie that changes something sends the header {CSRF} of its session");
        return Err(Problem::new(StatusCode::FORBIDDEN, "csrf", message));
    }
    Ok(Caller { csrf: Some(csrf_of(secret)), ..Caller::with(session) })
}

/// The problem of a secret that nobody has. It counts against the rate limit of the client's network.
pub(crate) fn unknown_secret(app: &App, address: IpAddr) -> Problem {
    let rate = app.config.limits.attempts;
    if let Err(wait) = app.wrong_secrets.take(network(address), rate, Instant::now()) {
        return Problem::too_many("too_many_attempts", "this address sent too many wrong tokens", wait);
    }
    tracing::info!(target: "security", %address, "a request with an unknown token was refused");
    let message = "this token or ticket is unknown, was used or has ended; log in or ask for another";
    Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", message)
}

impl Problem {
    /// A caller without one of the roles that may do this.
    pub(crate) fn not_allowed(roles: &[Role]) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not_allowed", allowed_to(roles))
    }

    /// A token of a program where a log-in is needed.
    pub(crate) fn not_for_programs() -> Self {
        let message =
            "a token of a program does not change credentials or end sessions; log in with the password";
        Self::new(StatusCode::FORBIDDEN, "not_for_programs", message)
    }

    /// A dealer who logged in at a table with a PIN, and asks for something else than to deal there.
    pub(crate) fn only_deals(table: TableId) -> Self {
        let message = format!(
            "a session that began with a PIN deals at table {} and does nothing else; log in with the password",
            table.0
        );
        Self::new(StatusCode::FORBIDDEN, "only_deals", message)
    }

    /// A member of staff who has not set a second factor.
    pub(crate) fn second_factor_needed() -> Self {
        let message = "staff need a second factor; POST /api/v1/me/second-factor sets one";
        Self::new(StatusCode::FORBIDDEN, "second_factor_needed", message)
    }
}

/// The message that says which roles may do something.
pub(crate) fn allowed_to(roles: &[Role]) -> String {
    let names: Vec<&str> = roles.iter().map(AsRef::as_ref).collect();
    format!("this is allowed to the roles {}; log in with one of them", names.join(", "))
}
