//! A thread that owns a connection and takes its orders through a bounded queue. Knows no SQL.

use std::thread::JoinHandle;
use std::time::Instant;

use house::ports::StoreFailure;
use tokio::sync::{mpsc, oneshot};
use tracing::error;

/// How many microseconds have passed, for the log.
pub(crate) fn micros_since(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX)
}

/// A thread and the way to it. Dropping it waits until everything in the queue is done.
pub(crate) struct Worker<T> {
    sender: Option<mpsc::Sender<T>>,
    thread: Option<JoinHandle<Result<(), StoreFailure>>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts a thread that runs `work` until the queue ends. At most `waiting` orders wait in it.
    pub(crate) fn start(
        name: &str,
        waiting: usize,
        work: impl FnOnce(mpsc::Receiver<T>) -> Result<(), StoreFailure> + Send + 'static,
    ) -> Result<Self, StoreFailure> {
        let (sender, receiver) = mpsc::channel(waiting);
        let thread = std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || work(receiver))
            .map_err(|error| StoreFailure::Storage(format!("no thread for the {name}: {error}")))?;
        Ok(Self { sender: Some(sender), thread: Some(thread) })
    }

    /// Brings an order, and waits for its answer. `order` gets the sender of the answer. The caller may be gone by
    /// then.
    pub(crate) async fn ask<A>(
        &self,
        order: impl FnOnce(oneshot::Sender<Result<A, StoreFailure>>) -> T,
    ) -> Result<A, StoreFailure> {
        let (reply, answer) = oneshot::channel();
        self.queue()?.send(order(reply)).await.map_err(|_| StoreFailure::Closed)?;
        answer.await.unwrap_or(Err(StoreFailure::Closed))
    }

    /// The way into the queue. The queue lasts as long as any such way.
    pub(crate) fn queue(&self) -> Result<&mpsc::Sender<T>, StoreFailure> {
        self.sender.as_ref().ok_or(StoreFailure::Closed)
    }
}

impl<T> Worker<T> {
    /// Ends the queue, waits until everything in it is done, and says how the thread ended.
    pub(crate) fn stop(&mut self) -> Result<(), StoreFailure> {
        self.sender = None;
        let ended = self.thread.take().map_or(Ok(Ok(())), JoinHandle::join);
        ended.unwrap_or_else(|_| Err(StoreFailure::Storage("a thread of the store panicked".to_owned())))
    }
}

impl<T> Drop for Worker<T> {
    fn drop(&mut self) {
        if let Err(failure) = self.stop() {
            error!(%failure, "the store did not close cleanly");
        }
    }
}
