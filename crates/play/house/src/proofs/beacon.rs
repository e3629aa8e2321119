//! The values of the beacon that tables wait for: each is asked for once at a time, and kept for a while.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fair::shoe::BeaconValue;
use table::drawing::DRAW_AHEAD_MS;
use table::{BeaconRound, Bytes32, Timestamp};
use tokio::time::Instant;
use tracing::{info, warn};

use crate::ports::{Beacon, NoValue};
use crate::proofs::notices::millis;

/// How long before its value exists the round of a shoe is named at least, in milliseconds: a watching client wants to
/// see three seconds between.
const AHEAD_MS: u32 = 4_000;
/// How long after the nonces are fixed the value comes to exist at least, in milliseconds.
const AFTER_NONCES_MS: u32 = 1_000;
/// How long nobody asks again after a failure.
const AGAIN: Duration = Duration::from_secs(1);
/// How many rounds before the one that is asked for are kept.
const KEPT: u64 = 200;

/// What is known of a round.
#[derive(Debug)]
enum Asked {
    /// It is asked for now.
    Asking,
    /// It could not be had at that moment, and is not asked for again at once.
    Failed(NoValue, Instant),
    Known(BeaconValue),
}

/// The beacon of a house.
#[derive(Debug)]
pub(crate) struct BeaconDesk {
    beacon: Arc<dyn Beacon>,
    rounds: Mutex<BTreeMap<u64, Asked>>,
}

/// The chain of the beacon that shoes are committed to.
pub(crate) const CHAIN: Bytes32 = Bytes32(::beacon::CHAIN);

impl BeaconDesk {
    pub(crate) fn new(beacon: Arc<dyn Beacon>) -> Self {
        Self { beacon, rounds: Mutex::default() }
    }

    /// The value of a round, if it is known.
    pub(crate) fn value(&self, round: u64) -> Option<BeaconValue> {
        match self.rounds().get(&round) {
            Some(Asked::Known(value)) => Some(*value),
            _ => None,
        }
    }

    /// Asks for the value of a round, unless that is being done. Returns why it could not be had the last time.
    pub(crate) fn ask(self: &Arc<Self>, round: u64) -> Option<NoValue> {
        let mut rounds = self.rounds();
        let failure = match rounds.get(&round) {
            Some(Asked::Asking | Asked::Known(_)) => return None,
            Some(Asked::Failed(failure, at)) if at.elapsed() < AGAIN => return Some(failure.clone()),
            Some(Asked::Failed(failure, _)) => Some(failure.clone()),
            None => None,
        };
        let is_first = failure.is_none();
        rounds.retain(|known, _| known.saturating_add(KEPT) > round);
        rounds.insert(round, Asked::Asking);
        let desk = Arc::clone(self);
        tokio::spawn(async move {
            let asked = match desk.beacon.value(round).await {
                Ok(value) => {
                    info!(round, %value, "the beacon gave its value");
                    Asked::Known(value)
                }
                Err(failure) => {
                    if is_first {
                        warn!(round, %failure, "tables wait for the beacon, and it is asked again every second");
                    }
                    Asked::Failed(failure, Instant::now())
                }
            };
            desk.rounds().insert(round, asked);
        });
        failure
    }

    fn rounds(&self) -> MutexGuard<'_, BTreeMap<u64, Asked>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The round of a shoe that opens now and takes nonces until then; none beyond the last round.
pub(crate) fn round_for(now: Timestamp, nonces_until: Timestamp) -> Option<BeaconRound> {
    let earliest = nonces_until.plus_ms(AFTER_NONCES_MS).max(now.plus_ms(AHEAD_MS));
    first_from(millis(earliest))
}

/// The round that draws the cards of a round of play whose bulletin `closed` has that time: the first one whose value
/// comes to exist a second later. None beyond the last round.
pub(crate) fn round_to_draw(closed: u64) -> Option<BeaconRound> {
    first_from(closed.saturating_add(DRAW_AHEAD_MS.into()))
}

fn first_from(earliest: u64) -> Option<BeaconRound> {
    let round = ::beacon::first_round_at(earliest)?;
    let at = Timestamp(i64::try_from(::beacon::time_of(round)?).ok()?);
    Some(BeaconRound { chain: CHAIN, round, at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_of_a_shoe_comes_after_its_nonces_and_is_named_ahead() {
        let genesis = i64::try_from(::beacon::GENESIS).unwrap();
        for (now, nonces_after_ms) in [(0, 0), (1, 0), (2_999, 6_000), (7, 60_000)] {
            let now = Timestamp(genesis + now);
            let nonces_until = now.plus_ms(nonces_after_ms);
            let BeaconRound { chain, round, at } = round_for(now, nonces_until).unwrap();
            assert_eq!((chain, Some(millis(at))), (CHAIN, ::beacon::time_of(round)));
            assert!(at >= nonces_until.plus_ms(AFTER_NONCES_MS) && at >= now.plus_ms(AHEAD_MS));
            assert!(at < nonces_until.max(now).plus_ms(AHEAD_MS).plus_ms(3_000), "no later than it has to");
        }
    }

    #[test]
    fn the_round_that_draws_is_the_first_one_a_second_after_betting_closed() {
        for (closed, expected) in [(0, 2), (1_999, 2), (2_000, 2), (2_001, 3), (5_000, 3)] {
            let BeaconRound { chain, round, at } = round_to_draw(::beacon::GENESIS + closed).unwrap();
            assert_eq!((chain, round, Some(millis(at))), (CHAIN, expected, ::beacon::time_of(expected)));
        }
    }
}
