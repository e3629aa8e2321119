//! The ranges of patrons in the house: a manager sets them, slips are judged by them.

use std::sync::Arc;

use table::correct::reason;
use table::{PatronId, SpotLimits, StaffId};

use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::context::Context;
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::patrons::range::PatronRange;
use crate::ports::{HouseEntry, HouseOutcome, StoreFailure, TRIES};
use crate::protection::gate::Gate;

impl House {
    /// The range of a patron, who may have none.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], or a [`Failure`].
    pub async fn range(&self, patron: PatronId) -> Result<PatronRange, Rejection> {
        self.known(patron).await?;
        Ok(self.context.stored_range(patron).await?.1)
    }

    /// Sets the range of a patron, in the place of the one before. It counts from the next slip on; wagers that were
    /// accepted stand. A server that shares the database takes it up within a minute.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], [`HouseRefusal::BadRange`], [`NoReason`](table::Refusal::NoReason), or a
    /// [`Failure`].
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
        let why = reason(why)?;
        for _ in 0..TRIES {
            let (expected, before) = self.context.stored_range(patron).await?;
            if before == range {
                return Ok(range);
            }
            let entity = Entity::Range(range.clone());
            let entry = HouseEntry::change(self.now(), (Actor::Staff(by), why), entity, expected);
            if let HouseOutcome::Appended { seq } = self.context.store.append_entry(entry).await? {
                self.context.gates.of(patron).range.remember(self.now(), seq, range.limits());
                return Ok(range);
            }
        }
        Err(StoreFailure::outrun("the range of the patron").into())
    }
}

impl Context {
    /// The limits of a patron's own for their next slip. Read from the store once a minute at most.
    pub(crate) async fn own_limits(&self, gate: &Gate) -> Result<Option<Arc<SpotLimits>>, Failure> {
        if let Ok(limits) = gate.range.remembered(self.clock.now()) {
            return Ok(limits);
        }
        let (seq, range) = Box::pin(self.stored_range(gate.patron)).await?;
        let limits = range.limits();
        gate.range.remember(self.clock.now(), seq, limits.clone());
        Ok(limits)
    }

    /// The range with the number of its entry; 0 when it was never set.
    async fn stored_range(&self, patron: PatronId) -> Result<(u64, PatronRange), StoreFailure> {
        let entity = EntityRef { kind: EntityKind::Range, number: patron.0 };
        match self.store.entity(entity).await? {
            None => Ok((0, PatronRange::none(patron))),
            Some(entry) => match entry.event {
                HouseEvent::Changed { entity: Entity::Range(range), .. } => Ok((entry.seq, range)),
                _ => Err(StoreFailure::Corrupt(format!("entry {} is no range", entry.seq))),
            },
        }
    }
}
