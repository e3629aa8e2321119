//! What every HTTP request goes through: a name, a time limit, one line in the log, the headers every answer
//! has, and the envelope of those that are no success.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wire::error::ErrorEnvelope;

use crate::app::App;
use crate::impatient::Caller;
use crate::problem::Problem;

/// Names the request in the log and in the answer.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Everything a page needs comes from here; images may also stand in the page itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The outermost layer.
pub(crate) async fn answer(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (id, started) = (app.next_request_id(), Instant::now());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = match tokio::time::timeout(app.config.limits.request, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::timed_out().into_response(),
    };
    let mut response = enveloped(response, &id);
    common_headers(response.headers_mut(), &path, &id);
    let (status, us) = (response.status().as_u16(), started.elapsed().as_micros());
    tracing::debug!(request_id = %id, %method, path, status, us, "request");
    response
}

/// The answer with its body, if it is no success.
fn enveloped(response: Response, id: &str) -> Response {
    let status = response.status();
    let Some(problem) = response.extensions().get::<Problem>().cloned() else { return response };
    if let Some(cause) = &problem.cause {
        tracing::error!(request_id = id, status = status.as_u16(), code = problem.body.code, cause, "failed");
    }
    let envelope = ErrorEnvelope { error: *problem.body, request_id: id.to_owned() };
    let headers = response.headers().clone();
    let mut answer = (status, Json(envelope)).into_response();
    let kept = headers.into_iter().filter_map(|(name, value)| Some((name?, value)));
    answer.headers_mut().extend(
        kept.filter(|(name, _)| {
            [header::WWW_AUTHENTICATE, header::RETRY_AFTER, header::ALLOW].contains(name)
        }),
    );
    answer
}

fn common_headers(headers: &mut HeaderMap, path: &str, id: &str) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
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

/// Whether a path belongs to the interface and not to the client's files.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Known paths asked in another way than they answer.
pub(crate) async fn wrong_method(request: Request) -> Problem {
    let message = format!("{} is not answered at {:.200}", request.method(), request.uri().path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

/// Where a request comes from.
pub(crate) fn address(extensions: &axum::http::Extensions) -> IpAddr {
    let known = extensions.get::<ConnectInfo<Caller>>().map(|info| info.0.0.ip().to_canonical());
    known.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
