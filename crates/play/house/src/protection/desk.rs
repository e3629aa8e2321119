//! What the house does for the protection of patrons: it takes their requests, keeps each change on record, and asks
//! their protection before every slip.

use std::sync::Arc;

use money::Amount;
use table::correct::reason;
use table::{PatronId, StaffId, Timestamp};

use super::allowance::{Allowance, MoneyAllowance};
use super::gate::{Entered, Gate, Known};
use super::limit::{LimitKind, Period};
use super::play_time::PlayTime;
use super::refusal::ProtectionRefusal;
use super::spent::Played;
use super::state::{Protection, Wanted};
use crate::answer::{Failure, Rejection};
use crate::context::Context;
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::patrons::notice::RealityCheck;
use crate::ports::{HouseEntry, HouseOutcome, RecordedEntry, StoreFailure, TRIES};

/// How many entries of a history are given at once, at most.
pub const HISTORY_PAGE: u16 = 500;

/// The protection of a patron, and what counts towards their limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectionView {
    /// Now.
    pub now: Timestamp,
    /// What the patron has set.
    pub protection: Protection,
    /// What was staked and lost in the present day, week and month, if a limit counts it.
    pub played: Option<[(Period, Played); 3]>,
    /// The stakes that are at risk at all tables, in minor units.
    pub held: Amount,
    /// The time at tables, if a limit counts it.
    pub time: Option<PlayTime>,
    /// What a reality check says now, while the patron has a seat and a limit counts time.
    pub check: Option<RealityCheck>,
    /// Whether the patron must acknowledge it before the next slip.
    pub is_check_due: bool,
    /// Why the patron may neither sit down nor wager now.
    pub refusal: Option<ProtectionRefusal>,
}

impl Context {
    /// Lets a request through the gate of its patron, with what their protection allows.
    pub(crate) async fn enter(&self, patron: PatronId) -> Result<Entered, Rejection> {
        let (gate, now) = (self.gates.of(patron), self.clock.now());
        let shared = Arc::clone(&gate.known).read_owned().await;
        if self.gates.is_free(&gate, shared.as_ref(), now) {
            return Ok(Entered::free(gate, shared));
        }
        drop(shared);
        // Boxed: most patrons have no protection, and the future of their slips is small without this.
        Box::pin(self.enter_guarded(gate, now)).await
    }

    /// Lets a request of a patron who may have protection pass their gate.
    async fn enter_guarded(&self, gate: Arc<Gate>, now: Timestamp) -> Result<Entered, Rejection> {
        let mut alone = Arc::clone(&gate.known).write_owned().await;
        let known = self.protection_of(&gate, &mut alone).await?;
        if known.protection.is_none(now) {
            return Ok(Entered::free(gate, alone.downgrade()));
        }
        let allowance = self.allowance(&gate, known, now).await?;
        Ok(Entered::guarded(gate, alone, allowance))
    }

    /// What the protection of a patron allows their next slip.
    async fn allowance(
        &self,
        gate: &Gate,
        known: &mut Known,
        now: Timestamp,
    ) -> Result<Allowance, Rejection> {
        let may_play = gate.watch().may_play(&known.protection, now);
        if let Err(refusal) = may_play {
            return Ok(Allowance::Nothing(refusal));
        }
        if gate.watch().is_check_due(now) {
            return Ok(Allowance::Nothing(ProtectionRefusal::RealityCheckDue));
        }
        let spent = self.spent(gate, known, now).await?;
        let (protection, held) = (known.protection.clone(), gate.held());
        Ok(Allowance::Money(Box::new(MoneyAllowance { protection, spent, held })))
    }
}

impl House {
    /// The protection of a patron.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), or a [`Failure`].
    pub async fn protection(&self, patron: PatronId) -> Result<ProtectionView, Rejection> {
        self.known(patron).await?;
        let gate = self.context.gates.of(patron);
        let mut known = gate.known.write().await;
        let known = self.context.protection_of(&gate, &mut known).await?;
        self.view(&gate, known).await
    }

    /// The patron asks for limits. Tighter values count at once, looser ones wait for the second yes.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), `bad_limit`, or a [`Failure`].
    pub async fn set_limits(&self, patron: PatronId, wanted: &Wanted) -> Result<ProtectionView, Rejection> {
        self.change_own(patron, |own, now| own.with_limits(wanted, now)).await
    }

    /// The patron's second yes to all looser limits that have waited for a day.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), `nothing_to_confirm`, or a [`Failure`].
    pub async fn confirm_limits(&self, patron: PatronId) -> Result<ProtectionView, Rejection> {
        self.change_own(patron, Protection::confirmed).await
    }

    /// The patron pauses for so many hours from now.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), `bad_duration`, `not_shortened`, or a [`Failure`].
    pub async fn pause(&self, patron: PatronId, hours: u32) -> Result<ProtectionView, Rejection> {
        self.change_own(patron, |own, now| own.with_pause(hours, now)).await
    }

    /// The patron excludes themselves for so many days from now; none for good.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), `bad_duration`, `not_shortened`, or a [`Failure`].
    pub async fn exclude(&self, patron: PatronId, days: Option<u32>) -> Result<ProtectionView, Rejection> {
        self.change_own(patron, |own, now| own.with_exclusion(days, false, now)).await
    }

    /// A member of staff excludes a patron for so many days from now; none for good. Who did it and why stays on
    /// record.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), `no_reason`, `bad_duration`, `not_shortened`, or a
    /// [`Failure`].
    pub async fn exclude_by_house(
        &self,
        patron: PatronId,
        days: Option<u32>,
        by: StaffId,
        why: &str,
    ) -> Result<ProtectionView, Rejection> {
        let why = reason(why)?;
        let change = |own: &Protection, now| own.with_exclusion(days, true, now);
        self.change(patron, Actor::Staff(by), why, change).await
    }

    /// The patron acknowledges the reality check. Without one it changes nothing.
    ///
    /// # Errors
    /// [`UnknownPatron`](crate::HouseRefusal::UnknownPatron), or a [`Failure`].
    pub async fn acknowledge_reality_check(&self, patron: PatronId) -> Result<ProtectionView, Rejection> {
        self.known(patron).await?;
        let gate = self.context.gates.of(patron);
        let mut known = gate.known.write().await;
        let known = self.context.protection_of(&gate, &mut known).await?;
        let now = self.now();
        if gate.watch().is_check_due(now) {
            if let Some(clock) = &mut gate.watch().clock {
                clock.acknowledge(now);
            }
            self.context.record_time(&gate, now).await?;
            self.context.gates.wake();
        }
        self.view(&gate, known).await
    }

    /// Lets a patron through their gate to a seat or to Auto.
    pub(crate) async fn enter_to_sit(&self, patron: PatronId) -> Result<Entered, Rejection> {
        let entered = self.context.enter(patron).await?;
        match entered.allowance {
            Some(Allowance::Nothing(refusal)) if refusal != ProtectionRefusal::RealityCheckDue => {
                Err(refusal.into())
            }
            _ => Ok(entered),
        }
    }

    /// Every change of a patron's protection with its author, newest first, before entry `before`; at most `limit` and
    /// [`HISTORY_PAGE`].
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn protection_history(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, Failure> {
        let entity = EntityRef { kind: EntityKind::Protection, number: patron.0 };
        Ok(self.context.store.entity_history(entity, before, limit.min(HISTORY_PAGE)).await?)
    }

    async fn change_own(
        &self,
        patron: PatronId,
        change: impl Fn(&Protection, Timestamp) -> Result<Protection, ProtectionRefusal>,
    ) -> Result<ProtectionView, Rejection> {
        self.change(patron, Actor::Patron(patron), "", change).await
    }

    /// Changes the protection of a patron, after the slips that are under way.
    async fn change(
        &self,
        patron: PatronId,
        by: Actor,
        why: &str,
        change: impl Fn(&Protection, Timestamp) -> Result<Protection, ProtectionRefusal>,
    ) -> Result<ProtectionView, Rejection> {
        self.known(patron).await?;
        let gate = self.context.gates.of(patron);
        let mut guard = gate.known.write().await;
        for _ in 0..TRIES {
            // Another server may have changed it since it was read here. Nothing is known again before the change is
            // answered: it may be durable without an answer.
            *guard = None;
            let mut known = self.context.read_protection(&gate).await?;
            let now = self.now();
            let after = match change(&known.protection, now) {
                Ok(after) => after,
                Err(refusal) => {
                    *guard = Some(known);
                    return Err(refusal.into());
                }
            };
            if after != known.protection {
                self.context.gates.watch(&gate, true);
                gate.set_unread(true);
                self.context.gates.wake();
                match self.record(known.seq, by, why, after.clone(), now).await? {
                    Some(seq) => (known.seq, known.protection) = (seq, after),
                    None => continue,
                }
                self.context.follow_limits(&gate, &known.protection).await?;
                gate.set_unread(false);
                self.context.gates.watch(&gate, !known.protection.is_none(now));
            }
            tracing::info!(patron = patron.0, %by, "the protection of a patron was changed");
            return self.view(&gate, guard.insert(known)).await;
        }
        Err(StoreFailure::outrun("the protection of the patron").into())
    }

    /// Puts a change on record; none when somebody else changed it since it was read.
    async fn record(
        &self,
        expected: u64,
        by: Actor,
        why: &str,
        protection: Protection,
        at: Timestamp,
    ) -> Result<Option<u64>, StoreFailure> {
        let entry = HouseEntry::change(at, (by, why), Entity::Protection(protection), expected);
        match self.context.store.append_entry(entry).await? {
            HouseOutcome::Appended { seq } => Ok(Some(seq)),
            HouseOutcome::Outdated => Ok(None),
            HouseOutcome::NameTaken | HouseOutcome::Refused(_) => {
                Err(StoreFailure::Corrupt("a change of protection has neither name nor money".to_owned()))
            }
        }
    }

    async fn view(&self, gate: &Gate, known: &mut Known) -> Result<ProtectionView, Rejection> {
        let now = self.now();
        let spent = self.context.spent(gate, known, now).await?;
        let counts = known.protection.limits.keys().any(|kind: &LimitKind| kind.counts_money());
        // Each look at what tables report ends before the next one.
        let time = gate.watch().clock.as_ref().map(|clock| clock.time(now));
        let check = gate.reality_check(&spent, now);
        let is_check_due = gate.watch().is_check_due(now);
        let refusal = gate.watch().may_play(&known.protection, now).err();
        let played = [Period::Day, Period::Week, Period::Month].map(|period| (period, spent.of(period)));
        Ok(ProtectionView {
            now,
            protection: known.protection.clone(),
            played: counts.then_some(played),
            held: gate.held(),
            time,
            check,
            is_check_due,
            refusal,
        })
    }
}
