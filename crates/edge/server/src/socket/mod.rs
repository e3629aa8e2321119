//! `GET /api/v1/socket`: the WebSocket. One task per socket reads messages and writes what its outbox holds.

pub(crate) mod admission;
mod auto;
pub(crate) mod handshake;
mod messages;
mod nonces;
mod notices;
mod patron_tables;
mod proof_first;
pub(crate) mod reader;
mod requests;
mod sent_slip;
mod session;
mod slips;
mod squeeze;
pub(crate) mod writer;

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Query, Request, State};
use axum::http::{Extensions, HeaderMap, Method, Uri, header};
use axum::response::Response;
use house::people::LoggedIn;
use hyper::upgrade::OnUpgrade;
use schemars::JsonSchema;
use serde::Deserialize;
use tracing::{Instrument as _, Span};

use crate::app::App;
use crate::authenticate::{authenticate, unknown_secret};
use crate::credentials::Shown;
use crate::hub::{End, Outbox, Registration};
use crate::problem::Problem;
use crate::request;
pub(crate) use handshake::connection;
pub(crate) use messages::MESSAGES;
use reader::Reader;
use session::{Opener, Session};

pub(crate) async fn open(State(app): State<Arc<App>>, mut request: Request) -> Result<Response, Problem> {
    let (response, upgrade) = handshake::accept(&mut request)?;
    let (parts, _) = request.into_parts();
    handshake::check_origin(&parts.headers, &app.config.origins)?;
    let opened_by = session_of(&app, &parts.headers, &parts.extensions, &parts.uri).await?;
    let client = request::client(&parts.extensions);
    let place = admission::place(&app, client)?;
    let opener = Opener { session: opened_by, address: client.address, place };
    let (outbox, registration) = admission::outbox(&app)?;
    // Every line that is written for the socket names the request that opened it.
    tokio::spawn(run(app, upgrade, outbox, registration, opener).instrument(Span::current()));
    Ok(response)
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
#[derive(Deserialize, JsonSchema)]
pub(crate) struct TicketQuery {
    /// The ticket of `POST /api/v1/socket-tickets`; without it, the headers or the first message say who connects.
    ticket: Option<String>,
}

/// Runs a socket from its first message to its close frame.
async fn run(
    app: Arc<App>,
    upgrade: OnUpgrade,
    outbox: Arc<Outbox>,
    registration: Registration,
    opener: Opener,
) {
    let (stream, first_bytes) = match handshake::connection(upgrade).await {
        Ok(connection) => connection,
        Err(error) => {
            app.config.metrics.sockets.ended.one(End::Gone.code());
            return tracing::debug!(socket = registration.id().0, %error, "no socket was opened");
        }
    };
    let stream = outbox.connect(stream);
    let limits = &app.config.limits;
    let mut session = Session::new(Arc::clone(&app), Arc::clone(&outbox), registration.id(), opener);
    let mut reader = Reader::new(stream, &outbox, &app.house, limits.message_bytes, &first_bytes);
    drop(first_bytes);
    let end = tokio::select! {
        end = writer::write(&outbox, limits.idle) => end,
        end = session.run(&mut reader) => end,
    };
    outbox.end(end);
    session.close();
    tracing::debug!(socket = registration.id().0, ?end, "socket closed");
    writer::close(&outbox, &mut reader, end).await;
    app.config.metrics.sockets.ended.one(end.code());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the task that `start` makes.
    fn size_of_task<T>(_: impl FnOnce(Arc<App>, OnUpgrade, Arc<Outbox>, Registration, Opener) -> T) -> usize {
        size_of::<T>()
    }

    #[test]
    fn an_idle_socket_holds_little_memory() {
        let bytes = size_of_task(run) + size_of::<Outbox>();
        assert!(bytes <= 3 << 10, "{bytes} bytes; box the steps that an idle socket does not need");
    }
}
