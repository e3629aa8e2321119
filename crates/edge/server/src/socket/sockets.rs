//! All open sockets: how many there may be, and how to end them all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::app::App;
use crate::hub::{End, Outbox, SocketId};

/// All open sockets.
pub(crate) struct Sockets {
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

impl Sockets {
    /// Room for so many.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, inner: Mutex::default(), emptied: Notify::new() }
    }

    /// Ends every socket and waits until they are gone, but no longer than that. No new one is opened.
    pub(crate) async fn close_all(&self, longest: Duration) {
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
        if tokio::time::timeout(longest, emptied).await.is_err() {
            tracing::warn!(left = self.lock().open.len(), "sockets did not close in time");
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One socket's place among them; given back when dropped.
pub(super) struct Place {
    app: Arc<App>,
    id: SocketId,
}

impl Place {
    /// None when there is no room.
    pub(super) fn take(app: &Arc<App>, outbox: &Arc<Outbox>) -> Option<Self> {
        let mut inner = app.sockets.lock();
        if inner.closed || inner.open.len() >= app.sockets.limit {
            return None;
        }
        inner.last_id = inner.last_id.wrapping_add(1);
        let id = SocketId(inner.last_id);
        inner.open.insert(id, Arc::clone(outbox));
        Some(Self { app: Arc::clone(app), id })
    }

    pub(super) fn id(&self) -> SocketId {
        self.id
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.sockets.lock().open.remove(&self.id);
        self.app.sockets.emptied.notify_one();
    }
}
