//! Why an adjustment by hand, or a step of one that takes two persons, is refused.

use money::Amount;

use super::settings::AdjustmentLimits;

/// Why an adjustment by hand is refused, beside what any adjustment is refused for.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum ByHandRefusal {
    /// One supervisor may not adjust so much alone; a proposal that a second person approves may be for so much.
    #[error(
        "one supervisor may adjust by {each} at once, and by {left} more today (minor units); propose it instead"
    )]
    AboveLimit {
        /// The most at once.
        each: Amount,
        /// What is left of the day's limit.
        left: Amount,
    },
    /// There is no proposal of that number.
    #[error("there is no proposal {number} of an adjustment")]
    UnknownAdjustment {
        /// The number.
        number: u32,
    },
    /// The proposal was approved, withdrawn or refused before.
    #[error("the proposal {number} of an adjustment is {state}")]
    AdjustmentDecided {
        /// The number.
        number: u32,
        /// What became of it.
        state: &'static str,
    },
    /// Nobody approves what they proposed themselves.
    #[error("another person than the one who proposed must approve")]
    SamePerson,
    /// Two supervisors do not do: one of both persons must be a manager.
    #[error("a manager must approve what a supervisor proposed")]
    NeedsManager,
    /// The limits contradict each other or are too large.
    #[error(
        "limits are whole major units up to {}, and that of one adjustment is at most that of a day",
        AdjustmentLimits::MOST
    )]
    BadLimits,
}

impl ByHandRefusal {
    /// The stable code of this refusal: its name in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals, in the order of precedence.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }
}
