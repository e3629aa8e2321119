//! What a supervisor adjusts alone, within the limits of one adjustment and of a day.

use ledger::TransferRefusal;
use money::bounds;
use table::correct::reason;
use table::{PatronId, RequestId, StaffId};

use super::adjuster::Adjuster;
use super::settings::HouseSettings;
use crate::answer::{AdjustmentReceipt, HouseRefusal, Rejection};
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef, HouseEvent, Shared};
use crate::money::purse::Purse;
use crate::ports::{Adjustment, HouseEntry, HouseOutcome, StoreFailure, TRIES};

impl House {
    /// Changes what is in a purse by `change` minor units, never to below zero, as a supervisor alone. Who did it and
    /// why stays on record in the house's own log. The same `request_id` sent again counts once; with anything else, by
    /// somebody else or for another reason, it is refused. The amounts of a supervisor's day are added up in an entity
    /// of theirs, in the same entry as the money. An answer that moves nothing and tells what the patron has is on
    /// record as a read.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], [`HouseRefusal::BadAmount`], `no_reason`, [`HouseRefusal::RequestIdUsed`],
    /// [`AboveLimit`](super::ByHandRefusal::AboveLimit), [`HouseRefusal::NotSoMuch`], [`HouseRefusal::PurseFull`],
    /// [`HouseRefusal::HouseFull`], or a [`Failure`](crate::Failure).
    pub async fn adjust(
        &self,
        patron: PatronId,
        purse: Purse,
        change: i64,
        by: StaffId,
        why: &str,
        request_id: RequestId,
    ) -> Result<AdjustmentReceipt, Rejection> {
        let answer = self.adjust_alone(patron, purse, change, by, why, request_id).await;
        let tells = match &answer {
            Ok(receipt) => receipt.repeated,
            Err(rejection) => tells_of_wallet(rejection),
        };
        if tells {
            self.adjustment_read(by, patron).await?;
        }
        answer
    }

    async fn adjust_alone(
        &self,
        patron: PatronId,
        purse: Purse,
        change: i64,
        by: StaffId,
        why: &str,
        request_id: RequestId,
    ) -> Result<AdjustmentReceipt, Rejection> {
        let currency = self.known(patron).await?.currency;
        let why = checked(change, why)?;
        let new = Adjustment { patron, purse, currency, change, by, why, request_id, at: self.now() };
        for _ in 0..TRIES {
            if let Some(event) = self.context.store.money_event(new.posting().id).await? {
                let same = event.adjustment(new.at).as_ref() == Some(&new);
                let used = || HouseRefusal::RequestIdUsed { request_id };
                return if same { self.adjusted(patron, true).await } else { Err(used().into()) };
            }
            if self.proposed_as(request_id).await?.is_some() {
                return Err(HouseRefusal::RequestIdUsed { request_id }.into());
            }
            match self.append_alone(&new).await? {
                HouseOutcome::Appended { .. } => return self.adjusted(patron, false).await,
                HouseOutcome::Refused(TransferRefusal::ExistsDifferent { .. })
                | HouseOutcome::Outdated
                | HouseOutcome::NameTaken => {}
                HouseOutcome::Refused(refusal) => return Err(refused(&refusal)),
            }
        }
        Err(StoreFailure::outrun("the day of the supervisor").into())
    }

    /// Puts on record that the answer to an adjustment which moved nothing tells what a patron has.
    pub(super) async fn adjustment_read(&self, by: StaffId, patron: PatronId) -> Result<(), Rejection> {
        self.record_read(Actor::Staff(by), Some(patron), "adjustments", Shared::ForAMinute).await
    }

    async fn append_alone(&self, new: &Adjustment) -> Result<HouseOutcome, Rejection> {
        let place = EntityRef { kind: EntityKind::Adjuster, number: new.by.0 };
        let latest = self.context.store.entity(place).await?;
        let expected = latest.as_ref().map_or(0, |entry| entry.seq);
        let before = latest.and_then(|entry| match entry.event.entity() {
            Some(Entity::Adjuster(before)) => Some(before.clone()),
            _ => None,
        });
        let limits = self.settings().await?.adjustments;
        let what = (new.purse, new.currency, new.change);
        let after = Adjuster::after(before.as_ref(), new.by, new.at, what, &limits)?;
        let event = HouseEvent::adjusted(new, Some(Entity::Adjuster(after)));
        let postings = vec![new.posting()];
        let entry = HouseEntry { postings, ..HouseEntry::new(new.at, event, expected) };
        Ok(self.context.store.append_entry(entry).await?)
    }

    async fn adjusted(&self, patron: PatronId, repeated: bool) -> Result<AdjustmentReceipt, Rejection> {
        let wallet = self.wallet(patron).await?;
        self.context.channels.mark_balance_dirty(patron);
        Ok(AdjustmentReceipt { patron, repeated, wallet })
    }

    /// The settings of the house.
    ///
    /// # Errors
    /// [`Failure`](crate::Failure) of the store.
    pub async fn settings(&self) -> Result<HouseSettings, crate::Failure> {
        let place = EntityRef { kind: EntityKind::HouseSettings, number: 1 };
        let latest = self.context.store.entity(place).await?;
        Ok(match latest.as_ref().and_then(|entry| entry.event.entity()) {
            Some(Entity::HouseSettings(settings)) => *settings,
            _ => HouseSettings::default(),
        })
    }
}

/// The trimmed reason of an adjustment, if amount and reason are in order.
pub(super) fn checked(change: i64, why: &str) -> Result<String, HouseRefusal> {
    if change == 0 || change.unsigned_abs() > bounds::ADJUSTMENT.minor() {
        return Err(HouseRefusal::BadAmount);
    }
    Ok(reason(why)?.to_owned())
}

/// Whether a refused adjustment tells what the patron has.
pub(super) const fn tells_of_wallet(rejection: &Rejection) -> bool {
    matches!(rejection, Rejection::Refused(HouseRefusal::NotSoMuch { .. } | HouseRefusal::PurseFull { .. }))
}

/// The answer about an adjustment that the ledger refused.
pub(super) fn refused(refusal: &TransferRefusal) -> Rejection {
    match refusal {
        TransferRefusal::InsufficientFunds { available, .. } => {
            HouseRefusal::NotSoMuch { available: *available }.into()
        }
        refusal => HouseRefusal::by_ledger(refusal).into(),
    }
}
