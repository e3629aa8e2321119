//! The outbox of one socket: a bounded queue that ends the socket when it overflows.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::ws::{CloseFrame, Utf8Bytes};
use tokio::sync::Notify;

/// Why the server ends a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The outbox overflowed.
    TooSlow,
    /// The server stops.
    GoingAway,
    /// No message arrived for too long.
    Idle,
    /// The client kept sending messages above its rate.
    Flood,
    /// A message was longer than allowed.
    TooBig,
    /// The session of the socket has ended.
    LoggedOut,
    /// The other end closed, or the connection is broken.
    Gone,
}

impl End {
    /// The close frame, unless the connection is gone.
    pub(crate) fn close_frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            Self::TooSlow => (1013, "too slow; watch again from your last seq"),
            Self::GoingAway => (1001, "the server is stopping"),
            Self::Idle => (1008, "nothing was heard for too long"),
            Self::Flood => (1008, "too many messages"),
            Self::TooBig => (1009, "the message is too long"),
            Self::LoggedOut => (1008, "the session has ended; log in again"),
            Self::Gone => return None,
        };
        Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
    }
}

/// The messages that wait for one socket.
pub(crate) struct Outbox {
    limit: usize,
    queue: Mutex<Queue>,
    /// Notified when a text is pushed or the socket ends.
    filled: Notify,
    /// Notified when texts are taken or the socket ends.
    drained: Notify,
}

#[derive(Default)]
struct Queue {
    texts: VecDeque<Utf8Bytes>,
    /// The bytes that wait or are being written.
    bytes: usize,
    /// The bytes that are being written.
    writing: usize,
    end: Option<End>,
}

impl Outbox {
    /// An empty outbox for at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, queue: Mutex::default(), filled: Notify::new(), drained: Notify::new() }
    }

    /// Queues a text, or ends the socket when the outbox overflows. An empty outbox takes a text of any length.
    pub(crate) fn push(&self, text: Utf8Bytes) {
        let mut queue = self.lock();
        if queue.end.is_some() {
            return;
        }
        let bytes = queue.bytes.saturating_add(text.len());
        if bytes > self.limit && queue.bytes > 0 {
            queue.texts.clear();
            queue.end = Some(End::TooSlow);
        } else {
            queue.bytes = bytes;
            queue.texts.push_back(text);
        }
        drop(queue);
        self.filled.notify_one();
    }

    /// Ends the socket once the waiting texts are sent. The first reason counts.
    pub(crate) fn end(&self, end: End) {
        self.lock().end.get_or_insert(end);
        self.filled.notify_one();
        self.drained.notify_one();
    }

    /// Why the socket ends; none while it is open.
    pub(crate) fn ended(&self) -> Option<End> {
        self.lock().end
    }

    /// How many more bytes fit.
    pub(crate) fn room(&self) -> usize {
        self.limit.saturating_sub(self.lock().bytes)
    }

    /// Waits until half of the outbox is free, or the socket ends.
    pub(crate) async fn half_free(&self) {
        while self.room() < self.limit / 2 && self.ended().is_none() {
            self.drained.notified().await;
        }
    }

    /// Waits until the socket ends, even when texts still wait.
    pub(crate) async fn wait_for_end(&self) -> End {
        loop {
            if let Some(end) = self.ended() {
                return end;
            }
            self.filled.notified().await;
        }
    }

    /// Takes all waiting texts, as soon as there are any. The texts taken before count as written.
    ///
    /// # Errors
    /// Why the socket ends, once no text waits.
    pub(crate) async fn take(&self) -> Result<VecDeque<Utf8Bytes>, End> {
        loop {
            if let Some(batch) = self.take_now()? {
                return Ok(batch);
            }
            self.filled.notified().await;
        }
    }

    fn take_now(&self) -> Result<Option<VecDeque<Utf8Bytes>>, End> {
        let mut queue = self.lock();
        queue.bytes = queue.bytes.saturating_sub(queue.writing);
        queue.writing = 0;
        self.drained.notify_one();
        if queue.texts.is_empty() {
            return queue.end.map_or(Ok(None), Err);
        }
        queue.writing = queue.bytes;
        Ok(Some(std::mem::take(&mut queue.texts)))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Utf8Bytes {
        "x".repeat(length).into()
    }

    #[tokio::test]
    async fn waiting_texts_are_taken_together_and_in_order() {
        let outbox = Outbox::new(100);
        outbox.push("a".into());
        outbox.push("b".into());
        assert_eq!(outbox.take().await.unwrap(), ["a", "b"]);
        assert_eq!(outbox.room(), 98, "a batch counts until the next one is taken");
        outbox.push("c".into());
        assert_eq!(outbox.take().await.unwrap(), ["c"]);
        assert_eq!(outbox.room(), 99);
    }

    #[tokio::test]
    async fn an_overflow_ends_the_socket_and_drops_waiting_texts() {
        let outbox = Outbox::new(100);
        outbox.push(text(60));
        outbox.push(text(41));
        assert_eq!(outbox.ended(), Some(End::TooSlow));
        assert_eq!(outbox.take().await, Err(End::TooSlow));
        outbox.end(End::GoingAway);
        assert_eq!(outbox.ended(), Some(End::TooSlow), "the first reason counts");
    }

    #[tokio::test]
    async fn texts_that_are_being_written_count_too() {
        let outbox = Outbox::new(100);
        outbox.push(text(60));
        outbox.take().await.unwrap();
        outbox.push(text(41));
        assert_eq!(outbox.ended(), Some(End::TooSlow));
    }

    #[tokio::test]
    async fn one_text_longer_than_the_outbox_is_still_sent() {
        let outbox = Outbox::new(100);
        outbox.push(text(200));
        assert_eq!(outbox.take().await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn requests_wait_until_half_of_the_outbox_is_free() {
        let outbox = Outbox::new(100);
        outbox.push(text(60));
        let waiting = outbox.half_free();
        let written = async {
            outbox.take().await.unwrap();
            outbox.push(text(1));
            outbox.take().await.unwrap();
        };
        tokio::join!(waiting, written);
        assert!(outbox.room() >= 50);
    }
}
