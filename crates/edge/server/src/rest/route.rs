//! A route as data: method, path, roles and handler; and the layer that checks the roles before the handler runs.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::handler::Handler;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{self, MethodRouter};
use house::people::Role;

use crate::app::App;
use crate::caller::{Caller, Who};
use crate::problem::Problem;
use crate::rate_limit::network;
use crate::request;

/// The path under which all routes are.
pub(crate) const BASE: &str = "/api/v1";

/// A route of the API.
pub(crate) struct Route {
    method: &'static str,
    /// The path under [`BASE`]. Path parameters of one position have one name.
    path: &'static str,
    /// The roles that may call it. A route that spectators may call asks for no credentials.
    pub(crate) roles: &'static [Role],
    handler: MethodRouter<Arc<App>>,
}

impl Route {
    /// A route that reads.
    pub(crate) fn get<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self { method: "GET", path, roles, handler: routing::get(handler) }
    }

    /// A route that creates or changes something.
    pub(crate) fn post<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self { method: "POST", path, roles, handler: routing::post(handler) }
    }

    /// A route that replaces something.
    pub(crate) fn put<H, T>(path: &'static str, roles: &'static [Role], handler: H) -> Self
    where
        H: Handler<T, Arc<App>>,
        T: 'static,
    {
        Self { method: "PUT", path, roles, handler: routing::put(handler) }
    }

    /// The method and the whole path.
    pub(crate) fn action(&self) -> String {
        format!("{} {BASE}{}", self.method, self.path)
    }

    /// Adds this route to a router, behind the check of its roles.
    pub(super) fn add_to(self, router: Router<Arc<App>>, app: &Arc<App>) -> Router<Arc<App>> {
        let check = from_fn_with_state((Arc::clone(app), self.roles), authorize);
        router.route(&format!("{BASE}{}", self.path), self.handler.route_layer(check))
    }
}

/// Authenticates the request once, refuses callers without one of the roles, and hands the [`Caller`] on.
async fn authorize(
    State((app, roles)): State<(Arc<App>, &'static [Role])>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let caller = if roles.contains(&Role::Spectator) {
        Caller::spectator()
    } else {
        authenticate(&app, request.headers(), request.extensions()).await?
    };
    if !caller.holds_one_of(roles) {
        return Err(Problem::not_allowed(roles));
    }
    if let Who::Staff(staff) = &caller.who {
        app.supervisor_requests.take(staff.id, app.config.limits.supervisor, Instant::now()).map_err(
            |wait| {
                Problem::too_many("too_many_requests", "this member of staff sends too many requests", wait)
            },
        )?;
    }
    request.extensions_mut().insert(caller);
    Ok(next.run(request).await)
}

/// The caller whose token the request has. A wrong token counts against the rate limit of the client's network.
async fn authenticate(app: &App, headers: &HeaderMap, extensions: &Extensions) -> Result<Caller, Problem> {
    let token = bearer(headers).ok_or_else(Problem::unauthenticated)?;
    if let Some(caller) = app.caller(token).await? {
        return Ok(caller);
    }
    let address = request::client_address(extensions);
    let rate = app.config.limits.attempts;
    app.wrong_secrets.take(network(address), rate, Instant::now()).map_err(|wait| {
        Problem::too_many("too_many_attempts", "this address sent too many wrong tokens", wait)
    })?;
    tracing::warn!(%address, "a request with an unknown token was refused");
    Err(Problem::unauthenticated())
}

/// The bearer token of the request.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

impl Problem {
    /// A caller without one of the roles that may do this.
    pub(crate) fn not_allowed(roles: &[Role]) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not_allowed", allowed_to(roles))
    }
}

/// The message that says which roles may do something.
pub(crate) fn allowed_to(roles: &[Role]) -> String {
    let names: Vec<&str> = roles.iter().map(AsRef::as_ref).collect();
    format!("this is allowed to the roles {}; log in with one of them", names.join(", "))
}
