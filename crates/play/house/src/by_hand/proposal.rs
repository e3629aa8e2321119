//! Adjustments that take two persons: one proposes, another approves, and one of both is a manager. Pure: what becomes
//! of a proposal, and the money of an approved one.

use ledger::TransferRequest;
use money::Currency;
use serde::{Deserialize, Serialize};
use table::{PatronId, RequestId, StaffId, Timestamp};

use super::refusal::ByHandRefusal;
use crate::money::purse::Purse;
use crate::people::Role;
use crate::ports::Adjustment;

/// An adjustment that one person proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentProposal {
    /// Its number, from 1.
    pub number: u32,
    /// What is proposed.
    #[serde(flatten)]
    pub change: ProposedChange,
    /// Who proposed it.
    pub by: StaffId,
    /// The role in which they proposed it: supervisor or manager.
    pub role: Role,
    /// When.
    pub at: Timestamp,
    /// What became of it.
    pub state: AdjustmentState,
}

/// The change of a purse that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedChange {
    /// Whose purse.
    pub patron: PatronId,
    /// Which.
    pub purse: Purse,
    /// The code of the wallet's currency.
    pub currency: String,
    /// How many decimals that has.
    pub decimals: u8,
    /// The change in minor units, negative for less.
    pub change: i64,
    /// Why, in the words of who proposed it.
    pub why: String,
    /// The caller's id, from which the transfer's id follows.
    pub request_id: RequestId,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum AdjustmentState {
    /// It waits for a second person. No money has moved.
    Proposed,
    /// A second person approved it, and its money moved with that.
    Approved(Decided),
    /// Who proposed it withdrew it. No money moves.
    Withdrawn(Decided),
    /// A second person refused it. No money moves.
    Refused(Decided),
}

/// Who decided about a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// Who.
    pub by: StaffId,
    /// The role in which they did: supervisor or manager.
    pub role: Role,
    /// When.
    pub at: Timestamp,
    /// Why; empty for an approval without a word.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
}

impl AdjustmentState {
    /// The name it is stored under: `proposed`, `approved`, `withdrawn` or `refused`.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Approved(_) => "approved",
            Self::Withdrawn(_) => "withdrawn",
            Self::Refused(_) => "refused",
        }
    }
}

impl AdjustmentProposal {
    /// The proposal after a second person approved it.
    ///
    /// # Errors
    /// [`ByHandRefusal::AdjustmentDecided`], [`ByHandRefusal::SamePerson`] or [`ByHandRefusal::NeedsManager`].
    pub fn approved(&self, by: Decided) -> Result<Self, ByHandRefusal> {
        self.still_open()?;
        if by.by == self.by {
            return Err(ByHandRefusal::SamePerson);
        }
        if self.role != Role::Manager && by.role != Role::Manager {
            return Err(ByHandRefusal::NeedsManager);
        }
        Ok(Self { state: AdjustmentState::Approved(by), ..self.clone() })
    }

    /// The proposal after who proposed it withdrew it, or somebody else refused it.
    ///
    /// # Errors
    /// [`ByHandRefusal::AdjustmentDecided`].
    pub fn turned_down(&self, by: Decided) -> Result<Self, ByHandRefusal> {
        self.still_open()?;
        let state = if by.by == self.by { AdjustmentState::Withdrawn } else { AdjustmentState::Refused };
        Ok(Self { state: state(by), ..self.clone() })
    }

    fn still_open(&self) -> Result<(), ByHandRefusal> {
        match self.state {
            AdjustmentState::Proposed => Ok(()),
            _ => Err(ByHandRefusal::AdjustmentDecided { number: self.number, state: self.state.id() }),
        }
    }

    /// Whether this state may follow `before`; none for a proposal that is new.
    pub fn may_follow(&self, before: Option<&Self>) -> bool {
        let Some(before) = before else {
            let may_propose = [Role::Supervisor, Role::Manager].contains(&self.role);
            return self.state == AdjustmentState::Proposed && may_propose;
        };
        let next = match &self.state {
            AdjustmentState::Proposed => return false,
            AdjustmentState::Approved(by) => before.approved(by.clone()),
            AdjustmentState::Withdrawn(by) | AdjustmentState::Refused(by) => before.turned_down(by.clone()),
        };
        next.as_ref() == Ok(self)
    }

    /// The money that moves with the step into this state: that of an approval, if the currency is one.
    pub fn posting(&self) -> Option<TransferRequest> {
        let AdjustmentState::Approved(_) = self.state else { return None };
        let ProposedChange { patron, purse, ref currency, decimals, change, ref why, request_id } =
            self.change;
        let currency = Currency::new(currency, decimals).ok()?;
        let (by, at, why) = (self.by, self.at, why.clone());
        Some(Adjustment { patron, purse, currency, change, by, why, request_id, at }.posting())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposal(role: Role) -> AdjustmentProposal {
        let change = ProposedChange {
            patron: PatronId(7),
            purse: Purse::Cash,
            currency: "PLAY".to_owned(),
            decimals: 2,
            change: -5,
            why: "paid out".to_owned(),
            request_id: RequestId(9),
        };
        let state = AdjustmentState::Proposed;
        AdjustmentProposal { number: 1, change, by: StaffId(1), role, at: Timestamp(1), state }
    }

    fn decided(by: u32, role: Role) -> Decided {
        Decided { by: StaffId(by), role, at: Timestamp(2), why: String::new() }
    }

    #[test]
    fn two_persons_approve_and_one_is_a_manager() {
        let (supervisor, manager) = (Role::Supervisor, Role::Manager);
        for (proposer, by, role, expected) in [
            (supervisor, 2, manager, None),
            (supervisor, 2, supervisor, Some("needs_manager")),
            (supervisor, 1, supervisor, Some("same_person")),
            (supervisor, 1, manager, Some("same_person")),
            (manager, 2, supervisor, None),
            (manager, 2, manager, None),
            (manager, 1, manager, Some("same_person")),
            (manager, 1, supervisor, Some("same_person")),
        ] {
            let open = proposal(proposer);
            assert!(open.may_follow(None) && open.posting().is_none());
            let approved = open.approved(decided(by, role));
            assert_eq!(approved.as_ref().err().map(ByHandRefusal::code), expected, "{proposer} {by} {role}");
            let forged =
                AdjustmentProposal { state: AdjustmentState::Approved(decided(by, role)), ..open.clone() };
            assert_eq!(forged.may_follow(Some(&open)), expected.is_none());
            assert!(!forged.may_follow(None), "it was never proposed");
            if let Ok(approved) = approved {
                assert!(approved.posting().is_some() && !approved.may_follow(Some(&approved)));
                let again = approved.turned_down(decided(3, manager)).unwrap_err();
                assert_eq!(again.code(), "adjustment_decided");
            }
        }
    }

    #[test]
    fn nothing_but_the_state_of_a_proposal_changes() {
        let open = proposal(Role::Supervisor);
        let withdrawn = open.turned_down(decided(1, Role::Supervisor)).unwrap();
        assert_eq!((withdrawn.state.id(), withdrawn.posting()), ("withdrawn", None));
        let refused = open.turned_down(decided(2, Role::Supervisor)).unwrap();
        assert_eq!((refused.state.id(), refused.posting()), ("refused", None));
        let mut other = open.approved(decided(2, Role::Manager)).unwrap();
        assert!(other.may_follow(Some(&open)));
        other.change.change = 500;
        assert!(!other.may_follow(Some(&open)), "another change than the one proposed");
    }

    #[test]
    fn a_proposal_is_written_as_it_is_read() {
        let approved = proposal(Role::Supervisor).approved(decided(2, Role::Manager)).unwrap();
        let text = serde_json::to_string(&approved).unwrap();
        assert_eq!(serde_json::from_str::<AdjustmentProposal>(&text).unwrap(), approved);
        assert!(text.contains(r#""state":{"is":"approved","by":2,"role":"manager","at":2}"#), "{text}");
    }
}
