//! The answer to a connection that is turned away before it has sent a request.

use std::io::{self, Read as _, Write as _};
use std::net::Shutdown;
use std::time::Duration;

use axum::http::StatusCode;
use tokio::net::TcpStream;
use wire::error::{ErrorBody, ErrorEnvelope};

/// Why a connection is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnedAway {
    /// The server has as many connections as it may.
    Full,
    /// The address has as many connections as one may.
    TooManyOfAddress,
}

/// After how long to try again.
const WAIT: Duration = Duration::from_secs(5);

/// Answers as well as it can without waiting, and closes the connection.
///
/// # Errors
/// When the connection is gone.
pub(super) fn turn_away(stream: TcpStream, why: TurnedAway, request_id: &str) -> io::Result<()> {
    let mut stream = stream.into_std()?;
    // The kernel drops an answer whose request was not read.
    let _ = stream.read(&mut [0; 4 << 10]);
    stream.write_all(answer(why, request_id).as_bytes())?;
    stream.shutdown(Shutdown::Both)
}

/// The answer: what any request gets that is refused, without a look at the request.
fn answer(why: TurnedAway, request_id: &str) -> String {
    let (status, message) = match why {
        TurnedAway::Full => (StatusCode::SERVICE_UNAVAILABLE, "the server has too many connections"),
        TurnedAway::TooManyOfAddress => {
            (StatusCode::TOO_MANY_REQUESTS, "this address has too many connections open")
        }
    };
    let message = format!("{message}; wait as long as retry_after_ms says");
    let error = ErrorBody::new("too_many_connections", message).with_retry_after(WAIT);
    let body = serde_json::to_string(&ErrorEnvelope { error, request_id: request_id.to_owned() });
    let body = body.unwrap_or_default();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nRetry-After: {}\r\n\
         X-Request-Id: {request_id}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n{body}",
        body.len(),
        WAIT.as_secs(),
    )
}
