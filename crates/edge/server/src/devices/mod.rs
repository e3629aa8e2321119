//! `GET /api/v1/devices/socket`: the WebSocket of card-reading shoes. One task per device carries out what its session
//! of the crate `scanner` asks for.

mod condition;
mod line;
mod places;
mod recall;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use fair::Bytes;
use hyper::upgrade::OnUpgrade;
use scanner::envelope::LONGEST;
use scanner::frame::SessionId;
use tracing::{Instrument as _, Span};

use crate::app::App;
use crate::doors::SocketPlace;
use crate::hub::{End, Outbox, Registration};
use crate::problem::Problem;
use crate::request;
use crate::socket::{admission, connection, handshake, reader, writer};
pub(crate) use condition::{Condition, DeviceFault};
use line::DeviceLine;
pub(crate) use places::DevicePlaces;
use reader::Reader;
pub(crate) use recall::recall;

pub(crate) async fn open(State(app): State<Arc<App>>, mut request: Request) -> Result<Response, Problem> {
    let (response, upgrade) = handshake::accept(&mut request)?;
    handshake::check_origin(request.headers(), &app.config.origins)?;
    let session = session_id(&app)?;
    let place = admission::place(&app, request::client(request.extensions()))?;
    let (outbox, registration) = admission::outbox(&app)?;
    tokio::spawn(run(app, upgrade, outbox, registration, (session, place)).instrument(Span::current()));
    Ok(response)
}

/// A name for a session that was never used before.
fn session_id(app: &App) -> Result<SessionId, Problem> {
    let bits = app.house.people().random_bits()?;
    Ok(bits.first_chunk().map_or(SessionId::ZERO, |bits| Bytes(*bits)))
}

/// Runs the socket of a device from the challenge to its close frame.
async fn run(
    app: Arc<App>,
    upgrade: OnUpgrade,
    outbox: Arc<Outbox>,
    registration: Registration,
    (session, place): (SessionId, SocketPlace),
) {
    let (stream, first_bytes) = match connection(upgrade).await {
        Ok(connection) => connection,
        Err(error) => {
            app.config.metrics.sockets.ended.one(End::Gone.code());
            return tracing::debug!(socket = registration.id().0, %error, "no socket was opened");
        }
    };
    let stream = outbox.connect(stream);
    let mut line = DeviceLine::begin(Arc::clone(&app), Arc::clone(&outbox), session);
    let mut reader = Reader::new(stream, &outbox, &app.house, LONGEST, &first_bytes);
    let end = tokio::select! {
        end = writer::write(&outbox, app.config.limits.idle) => end,
        end = line.run(&mut reader, &place) => end,
    };
    outbox.end(end);
    // The device hears of the end before what it handed over is stored: it sends again what was not acknowledged.
    tokio::join!(writer::close(&outbox, &mut reader, end), line.leave());
    drop(registration);
    app.config.metrics.sockets.ended.one(end.code());
}
