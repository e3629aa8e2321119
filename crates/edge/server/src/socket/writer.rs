//! The writing half of a socket: sends the outbox in batches, with pings in between.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use tokio::time::{Instant, MissedTickBehavior};

use crate::hub::{End, Outbox};

/// How long the other end has to take the close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

type Sink = SplitSink<WebSocket, Message>;

/// Writes until the socket ends. Gives the reason.
pub(super) async fn write(sink: &mut Sink, outbox: &Outbox, ping_every: Duration) -> End {
    let mut pings = tokio::time::interval_at(Instant::now() + ping_every, ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let batch = tokio::select! {
            batch = outbox.take() => batch.map(|texts| texts.into_iter().map(Message::Text).collect()),
            _ = pings.tick() => Ok(vec![Message::Ping(Bytes::new())]),
        };
        let batch: Vec<Message> = match batch {
            Ok(batch) => batch,
            Err(end) => return end,
        };
        tokio::select! {
            sent = send(sink, batch) => if sent.is_err() { return End::Gone },
            end = outbox.wait_for_end() => return end,
        }
    }
}

async fn send(sink: &mut Sink, batch: Vec<Message>) -> Result<(), axum::Error> {
    for message in batch {
        sink.feed(message).await?;
    }
    sink.flush().await
}

/// Sends the close frame with the reason, unless the connection is gone.
pub(super) async fn close(sink: &mut Sink, end: End) {
    let Some(frame) = end.close_frame() else { return };
    // A timeout or an error means that the other end no longer reads.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, sink.send(Message::Close(Some(frame)))).await;
}
