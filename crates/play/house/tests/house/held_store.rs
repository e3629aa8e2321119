//! A store that holds one write until the test lets it go on, so that something else happens meanwhile.

use std::future::Future;
use std::sync::{Arc, Mutex};

use punto_house::ports::{Call, Layer, PortFuture, Store};
use store::MemoryStore;
use tokio::sync::oneshot;

/// The store.
pub(crate) struct HeldStore {
    store: Arc<MemoryStore>,
    next: Mutex<Option<HeldWrite>>,
}

/// The write that is held: the first of these kinds after so many others of them.
struct HeldWrite {
    kinds: &'static [&'static str],
    after: u32,
    reached: oneshot::Sender<()>,
    goes_on: oneshot::Receiver<()>,
}

/// The test's end of a write that is held.
pub(crate) struct Hold {
    is_reached: oneshot::Receiver<()>,
    go_on: oneshot::Sender<()>,
}

impl HeldStore {
    /// A store that holds nothing yet.
    pub(crate) fn new(store: &Arc<MemoryStore>) -> Arc<Self> {
        Arc::new(Self { store: Arc::clone(store), next: Mutex::new(None) })
    }

    /// Holds the next write of one of these kinds that comes after so many of them.
    pub(crate) fn hold(&self, kinds: &'static [&'static str], after: u32) -> Hold {
        let ((reached, is_reached), (go_on, goes_on)) = (oneshot::channel(), oneshot::channel());
        let write = HeldWrite { kinds, after, reached, goes_on };
        *self.next.lock().expect("no test holds it in a panic") = Some(write);
        Hold { is_reached, go_on }
    }

    /// The write to hold, if this call is the one.
    fn taken(&self, call: Call) -> Option<HeldWrite> {
        let mut next = self.next.lock().expect("no test holds it in a panic");
        let write = next.as_mut().filter(|write| write.kinds.iter().any(|kind| call == Call::Write(kind)))?;
        match write.after.checked_sub(1) {
            Some(after) => {
                write.after = after;
                None
            }
            None => next.take(),
        }
    }
}

impl Hold {
    /// Does something while the write is held, and lets it go on.
    pub(crate) async fn meanwhile<T>(self, other: impl Future<Output = T>) -> T {
        self.is_reached.await.expect("something wants to write");
        let done = other.await;
        self.go_on.send(()).expect("the write waits");
        done
    }
}

impl Layer for HeldStore {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let held = self.taken(call);
        Box::pin(async move {
            if let Some(HeldWrite { reached, goes_on, .. }) = held {
                reached.send(()).expect("the test waits");
                goes_on.await.expect("the test lets it go on");
            }
            go().await
        })
    }
}
