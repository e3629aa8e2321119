//! What the store says of a patron's protection, for everybody who has the patron's gate for themselves.

use std::sync::Arc;

use table::Timestamp;

use super::gate::{Gate, Known};
use super::limit::LimitKind;
use super::play_clock::PlayClock;
use super::play_time::PlayTime;
use super::spent::Spent;
use super::state::Protection;
use crate::context::Context;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent};
use crate::ports::{HouseEntry, HouseOutcome, StoreFailure};

impl Context {
    /// What the store says of a patron's protection, read once for as long as the gate is kept.
    pub(crate) async fn protection_of<'k>(
        &self,
        gate: &Arc<Gate>,
        known: &'k mut Option<Known>,
    ) -> Result<&'k mut Known, StoreFailure> {
        let read = match known.take() {
            Some(own) => own,
            None => self.read_protection(gate).await?,
        };
        Ok(known.insert(read))
    }

    /// Reads a patron's protection from the store, and follows it.
    pub(crate) async fn read_protection(&self, gate: &Arc<Gate>) -> Result<Known, StoreFailure> {
        let read = Known::read(&*self.store, gate.patron).await?;
        // Tables report from now on, and what they did before is read by the next slip.
        self.gates.watch(gate, !read.protection.is_none(self.clock.now()));
        gate.report_change();
        self.follow_limits(gate, &read.protection).await?;
        gate.set_unread(false);
        Ok(read)
    }

    /// Follows what the patron has set: their clock runs while a limit counts time, and a patron who may not play gets
    /// up after the round.
    pub(crate) async fn follow_limits(
        &self,
        gate: &Gate,
        protection: &Protection,
    ) -> Result<(), StoreFailure> {
        let now = self.clock.now();
        let has_seat = || self.presence.has_seat(gate.patron);
        if !protection.limits.keys().any(|kind| kind.counts_time()) {
            gate.watch().clock = None;
        } else if !gate.watch().limit(protection, now) {
            let clock = PlayClock::resumed(self.stored_time(gate).await?, protection.clone(), now);
            let mut watch = gate.watch();
            watch.clock.insert(clock).seat(has_seat(), now);
        }
        self.follow_leaving(gate, protection, now);
        self.gates.wake();
        Ok(())
    }

    /// Has a patron who may not play get up after the round.
    pub(crate) fn follow_leaving(&self, gate: &Gate, protection: &Protection, now: Timestamp) {
        let may_play = gate.watch().may_play(protection, now);
        let why = || may_play.err().filter(|_| self.presence.has_seat(gate.patron));
        if self.gates.set_leaving(gate.patron, why) {
            self.presence.wake_tables(gate.patron);
        }
    }

    /// What was staked and lost, as of now. Nothing is read when no limit counts it.
    pub(crate) async fn spent(
        &self,
        gate: &Gate,
        known: &mut Known,
        now: Timestamp,
    ) -> Result<Spent, StoreFailure> {
        let counts = |kind: &LimitKind| kind.counts_money() || *kind == LimitKind::RealityCheckMinutes;
        if known.protection.limits.keys().any(counts) {
            gate.refresh(&*self.store, known, now).await?;
        }
        Ok(known.spent.unwrap_or_else(|| Spent::nothing(now)))
    }

    /// Puts the time of a patron on record, if it is to be.
    pub(crate) async fn record_time(&self, gate: &Gate, now: Timestamp) -> Result<(), StoreFailure> {
        let due = gate.watch().clock.as_ref().and_then(|clock| clock.to_record(now));
        let Some(due) = due else { return Ok(()) };
        let (expected, entity) = (due.expected, Entity::PlayTime(due.time.clone()));
        let entry = HouseEntry::change(now, (Actor::House, ""), entity, expected);
        let outcome = self.store.append_entry(entry).await?;
        let seq = match outcome {
            HouseOutcome::Appended { seq } => seq,
            // Another server has written it, or an answer was lost: what is on record there stands.
            HouseOutcome::Outdated => self.stored_time(gate).await?.map_or(expected, |(seq, _)| seq),
            HouseOutcome::NameTaken | HouseOutcome::Refused(_) => {
                return Err(StoreFailure::Corrupt("a time at tables has neither name nor money".to_owned()));
            }
        };
        if let Some(clock) = &mut gate.watch().clock {
            clock.recorded(seq, &due);
        }
        Ok(())
    }

    async fn stored_time(&self, gate: &Gate) -> Result<Option<(u64, PlayTime)>, StoreFailure> {
        let place = EntityRef { kind: EntityKind::PlayTime, number: gate.patron.0 };
        let Some(entry) = self.store.entity(place).await? else { return Ok(None) };
        match entry.event {
            HouseEvent::Changed { entity: Entity::PlayTime(time), .. } => Ok(Some((entry.seq, time))),
            _ => Err(StoreFailure::Corrupt(format!("entry {} has no time at tables", entry.seq))),
        }
    }
}
