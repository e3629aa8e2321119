//! Middleware around every HTTP request: request id, timeout, log line, common headers, error envelope.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use table::Timestamp;
use tracing::{Instrument as _, error_span};
use wire::error::ErrorEnvelope;

use crate::app::App;
use crate::doors::{self, Ends, Notes};
use crate::forwarded::proxy_fault;
use crate::probes;
use crate::problem::Problem;
use crate::request::{self, find_client, is_api};
use crate::rest;

/// The header that names the request, in the response and in the log.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Handles a request as the outermost layer.
pub(crate) async fn handle(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if let Some(client) = find_client(&request, &app.config.trusted_proxies) {
        request.extensions_mut().insert(client);
    }
    note_proxy(&app, &request);
    let (id, started) = (app.next_request_id(), Instant::now());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let pattern = request.extensions().get::<MatchedPath>().cloned();
    let notes: Option<Arc<Notes>> = request.extensions().get().cloned();
    let checked = doors::check(&request, notes.as_deref());
    let is_malformed = checked.is_err();
    let response = match checked.and_then(|()| check_rate(&app, &request, started)) {
        // Every line that is written for the request names it, at every level of the log.
        Ok(()) => answer(&app, request, next).instrument(error_span!("request", id)).await,
        Err(problem) => problem.into_response(),
    };
    let mut response = with_envelope(response, &id, || app.house.now());
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, app.content_security_policy.clone());
    common_headers(response.headers_mut(), &path, &id);
    let is_last = is_malformed || notes.is_some_and(|notes| notes.is_last());
    if is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    let pattern = pattern.as_ref().map(MatchedPath::as_str);
    app.config.metrics.http.add(&method, pattern, response.status(), started.elapsed());
    let (status, us) = (response.status().as_u16(), started.elapsed().as_micros());
    tracing::debug!(request_id = %id, %method, path, status, us, "request handled");
    response
}

/// Notes a proxy that is not set up as it should be. Probes come from the proxy itself and name no client.
fn note_proxy(app: &App, request: &Request) {
    if probes::PATHS.contains(&request.uri().path()) {
        return;
    }
    let Some(peer) = request.extensions().get::<Ends>().map(|ends| ends.peer.ip()) else { return };
    if let Some(fault) = proxy_fault(peer, request.headers(), &app.config.trusted_proxies) {
        app.visitors.log.proxy_fault(peer, fault);
    }
}

/// Takes a request from the rate of the client's network.
fn check_rate(app: &App, request: &Request, now: Instant) -> Result<(), Problem> {
    let client = request::client(request.extensions());
    let taken = if rest::is_of_picture(request.uri().path()) {
        app.visitors.take_picture(client, now)
    } else {
        app.visitors.take_request(client, now)
    };
    taken.map_err(|wait| Problem::too_many("too_many_requests", "this address sends too many requests", wait))
}

/// The answer of the route, within the time that a request may take.
async fn answer(app: &App, request: Request, next: Next) -> Response {
    let limit = app.config.limits.request;
    let request = request.map(|body| doors::within(limit, body));
    let answer = tokio::time::timeout(limit, next.run(request)).await;
    answer.unwrap_or_else(|_| Problem::timed_out().into_response())
}

/// The response, with the error envelope as its body when it carries a [`Problem`]. `now` reads the server's clock.
fn with_envelope(response: Response, id: &str, now: impl FnOnce() -> Timestamp) -> Response {
    let status = response.status();
    let Some(problem) = response.extensions().get::<Problem>().cloned() else { return response };
    if let Some(cause) = &problem.cause {
        tracing::error!(
            request_id = id,
            status = status.as_u16(),
            code = problem.body.code,
            cause,
            "request failed"
        );
    }
    let envelope = ErrorEnvelope { error: problem.body.with_now(now()), request_id: id.to_owned() };
    let mut enveloped = (status, Json(envelope)).into_response();
    for name in [header::WWW_AUTHENTICATE, header::RETRY_AFTER, header::ALLOW] {
        if let Some(value) = response.headers().get(&name) {
            enveloped.headers_mut().insert(name, value.clone());
        }
    }
    enveloped
}

fn common_headers(headers: &mut HeaderMap, path: &str, id: &str) {
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_api(path) || !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
}
