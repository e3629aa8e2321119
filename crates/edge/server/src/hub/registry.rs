//! The registry of open sockets: it limits how many there are, and closes them all when the server stops.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::outbox::{End, Outbox};

/// The number of a socket, unique while the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SocketId(pub(crate) u64);

/// All open sockets.
pub(crate) struct SocketRegistry {
    limit: usize,
    inner: Mutex<Inner>,
    emptied: Notify,
}

#[derive(Default)]
struct Inner {
    open: HashMap<SocketId, Arc<Outbox>>,
    last_id: u64,
    closed: bool,
}

impl SocketRegistry {
    /// A registry for at most `limit` open sockets.
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { limit, inner: Mutex::default(), emptied: Notify::new() })
    }

    /// Registers a socket; none when `limit` sockets are open or the server stops.
    pub(crate) fn register(self: &Arc<Self>, outbox: &Arc<Outbox>) -> Option<Registration> {
        let mut inner = self.lock();
        if inner.closed || inner.open.len() >= self.limit {
            return None;
        }
        inner.last_id = inner.last_id.wrapping_add(1);
        let id = SocketId(inner.last_id);
        inner.open.insert(id, Arc::clone(outbox));
        Some(Registration { registry: Arc::clone(self), id })
    }

    /// How many bytes wait in all outboxes.
    pub(crate) fn waiting_bytes(&self) -> usize {
        // Outboxes are asked without the lock, so that sockets open and close meanwhile.
        let outboxes: Vec<_> = self.lock().open.values().cloned().collect();
        outboxes.iter().fold(0, |sum, outbox| sum.saturating_add(outbox.waiting()))
    }

    /// Refuses new sockets from now on, because the server stops.
    pub(crate) fn refuse(&self) {
        self.lock().closed = true;
    }

    /// Ends every socket and refuses new ones, then waits at most `timeout` until all are gone.
    pub(crate) async fn close_all(&self, timeout: Duration) {
        {
            let mut inner = self.lock();
            inner.closed = true;
            inner.open.values().for_each(|outbox| outbox.end(End::GoingAway));
        }
        let emptied = async {
            while !self.lock().open.is_empty() {
                self.emptied.notified().await;
            }
        };
        if tokio::time::timeout(timeout, emptied).await.is_err() {
            tracing::warn!(open = self.lock().open.len(), "some sockets did not close before the timeout");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One socket's entry in the registry, removed when dropped.
pub(crate) struct Registration {
    registry: Arc<SocketRegistry>,
    id: SocketId,
}

impl Registration {
    pub(crate) const fn id(&self) -> SocketId {
        self.id
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.registry.lock().open.remove(&self.id);
        self.registry.emptied.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use websocket::Encoded;

    use super::*;

    #[test]
    fn bytes_wait_as_long_as_their_socket_is_open() {
        let registry = SocketRegistry::new(2);
        let outboxes = [(); 2].map(|()| Arc::new(Outbox::new(1_000)));
        let [one, other] = outboxes.each_ref().map(|outbox| registry.register(outbox));
        assert_eq!(registry.waiting_bytes(), 0);
        for (outbox, text) in outboxes.iter().zip(["a", "four"]) {
            outbox.push(Encoded::text(text));
        }
        assert_eq!(registry.waiting_bytes(), Encoded::text("a").len() + Encoded::text("four").len());
        drop(one);
        assert_eq!(registry.waiting_bytes(), Encoded::text("four").len());
        drop(other);
        assert_eq!(registry.waiting_bytes(), 0);
    }
}
