//! The layer that authenticates a request once, checks the roles of its route, and hands the caller on.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use house::people::Role;

use crate::app::App;
use crate::caller::Caller;
use crate::credentials::{CSRF, Shown, csrf_of, passes_csrf};
use crate::problem::Problem;
use crate::rate_limit::network;
use crate::request;

/// What a route asks of its caller.
#[derive(Clone, Copy, Debug)]
pub(super) struct Demand {
    /// The roles, of which the caller holds one.
    pub(super) roles: &'static [Role],
    /// Whether staff may call it before they have set a second factor.
    pub(super) before_second_factor: bool,
}

/// Authenticates the request, refuses callers without one of the roles, and hands the [`Caller`] on.
pub(super) async fn authorize(
    State((app, demand)): State<(Arc<App>, Demand)>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    // A route for everybody asks for no credentials, so that nobody is kept out by a session that has ended.
    let caller = if demand.roles.contains(&Role::Spectator) {
        Caller::default()
    } else {
        authenticate(&app, request.method(), request.headers(), request.extensions()).await?
    };
    if !caller.holds_one_of(demand.roles) {
        return Err(Problem::not_allowed(demand.roles));
    }
    if caller.session.as_ref().is_some_and(|session| session.needs_second_factor)
        && !demand.before_second_factor
    {
        return Err(Problem::second_factor_needed());
    }
    if let Some(staff) = caller.staff() {
        app.staff_requests.take(staff.id, app.config.limits.staff, Instant::now()).map_err(|wait| {
            Problem::too_many("too_many_requests", "this member of staff sends too many requests", wait)
        })?;
        if staff.roles.contains(&Role::Auditor) {
            let (method, path) = (request.method(), request.uri().path());
            tracing::info!(target: "security", staff = staff.id.0, %method, path, "an auditor made a request");
        }
    }
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// The caller whose session a request shows.
pub(crate) async fn authenticate(
    app: &App,
    method: &Method,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Result<Caller, Problem> {
    let shown = Shown::of(headers);
    let secret = shown.secret().ok_or_else(Problem::unauthenticated)?;
    let Some(session) = app.house.people().authenticate(secret).await? else {
        return Err(unknown(app, extensions));
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
fn unknown(app: &App, extensions: &Extensions) -> Problem {
    let address = request::client(extensions).address;
    let rate = app.config.limits.attempts;
    if let Err(wait) = app.wrong_secrets.take(network(address), rate, Instant::now()) {
        return Problem::too_many("too_many_attempts", "this address sent too many wrong tokens", wait);
    }
    tracing::info!(target: "security", %address, "a request with an unknown token was refused");
    Problem::unauthenticated()
}

impl Problem {
    /// A caller without one of the roles that may do this.
    pub(crate) fn not_allowed(roles: &[Role]) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not_allowed", allowed_to(roles))
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
