//! The range of stakes that a manager sets for one patron, beside those of the table and the house rules. Reads and
//! writes no store.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use baccarat::{Limit, Spot};
use money::{Amount, Stake};
use serde::{Deserialize, Serialize};
use table::{PatronId, SpotLimits, Timestamp};

/// How long a range is remembered, in milliseconds: another server that shares the database may set it.
const REMEMBERED_MS: u32 = 60_000;

/// The range of stakes of one patron. Spots without a line have the table's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatronRange {
    /// Whose.
    pub patron: PatronId,
    /// The spots that have a range of the patron's own.
    pub spots: BTreeMap<Spot, SpotRange>,
}

/// The least and the largest total stake on a spot in one round, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotRange {
    /// The least; 0 for none.
    pub minimum: u64,
    /// The largest; none for none. 0 keeps the patron off the spot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
}

impl PatronRange {
    /// No range of their own.
    pub const fn none(patron: PatronId) -> Self {
        Self { patron, spots: BTreeMap::new() }
    }

    /// As a slip is judged by it; none when it limits nothing.
    pub(crate) fn limits(&self) -> Option<Arc<SpotLimits>> {
        let amount = |minor| Amount::new(minor).unwrap_or(Amount::MAX);
        let add = |limits: SpotLimits, (spot, range): (&Spot, &SpotRange)| {
            let (minimum, maximum) = (amount(range.minimum), range.maximum.map(amount));
            limits.with_limit(*spot, Limit { minimum, maximum })
        };
        (!self.spots.is_empty()).then(|| Arc::new(self.spots.iter().fold(SpotLimits::none(), add)))
    }

    /// The first spot whose least stake is above its largest, or whose stakes are none.
    pub(crate) fn wrong(&self) -> Option<Spot> {
        let wrong = |range: &SpotRange| {
            let largest = range.maximum.unwrap_or(Stake::MAX.minor());
            largest > Stake::MAX.minor() || range.minimum > largest && largest > 0
        };
        self.spots.iter().find(|(_, range)| wrong(range)).map(|(spot, _)| *spot)
    }
}

/// The range of a patron has to be read from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unknown;

/// The range of one patron, as it was read or set last.
#[derive(Debug, Default)]
pub(crate) struct RangeMemory(Mutex<Option<Remembered>>);

/// The range of a patron, the number of its entry, and since when it is remembered.
#[derive(Clone, Debug)]
struct Remembered {
    seq: u64,
    since: Timestamp,
    limits: OwnLimits,
}

/// A patron's range as slips are judged by it; none when it limits nothing.
type OwnLimits = Option<Arc<SpotLimits>>;

impl RangeMemory {
    /// The range, unless it is not remembered or for too long.
    pub(crate) fn remembered(&self, now: Timestamp) -> Result<OwnLimits, Unknown> {
        let range = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = range.as_ref().filter(|own| own.since.ms_until(now) < u64::from(REMEMBERED_MS));
        known.map(|own| own.limits.clone()).ok_or(Unknown)
    }

    /// Remembers the range of the entry `seq`, unless a later entry is remembered: a slip that read the range before it
    /// was set comes here after it. `seq` is 0 for a range that was never set.
    pub(crate) fn remember(&self, now: Timestamp, seq: u64, limits: OwnLimits) {
        let mut range = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if range.as_ref().is_none_or(|known| known.seq <= seq) {
            *range = Some(Remembered { seq, since: now, limits });
        }
    }
}
