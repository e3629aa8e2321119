//! What a patron's protection allows a slip. It travels with the slip to the table, which knows what the slip adds.
//! Pure.

use money::Amount;

use super::refusal::ProtectionRefusal;
use super::spent::{AtRisk, Spent};
use super::state::Protection;

/// What the protection of a patron allows their next slip.
#[derive(Clone, Debug)]
pub(crate) enum Allowance {
    /// Nothing that puts more at risk.
    Nothing(ProtectionRefusal),
    /// What keeps to the limits on money.
    Money(Box<MoneyAllowance>),
}

/// The limits on money, and what counts towards them.
#[derive(Clone, Debug)]
pub(crate) struct MoneyAllowance {
    /// The limits.
    pub(crate) protection: Protection,
    /// What was staked and lost.
    pub(crate) spent: Spent,
    /// The stakes that are held at all tables.
    pub(crate) held: Amount,
}

/// What a slip changes in its round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlipStakes {
    /// What the patron has in the round before it.
    pub(crate) own: Amount,
    /// What of that goes back.
    pub(crate) replaced: Amount,
    /// What the slip stakes.
    pub(crate) new: Amount,
}

impl Allowance {
    /// Judges a slip that the table would take. A slip that puts no more at risk than it takes back is always allowed.
    pub(crate) fn judge(&self, slip: SlipStakes) -> Result<(), ProtectionRefusal> {
        let SlipStakes { own, replaced, new } = slip;
        if new <= replaced {
            return Ok(());
        }
        match self {
            Self::Nothing(refusal) => Err(*refusal),
            Self::Money(money) => {
                let (held, in_round) = (money.held.saturating_sub(replaced), own.saturating_sub(replaced));
                money.spent.judge(&money.protection, AtRisk { held, in_round, new })
            }
        }
    }

    /// Why a slip is refused, whatever it stakes.
    pub(crate) const fn closed(&self) -> Option<ProtectionRefusal> {
        match self {
            Self::Nothing(refusal) => Some(*refusal),
            Self::Money(_) => None,
        }
    }
}
