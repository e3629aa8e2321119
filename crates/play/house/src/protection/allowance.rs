//! What a patron's protection allows a slip. It travels with the slip to the table, which knows what the slip adds.
//! Pure.

use money::Amount;
use table::event::PlacedWager;
use table::round_wagers::PatronWagers;

use super::refusal::ProtectionRefusal;
use super::spent::{AtRisk, Spent};
use super::state::Protection;

/// What the protection of a patron allows their next slip.
#[derive(Clone, Debug)]
pub(crate) enum Allowance {
    /// Nothing but taking wagers back.
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
    /// Whether it only takes wagers back: no spot has more after it than before.
    pub(crate) takes_back: bool,
}

impl SlipStakes {
    /// What a slip with these wagers changes for a patron who has `own` in the round, of which `replaced` goes back.
    pub(crate) fn new(own: Option<&PatronWagers>, replaced: Amount, wagers: &[PlacedWager]) -> Self {
        let new = Amount::checked_sum(wagers.iter().map(|wager| wager.stake.amount()));
        let before = |spot| own.map(|own| own.wagers().on(spot)).unwrap_or_default();
        let is_less = |wager: &PlacedWager| wager.stake.amount() <= before(wager.spot);
        Self {
            own: own.map(PatronWagers::staked).unwrap_or_default(),
            replaced,
            new: new.unwrap_or(Amount::MAX),
            takes_back: !replaced.is_zero() && wagers.iter().all(is_less),
        }
    }
}

impl Allowance {
    /// Judges a slip that the table would take. To take wagers back is always allowed. Limits on money also allow other
    /// wagers of the same sum; a patron who may not play wagers nothing new.
    pub(crate) fn judge(&self, slip: SlipStakes) -> Result<(), ProtectionRefusal> {
        let SlipStakes { own, replaced, new, takes_back } = slip;
        match self {
            _ if takes_back => Ok(()),
            Self::Nothing(refusal) => Err(*refusal),
            Self::Money(_) if new <= replaced => Ok(()),
            Self::Money(money) => {
                let (held, in_round) = (money.held.saturating_sub(replaced), own.saturating_sub(replaced));
                money.spent.judge(&money.protection, AtRisk { held, in_round, new })
            }
        }
    }

    /// Why every slip is refused, if it is.
    pub(crate) const fn closed(&self) -> Option<ProtectionRefusal> {
        match self {
            Self::Nothing(refusal) => Some(*refusal),
            Self::Money(_) => None,
        }
    }
}
