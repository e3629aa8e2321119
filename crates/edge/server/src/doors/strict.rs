//! What a request must look like beyond what the parser asks: its host, its target, its headers, its framing.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, Version, header};

use super::heads::{Fault, Notes};
use crate::problem::Problem;

/// The most headers of a request.
const MAX_HEADERS: usize = 64;
/// The longest target of a request, in bytes.
const MAX_TARGET: usize = 8 << 10;

/// Checks a request (RFC 9112, sections 2.2, 3.2 and 6.3).
///
/// # Errors
/// The problem of the first thing that is wrong. The connection is to be closed after it.
pub(crate) fn check(request: &Request, notes: Option<&Notes>) -> Result<(), Problem> {
    match notes.and_then(Notes::fault) {
        Some(Fault::BareLineFeed) => {
            return Err(malformed("a line of the head ends without a carriage return"));
        }
        Some(Fault::TwoLengths) => return Err(malformed("the head says twice how long the body is")),
        None => {}
    }
    if request.headers().len() > MAX_HEADERS {
        let message = format!("the request has too many headers; send at most {MAX_HEADERS}");
        return Err(Problem::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "too_many_headers", message));
    }
    if request.uri().path_and_query().is_some_and(|target| target.as_str().len() > MAX_TARGET) {
        let message = format!("the target is too long; send at most {MAX_TARGET} bytes");
        return Err(Problem::new(StatusCode::URI_TOO_LONG, "target_too_long", message));
    }
    check_host(request.version(), request.uri(), request.headers())
}

/// Checks that the request names one host, which the target does not contradict.
fn check_host(version: Version, target: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (None, _) if version < Version::HTTP_11 => return Ok(()),
        (None, _) => return Err(malformed("the request has no Host")),
        (Some(_), Some(_)) => return Err(malformed("the request has several hosts")),
        (Some(host), None) => host,
    };
    let host: Option<Authority> = host.to_str().ok().and_then(|host| host.parse().ok());
    let Some(host) = host.filter(|host| !host.as_str().contains('@')) else {
        return Err(malformed("the Host of the request is no name with or without a port"));
    };
    match target.authority() {
        Some(named) if *named != host => Err(malformed("the target and the Host name two servers")),
        _ => Ok(()),
    }
}

fn malformed(message: &str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "malformed_request", message)
}
