//! Admits a socket: counts it at its address and among all sockets, and makes its outbox. Knows no message.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;

use crate::app::App;
use crate::doors::SocketPlace;
use crate::forwarded::ClientAddress;
use crate::hub::{Outbox, Registration};
use crate::problem::Problem;

/// After how long to try again when too many sockets are open.
const TRY_AGAIN: Duration = Duration::from_secs(5);

/// Counts one more socket at the address of a client.
pub(crate) fn place(app: &App, client: ClientAddress) -> Result<SocketPlace, Problem> {
    app.visitors.open_socket(client).ok_or_else(|| {
        let message = "this address has too many sockets open";
        Problem::too_many("too_many_sockets", message, TRY_AGAIN)
    })
}

/// Makes the outbox of a socket, and registers it.
pub(crate) fn outbox(app: &App) -> Result<(Arc<Outbox>, Registration), Problem> {
    let outbox = Arc::new(Outbox::new(app.config.limits.queue_bytes));
    let registration = app.sockets.register(&outbox).ok_or_else(|| {
        if app.readiness.is_stopping() {
            return Problem::stopping();
        }
        let message = "too many sockets are open; wait as long as retry_after_ms says";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many_sockets", message).retry_after(TRY_AGAIN)
    })?;
    app.config.metrics.sockets.opened.one();
    Ok((outbox, registration))
}
