//! The money of a correction: reverses revision n transfer by transfer, and posts revision n + 1. Pure: it reads
//! the record of the round, and no store.
//!
//! For each patron, in one unit:
//!
//! 1. what revision n had brought the patron is advanced, so that taking it back never fails half-way;
//! 2. every profit, release and capture of revision n is reversed, the last one first;
//! 3. revision n + 1 is posted like any settlement;
//! 4. the advance returns; what the patron's cash lacks for that is lent, so the wallet stops at zero;
//! 5. what the patron gained by the correction in cash pays back what they owe.
//!
//! Cash and bonus money are advanced, returned and lent each for itself.
//!
//! Lending and repaying are no part of a revision, so they are not reversed with it: what a patron has less what
//! they owe is the same for every order of corrections that leads to the same result.

use ledger::{Account, Action, TransferId, TransferRequest};
use money::Amount;
use table::event::SettledSpot;
use table::round_wagers::PatronWagers;
use table::{PatronCorrection, Proposal};

use crate::money::purse::Purse;
use crate::money::stakes::{Part, RoundStakes, Settled, brought, is_lost, parts_of, profits_of, repay};
use crate::money::transfer_id::{Kind, RoundPatron, Whole};

/// The money a correction moves, all of it or nothing. `round` is the round as it stood before.
pub(crate) fn correction_postings(round: RoundStakes<'_>, agreed: &Proposal) -> Vec<TransferRequest> {
    let each = agreed.patrons.iter().flat_map(|own| {
        let Some(book) = round.of_patron(own.patron) else { return Vec::new() };
        Correction { round, agreed, own, book }.postings()
    });
    each.collect()
}

/// One patron's part of a correction.
struct Correction<'a> {
    round: RoundStakes<'a>,
    agreed: &'a Proposal,
    own: &'a PatronCorrection,
    book: &'a PatronWagers,
}

impl Correction<'_> {
    fn postings(&self) -> Vec<TransferRequest> {
        let advances =
            [Purse::Cash, Purse::Bonus].map(|purse| (purse, self.brought(purse, &self.own.before)));
        let advances = advances.into_iter().filter(|(_, amount)| !amount.is_zero());
        let mut postings: Vec<TransferRequest> =
            advances.clone().map(|(purse, amount)| self.advance(purse, amount)).collect();
        postings.extend(self.reversals());
        postings.extend(self.next_settlement());
        postings.extend(advances.flat_map(|(purse, amount)| self.give_back(purse, amount)));
        let (before, after) = (&self.own.before, &self.own.after);
        let gained = self.brought(Purse::Cash, after).saturating_sub(self.brought(Purse::Cash, before));
        postings.extend(repay(self.ids(), self.agreed.revision, self.round.currency(), gained));
        postings
    }

    const fn ids(&self) -> RoundPatron {
        self.round.ids(self.own.patron)
    }

    fn brought(&self, purse: Purse, wagers: &[SettledSpot]) -> Amount {
        brought(self.book, wagers, purse)
    }

    fn advance(&self, purse: Purse, amount: Amount) -> TransferRequest {
        let to = purse.account(self.own.patron, self.round.currency());
        let action = Action::Move { from: Account::adjustments(self.round.currency()), to, amount };
        TransferRequest { id: self.ids().of_purse(Whole::ADVANCE, purse, self.agreed.revision), action }
    }

    /// The advance returns; what the purse lacks for that is lent.
    fn give_back(&self, purse: Purse, amount: Amount) -> [TransferRequest; 2] {
        let (ids, revision, currency) = (self.ids(), self.agreed.revision, self.round.currency());
        let (from, owed) =
            (purse.account(self.own.patron, currency), Account::receivable(self.own.patron.0, currency));
        let to = Account::adjustments(currency);
        let lent = Action::Cover { owed, purse: from, amount };
        [(Whole::COVER, lent), (Whole::RETURN, Action::Move { from, to, amount })]
            .map(|(whole, action)| TransferRequest { id: ids.of_purse(whole, purse, revision), action })
    }

    /// Everything revision n posted, reversed from the last to the first.
    fn reversals(&self) -> Vec<TransferRequest> {
        let revision = self.agreed.revision.saturating_sub(1);
        // The ids of a round that was void from the start are those of any void: of revision 0.
        let posted = if revision == 1 && self.round.was_voided_at_first() { 0 } else { revision };
        let undo = |id: TransferId, transfer: TransferId| TransferRequest {
            id,
            action: Action::Reverse { transfer },
        };
        let (ids, before) = (self.ids(), &self.own.before);
        let stakes = parts_of(self.book).map(|Part { slip, spot, purse, .. }| {
            let kind = if is_lost(before, spot) { Kind::CAPTURE } else { Kind::RELEASE };
            let made = ids.part(kind, purse, slip, spot, posted);
            undo(ids.part(Kind::HOLD_AGAIN, purse, slip, spot, revision), made)
        });
        let profits = profits_of(self.book, before).into_iter().map(|(spot, purse, _)| {
            let made = ids.profit(purse, spot, posted);
            undo(ids.part(Kind::PROFIT_BACK, purse, 0, spot, revision), made)
        });
        let mut undone: Vec<TransferRequest> = stakes.chain(profits).collect();
        undone.reverse();
        undone
    }

    /// The settlement of revision n + 1.
    fn next_settlement(&self) -> Vec<TransferRequest> {
        let (ids, house, currency) = (self.ids(), self.round.house(), self.round.currency());
        let (own, wagers, revision) = (self.book, &self.own.after, self.agreed.revision);
        let settled = Settled { ids, own, wagers, revision, house, currency };
        settled.stakes().chain(settled.pay(profits_of(own, wagers))).collect()
    }
}
