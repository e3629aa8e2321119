//! The opening handshake of a socket: what a request must show, the answer, and the connection that it leaves.

use std::io;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use house::people::passkey::PageOrigin;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tungstenite::error::{Error, ProtocolError};
use tungstenite::handshake::server::create_response_with_body;
use wire::codec::VERSION;

use crate::doors::ClientStream;
use crate::problem::Problem;

/// The answer that accepts a request for a socket, and what becomes of its connection once the answer is sent.
pub(crate) fn accept(request: &mut Request) -> Result<(Response, OnUpgrade), Problem> {
    let mut response =
        create_response_with_body(request, Body::empty).map_err(|error| not_an_upgrade(&error))?;
    if speaks_this_version(request.headers())? {
        let chosen = HeaderValue::from_static(VERSION);
        response.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, chosen);
    }
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade = upgrade.ok_or_else(|| not_a_websocket(StatusCode::UPGRADE_REQUIRED))?;
    Ok((response, upgrade))
}

fn not_an_upgrade(error: &Error) -> Problem {
    not_a_websocket(match error {
        Error::Protocol(ProtocolError::WrongHttpMethod) => StatusCode::METHOD_NOT_ALLOWED,
        Error::Protocol(ProtocolError::WrongHttpVersion) => StatusCode::UPGRADE_REQUIRED,
        _ => StatusCode::BAD_REQUEST,
    })
}

fn not_a_websocket(status: StatusCode) -> Problem {
    let message = "the request is no WebSocket upgrade; open this address as a WebSocket, version 13";
    Problem::new(status, "not_a_websocket", message)
}

/// The connection after the handshake, and the bytes that were already read from it. The buffers of HTTP are dropped,
/// and so is the timeout of HTTP: a socket has its own.
///
/// # Errors
/// When the answer was not sent, or when the connection is of another kind than the doors let in.
pub(crate) async fn connection(upgrade: OnUpgrade) -> io::Result<(TcpStream, Bytes)> {
    let upgraded: Upgraded = upgrade.await.map_err(io::Error::other)?;
    let parts = upgraded
        .downcast::<TokioIo<ClientStream>>()
        .map_err(|_| io::Error::other("the connection did not come through the doors"))?;
    Ok((parts.io.into_inner().stream, parts.read_buf))
}

/// Whether the client offers the version of the protocol that the server speaks. One that offers none may speak it.
fn speaks_this_version(headers: &HeaderMap) -> Result<bool, Problem> {
    let offers = headers.get_all(header::SEC_WEBSOCKET_PROTOCOL).into_iter();
    let offers = offers.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    let offers: Vec<&str> = offers.map(str::trim).filter(|offer| offer.starts_with("punto.")).collect();
    if offers.is_empty() || offers.contains(&VERSION) {
        return Ok(!offers.is_empty());
    }
    let message = format!("the server speaks {VERSION}; offer it as the subprotocol of the socket");
    Err(Problem::new(StatusCode::BAD_REQUEST, "unknown_version", message))
}

/// Refuses sockets that a page of a foreign origin opens.
pub(crate) fn check_origin(headers: &HeaderMap, allowed: &[PageOrigin]) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, authority)| authority);
    if (own.is_some() && own == host) || allowed.iter().any(|it| it.as_str() == origin) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "foreign_origin",
        "this origin may not open sockets; open them from the server's own pages",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_offers_other_versions_alone_is_refused() {
        for (offers, expected) in [
            (&[][..], Ok(false)),
            (&["chat"], Ok(false)),
            (&["punto.v1"], Ok(true)),
            (&["punto.v2, punto.v1"], Ok(true)),
            (&["punto.v2", "chat", " punto.v1 "], Ok(true)),
            (&["punto.v2"], Err("unknown_version")),
            (&["punto.v10, chat"], Err("unknown_version")),
        ] {
            let mut headers = HeaderMap::new();
            for offer in offers {
                headers.append(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(offer));
            }
            let spoken = speaks_this_version(&headers).map_err(|problem| problem.body.code);
            assert_eq!(
                spoken.as_ref().map_err(String::as_str),
                expected.as_ref().map_err(|code| *code),
                "{offers:?}"
            );
        }
    }

    #[test]
    fn only_own_pages_open_sockets() {
        let allowed = ["http://localhost:5173", "https://app.example/"].map(|it| it.parse().unwrap());
        for (origin, host, allows) in [
            (None, Some("punto.example"), true),
            (Some("https://punto.example"), Some("punto.example"), true),
            (Some("http://punto.example:7777"), Some("punto.example:7777"), true),
            (Some("http://punto.example:7778"), Some("punto.example:7777"), false),
            (Some("https://punto.example.evil.example"), Some("punto.example"), false),
            (Some("http://localhost:5173"), Some("punto.example"), true),
            (Some("https://app.example"), Some("punto.example"), true),
            (Some("http://app.example"), Some("punto.example"), false),
            (Some("null"), Some("punto.example"), false),
            (Some("null"), None, false),
            (Some(""), None, false),
        ] {
            let mut headers = HeaderMap::new();
            let mut set = |name, value: Option<&'static str>| {
                value.map(|value| headers.insert(name, HeaderValue::from_static(value)))
            };
            set(header::ORIGIN, origin);
            set(header::HOST, host);
            assert_eq!(check_origin(&headers, &allowed).is_ok(), allows, "{origin:?} {host:?}");
        }
    }
}
