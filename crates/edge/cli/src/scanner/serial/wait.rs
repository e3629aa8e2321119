//! How long to wait before the next try.

use std::time::Duration;

use tokio::time::Instant;

/// The first and the longest wait, which are those of a device.
const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(5);

/// A wait that doubles with each try that did not last.
#[derive(Debug)]
pub(super) struct BackOff {
    next: Duration,
    /// Since when the latest try succeeds.
    up_since: Option<Instant>,
}

impl BackOff {
    pub(super) const fn new() -> Self {
        Self { next: FIRST, up_since: None }
    }

    /// The try succeeded.
    pub(super) fn up(&mut self) {
        self.up_since = Some(Instant::now());
    }

    /// The try failed, or what it brought is over. Gives how long to wait before the next one.
    pub(super) fn down(&mut self) -> Duration {
        if self.up_since.take().is_some_and(|since| since.elapsed() >= LONGEST) {
            self.next = FIRST;
        }
        let wait = self.next;
        self.next = (self.next * 2).min(LONGEST);
        wait
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_wait_doubles_up_to_five_seconds_and_begins_anew_after_a_success_that_lasted() {
        let mut wait = BackOff::new();
        let waits: Vec<u128> = (0..7).map(|_| wait.down().as_millis()).collect();
        assert_eq!(waits, [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
        wait.up();
        advance(Duration::from_secs(1)).await;
        assert_eq!(wait.down().as_millis(), 5_000, "it did not last");
        wait.up();
        advance(LONGEST).await;
        assert_eq!(wait.down().as_millis(), 250);
    }
}
