//! The stakes of one round, and the transfers that hold, release, capture and pay them. Pure; knows no store.

use baccarat::Spot;
use ledger::{Account, Action, TransferRequest};
use money::{Amount, Currency};
use table::event::{PatronSettlement, PlacedWager, ResolutionKind, SettledSpot};
use table::round_wagers::{PatronWagers, RoundWagers};
use table::{PatronId, RoundRecord, RoundRef, Table, TableId};

use crate::money::purse::Purse;
use crate::money::transfer_id::{Kind, RoundPatron, Whole};

/// A round as far as an event moves money by it: its wagers, and what the ids of its transfers are made of.
#[derive(Clone, Copy, Debug)]
pub struct RoundStakes<'a> {
    table: TableId,
    currency: Currency,
    round: RoundRef,
    wagers: &'a RoundWagers,
    voided_at_first: bool,
    /// What a patron has with slips that are not yet part of the table.
    ahead: Option<(PatronId, &'a PatronWagers)>,
}

impl<'a> RoundStakes<'a> {
    /// Those of a round of any shoe, from its record.
    pub const fn of(table: TableId, currency: Currency, record: &'a RoundRecord) -> Self {
        let (round, wagers) = (record.round(), record.wagers());
        Self { table, currency, round, wagers, voided_at_first: record.was_voided_at_first(), ahead: None }
    }

    /// The same with what a patron has after slips that are not yet part of the table, if there are any.
    pub(crate) fn with_ahead(self, patron: PatronId, own: Option<&'a PatronWagers>) -> Self {
        Self { ahead: own.map(|own| (patron, own)), ..self }
    }
}

impl<'a> From<&'a Table> for RoundStakes<'a> {
    /// Those of the round under way. A card that completes a coup moves no wagers, so the table before it serves for
    /// the settlement, too.
    fn from(table: &'a Table) -> Self {
        let unbegun = RoundRef { shoe_no: table.shoe_no(), round_no: 0 };
        let (round, wagers) = (table.round().unwrap_or(unbegun), table.wagers());
        let (table, currency) = (table.settings().id, table.settings().currency);
        Self { table, currency, round, wagers, voided_at_first: false, ahead: None }
    }
}

/// What of a wager one purse pays: a hold of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) slip: usize,
    pub(crate) spot: Spot,
    pub(crate) purse: Purse,
    pub(crate) amount: Amount,
}

/// The parts of a wager of the slip at that place, cash before bonus money.
fn parts(slip: usize, wager: PlacedWager) -> impl Iterator<Item = Part> {
    let part = move |purse, amount| Part { slip, spot: wager.spot, purse, amount };
    let both = [part(Purse::Cash, wager.cash()), part(Purse::Bonus, wager.bonus)];
    both.into_iter().filter(|part| !part.amount.is_zero())
}

/// The parts of a patron's wagers that stand, slip by slip.
pub(crate) fn parts_of(own: &PatronWagers) -> impl Iterator<Item = Part> {
    let wagers =
        own.active_slips().flat_map(|(place, slip)| slip.wagers.iter().map(move |wager| (place, *wager)));
    wagers.flat_map(|(place, wager)| parts(place, wager))
}

/// What each spot earned beyond its stake, for each purse that paid for it: as much of the profit as of the stake, the
/// share of the bonus money rounded down.
pub(crate) fn profits_of(own: &PatronWagers, wagers: &[SettledSpot]) -> Vec<(Spot, Purse, Amount)> {
    let mut profits = Vec::new();
    for line in wagers {
        let profit = line.payout.saturating_sub(line.stake.amount());
        let bonus = share(profit, own.bonus_on(line.spot), line.stake.amount());
        let both = [(Purse::Cash, profit.saturating_sub(bonus)), (Purse::Bonus, bonus)];
        let some = both.into_iter().filter(|(_, amount)| !amount.is_zero());
        profits.extend(some.map(|(purse, amount)| (line.spot, purse, amount)));
    }
    profits
}

/// `amount` times `part` over `whole`, rounded down. At most `amount`.
fn share(amount: Amount, part: Amount, whole: Amount) -> Amount {
    let product = u128::from(amount.minor()).saturating_mul(part.minor().into());
    let share = product.checked_div(whole.minor().into()).unwrap_or_default();
    u64::try_from(share).ok().and_then(|share| Amount::new(share).ok()).unwrap_or(amount).min(amount)
}

/// All that a settlement brings to one purse: stakes that come back, and profits. With no lines the round is void.
pub(crate) fn brought(own: &PatronWagers, wagers: &[SettledSpot], purse: Purse) -> Amount {
    let stakes = parts_of(own).filter(|part| part.purse == purse && !is_lost(wagers, part.spot));
    let profits = profits_of(own, wagers).into_iter().filter(|(_, of, _)| *of == purse);
    let all = stakes.map(|part| part.amount).chain(profits.map(|(.., amount)| amount));
    Amount::checked_sum(all).expect("the stakes and payouts of one patron's spots fit an amount")
}

/// Whether a settlement takes the stake on a spot.
pub(crate) fn is_lost(wagers: &[SettledSpot], spot: Spot) -> bool {
    wagers.iter().any(|line| line.spot == spot && line.resolution == ResolutionKind::Lose)
}

impl<'a> RoundStakes<'a> {
    pub(crate) const fn ids(&self, patron: PatronId) -> RoundPatron {
        RoundPatron { table: self.table, round: self.round, patron }
    }

    pub(crate) fn of_patron(&self, patron: PatronId) -> Option<&'a PatronWagers> {
        let ahead = self.ahead.filter(|(of, _)| *of == patron).map(|(_, own)| own);
        ahead.or_else(|| self.wagers.of(patron))
    }

    pub(crate) const fn currency(&self) -> Currency {
        self.currency
    }

    /// Whether the round ended without a settlement; a correction may have settled it since.
    pub(crate) const fn was_voided_at_first(&self) -> bool {
        self.voided_at_first
    }

    pub(crate) const fn house(&self) -> Account {
        Account::house_table(self.table.0, self.currency)
    }

    /// The holds of a slip that is accepted.
    pub(crate) fn hold(&self, patron: PatronId, wagers: &[PlacedWager]) -> Vec<TransferRequest> {
        let (ids, currency) = (self.ids(patron), self.currency);
        let held = Account::stakes_held(self.table.0, currency);
        let slip = self.of_patron(patron).map_or(0, PatronWagers::slip_count);
        let hold = |part: Part| TransferRequest {
            id: ids.hold(part.purse, part.slip, part.spot),
            action: Action::Hold { from: part.purse.account(patron, currency), held, amount: part.amount },
        };
        wagers.iter().flat_map(|wager| parts(slip, *wager)).map(hold).collect()
    }

    /// The release of all of a patron's holds.
    pub(crate) fn release_all(&self, patron: PatronId) -> Vec<TransferRequest> {
        let ids = self.ids(patron);
        let own = self.of_patron(patron);
        own.into_iter().flat_map(parts_of).map(|part| release(ids, part, 0)).collect()
    }

    /// The money of one patron's part of the first settlement.
    pub(crate) fn settle(&self, settlement: &PatronSettlement, revision: u16) -> Vec<TransferRequest> {
        let PatronSettlement { patron, wagers } = settlement;
        let Some(own) = self.of_patron(*patron) else { return Vec::new() };
        let (ids, currency) = (self.ids(*patron), self.currency);
        let settled = Settled { ids, own, wagers, revision, house: self.house(), currency };
        let profits = profits_of(own, wagers);
        let in_cash = profits.iter().filter(|(_, purse, _)| *purse == Purse::Cash);
        let earned = Amount::checked_sum(in_cash.map(|(.., amount)| *amount)).unwrap_or(Amount::MAX);
        let repaid = repay(ids, revision, currency, earned);
        settled.stakes().chain(settled.pay(profits)).chain(repaid).collect()
    }
}

/// How one patron's wagers of a round are settled, as far as it moves money.
#[derive(Clone, Copy)]
pub(crate) struct Settled<'a> {
    pub(crate) ids: RoundPatron,
    pub(crate) own: &'a PatronWagers,
    /// Empty when the round is void.
    pub(crate) wagers: &'a [SettledSpot],
    pub(crate) revision: u16,
    pub(crate) house: Account,
    pub(crate) currency: Currency,
}

impl<'a> Settled<'a> {
    /// Each stake goes back to the purse it came from, or to the house.
    pub(crate) fn stakes(self) -> impl Iterator<Item = TransferRequest> + use<'a> {
        parts_of(self.own).map(move |part| {
            if is_lost(self.wagers, part.spot) {
                capture(self.ids, part, self.revision, self.house)
            } else {
                release(self.ids, part, self.revision)
            }
        })
    }

    /// Each of its [profits](profits_of) is paid.
    pub(crate) fn pay(self, profits: Vec<(Spot, Purse, Amount)>) -> impl Iterator<Item = TransferRequest> {
        let Self { ids, revision, house: from, currency, .. } = self;
        profits.into_iter().map(move |(spot, purse, amount)| TransferRequest {
            id: ids.profit(purse, spot, revision),
            action: Action::Move { from, to: purse.account(ids.patron, currency), amount },
        })
    }
}

/// Of `amount` in cash the patron pays back what they owe, if they owe.
pub(crate) fn repay(
    ids: RoundPatron,
    revision: u16,
    currency: Currency,
    amount: Amount,
) -> Option<TransferRequest> {
    let owed = Account::receivable(ids.patron.0, currency);
    let action = Action::Repay { cash: Purse::Cash.account(ids.patron, currency), owed, amount };
    (!amount.is_zero()).then(|| TransferRequest { id: ids.whole(Whole::REPAY, revision), action })
}

fn release(ids: RoundPatron, part: Part, revision: u16) -> TransferRequest {
    let Part { slip, spot, purse, amount } = part;
    TransferRequest {
        id: ids.part(Kind::RELEASE, purse, slip, spot, revision),
        action: Action::Release { hold: ids.hold(purse, slip, spot), amount },
    }
}

fn capture(ids: RoundPatron, part: Part, revision: u16, to: Account) -> TransferRequest {
    let Part { slip, spot, purse, amount } = part;
    TransferRequest {
        id: ids.part(Kind::CAPTURE, purse, slip, spot, revision),
        action: Action::Capture { hold: ids.hold(purse, slip, spot), to, amount },
    }
}
