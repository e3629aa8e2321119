//! `GET /api/v1/socket`: the WebSocket. One task per socket reads messages and writes what its outbox holds.

mod auto;
mod messages;
mod patron_tables;
mod reader;
mod requests;
mod session;
mod slips;
mod writer;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Uri, header};
use axum::response::Response;
use futures_util::StreamExt as _;
use house::people::LoggedIn;
use serde::Deserialize;

use crate::app::App;
use crate::authenticate::{authenticate, unknown_secret};
use crate::credentials::Shown;
use crate::hub::{Outbox, Registration};
use crate::page_origin::PageOrigin;
use crate::problem::Problem;
use crate::request;
pub(crate) use messages::MESSAGES;
use session::{Opener, Session};

/// How long the writer and the other end each have to finish once the socket ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// After how long to try again when too many sockets are open.
const TRY_AGAIN: Duration = Duration::from_secs(5);
/// The size of the read buffer, which every idle socket holds.
const READ_BUFFER: usize = 4 << 10;
/// The size of the write buffer. It delays nothing, because each batch is flushed.
const WRITE_BUFFER: usize = 4 << 10;

pub(crate) async fn open(
    State(app): State<Arc<App>>,
    (headers, extensions, uri): (HeaderMap, Extensions, Uri),
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| not_an_upgrade(&rejection))?;
    check_origin(&headers, &app.config.origins)?;
    let opened_by = session_of(&app, &headers, &extensions, &uri).await?;
    let client = request::client(&extensions);
    let place = app.visitors.open_socket(client).ok_or_else(|| {
        let message = "this address has too many sockets open";
        Problem::too_many("too_many_sockets", message, TRY_AGAIN)
    })?;
    let opener = Opener { session: opened_by, address: client.address, place };
    let outbox = Arc::new(Outbox::new(app.config.limits.queue_bytes));
    let registration = app.sockets.register(&outbox).ok_or_else(|| {
        let message = "too many sockets are open; wait as long as retry_after_ms says";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many_sockets", message).retry_after(TRY_AGAIN)
    })?;
    let max_bytes = app.config.limits.message_bytes;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_message_size(max_bytes)
        .max_frame_size(max_bytes)
        .on_upgrade(move |socket| run(app, socket, outbox, registration, opener)))
}

/// The session that opens a socket: that of a ticket, of the `Authorization` header, or of the cookie of a page. A page
/// whose session has ended may watch.
async fn session_of(
    app: &App,
    headers: &HeaderMap,
    extensions: &Extensions,
    uri: &Uri,
) -> Result<Option<Arc<LoggedIn>>, Problem> {
    let query = Query::<TicketQuery>::try_from_uri(uri);
    if let Some(ticket) = query.ok().and_then(|query| query.0.ticket) {
        let session = app.tickets.take(&ticket, Instant::now());
        return session.map(Some).ok_or_else(|| unknown_secret(app, request::client(extensions).address));
    }
    match Shown::of(headers, request::client(extensions)) {
        Shown::Nothing => Ok(None),
        Shown::Token(_) => Ok(authenticate(app, &Method::GET, headers, extensions).await?.session),
        // Browsers name the origin of every socket, which was checked. Nobody else has a cookie.
        Shown::Cookie(_) if !headers.contains_key(header::ORIGIN) => Ok(None),
        Shown::Cookie(secret) => Ok(app.house.people().authenticate(secret).await?),
    }
}

/// The query of a request for a socket.
#[derive(Deserialize)]
struct TicketQuery {
    ticket: Option<String>,
}

fn not_an_upgrade(rejection: &WebSocketUpgradeRejection) -> Problem {
    let status = match rejection {
        WebSocketUpgradeRejection::MethodNotGet(_) => StatusCode::METHOD_NOT_ALLOWED,
        WebSocketUpgradeRejection::ConnectionNotUpgradable(_) => StatusCode::UPGRADE_REQUIRED,
        _ => StatusCode::BAD_REQUEST,
    };
    Problem::new(
        status,
        "not_a_websocket",
        "the request is no WebSocket upgrade; open this address as a WebSocket, version 13",
    )
}

/// Refuses sockets that a page of a foreign origin opens.
fn check_origin(headers: &HeaderMap, allowed: &[PageOrigin]) -> Result<(), Problem> {
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

/// Runs a socket from its first message to its close frame.
async fn run(
    app: Arc<App>,
    socket: WebSocket,
    outbox: Arc<Outbox>,
    registration: Registration,
    opener: Opener,
) {
    let (mut sink, mut stream) = socket.split();
    let mut session = Session::new(Arc::clone(&app), Arc::clone(&outbox), registration.id(), opener);
    let end = {
        let mut writing = std::pin::pin!(writer::write(&mut sink, &outbox, app.config.limits.ping_every));
        tokio::select! {
            end = &mut writing => end,
            end = session.run(&mut stream) => {
                outbox.end(end);
                tokio::time::timeout(CLOSE_TIMEOUT, writing).await.unwrap_or(end)
            }
        }
    };
    outbox.end(end);
    session.close();
    tracing::debug!(socket = registration.id().0, ?end, "socket closed");
    writer::close(&mut sink, end).await;
    // Read until the other end closes too: closing with unread data would reset the connection and lose the frame.
    let rest = async { while let Some(Ok(_)) = stream.next().await {} };
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, rest).await;
    drop(registration);
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

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
