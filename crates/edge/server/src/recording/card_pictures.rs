//! What is known of the pictures of cards while the server runs: how many came, and how many a device may still send.
//! The pictures themselves are files of the recording.

use std::time::{Duration, Instant};

use table::DeviceId;
use tokio::sync::watch;

use crate::rate_limit::{Rate, RateLimiter};

/// The longest picture, in bytes.
pub(crate) const LONGEST_PICTURE: usize = 256 << 10;
/// How many pictures a device may send: 60 at once, and then ten a minute, which are 150 MiB an hour.
const RATE: Rate = Rate { burst: 60, every: Duration::from_secs(6) };

/// The pictures of cards that came.
#[derive(Debug, Default)]
pub(crate) struct CardPictures {
    /// Counts those that were kept.
    kept: watch::Sender<u64>,
    senders: RateLimiter<DeviceId>,
}

impl CardPictures {
    /// A device sends one.
    ///
    /// # Errors
    /// How long to wait, when it sent too many.
    pub(crate) fn take(&self, device: DeviceId, now: Instant) -> Result<(), Duration> {
        self.senders.take(device, RATE, now)
    }

    /// One more is kept.
    pub(crate) fn note(&self) {
        self.kept.send_modify(|kept| *kept = kept.saturating_add(1));
    }

    /// How many are kept, and when that changes.
    pub(crate) fn kept(&self) -> watch::Receiver<u64> {
        self.kept.subscribe()
    }
}
