//! What a supervisor asks for and is answered, and which answers belong to which action. Remembers nothing.

use crate::ids::{EventId, RoundId};
use crate::observations::ShownCorrection;
use crate::record::{Purse, Wallet};

/// The reason that every supervisor gives.
pub const WHY: &str = "It was found wrong.";

/// What is to be true of a round: these cards; without any, the round is void.
pub(super) type Ruling = Option<Vec<String>>;

/// What one supervisor asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Proposes a correction.
    Propose {
        /// The id of the request.
        request_id: String,
        /// The round to correct.
        round: RoundId,
        /// The cards that it is to have; none to void it.
        ruling: Option<Vec<String>>,
    },
    /// Approves a correction.
    Approve(EventId),
    /// Withdraws a correction.
    Withdraw(EventId),
    /// Voids the round under way.
    Void(RoundId),
    /// Gives to a purse, or takes from it.
    Adjust {
        /// The id of the request.
        request_id: String,
        /// Whose purse.
        patron: u32,
        /// Which.
        purse: Purse,
        /// How much more is in it then.
        change: i64,
    },
    /// Proposes to adjust a purse by more than one may alone.
    ProposeAdjustment {
        /// The id of the request.
        request_id: String,
        /// Whose purse.
        patron: u32,
        /// Which.
        purse: Purse,
        /// How much more is to be in it.
        change: i64,
    },
    /// Approves the proposal of an adjustment.
    ApproveAdjustment(u32),
    /// Withdraws the proposal of an adjustment, or refuses that of another.
    WithdrawAdjustment(u32),
    /// Another request under an id that is on record. It must be refused.
    Misuse(Box<Action>),
}

/// How an action was answered.
#[derive(Clone, Debug)]
pub enum ActionAnswer {
    /// A correction was proposed.
    Proposed(CorrectionAnswer),
    /// A correction was approved or withdrawn.
    Decided(CorrectionAnswer),
    /// A wallet was adjusted.
    Adjusted {
        /// Whether it had happened before.
        repeated: bool,
        /// Whose wallet.
        patron: u32,
        /// What the patron has then.
        wallet: Wallet,
    },
    /// An adjustment was proposed or decided.
    ByTwo(ByTwoAnswer),
    /// The round under way was voided.
    Voided,
    /// It was refused, with this code.
    Refused(String),
    /// Nobody knows whether it was done, with this code. The same may be sent again.
    Failed(String),
}

/// A correction in an answer.
#[derive(Clone, Debug)]
pub struct CorrectionAnswer {
    /// Whether it had happened before.
    pub repeated: bool,
    /// The proposal, with its dry run.
    pub shown: ShownCorrection,
    /// `open`, `approved`, `withdrawn` or `outdated`.
    pub state: String,
    /// The supervisor who approved it.
    pub approved_by: Option<u32>,
}

/// An adjustment that takes two persons, in an answer.
#[derive(Clone, Debug)]
pub struct ByTwoAnswer {
    /// Whether it had happened before.
    pub repeated: bool,
    /// Its number.
    pub number: u32,
    /// Patron, purse and change.
    pub change: (u32, Purse, i64),
    /// Who proposed it.
    pub by: u32,
    /// `proposed`, `approved`, `withdrawn` or `refused`.
    pub state: String,
    /// Who decided about it.
    pub decided_by: Option<u32>,
}

/// Whether the simulated member of staff of this number acts as a manager on money by hand.
pub const fn is_manager(by: u32) -> bool {
    by.is_multiple_of(3)
}

impl ActionAnswer {
    /// Whether it says that the same had happened before.
    pub const fn is_repeated(&self) -> bool {
        match self {
            Self::Proposed(answer) | Self::Decided(answer) => answer.repeated,
            Self::Adjusted { repeated, .. } => *repeated,
            Self::ByTwo(answer) => answer.repeated,
            Self::Voided | Self::Refused(_) | Self::Failed(_) => false,
        }
    }
}

impl Action {
    /// The refusals that are possible. Any other answer but a failure contradicts what is known: supervisors ask about
    /// rounds and corrections that they were shown, and give a reason.
    pub(super) const fn possible_refusals(&self) -> &'static [&'static str] {
        match self {
            Self::Propose { .. } => {
                &["nothing_to_correct", "illegal_coup", "off_order", "not_drawn", "surplus"]
            }
            Self::Approve(_) => {
                &["same_supervisor", "correction_outdated", "correction_withdrawn", "not_independent"]
            }
            Self::Withdraw(_) => &["correction_outdated"],
            Self::Void(_) => &["round_not_open", "waits", "same_person"],
            Self::Adjust { .. } => &["unknown_patron", "not_so_much", "above_limit"],
            Self::ProposeAdjustment { .. } => &["unknown_patron"],
            Self::ApproveAdjustment(_) => {
                &["same_person", "needs_manager", "not_independent", "adjustment_decided", "not_so_much"]
            }
            Self::WithdrawAdjustment(_) => &["adjustment_decided"],
            Self::Misuse(_) => &["request_id_used"],
        }
    }

    /// Whether an answer is about the adjustment of this action, in the state that the action puts it into.
    pub(super) fn fits_by_two(&self, by: u32, answer: &ByTwoAnswer) -> bool {
        let ByTwoAnswer { number, state, decided_by, .. } = answer;
        let is_own = *decided_by == Some(by);
        match self {
            Self::ProposeAdjustment { patron, purse, change, .. } => {
                let is_new = state == "proposed" || answer.repeated;
                is_new && (answer.by, answer.change) == (by, (*patron, *purse, *change))
            }
            Self::ApproveAdjustment(no) => number == no && is_own && state == "approved" && answer.by != by,
            Self::WithdrawAdjustment(no) => {
                let state_is = if answer.by == by { "withdrawn" } else { "refused" };
                number == no && is_own && state == state_is
            }
            _ => false,
        }
    }

    /// Whether an answer is about the correction of this action, in the state that the action puts it into.
    pub(super) fn fits(&self, by: u32, answer: &CorrectionAnswer) -> bool {
        let CorrectionAnswer { shown, state, approved_by, .. } = answer;
        let state = (state.as_str(), *approved_by);
        match self {
            Self::Propose { round, .. } => {
                // Another one may have corrected the round before the same was sent again.
                let is_new = state == ("open", None) || (answer.repeated && state == ("outdated", None));
                is_new && (shown.round, shown.by) == (*round, by)
            }
            Self::Approve(id) => (shown.id, state) == (*id, ("approved", Some(by))),
            Self::Withdraw(id) => (shown.id, state) == (*id, ("withdrawn", None)),
            _ => false,
        }
    }
}
