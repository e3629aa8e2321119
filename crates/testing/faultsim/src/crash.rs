//! The crash of a simulated house: what makes it happen, and who waits for it. Knows no store.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether the house is gone.
#[derive(Debug, Default)]
pub(crate) struct Crash {
    gone: AtomicBool,
    notify: Notify,
}

impl Crash {
    pub(crate) fn happens(&self) {
        self.gone.store(true, Ordering::Relaxed);
        self.notify.notify_one();
    }

    /// Waits for it.
    pub(crate) async fn happened(&self) {
        while !self.gone.load(Ordering::Relaxed) {
            self.notify.notified().await;
        }
    }

    /// Gives way to the task that watches the house, if it is gone.
    pub(crate) async fn yield_if_gone(&self) {
        self.stop_if_gone().await;
    }

    /// Never returns if the house is gone, so that nobody gets an answer of its store.
    pub(crate) async fn stop_if_gone(&self) {
        if self.gone.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }
}
