//! `GET /api/socket`: what happens, as it happens. One task a socket: it reads requests, and writes what its
//! outbox holds.

mod arrivals;
mod own;
mod requests;
mod session;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use futures_util::StreamExt as _;

use crate::app::App;
use crate::hub::{Outbox, Registration};
use crate::problem::Problem;
use session::Session;

/// How long the other end may take to close once it was told to.
const CLOSING: Duration = Duration::from_secs(1);
/// Reading is in small steps: an idle socket holds this buffer.
const READ_BUFFER: usize = 4 << 10;
/// What is written at once leaves together; a flush follows each batch, so this delays nothing.
const WRITE_BUFFER: usize = 4 << 10;

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| not_an_upgrade(&rejection))?;
    check_origin(&headers, &app.config.origins)?;
    let outbox = Arc::new(Outbox::new(app.config.limits.queue_bytes));
    let registration = app.sockets.register(&outbox).ok_or_else(|| {
        let message = "too many sockets are open; try again later";
        let busy = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many_sockets", message);
        busy.retry_after(Duration::from_secs(5))
    })?;
    let longest = app.config.limits.message_bytes;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(longest)
        .max_frame_size(longest)
        .on_upgrade(move |socket| run(app, socket, outbox, registration)))
}

fn not_an_upgrade(rejection: &WebSocketUpgradeRejection) -> Problem {
    let status = match rejection {
        WebSocketUpgradeRejection::MethodNotGet(_) => StatusCode::METHOD_NOT_ALLOWED,
        WebSocketUpgradeRejection::ConnectionNotUpgradable(_) => StatusCode::UPGRADE_REQUIRED,
        _ => StatusCode::BAD_REQUEST,
    };
    Problem::new(status, "not_a_websocket", "open this address as a WebSocket, version 13")
}

/// A page of somebody else's must not open a socket in the name of whoever looks at it.
fn check_origin(headers: &HeaderMap, allowed: &[String]) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, authority)| authority);
    if (own.is_some() && own == host) || allowed.iter().any(|it| it == origin) {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "foreign_origin",
        "sockets are opened from the server's own pages",
    ))
}

/// A socket from its first message to its close frame.
async fn run(app: Arc<App>, socket: WebSocket, outbox: Arc<Outbox>, registration: Registration) {
    let (mut sink, mut stream) = socket.split();
    let mut session = Session::new(Arc::clone(&app), Arc::clone(&outbox), registration.id());
    let end = {
        let mut writing = std::pin::pin!(writer::write(&mut sink, &outbox, app.config.limits.ping_every));
        tokio::select! {
            end = &mut writing => end,
            end = session.run(&mut stream) => {
                outbox.end(end);
                tokio::time::timeout(CLOSING, writing).await.unwrap_or(end)
            }
        }
    };
    outbox.end(end);
    session.close();
    tracing::debug!(socket = registration.id().0, ?end, "socket closed");
    writer::close(&mut sink, end).await;
    // Reading on until the other end closes too: what it sent meanwhile must not undo the close frame.
    let rest = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = tokio::time::timeout(CLOSING, rest).await;
    drop(registration);
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_own_pages_open_sockets() {
        let allowed = ["http://localhost:5173".to_owned()];
        for (origin, host, fits) in [
            (None, Some("punto.example"), true),
            (Some("https://punto.example"), Some("punto.example"), true),
            (Some("http://punto.example:7777"), Some("punto.example:7777"), true),
            (Some("http://punto.example:7778"), Some("punto.example:7777"), false),
            (Some("https://punto.example.evil.example"), Some("punto.example"), false),
            (Some("http://localhost:5173"), Some("punto.example"), true),
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
            assert_eq!(check_origin(&headers, &allowed).is_ok(), fits, "{origin:?} {host:?}");
        }
    }
}
