//! Signals that stop a server, and what the program tells the service manager about its state.

use std::io;
use std::time::Duration;

use sd_notify::NotifyState;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

/// Counts the signals SIGINT (Ctrl-C) and SIGTERM that the program receives.
pub(super) struct StopSignals(watch::Receiver<u8>);

impl StopSignals {
    /// Receives signals from now on. Call it inside a Tokio runtime.
    ///
    /// # Errors
    /// When the operating system refuses it.
    pub(super) fn new() -> io::Result<Self> {
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let (count, counted) = watch::channel(0_u8);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                count.send_modify(|count| *count = count.saturating_add(1));
            }
        });
        Ok(Self(counted))
    }

    /// Completes at the signal of this number, the first one being 1.
    pub(super) fn nth(&self, number: u8) -> impl Future<Output = ()> + Send + 'static {
        let mut counted = self.0.clone();
        async move {
            // The counter ends with the runtime alone.
            let _ = counted.wait_for(|count| *count >= number).await;
        }
    }
}

/// Tells the service manager that the server listens, and from then on that it is alive, if it asks for that.
pub(super) fn tell_ready() {
    tell(&[NotifyState::Ready]);
    let Some(timeout) = sd_notify::watchdog_enabled() else { return };
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval((timeout / 3).max(Duration::from_millis(100)));
        loop {
            ticks.tick().await;
            tell(&[NotifyState::Watchdog]);
        }
    });
}

/// Tells the service manager that the server stops.
pub(super) fn tell_stopping() {
    tell(&[NotifyState::Stopping]);
}

fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}
