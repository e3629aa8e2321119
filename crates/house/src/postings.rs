//! The chart of accounts: what an event moves between which accounts. Pure; knows no store.
//!
//! | event | from | to | amount |
//! |---|---|---|---|
//! | slip accepted | the patron's cash | stakes held for the table | each wager, as a hold |
//! | wagers cleared, round voided, push | stakes held | the patron's cash | each hold, released |
//! | lost | stakes held | the table | each hold, captured |
//! | won | stakes held | the patron's cash | each hold, released |
//! | | the table | the patron's cash | the profit on the spot, all slips together |
//!
//! Nothing else that happens at a table moves money.

use baccarat::Spot;
use ledger::{Account, Action, Posting};
use money::{Amount, Currency};
use table::book::PatronBook;
use table::event::{PatronSettlement, PlacedWager, ResolutionKind, SettledWager};
use table::{Event, PatronId, RoundRef, Table};

use crate::transfer_id::{Cause, Kind, gift};

/// The money an event moves at a table, which is as it was before it.
///
/// A card that completes a coup happens together with the settlement; it moves no wagers, so the table before
/// both serves for both.
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
        | Event::CardDrawn { .. } => Vec::new(),
    }
}

/// A gift of play money to a guest: number 0 when the guest is made, and any later number once.
pub fn play_money(patron: PatronId, gift_no: u64, amount: Amount) -> Posting {
    let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(patron.0, Currency::PLAY));
    Posting { id: gift(patron, gift_no), action: Action::Move { from, to, amount } }
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

    /// The wagers of a patron that stand, each with its slip's place.
    fn standing(&self, patron: PatronId) -> impl Iterator<Item = (usize, PlacedWager)> {
        let slips = self.table.book().of(patron).into_iter().flat_map(PatronBook::standing_slips);
        slips.flat_map(|(place, slip)| slip.wagers.iter().map(move |wager| (place, *wager)))
    }

    fn release_all(&self, patron: PatronId) -> Vec<Posting> {
        let cause = self.cause(patron);
        self.standing(patron).map(|(slip, wager)| release(cause, slip, wager, 0)).collect()
    }

    fn settle(&self, settlement: &PatronSettlement, revision: u16) -> Vec<Posting> {
        let cause = self.cause(settlement.patron);
        let lost = |spot: Spot| {
            let line = settlement.wagers.iter().find(|line| line.spot == spot);
            line.is_some_and(|line| line.resolution == ResolutionKind::Lose)
        };
        let stakes = self.standing(settlement.patron).map(|(slip, wager)| {
            if lost(wager.spot) {
                capture(cause, slip, wager, revision, self.house())
            } else {
                release(cause, slip, wager, revision)
            }
        });
        stakes.chain(self.profits(cause, settlement, revision)).collect()
    }

    fn profits(
        &self,
        cause: Cause,
        settlement: &PatronSettlement,
        revision: u16,
    ) -> impl Iterator<Item = Posting> {
        let (from, to) = (self.house(), self.cash(settlement.patron));
        let earned = |line: &SettledWager| line.payout.saturating_sub(line.stake.amount());
        let profits = settlement.wagers.iter().map(move |line| (line.spot, earned(line)));
        profits.filter(|(_, amount)| !amount.is_zero()).map(move |(spot, amount)| Posting {
            id: cause.profit(spot, revision),
            action: Action::Move { from, to, amount },
        })
    }
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
