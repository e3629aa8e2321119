//! A simulated beacon: each round has one value, from its time on, and the relay fails now and then. Knows no shoe.

use std::sync::{Mutex, PoisonError};

use auditor::Dice;
use house::ports::{Beacon, BeaconFuture, Clock as _, NoValue};
use sha2::{Digest as _, Sha256};

use crate::world::SimClock;

/// The time of the first round, and the time between two, in milliseconds, as those of drand's quicknet.
const GENESIS: u64 = 1_692_803_367_000;
const PERIOD: u64 = 3_000;
/// In how many of a thousand requests the relay fails.
const FAILS: u64 = 150;

/// The relay of a house.
#[derive(Debug)]
pub(crate) struct SimBeacon {
    clock: SimClock,
    dice: Mutex<Dice>,
}

impl SimBeacon {
    pub(crate) const fn new(clock: SimClock, dice: Dice) -> Self {
        Self { clock, dice: Mutex::new(dice) }
    }
}

impl Beacon for SimBeacon {
    fn value(&self, round: u64) -> BeaconFuture<'_> {
        let at = GENESIS.saturating_add(round.saturating_sub(1).saturating_mul(PERIOD));
        let exists = i64::try_from(at).is_ok_and(|at| at <= self.clock.now().0);
        let fails = self.dice.lock().unwrap_or_else(PoisonError::into_inner).per_mille(FAILS);
        Box::pin(async move {
            let value = written(round).parse().ok().filter(|_| exists && !fails);
            value.ok_or_else(|| NoValue("by the simulator's choice".to_owned()))
        })
    }
}

/// The value of a round, as the record writes it.
pub(crate) fn written(round: u64) -> String {
    let half = |which: u8| Sha256::new().chain_update([which]).chain_update(round.to_be_bytes()).finalize();
    let bytes = half(0).into_iter().chain(half(1)).take(48);
    bytes.fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}
