//! Facts about a request that several handlers need: whether it is for the API, and the client's address.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use ipnet::IpNet;

use crate::doors::Ends;
use crate::forwarded::{self, ClientAddress};
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

/// Where a request comes from, which [`crate::middleware`] notes; unspecified when the connection has no address.
pub(crate) fn client(extensions: &Extensions) -> ClientAddress {
    let nowhere = ClientAddress { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), is_local: false };
    extensions.get().copied().unwrap_or(nowhere)
}

/// Where a request comes from, by its connection and its headers.
pub(crate) fn find_client(request: &Request, trusted: &[IpNet]) -> Option<ClientAddress> {
    let Ends { peer, local } = request.extensions().get()?;
    let ends = (peer.ip(), local.map(|local| local.ip()));
    Some(forwarded::client_address(ends, (request.version(), request.headers()), trusted))
}
