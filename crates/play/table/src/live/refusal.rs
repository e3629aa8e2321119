//! Why a live table refuses a command. An expected no, with a stable code.

use crate::correction::WHY;
use crate::live::findings::{FindingCode, How};
use crate::live::waits::LiveWait;

/// Why a live table refuses a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum LiveRefusal {
    /// The cards of this table are not drawn by a dealer.
    #[error("this table has no dealer with a card-reading shoe")]
    NotLive,
    /// The card is not the one that the readings lead to.
    #[error("neither a reading nor two people named this card")]
    NoSuchCard,
    /// The record does not wait, or something else follows from it.
    #[error("the table does not need this record now")]
    NoSuchRecord,
    /// Another dealer works at the table, or none.
    #[error("the person is not the dealer at this table now")]
    NotDealer,
    /// Nobody of that number waits to take the table over.
    #[error("this dealer does not wait to take the table over")]
    NoRelief,
    /// A dealer changes within a round only with a supervisor.
    #[error("a round is under way; a dealer goes or comes then only with a supervisor")]
    InRound,
    /// The table waits for something before a round may begin.
    #[error("the table waits: {}", .0.id())]
    Waits(LiveWait),
    /// The result is still shown.
    #[error("the result is shown for another {remaining_ms} ms")]
    TooEarly {
        /// For how long.
        remaining_ms: u64,
    },
    /// The cards of the new shoe were not burned.
    #[error("burn the cards of the new shoe first")]
    BurnFirst,
    /// No such finding is open.
    #[error("finding {finding_no} is not open")]
    NoSuchFinding {
        /// The number that was named.
        finding_no: u64,
    },
    /// Another finding is open; it comes first.
    #[error("finding {finding_no} is open and comes first")]
    FindingOpen {
        /// Its number.
        finding_no: u64,
    },
    /// The finding is not resolved like this, or not now.
    #[error("`{}` cannot resolve finding `{}` now", how.id(), code.id())]
    NotThisWay {
        /// What is wrong.
        code: FindingCode,
        /// What was wanted.
        how: How,
    },
    /// The role of the person may not decide this.
    #[error("somebody in another role decides this")]
    NotTheirs,
    /// The person who agrees is the one who proposed, in any role.
    #[error("a second person must agree")]
    SamePerson,
    /// A note says something, in up to [`WHY`] characters.
    #[error("a note needs a reason of 1 to {WHY} characters")]
    NoReason,
    /// There is no such card on the table.
    #[error("there is no such card on the table")]
    NoCardThere,
}

impl LiveRefusal {
    /// The codes of all of them.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }

    /// Its stable code.
    pub fn code(self) -> &'static str {
        self.into()
    }
}
