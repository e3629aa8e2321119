//! Settling a round: the wagers that stand against a coup, patron by patron. The arithmetic is the kernel's.

use baccarat::{Coup, Facts, HouseRules, Resolution, settle_facts};
use money::Amount;

use crate::round_wagers::RoundWagers;
use crate::wager::{PatronSettlement, ResolutionKind, SettledSpot};

/// What a coup makes of all wagers that stand, by ascending patron.
pub(crate) fn settle_wagers(wagers: &RoundWagers, coup: Coup, rules: &HouseRules) -> Vec<PatronSettlement> {
    let facts = Facts::of(&coup);
    let settled = wagers.active().map(|(patron, own)| {
        let settlement = settle_facts(facts, own.wagers(), rules);
        PatronSettlement { patron, wagers: settlement.wagers.iter().map(SettledSpot::from).collect() }
    });
    settled.collect()
}

/// All stakes and all payouts of one patron's wagers; none when they do not fit an amount, which no coup settles.
pub(crate) fn checked_sums(wagers: &[SettledSpot]) -> Option<(Amount, Amount)> {
    let stakes = Amount::checked_sum(wagers.iter().map(|wager| wager.stake.amount()))?;
    Some((stakes, Amount::checked_sum(wagers.iter().map(|wager| wager.payout))?))
}

/// All stakes and all payouts of one patron's wagers.
pub fn sums(wagers: &[SettledSpot]) -> (Amount, Amount) {
    checked_sums(wagers).expect("the stakes and payouts of one patron's spots fit an amount")
}

/// What a round paid a patron who had `staked` so much in it, stakes included: where nothing is settled, the stakes
/// came back.
pub fn paid(staked: Amount, settled: &[SettledSpot]) -> Amount {
    if settled.is_empty() { staked } else { sums(settled).1 }
}

/// The effective turnover of a patron's wagers of one round: the stakes that won or lost. A stake that came back,
/// by rule or because the round is void, counts nothing.
pub fn effective_turnover(wagers: &[SettledSpot]) -> Amount {
    let counted = wagers.iter().filter(|wager| wager.resolution != ResolutionKind::Push);
    Amount::checked_sum(counted.map(|wager| wager.stake.amount()))
        .expect("the stakes of one patron's spots fit an amount")
}

impl From<&baccarat::SettledWager> for SettledSpot {
    fn from(settled: &baccarat::SettledWager) -> Self {
        Self {
            spot: settled.wager.spot,
            stake: settled.wager.stake,
            resolution: match settled.resolution {
                Resolution::Win(_) => ResolutionKind::Win,
                Resolution::Push => ResolutionKind::Push,
                Resolution::Lose => ResolutionKind::Lose,
            },
            payout: settled.payout,
        }
    }
}
