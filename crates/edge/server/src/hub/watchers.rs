//! The sockets that watch one table or the lobby, in shards that a publisher walks without a lock.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use websocket::Encoded;

use super::outbox::{AT_ONCE, Outbox};
use super::registry::SocketId;

/// Sockets that watch a table, at most [`AT_ONCE`]. It is copied when it changes while a publisher walks it.
pub(super) type Shard = Arc<Vec<Arc<Watcher>>>;

/// A socket that watches a table.
pub(super) struct Watcher {
    socket: SocketId,
    outbox: Arc<Outbox>,
    /// How many of the messages that were published it was sent, or began to watch after.
    since: Mutex<u64>,
    watches: AtomicBool,
}

impl Watcher {
    /// Sends the messages that were published since the last ones it was sent, or since it began to watch; the first
    /// one has the number `first`.
    pub(super) fn send(&self, messages: &[Encoded], first: u64) {
        let mut since = self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let known = usize::try_from(since.saturating_sub(first)).unwrap_or(usize::MAX);
        if let Some(news @ [_, ..]) = messages.get(known..) {
            self.outbox.send_while(news, &self.watches);
            *since = first.saturating_add(u64::try_from(messages.len()).unwrap_or(u64::MAX));
        }
    }

    fn stop(&self) {
        self.outbox.unwant(&self.watches);
    }
}

/// The sockets that watch a table. All shards are full but the last one.
#[derive(Default)]
pub(super) struct Watchers {
    shards: Vec<Shard>,
    /// The place of each socket, counted over all shards.
    places: HashMap<SocketId, usize>,
}

impl Watchers {
    /// Adds a socket, which gets what is published after the first `since` messages. It replaces the same socket.
    pub(super) fn insert(&mut self, socket: SocketId, outbox: &Arc<Outbox>, since: u64) {
        let watches = AtomicBool::new(true);
        let since = Mutex::new(since);
        let watcher = Arc::new(Watcher { socket, outbox: Arc::clone(outbox), since, watches });
        if let Some(place) = self.places.get(&socket) {
            let (shard, at) = (place / AT_ONCE, place % AT_ONCE);
            let shard = Arc::make_mut(&mut self.shards[shard]);
            std::mem::replace(&mut shard[at], watcher).stop();
            return;
        }
        self.places.insert(socket, self.places.len());
        match self.shards.last_mut().filter(|last| last.len() < AT_ONCE) {
            Some(last) => Arc::make_mut(last).push(watcher),
            None => self.shards.push(Arc::new(vec![watcher])),
        }
    }

    /// Removes a socket, which gets nothing more. The last one takes its place.
    pub(super) fn remove(&mut self, socket: SocketId) {
        let Some(place) = self.places.remove(&socket) else { return };
        let Some(last_shard) = self.shards.last_mut() else { return };
        let Some(last) = Arc::make_mut(last_shard).pop() else { return };
        if last_shard.is_empty() {
            self.shards.pop();
        }
        if last.socket == socket {
            return last.stop();
        }
        self.places.insert(last.socket, place);
        let (shard, at) = (place / AT_ONCE, place % AT_ONCE);
        std::mem::replace(&mut Arc::make_mut(&mut self.shards[shard])[at], last).stop();
    }

    /// Whether no socket watches.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// A socket that watches; none when it does not.
    pub(super) fn watcher(&self, socket: SocketId) -> Option<Arc<Watcher>> {
        let place = self.places.get(&socket)?;
        self.shards.get(place / AT_ONCE)?.get(place % AT_ONCE).cloned()
    }

    /// The shards as they are now.
    pub(super) fn shards(&self) -> Vec<Shard> {
        self.shards.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use futures_util::FutureExt as _;
    use proptest::prelude::*;

    use super::*;

    fn sockets(watchers: &Watchers) -> Vec<u64> {
        watchers.shards().iter().flat_map(|shard| shard.iter().map(|watcher| watcher.socket.0)).collect()
    }

    proptest! {
        #[test]
        fn each_watcher_is_in_one_shard_and_is_found_there(
            steps in prop::collection::vec((any::<bool>(), 0..600_u64), 0..2_000),
        ) {
            let (mut watchers, mut model) = (Watchers::default(), BTreeSet::new());
            let outbox = Arc::new(Outbox::new(1));
            for (comes, socket) in (0..400).map(|socket| (true, socket)).chain(steps) {
                if comes {
                    watchers.insert(SocketId(socket), &outbox, 0);
                    model.insert(socket);
                } else {
                    watchers.remove(SocketId(socket));
                    model.remove(&socket);
                }
            }
            let all = sockets(&watchers);
            prop_assert_eq!(all.len(), model.len());
            prop_assert_eq!(all.iter().copied().collect::<BTreeSet<_>>(), model);
            for (place, socket) in all.iter().enumerate() {
                prop_assert_eq!(watchers.places[&SocketId(*socket)], place);
            }
            let (last, full) = watchers.shards.split_last().unwrap();
            prop_assert!(full.iter().all(|shard| shard.len() == AT_ONCE) && !last.is_empty());
        }
    }

    #[test]
    fn a_socket_gets_what_is_published_while_it_watches() {
        let messages = ["5", "6", "7"].map(Encoded::text);
        for (since, expected) in [(0, 3), (5, 3), (6, 2), (8, 0), (100, 0)] {
            let (mut watchers, outbox) = (Watchers::default(), Arc::new(Outbox::new(100)));
            watchers.insert(SocketId(1), &outbox, since);
            watchers.shards()[0][0].send(&messages, 5);
            let sent = outbox.take().now_or_never().map_or(0, |texts| texts.unwrap().len());
            assert_eq!(sent, expected, "{since}");
        }
    }

    #[test]
    fn a_publisher_under_way_sends_nothing_to_a_socket_that_left_or_began_again() {
        let outbox = Arc::new(Outbox::new(100));
        let mut watchers = Watchers::default();
        watchers.insert(SocketId(1), &outbox, 0);
        let under_way = watchers.shards();
        watchers.insert(SocketId(1), &outbox, 1);
        under_way[0][0].send(&[Encoded::text("again")], 0);
        let under_way = watchers.shards();
        watchers.remove(SocketId(1));
        under_way[0][0].send(&[Encoded::text("left")], 1);
        assert_eq!(outbox.take().now_or_never(), None);
        assert!(watchers.shards().is_empty());
    }
}
