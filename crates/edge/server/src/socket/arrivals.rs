//! What arrives on a socket, with the moment it did. A message that comes while another is being answered is read
//! at once and waits here: the time it was received decides about a slip, not how long others took before it.

use std::collections::VecDeque;
use std::future::Future;

use axum::Error;
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt as _;
use futures_util::stream::SplitStream;
use house::House;
use table::Timestamp;

/// How many messages are read ahead. What comes after them waits in the line, and was not received yet.
const AHEAD: usize = 16;

/// A message, or the end of the line.
pub(super) type Arrival = Option<Result<Message, Error>>;

/// The reading half of a socket.
pub(super) struct Arrivals<'a> {
    stream: &'a mut SplitStream<WebSocket>,
    house: &'a House,
    waiting: VecDeque<(Timestamp, Arrival)>,
    ended: bool,
}

impl<'a> Arrivals<'a> {
    pub(super) fn new(stream: &'a mut SplitStream<WebSocket>, house: &'a House) -> Self {
        Self { stream, house, waiting: VecDeque::new(), ended: false }
    }

    /// What arrived first of what was not given yet, and when. Loses nothing when it is not waited for.
    pub(super) async fn next(&mut self) -> (Timestamp, Arrival) {
        if let Some(waiting) = self.waiting.pop_front() {
            return waiting;
        }
        let arrival = self.stream.next().await;
        (self.house.now(), arrival)
    }

    /// Does the work, and reads on meanwhile.
    pub(super) async fn during<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = std::pin::pin!(work);
        loop {
            let may_read = !self.ended && self.waiting.len() < AHEAD;
            tokio::select! {
                biased;
                done = &mut work => return done,
                arrival = self.stream.next(), if may_read => {
                    self.ended = !matches!(arrival, Some(Ok(_)));
                    self.waiting.push_back((self.house.now(), arrival));
                }
            }
        }
    }
}
