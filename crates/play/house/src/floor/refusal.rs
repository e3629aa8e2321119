//! Why a table is not created or changed.

use table::correction::WHY;
use table::{PatronId, RulesRef, TableId};

use super::check::FieldProblem;
use crate::people::password::Busy;
use crate::ports::StoreFailure;

/// Why the floor stays as it is. If several hold, the first in this order is given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum FloorRefusal {
    /// A change says why.
    #[error("a change of a table needs a reason of 1 to {WHY} characters")]
    NoReason,
    /// There is no such table.
    #[error("there is no table {}", table.0)]
    UnknownTable {
        /// The table of the request.
        table: TableId,
    },
    /// The table is closed.
    #[error("table {} is closed; a manager opens it", table.0)]
    TableClosed {
        /// Which.
        table: TableId,
    },
    /// The table is halted.
    #[error("table {} is halted; a supervisor resumes it", table.0)]
    TableHalted {
        /// Which.
        table: TableId,
    },
    /// The house rules are neither built in nor on record.
    #[error("the house rules {} with digest {} are neither built in nor on record", rules.id, rules.digest)]
    #[strum(serialize = "unknown_house_rules")]
    UnknownRules {
        /// Their name.
        rules: RulesRef,
    },
    /// There is no such patron.
    #[error("there is no patron {named}")]
    UnknownPatron {
        /// The number or the nickname of the request.
        named: String,
    },
    /// Several guests have the nickname.
    #[error("several patrons have this nickname; send the number of one: {}", numbers(patrons))]
    SharedNickname {
        /// The latest of them.
        patrons: Vec<PatronId>,
    },
    /// Some settings are not acceptable.
    #[error("{}", all(problems))]
    BadSettings {
        /// Everything that is wrong with them.
        problems: Vec<FieldProblem>,
    },
    /// The cards of the table are drawn by a beacon, and this house has none.
    #[error(
        "table {} draws its cards after the bets, and this server has no beacon: give it --beacon-relay",
        table.0
    )]
    NoBeacon {
        /// The table.
        table: TableId,
    },
    /// The number is taken.
    #[error("there is a table {} already", table.0)]
    TableExists {
        /// The number.
        table: TableId,
    },
}

impl FloorRefusal {
    /// The stable code of this refusal, in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals, in the order of precedence.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }
}

/// Why a table was not created or changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FloorRejection {
    /// An expected no.
    #[error(transparent)]
    Refused(#[from] FloorRefusal),
    /// Infrastructure.
    #[error(transparent)]
    Failed(#[from] StoreFailure),
    /// Too many passwords wait to be hashed.
    #[error(transparent)]
    Busy(#[from] Busy),
}

fn numbers(patrons: &[PatronId]) -> String {
    patrons.iter().map(|patron| patron.0.to_string()).collect::<Vec<_>>().join(", ")
}

fn all(problems: &[FieldProblem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
