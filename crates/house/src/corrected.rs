//! The money of a correction: revision n is reversed transfer by transfer, and revision n + 1 posted anew. Pure;
//! knows the round by its record, and no store.
//!
//! For each patron, in one unit:
//!
//! 1. what revision n had brought the patron is advanced, so that taking it back never fails half-way;
//! 2. every profit, release and capture of revision n is reversed, the last one first;
//! 3. revision n + 1 is posted like any settlement;
//! 4. the advance returns; what the patron's cash lacks for that is lent, so the wallet stops at zero;
//! 5. what the patron gained by the correction pays back what they owe.
//!
//! Lending and repaying are no part of a revision, so they are not reversed with it: what a patron has less what
//! they owe is the same whichever way the round came to its result.

use ledger::{Account, Action, Posting, TransferId};
use money::{Amount, Currency};
use table::{PatronCorrection, Proposal, RoundRecord, TableId};

use crate::postings::{Settled, is_lost, profits_of, repay, wagers_of};
use crate::transfer_id::{Cause, Kind, Whole};

/// The money a correction moves at a table, all of it or nothing. `record` is the round as it stood before.
pub fn correction_postings(
    table: TableId,
    currency: Currency,
    record: &RoundRecord,
    agreed: &Proposal,
) -> Vec<Posting> {
    let each = agreed.patrons.iter().flat_map(|own| {
        let cause = Cause { table, round: agreed.round, patron: own.patron };
        let house = Account::house_table(table.0, currency);
        let cash = Account::patron_cash(own.patron.0, currency);
        Correction { cause, record, agreed, own, house, cash, currency }.postings()
    });
    each.collect()
}

/// One patron's part of a correction.
struct Correction<'a> {
    cause: Cause,
    record: &'a RoundRecord,
    agreed: &'a Proposal,
    own: &'a PatronCorrection,
    house: Account,
    cash: Account,
    currency: Currency,
}

impl Correction<'_> {
    fn postings(&self) -> Vec<Posting> {
        let (revision, advance) = (self.agreed.revision, self.own.paid_before());
        let (fund, owed) =
            (Account::adjustments(self.currency), Account::receivable(self.own.patron.0, self.currency));
        let (cause, cash) = (self.cause, self.cash);
        let mut postings = Vec::new();
        let whole = |postings: &mut Vec<Posting>, whole, action| {
            if !advance.is_zero() {
                postings.push(Posting { id: cause.whole(whole, revision), action });
            }
        };
        whole(&mut postings, Whole::Advance, Action::Move { from: fund, to: cash, amount: advance });
        postings.extend(self.reversals());
        postings.extend(self.anew());
        whole(&mut postings, Whole::Cover, Action::Cover { owed, cash, amount: advance });
        whole(&mut postings, Whole::Return, Action::Move { from: cash, to: fund, amount: advance });
        let gained = Amount::try_from(self.own.difference()).unwrap_or_default();
        postings.extend(repay(cause, revision, cash, owed, gained));
        postings
    }

    /// Everything revision n posted, reversed from the last to the first.
    fn reversals(&self) -> Vec<Posting> {
        let revision = self.agreed.revision.saturating_sub(1);
        // The ids of a round that was void from the start are those of any void: of revision 0.
        let posted = if revision == 1 && self.record.was_voided_at_first() { 0 } else { revision };
        let undo =
            |id: TransferId, transfer: TransferId| Posting { id, action: Action::Reverse { transfer } };
        let (cause, before) = (self.cause, &self.own.before);
        let slips = self.record.slips_of(self.own.patron).into_iter().flat_map(wagers_of);
        let stakes = slips.map(|(slip, wager)| {
            let kind = if is_lost(before, wager.spot) { Kind::Capture } else { Kind::Release };
            let made = cause.wager(kind, slip, wager.spot, posted);
            undo(cause.wager(Kind::HoldAgain, slip, wager.spot, revision), made)
        });
        let profits = profits_of(before).map(|(spot, _)| {
            undo(cause.wager(Kind::ProfitBack, 0, spot, revision), cause.profit(spot, posted))
        });
        let mut undone: Vec<Posting> = stakes.chain(profits).collect();
        undone.reverse();
        undone
    }

    fn anew(&self) -> Vec<Posting> {
        let Self { cause, house, cash, .. } = *self;
        let (wagers, revision) = (&self.own.after, self.agreed.revision);
        let settled = Settled { cause, wagers, revision, house, cash };
        let slips = self.record.slips_of(self.own.patron).into_iter().flat_map(wagers_of);
        settled.stakes(slips).chain(settled.profits()).collect()
    }
}
