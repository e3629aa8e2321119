//! The reading half of a socket. It stamps each message with the time it arrived.
//!
//! Messages that arrive while another is handled are read at once and wait here, because the time of arrival decides
//! whether a slip is in time.

use std::collections::VecDeque;
use std::future::Future;

use axum::Error;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt as _;
use futures_util::stream::SplitStream;
use house::House;
use table::Timestamp;

/// How many messages are read ahead. Later ones stay in the connection and have not arrived yet.
const READ_AHEAD: usize = 16;

/// A message or an error; none at the end of the stream.
pub(super) type Received = Option<Result<Message, Error>>;

/// The reading half of a socket.
pub(super) struct Reader<'a> {
    stream: &'a mut SplitStream<WebSocket>,
    house: &'a House,
    waiting: VecDeque<(Timestamp, Received)>,
    ended: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(stream: &'a mut SplitStream<WebSocket>, house: &'a House) -> Self {
        Self { stream, house, waiting: VecDeque::new(), ended: false }
    }

    /// The oldest message that was not returned yet, and when it arrived. Cancel safe.
    pub(super) async fn next(&mut self) -> (Timestamp, Received) {
        if let Some(waiting) = self.waiting.pop_front() {
            return waiting;
        }
        let received = self.stream.next().await;
        (self.house.now(), received)
    }

    /// Runs `work` to its end, and reads ahead meanwhile.
    pub(super) async fn read_during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            let may_read = !self.ended && self.waiting.len() < READ_AHEAD;
            tokio::select! {
                biased;
                output = &mut work => return output,
                received = self.stream.next(), if may_read => {
                    self.ended = !matches!(received, Some(Ok(_)));
                    self.waiting.push_back((self.house.now(), received));
                }
            }
        }
    }
}
