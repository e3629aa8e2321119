//! The messages that a group of sockets gets: those that were published, those that are being delivered, and the
//! sockets. A publisher holds the channel's lock; a delivery runs without it.

use std::sync::Arc;

use tokio::task::yield_now;
use websocket::Encoded;

use super::outbox::Outbox;
use super::registry::SocketId;
use super::watchers::{Shard, Watcher, Watchers};

/// The messages of one group of sockets, in order.
#[derive(Default)]
pub(super) struct Stream {
    subscribers: Watchers,
    /// The messages that are being delivered.
    on_the_way: Vec<Encoded>,
    /// The messages that are published and not delivered.
    due: Vec<Encoded>,
    /// How many messages were published.
    published: u64,
}

/// Messages to deliver to all sockets that watched when it began.
pub(super) struct Delivery {
    messages: Vec<Encoded>,
    /// The number of the first of them.
    first: u64,
    shards: Vec<Shard>,
}

/// Messages that one socket was not sent yet, among others that it was.
pub(super) struct Unsent {
    watcher: Arc<Watcher>,
    messages: Vec<Encoded>,
    first: u64,
}

impl Stream {
    /// Adds a socket, which gets what is published from now on.
    pub(super) fn insert(&mut self, socket: SocketId, outbox: &Arc<Outbox>) {
        self.subscribers.insert(socket, outbox, self.published);
    }

    /// Sends the socket nothing more.
    pub(super) fn remove(&mut self, socket: SocketId) {
        self.subscribers.remove(socket);
    }

    /// Whether somebody watches.
    pub(super) fn is_watched(&self) -> bool {
        !self.subscribers.is_empty()
    }

    /// Makes a message due.
    pub(super) fn publish(&mut self, message: Encoded) {
        self.due.push(message);
        self.published = self.published.saturating_add(1);
    }

    /// Takes what is due.
    pub(super) fn begin_delivery(&mut self) -> Delivery {
        let messages = std::mem::take(&mut self.due);
        self.on_the_way.clone_from(&messages);
        let (first, shards) = (self.first_of(messages.len()), self.subscribers.shards());
        Delivery { messages, first, shards }
    }

    /// What was due is delivered.
    pub(super) fn end_delivery(&mut self) {
        self.on_the_way.clear();
    }

    /// What this socket may not have been sent; none when it does not watch.
    pub(super) fn unsent(&self, socket: SocketId) -> Option<Unsent> {
        let watcher = self.subscribers.watcher(socket)?;
        let messages: Vec<_> = self.on_the_way.iter().chain(&self.due).cloned().collect();
        let first = self.first_of(messages.len());
        Some(Unsent { watcher, messages, first })
    }

    /// The number of the first of so many messages that were published last.
    fn first_of(&self, last: usize) -> u64 {
        self.published.saturating_sub(u64::try_from(last).unwrap_or(u64::MAX))
    }
}

impl Delivery {
    /// How many messages that is, counted at each socket.
    pub(super) fn messages(&self) -> u64 {
        let sockets: usize = self.shards.iter().map(|shard| shard.len()).sum();
        u64::try_from(sockets.saturating_mul(self.messages.len())).unwrap_or(u64::MAX)
    }

    /// Sends the messages, to some sockets at a time; other tasks run in between.
    pub(super) async fn run(&self) {
        if self.messages.is_empty() {
            return;
        }
        for shard in &self.shards {
            shard.iter().for_each(|watcher| watcher.send(&self.messages, self.first));
            yield_now().await;
        }
    }
}

impl Unsent {
    /// Sends them.
    pub(super) fn send(&self) {
        self.watcher.send(&self.messages, self.first);
    }
}
