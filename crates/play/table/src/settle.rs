//! Settling a round: the wagers that stand against a coup, patron by patron. The arithmetic is the kernel's.

use baccarat::{Coup, Facts, HouseRules, Resolution, settle_facts};
use money::Amount;

use crate::book::Book;
use crate::event::{Event, PatronSettlement, ResolutionKind, Returned, SettledWager, VoidReason};
use crate::ids::SupervisorId;
use crate::state::Table;

/// The first settlement of the round under way, if `coup` is its coup.
pub(crate) fn settle_round(table: &Table, coup: Coup) -> Event {
    Event::RoundSettled { revision: 1, patrons: settle_book(&table.book, coup, &table.settings.rules) }
}

/// What a coup makes of all wagers that stand, by ascending patron.
pub(crate) fn settle_book(book: &Book, coup: Coup, rules: &HouseRules) -> Vec<PatronSettlement> {
    let facts = Facts::of(&coup);
    let settled = book.standing().map(|(patron, own)| {
        let settlement = settle_facts(facts, own.wagers(), rules);
        PatronSettlement { patron, wagers: settlement.wagers.iter().map(SettledWager::from).collect() }
    });
    settled.collect()
}

/// The end of the round under way without a result: everything that stands goes back.
pub(crate) fn void_round(table: &Table, reason: VoidReason, by: Option<SupervisorId>) -> Event {
    let returned = table.book.standing().map(|(patron, book)| Returned { patron, amount: book.staked() });
    Event::RoundVoided { reason, returned: returned.collect(), by }
}

/// All stakes and all payouts of one patron's wagers.
pub fn sums(wagers: &[SettledWager]) -> (Amount, Amount) {
    let sum = |amounts: &mut dyn Iterator<Item = Amount>| {
        Amount::checked_sum(amounts).expect("the stakes and payouts of one patron's spots fit an amount")
    };
    (sum(&mut wagers.iter().map(|w| w.stake.amount())), sum(&mut wagers.iter().map(|w| w.payout)))
}

/// Whether [`sums`] can add these up; they can where a coup settled them.
pub(crate) fn sums_fit(wagers: &[SettledWager]) -> bool {
    Amount::checked_sum(wagers.iter().map(|wager| wager.stake.amount())).is_some()
        && Amount::checked_sum(wagers.iter().map(|wager| wager.payout)).is_some()
}

/// What a round paid a patron who had `staked` so much in it, stakes included: where nothing is settled, the stakes
/// came back.
pub fn paid(staked: Amount, settled: &[SettledWager]) -> Amount {
    if settled.is_empty() { staked } else { sums(settled).1 }
}

/// The effective turnover of a patron's wagers of one round: the stakes that won or lost. A stake that came back,
/// by rule or because the round is void, counts nothing.
pub fn effective_turnover(wagers: &[SettledWager]) -> Amount {
    let counted = wagers.iter().filter(|wager| wager.resolution != ResolutionKind::Push);
    Amount::checked_sum(counted.map(|wager| wager.stake.amount()))
        .expect("the stakes of one patron's spots fit an amount")
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
