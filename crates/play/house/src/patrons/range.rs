//! The range of stakes that a manager sets for one patron, beside those of the table and the house rules.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use baccarat::{Limit, Spot};
use money::{Amount, Stake};
use serde::{Deserialize, Serialize};
use table::correction::WHY;
use table::{PatronId, Refusal, SpotLimits, StaffId, Timestamp};

use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::ports::{HouseEntry, HouseOutcome, StoreFailure};

/// How long a range is remembered, in milliseconds: another server that shares the database may set it.
const REMEMBERED_MS: u32 = 60_000;
/// How many ranges are remembered.
const REMEMBERED: usize = 65_536;
/// How often a change is tried while others change the same range.
const TRIES: usize = 8;

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
    fn limits(&self) -> Option<Arc<SpotLimits>> {
        let amount = |minor| Amount::new(minor).unwrap_or(Amount::MAX);
        let add = |limits: SpotLimits, (spot, range): (&Spot, &SpotRange)| {
            let (minimum, maximum) = (amount(range.minimum), range.maximum.map(amount));
            limits.with_limit(*spot, Limit { minimum, maximum })
        };
        (!self.spots.is_empty()).then(|| Arc::new(self.spots.iter().fold(SpotLimits::none(), add)))
    }

    /// The first spot whose least stake is above its largest, or whose stakes are none.
    fn wrong(&self) -> Option<Spot> {
        let wrong = |range: &SpotRange| {
            let largest = range.maximum.unwrap_or(Stake::MAX.minor());
            largest > Stake::MAX.minor() || range.minimum > largest && largest > 0
        };
        self.spots.iter().find(|(_, range)| wrong(range)).map(|(spot, _)| *spot)
    }
}

/// The ranges of patrons who wager, as they were read or set last.
#[derive(Debug, Default)]
pub(crate) struct Ranges(Mutex<HashMap<PatronId, (Timestamp, Option<Arc<SpotLimits>>)>>);

impl Ranges {
    fn remembered(&self, patron: PatronId, now: Timestamp) -> Option<Option<Arc<SpotLimits>>> {
        let ranges = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, limits) = ranges.get(&patron)?;
        (since.ms_until(now) < u64::from(REMEMBERED_MS)).then(|| limits.clone())
    }

    fn remember(&self, patron: PatronId, now: Timestamp, limits: Option<Arc<SpotLimits>>) {
        let mut ranges = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ranges.len() >= REMEMBERED && !ranges.contains_key(&patron) {
            ranges.clear();
        }
        ranges.insert(patron, (now, limits));
    }
}

impl House {
    /// The range of a patron, who may have none.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], or a [`Failure`].
    pub async fn range(&self, patron: PatronId) -> Result<PatronRange, Rejection> {
        self.known(patron).await?;
        Ok(self.stored_range(patron).await?.1)
    }

    /// Sets the range of a patron, in the place of the one before. It counts from the next slip on; wagers that were
    /// accepted stand. A server that shares the database takes it up within a minute.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], [`HouseRefusal::BadRange`], [`Refusal::NoReason`], or a [`Failure`].
    pub async fn set_range(
        &self,
        range: PatronRange,
        by: StaffId,
        why: &str,
    ) -> Result<PatronRange, Rejection> {
        let patron = range.patron;
        self.known(patron).await?;
        if let Some(spot) = range.wrong() {
            return Err(HouseRefusal::BadRange { spot }.into());
        }
        let why = why.trim();
        if why.is_empty() || why.chars().count() > WHY {
            return Err(Refusal::NoReason.into());
        }
        for _ in 0..TRIES {
            let (expected, before) = self.stored_range(patron).await?;
            if before == range {
                return Ok(range);
            }
            let (by, why, entity) = (Actor::Staff(by), why.to_owned(), Entity::Range(range.clone()));
            let event = HouseEvent::Changed { by, why, entity };
            let (at, postings, credentials) = (self.now(), Vec::new(), Vec::new());
            let entry = HouseEntry { at, event, expected, postings, credentials };
            if let HouseOutcome::Appended { .. } = self.context.store.append_entry(entry).await? {
                self.context.ranges.remember(patron, self.now(), range.limits());
                return Ok(range);
            }
        }
        let busy = format!("the range of patron {} is being changed by others", patron.0);
        Err(StoreFailure::Storage(busy).into())
    }

    /// The limits of a patron's own for their next slip. Read from the store once a minute at most.
    pub(crate) async fn own_limits(&self, patron: PatronId) -> Result<Option<Arc<SpotLimits>>, Failure> {
        if let Some(limits) = self.context.ranges.remembered(patron, self.now()) {
            return Ok(limits);
        }
        let limits = self.stored_range(patron).await?.1.limits();
        self.context.ranges.remember(patron, self.now(), limits.clone());
        Ok(limits)
    }

    async fn known(&self, patron: PatronId) -> Result<(), Rejection> {
        let known = self.context.store.patron(patron).await?;
        known.map(|_| ()).ok_or_else(|| HouseRefusal::UnknownPatron { patron }.into())
    }

    /// The range with the number of its entry; 0 when it was never set.
    async fn stored_range(&self, patron: PatronId) -> Result<(u64, PatronRange), StoreFailure> {
        let entity = EntityRef { kind: EntityKind::Range, number: patron.0 };
        match self.context.store.entity(entity).await? {
            None => Ok((0, PatronRange::none(patron))),
            Some(entry) => match entry.event {
                HouseEvent::Changed { entity: Entity::Range(range), .. } => Ok((entry.seq, range)),
                _ => Err(StoreFailure::Corrupt(format!("entry {} is no range", entry.seq))),
            },
        }
    }
}
