//! Time and randomness of a simulated house: both come from the seed. Knows no tables.

use std::sync::{Mutex, PoisonError};

use auditor::Dice;
use house::ports::{Clock, Entropy, StoreFailure};
use table::Timestamp;
use tokio::time::Instant;

/// When every simulation begins, in milliseconds since the Unix epoch.
pub(crate) const START: i64 = 1_700_000_000_000;

/// The runtime's paused clock, set to what time it is in the simulation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimClock {
    base: i64,
    since: Instant,
}

impl SimClock {
    /// A clock that shows `base` now. Only within a runtime.
    pub(crate) fn showing(base: i64) -> Self {
        Self { base, since: Instant::now() }
    }
}

impl Clock for SimClock {
    fn now(&self) -> Timestamp {
        let elapsed = i64::try_from(self.since.elapsed().as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.base.saturating_add(elapsed))
    }
}

/// Seeds for shoes and tokens, from the seed of the run.
#[derive(Debug)]
pub(crate) struct SimEntropy(Mutex<Dice>);

impl SimEntropy {
    pub(crate) const fn new(dice: Dice) -> Self {
        Self(Mutex::new(dice))
    }
}

impl Entropy for SimEntropy {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        let mut dice = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if dice.per_mille(5) {
            return Err(StoreFailure::Storage("no entropy, by the simulator's choice".to_owned()));
        }
        Ok(dice.bytes())
    }
}
