//! The chart of accounts: what an event moves between which accounts. Pure; knows no store.
//!
//! | event | from | to | amount |
//! |---|---|---|---|
//! | slip accepted | the patron's cash | stakes held for the table | each wager, as a hold |
//! | wagers cleared, round voided, push | stakes held | the patron's cash | each hold, released |
//! | lost | stakes held | the table | each hold, captured |
//! | won | stakes held | the patron's cash | each hold, released |
//! | | the table | the patron's cash | the profit on the spot, all slips together |
//! | | the patron's cash | what the patron owes | of the profits what the debt takes, if there is one |
//! | round corrected | | | see [`correction_postings`] |
//!
//! Nothing else that happens at a table moves money.

use baccarat::Spot;
use ledger::{Account, Action, Posting};
use money::{Amount, Currency};
use table::book::PatronBook;
use table::event::{PatronSettlement, PlacedWager, ResolutionKind, SettledWager};
use table::{Event, PatronId, RoundRecord, RoundRef, Table, TableId};

use crate::transfer_id::{Cause, Kind, Whole, gift};

pub use crate::corrected::correction_postings;

/// The money an event moves at a table, which is as it was before it.
///
/// A card that completes a coup happens together with the settlement; it moves no wagers, so the table before
/// both serves for both. A correction reaches back to a round that the table may have forgotten: its money is in
/// [`correction_postings`], and here it moves none.
pub fn postings(event: &Event, before: &Table) -> Vec<Posting> {
    let books = Books { table: before };
    match event {
        Event::SlipAccepted { patron, wagers, .. } => books.hold(*patron, wagers),
        Event::WagersCleared { patron, .. } => books.release_all(*patron),
        Event::RoundVoided { returned, .. } => {
            returned.iter().flat_map(|returned| books.release_all(returned.patron)).collect()
        }
        Event::RoundSettled { revision, patrons } => {
            patrons.iter().flat_map(|settlement| books.settle(settlement, *revision)).collect()
        }
        Event::ShoeOpened { .. }
        | Event::CardsBurned { .. }
        | Event::BettingOpened { .. }
        | Event::BettingClosed
        | Event::CardDrawn { .. }
        | Event::CorrectionProposed(_)
        | Event::CorrectionWithdrawn { .. }
        | Event::RoundCorrected { .. } => Vec::new(),
    }
}

/// A gift of play money to a guest: number 0 when the guest is made, and any later number once.
pub fn play_money(patron: PatronId, gift_no: u64, amount: Amount) -> Posting {
    let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(patron.0, Currency::PLAY));
    Posting { id: gift(patron, gift_no), action: Action::Move { from, to, amount } }
}

/// What a new patron is given at the start.
pub(crate) fn first_gift(patron: PatronId, currency: Currency, amount: Amount) -> Posting {
    let (from, to) = (Account::issue(currency), Account::patron_cash(patron.0, currency));
    Posting { id: gift(patron, 0), action: Action::Move { from, to, amount } }
}

/// Every stake of a round that stands goes back, and the round was never settled: what a void does, told from the
/// round's record alone.
pub(crate) fn void_postings(table: TableId, record: &RoundRecord) -> Vec<Posting> {
    let released = record.book().standing().flat_map(|(patron, own)| {
        let cause = Cause { table, round: record.round(), patron };
        wagers_of(own).map(move |(slip, wager)| release(cause, slip, wager, 0))
    });
    released.collect()
}

/// The wagers of a patron that stand, each with its slip's place.
pub(crate) fn wagers_of(own: &PatronBook) -> impl Iterator<Item = (usize, PlacedWager)> {
    own.standing_slips().flat_map(|(place, slip)| slip.wagers.iter().map(move |wager| (place, *wager)))
}

/// What each spot earned beyond its stake.
pub(crate) fn profits_of(wagers: &[SettledWager]) -> impl Iterator<Item = (Spot, Amount)> {
    let earned = |line: &SettledWager| line.payout.saturating_sub(line.stake.amount());
    wagers.iter().map(move |line| (line.spot, earned(line))).filter(|(_, amount)| !amount.is_zero())
}

/// Whether a settlement takes the stake on a spot.
pub(crate) fn is_lost(wagers: &[SettledWager], spot: Spot) -> bool {
    wagers.iter().any(|line| line.spot == spot && line.resolution == ResolutionKind::Lose)
}

struct Books<'a> {
    table: &'a Table,
}

impl Books<'_> {
    fn cause(&self, patron: PatronId) -> Cause {
        let unbegun = RoundRef { shoe_no: self.table.shoe_no(), round_no: 0 };
        let round = self.table.round().unwrap_or(unbegun);
        Cause { table: self.table.settings().id, round, patron }
    }

    fn cash(&self, patron: PatronId) -> Account {
        Account::patron_cash(patron.0, self.table.settings().currency)
    }

    fn held(&self) -> Account {
        Account::stakes_held(self.table.settings().id.0, self.table.settings().currency)
    }

    fn house(&self) -> Account {
        Account::house_table(self.table.settings().id.0, self.table.settings().currency)
    }

    fn hold(&self, patron: PatronId, wagers: &[PlacedWager]) -> Vec<Posting> {
        let (cause, from, held) = (self.cause(patron), self.cash(patron), self.held());
        let slip = self.table.book().of(patron).map_or(0, PatronBook::slip_count);
        let hold = |wager: &PlacedWager| Posting {
            id: cause.hold(slip, wager.spot),
            action: Action::Hold { from, held, amount: wager.stake.amount() },
        };
        wagers.iter().map(hold).collect()
    }

    fn standing(&self, patron: PatronId) -> impl Iterator<Item = (usize, PlacedWager)> {
        self.table.book().of(patron).into_iter().flat_map(wagers_of)
    }

    fn release_all(&self, patron: PatronId) -> Vec<Posting> {
        let cause = self.cause(patron);
        self.standing(patron).map(|(slip, wager)| release(cause, slip, wager, 0)).collect()
    }

    fn settle(&self, settlement: &PatronSettlement, revision: u16) -> Vec<Posting> {
        let PatronSettlement { patron, wagers } = settlement;
        let (cause, cash) = (self.cause(*patron), self.cash(*patron));
        let settled = Settled { cause, wagers, revision, house: self.house(), cash };
        let mut postings: Vec<Posting> = settled.stakes(self.standing(*patron)).collect();
        postings.extend(settled.profits());
        let earned = Amount::checked_sum(profits_of(wagers).map(|(_, amount)| amount));
        let owed = Account::receivable(patron.0, self.table.settings().currency);
        postings.extend(repay(cause, revision, cash, owed, earned.unwrap_or(Amount::MAX)));
        postings
    }
}

/// How one patron's wagers of a round are settled, as far as it moves money.
#[derive(Clone, Copy)]
pub(crate) struct Settled<'a> {
    pub(crate) cause: Cause,
    /// Empty when the round is void.
    pub(crate) wagers: &'a [SettledWager],
    pub(crate) revision: u16,
    pub(crate) house: Account,
    pub(crate) cash: Account,
}

impl Settled<'_> {
    /// Each stake goes back or to the house.
    pub(crate) fn stakes(
        self,
        standing: impl Iterator<Item = (usize, PlacedWager)>,
    ) -> impl Iterator<Item = Posting> {
        standing.map(move |(slip, wager)| {
            if is_lost(self.wagers, wager.spot) {
                capture(self.cause, slip, wager, self.revision, self.house)
            } else {
                release(self.cause, slip, wager, self.revision)
            }
        })
    }

    /// Each profit is paid.
    pub(crate) fn profits(self) -> impl Iterator<Item = Posting> {
        let Self { cause, revision, house: from, cash: to, wagers } = self;
        profits_of(wagers).map(move |(spot, amount)| Posting {
            id: cause.profit(spot, revision),
            action: Action::Move { from, to, amount },
        })
    }
}

/// Of `amount` the patron pays back what they owe, if they owe.
pub(crate) fn repay(
    cause: Cause,
    revision: u16,
    cash: Account,
    owed: Account,
    amount: Amount,
) -> Option<Posting> {
    let action = Action::Repay { cash, owed, amount };
    (!amount.is_zero()).then(|| Posting { id: cause.whole(Whole::Repay, revision), action })
}

fn release(cause: Cause, slip: usize, wager: PlacedWager, revision: u16) -> Posting {
    Posting {
        id: cause.wager(Kind::Release, slip, wager.spot, revision),
        action: Action::Release { hold: cause.hold(slip, wager.spot), amount: wager.stake.amount() },
    }
}

fn capture(cause: Cause, slip: usize, wager: PlacedWager, revision: u16, to: Account) -> Posting {
    Posting {
        id: cause.wager(Kind::Capture, slip, wager.spot, revision),
        action: Action::Capture { hold: cause.hold(slip, wager.spot), to, amount: wager.stake.amount() },
    }
}
