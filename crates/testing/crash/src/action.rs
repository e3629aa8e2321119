//! What a supervisor asks for and is answered, and which answers belong to which action. Remembers nothing.

use auditor::{EventId, Purse, RoundId, ShownCorrection, Wallet};
use wire::supervisor::Correction;

use crate::translate::shown_correction;

/// The reason that every supervisor gives.
pub(crate) const WHY: &str = "It was found wrong.";

/// What is to be true of a round: these cards; without any, the round is void.
pub(crate) type Ruling = Option<Vec<String>>;

/// What one supervisor asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Propose {
        request_id: String,
        round: RoundId,
        ruling: Ruling,
    },
    Approve(EventId),
    Withdraw(EventId),
    Void(RoundId),
    Adjust {
        request_id: String,
        patron: u32,
        purse: Purse,
        change: i64,
    },
    /// Another request under an id that is on record. It must be refused.
    Misuse(Box<Action>),
}

/// How the server answered an action.
#[derive(Clone, Debug)]
pub(crate) enum ActionAnswer {
    Proposed(CorrectionAnswer),
    Decided(CorrectionAnswer),
    Adjusted {
        /// Whether it had happened before.
        repeated: bool,
        patron: u32,
        /// What the patron has then.
        wallet: Wallet,
    },
    Voided,
    /// A status that is no success, and its code.
    Refused(u16, String),
}

/// A correction in an answer.
#[derive(Clone, Debug)]
pub(crate) struct CorrectionAnswer {
    /// Whether it had happened before.
    pub(crate) repeated: bool,
    /// The proposal, with its dry run.
    pub(crate) shown: ShownCorrection,
    /// `open`, `approved` or `withdrawn`.
    pub(crate) state: String,
    pub(crate) approved_by: Option<u32>,
}

impl CorrectionAnswer {
    pub(crate) fn of(repeated: bool, correction: &Correction) -> Self {
        let approved_by = correction.line.approved_by.as_ref().map(|name| name.supervisor_id);
        let (shown, state) = (shown_correction(correction), correction.line.state.clone());
        Self { repeated, shown, state, approved_by }
    }
}

impl Action {
    /// The refusals that are possible. Any other answer but a failure contradicts what is known: supervisors ask about
    /// rounds and corrections that they were shown, and give a reason.
    pub(crate) const fn possible_refusals(&self) -> &'static [&'static str] {
        match self {
            Self::Propose { .. } => &["nothing_to_correct", "illegal_coup", "off_order"],
            Self::Approve(_) => &["same_supervisor", "correction_outdated", "correction_withdrawn"],
            Self::Withdraw(_) => &["correction_outdated"],
            Self::Void(_) => &["round_not_open"],
            Self::Adjust { .. } => &["unknown_patron", "not_so_much"],
            Self::Misuse(_) => &["request_id_used"],
        }
    }

    /// Whether an answer is about the correction of this action, in the state that the action puts it into.
    pub(crate) fn fits(&self, by: u32, answer: &CorrectionAnswer) -> bool {
        let CorrectionAnswer { shown, state, approved_by, .. } = answer;
        let state = (state.as_str(), *approved_by);
        match self {
            Self::Propose { round, .. } => (shown.round, shown.by, state) == (*round, by, ("open", None)),
            Self::Approve(id) => (shown.id, state) == (*id, ("approved", Some(by))),
            Self::Withdraw(id) => (shown.id, state) == (*id, ("withdrawn", None)),
            _ => false,
        }
    }
}
