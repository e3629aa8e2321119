//! The writing half of a socket: writes on when the connection did not take all at once, and ends the connection.

use std::time::Duration;

use super::reader::Reader;
use crate::hub::{End, Outbox};

/// How long the other end has to take the last messages and the close frame, and then to close too.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Writes what the connection does not take at once, until the socket ends. Gives the reason. A connection that takes
/// no byte for `timeout` is too slow.
pub(crate) async fn write(outbox: &Outbox, timeout: Duration) -> End {
    loop {
        outbox.stuck().await;
        if let Some(end) = outbox.ended() {
            return end;
        }
        tokio::select! {
            written = tokio::time::timeout(timeout, outbox.write_on()) => match written {
                Ok(Ok(_)) => {}
                Ok(Err(_)) => return End::Gone,
                Err(_) => return End::TooSlow,
            },
            end = outbox.wait_for_end() => return end,
        }
    }
}

/// Sends the last messages and the close frame, unless the connection is gone, and waits until the other end closes.
pub(crate) async fn close(outbox: &Outbox, reader: &mut Reader<'_>, end: End) {
    // A timeout or an error means that the other end no longer reads.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, outbox.write_last(end.close_frame())).await;
    // Read until the other end closes too: closing with unread data would reset the connection and lose the frame.
    let rest = async {
        outbox.shut_down()?;
        reader.discard().await
    };
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, rest).await;
}
