//! Settling wagers on a coup. Total: it cannot fail and cannot overflow.

use arrayvec::ArrayVec;
use money::Amount;

use crate::coup::Coup;
use crate::paytable::{Facts, Resolution};
use crate::rules::HouseRules;
use crate::slip::{Wager, Wagers};
use crate::spot::Spot;

/// A wager and what became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledWager {
    /// The wager.
    pub wager: Wager,
    /// What became of it.
    pub resolution: Resolution,
    /// What is paid, the stake included.
    pub payout: Amount,
}

/// The settlement of one patron's wagers on one coup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// One line a wager, in the order they were made.
    pub wagers: ArrayVec<SettledWager, { Spot::COUNT }>,
    /// All stakes.
    pub staked: Amount,
    /// All payouts.
    pub paid: Amount,
    /// The stakes of the wagers that won or lost; a push counts nothing (document 003, "effective bet").
    pub effective_turnover: Amount,
}

/// Settles `wagers` on `coup` under `rules`.
///
/// Total for rules that were read from a document, whose odds are bounded together ([`HouseRules::MAX_LAYOUT_PAYOUT`]).
/// A wager on a spot outside the rules' layout is a push: no table could have accepted it, so the stake goes back.
pub fn settle(coup: &Coup, wagers: &Wagers, rules: &HouseRules) -> Settlement {
    settle_facts(Facts::of(coup), wagers, rules)
}

/// The same, for a caller who settles many patrons on one coup.
pub fn settle_facts(facts: Facts, wagers: &Wagers, rules: &HouseRules) -> Settlement {
    let settled: ArrayVec<SettledWager, { Spot::COUNT }> =
        wagers.iter().map(|wager| settle_one(facts, *wager, rules)).collect();
    let sum = |amounts: &mut dyn Iterator<Item = Amount>| {
        Amount::checked_sum(amounts).expect("the odds of a layout are bounded so that its payouts fit")
    };
    Settlement {
        staked: wagers.total(),
        paid: sum(&mut settled.iter().map(|s| s.payout)),
        effective_turnover: sum(&mut settled
            .iter()
            .filter(|s| s.resolution != Resolution::Push)
            .map(|s| s.wager.stake.amount())),
        wagers: settled,
    }
}

fn settle_one(facts: Facts, wager: Wager, rules: &HouseRules) -> SettledWager {
    let resolution = rules.spot(wager.spot).map_or(Resolution::Push, |spot| spot.paytable.resolve(facts));
    let payout = match resolution {
        Resolution::Win(odds) => odds.payout(wager.stake, rules.rounding),
        Resolution::Push => wager.stake.amount(),
        Resolution::Lose => Amount::ZERO,
    };
    SettledWager { wager, resolution, payout }
}
