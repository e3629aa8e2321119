//! Settling a round: the wagers that stand against a coup, patron by patron. The arithmetic is the kernel's.

use baccarat::{Coup, Facts, Resolution, settle_facts};
use money::Amount;

use crate::event::{Event, PatronSettlement, ResolutionKind, Returned, SettledWager, VoidReason};
use crate::state::Table;

/// The first settlement of the round under way, if `coup` is its coup.
pub(crate) fn settle_round(table: &Table, coup: Coup) -> Event {
    let (facts, rules) = (Facts::of(&coup), &table.settings.rules);
    let patrons = table.book.standing().map(|(patron, book)| {
        let settlement = settle_facts(facts, book.wagers(), rules);
        PatronSettlement { patron, wagers: settlement.wagers.iter().map(SettledWager::from).collect() }
    });
    Event::RoundSettled { revision: 1, patrons: patrons.collect() }
}

/// The end of the round under way without a result: everything that stands goes back.
pub(crate) fn void_round(table: &Table, reason: VoidReason) -> Event {
    let returned = table.book.standing().map(|(patron, book)| Returned { patron, amount: book.staked() });
    Event::RoundVoided { reason, returned: returned.collect() }
}

/// All stakes and all payouts of one patron's wagers.
pub fn sums(wagers: &[SettledWager]) -> (Amount, Amount) {
    let sum = |amounts: &mut dyn Iterator<Item = Amount>| {
        Amount::checked_sum(amounts).expect("the stakes and payouts of one patron's spots fit an amount")
    };
    (sum(&mut wagers.iter().map(|w| w.stake.amount())), sum(&mut wagers.iter().map(|w| w.payout)))
}

impl From<&baccarat::SettledWager> for SettledWager {
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
