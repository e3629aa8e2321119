//! The clock and the entropy of the machine it runs on, for the ports of the same names.

use std::time::{SystemTime, UNIX_EPOCH};

use table::Timestamp;

use crate::ports::{Clock, Entropy, StoreFailure};

/// The system's wall clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "this is the port through which time enters")]
    fn now(&self) -> Timestamp {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The operating system's source of randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(|error| StoreFailure::Storage(format!("no entropy: {error}")))?;
        Ok(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_in_this_century_and_seeds_differ() {
        assert!(SystemClock.now() > Timestamp(1_700_000_000_000));
        assert_ne!(OsEntropy.seed(), OsEntropy.seed());
    }
}
