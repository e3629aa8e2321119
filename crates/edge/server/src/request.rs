//! Facts about a request that several handlers need: whether it is for the API, and the client's address.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::{ConnectInfo, Request};
use axum::http::{Extensions, StatusCode};

use crate::idle_timeout::PeerAddress;
use crate::problem::Problem;

/// Whether a path belongs to the API and not to the client's files.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// The problem of a method that a known path does not support.
pub(crate) async fn wrong_method(request: Request) -> Problem {
    let message = format!("{} is not supported at {:.200}", request.method(), request.uri().path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", message)
}

/// The client's address; unspecified when the connection has none.
pub(crate) fn client_address(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<PeerAddress>>().map(|info| info.0.0.ip().to_canonical());
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}
