//! Proposals of adjustments as requests to the house: proposed, approved, withdrawn or refused; and the settings of the
//! house. Each step is one entry of the house's own log, an approval with its money.

use ledger::TransferRefusal;
use table::correct::reason;
use table::{PatronId, RequestId, StaffId};

use super::alone::{checked, refused, tells_of_wallet};
use super::proposal::{AdjustmentProposal, AdjustmentState, Decided, ProposedChange};
use super::refusal::ByHandRefusal;
use super::settings::{AdjustmentLimits, HouseSettings};
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::money::purse::Purse;
use crate::money::transfer_id::adjustment;
use crate::people::Role;
use crate::ports::{HouseEntry, HouseOutcome, RecordedEntry, StoreFailure, TRIES};

/// How many proposals are read at once, at most.
const PAGE: u16 = 500;

/// A member of staff, in the role in which they act on money by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoneyStaff {
    /// Who.
    pub id: StaffId,
    /// As what: a manager if they are one, else a supervisor.
    pub role: Role,
}

/// An adjustment was proposed, approved, withdrawn or refused; perhaps by the same request before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalReceipt {
    /// Whether the same request had done that before; then it does nothing now.
    pub repeated: bool,
    /// The proposal as it is now.
    pub proposal: AdjustmentProposal,
}

impl House {
    /// Proposes an adjustment that a second person must approve; no money moves. The same proposal sent again with the
    /// same `request_id` is answered with the first one.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], [`HouseRefusal::BadAmount`], `no_reason`, [`HouseRefusal::RequestIdUsed`], or a
    /// [`Failure`].
    pub async fn propose_adjustment(
        &self,
        patron: PatronId,
        purse: Purse,
        change: i64,
        by: MoneyStaff,
        why: &str,
        request_id: RequestId,
    ) -> Result<ProposalReceipt, Rejection> {
        let currency = self.known(patron).await?.currency;
        let why = checked(change, why)?;
        let (code, decimals) = (currency.code().to_owned(), currency.decimals());
        let change = ProposedChange { patron, purse, currency: code, decimals, change, why, request_id };
        for _ in 0..TRIES {
            if let Some((_, known)) = self.proposed_as(request_id).await? {
                if (&known.change, known.by) != (&change, by.id) {
                    return Err(HouseRefusal::RequestIdUsed { request_id }.into());
                }
                return Ok(ProposalReceipt { repeated: true, proposal: known });
            }
            if self.context.store.money_event(adjustment(request_id)).await?.is_some() {
                return Err(HouseRefusal::RequestIdUsed { request_id }.into());
            }
            let (number, at) = (self.next_number(EntityKind::Adjustment).await?, self.now());
            let MoneyStaff { id, role } = by;
            let (change, state) = (change.clone(), AdjustmentState::Proposed);
            let proposal = AdjustmentProposal { number, change, by: id, role, at, state };
            match self.append_proposal(&proposal, id, &proposal.change.why, 0).await? {
                HouseOutcome::Appended { .. } => return Ok(ProposalReceipt { repeated: false, proposal }),
                HouseOutcome::Outdated | HouseOutcome::NameTaken => {}
                HouseOutcome::Refused(refusal) => return Err(refused(&refusal)),
            }
        }
        Err(StoreFailure::outrun("the list of proposals").into())
    }

    /// Approves a proposal, as another person than the one who made it: its money moves. The same approval sent again
    /// is answered alike and moves nothing.
    ///
    /// # Errors
    /// [`ByHandRefusal::UnknownAdjustment`], [`ByHandRefusal::AdjustmentDecided`], [`ByHandRefusal::SamePerson`],
    /// [`ByHandRefusal::NeedsManager`], [`NotIndependent`](crate::people::PeopleRefusal::NotIndependent),
    /// [`SameMaker`](crate::people::PeopleRefusal::SameMaker), [`HouseRefusal::NotSoMuch`],
    /// [`HouseRefusal::PurseFull`], [`HouseRefusal::HouseFull`], or a [`Failure`].
    pub async fn approve_adjustment(
        &self,
        number: u32,
        by: MoneyStaff,
    ) -> Result<ProposalReceipt, Rejection> {
        let decide = |open: &AdjustmentProposal, by| open.approved(by);
        let is_same = |state: &AdjustmentState| matches!(state, AdjustmentState::Approved(_));
        let receipt = self.decide(number, by, String::new(), decide, is_same).await?;
        self.context.channels.mark_balance_dirty(receipt.proposal.change.patron);
        Ok(receipt)
    }

    /// Ends a proposal without moving money: who proposed it withdraws it, anybody else refuses it. The same request
    /// sent again is answered alike.
    ///
    /// # Errors
    /// [`ByHandRefusal::UnknownAdjustment`], [`ByHandRefusal::AdjustmentDecided`], `no_reason`, or a [`Failure`].
    pub async fn withdraw_adjustment(
        &self,
        number: u32,
        by: MoneyStaff,
        why: &str,
    ) -> Result<ProposalReceipt, Rejection> {
        let decide = |open: &AdjustmentProposal, by| open.turned_down(by);
        let is_same = |state: &AdjustmentState| {
            matches!(state, AdjustmentState::Withdrawn(_) | AdjustmentState::Refused(_))
        };
        self.decide(number, by, reason(why)?.to_owned(), decide, is_same).await
    }

    /// Decides about a proposal as it is now. `is_same`: whether a state is what the request asks for.
    async fn decide(
        &self,
        number: u32,
        by: MoneyStaff,
        why: String,
        decide: impl Fn(&AdjustmentProposal, Decided) -> Result<AdjustmentProposal, ByHandRefusal>,
        is_same: impl Fn(&AdjustmentState) -> bool,
    ) -> Result<ProposalReceipt, Rejection> {
        for _ in 0..TRIES {
            let place = EntityRef { kind: EntityKind::Adjustment, number };
            let latest = self.context.store.entity(place).await?;
            let known = latest.as_ref().and_then(proposal_of);
            let (seq, open) = known.ok_or(ByHandRefusal::UnknownAdjustment { number })?;
            if decided(&open.state).is_some_and(|before| before.by == by.id) && is_same(&open.state) {
                return Ok(ProposalReceipt { repeated: true, proposal: open });
            }
            let MoneyStaff { id, role } = by;
            let next = decide(&open, Decided { by: id, role, at: self.now(), why: why.clone() })?;
            if let AdjustmentState::Approved(_) = next.state {
                self.people().check_without_common_maker(open.by, id).await?;
            }
            match self.append_proposal(&next, id, &why, seq).await? {
                HouseOutcome::Appended { .. } => {
                    return Ok(ProposalReceipt { repeated: false, proposal: next });
                }
                HouseOutcome::Outdated | HouseOutcome::NameTaken => {}
                HouseOutcome::Refused(TransferRefusal::ExistsDifferent { .. }) => {
                    let request_id = next.change.request_id;
                    return Err(HouseRefusal::RequestIdUsed { request_id }.into());
                }
                HouseOutcome::Refused(refusal) => {
                    let refused = refused(&refusal);
                    if tells_of_wallet(&refused) {
                        self.adjustment_read(id, next.change.patron).await?;
                    }
                    return Err(refused);
                }
            }
        }
        Err(StoreFailure::outrun("the proposal").into())
    }

    async fn append_proposal(
        &self,
        next: &AdjustmentProposal,
        by: StaffId,
        why: &str,
        expected: u64,
    ) -> Result<HouseOutcome, Failure> {
        let postings = next.posting().into_iter().collect();
        let entity = Entity::Adjustment(next.clone());
        let change = HouseEntry::change(self.now(), (Actor::Staff(by), why), entity, expected);
        let entry = HouseEntry { postings, ..change };
        Ok(self.context.store.append_entry(entry).await?)
    }

    /// The proposals of adjustments, newest first: at most `limit` with numbers below `before`. Decided ones are among
    /// them.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn proposed_adjustments(
        &self,
        before: Option<u32>,
        limit: u16,
    ) -> Result<Vec<AdjustmentProposal>, Failure> {
        let end = self.next_number(EntityKind::Adjustment).await?.min(before.unwrap_or(u32::MAX));
        let limit = limit.min(PAGE).min(u16::try_from(end.saturating_sub(1)).unwrap_or(u16::MAX));
        let after = end.saturating_sub(1).saturating_sub(limit.into());
        let entries = self.context.store.entities(EntityKind::Adjustment, after, limit).await?;
        let newest_first = entries.iter().rev().filter_map(proposal_of);
        Ok(newest_first.map(|(_, proposal)| proposal).collect())
    }

    /// The proposal that was made with this request id, with the number of its latest entry.
    pub(super) async fn proposed_as(
        &self,
        request_id: RequestId,
    ) -> Result<Option<(u64, AdjustmentProposal)>, Failure> {
        let name = request_id.to_string();
        let latest = self.context.store.entity_named(EntityKind::Adjustment, name).await?;
        Ok(latest.as_ref().and_then(proposal_of))
    }

    /// Changes what supervisors may adjust alone, as a manager.
    ///
    /// # Errors
    /// [`ByHandRefusal::BadLimits`], `no_reason`, or a [`Failure`].
    pub async fn change_adjustment_limits(
        &self,
        limits: AdjustmentLimits,
        by: StaffId,
        why: &str,
    ) -> Result<HouseSettings, Rejection> {
        let why = reason(why)?;
        if !limits.is_valid() {
            return Err(ByHandRefusal::BadLimits.into());
        }
        let place = EntityRef { kind: EntityKind::HouseSettings, number: 1 };
        for _ in 0..TRIES {
            let expected = self.context.store.entity(place).await?.map_or(0, |entry| entry.seq);
            let settings = HouseSettings { adjustments: limits };
            let entity = Entity::HouseSettings(settings);
            let entry = HouseEntry::change(self.now(), (Actor::Staff(by), why), entity, expected);
            if let HouseOutcome::Appended { .. } = self.context.store.append_entry(entry).await? {
                return Ok(settings);
            }
        }
        Err(StoreFailure::outrun("the settings of the house").into())
    }
}

fn proposal_of(entry: &RecordedEntry) -> Option<(u64, AdjustmentProposal)> {
    match entry.event.entity() {
        Some(Entity::Adjustment(proposal)) => Some((entry.seq, proposal.clone())),
        _ => None,
    }
}

fn decided(state: &AdjustmentState) -> Option<&Decided> {
    match state {
        AdjustmentState::Proposed => None,
        AdjustmentState::Approved(by) | AdjustmentState::Withdrawn(by) | AdjustmentState::Refused(by) => {
            Some(by)
        }
    }
}
