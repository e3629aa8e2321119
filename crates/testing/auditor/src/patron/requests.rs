//! What a patron sends, by id, and what the answers say of it. What is in a slip or a clear is in the observations.

use crate::attempts::{Attempts, RequestStatus};
use crate::event::SpotResult;
use crate::ids::RoundId;
use crate::observations::{PatronEnding, PatronObservations};
use crate::record::Wallet;

/// A request of a patron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatronRequest {
    /// The slip of that id.
    Slip(String),
    /// The request of that id to take wagers back.
    Clear(String),
    /// To leave that table.
    Leave(u32),
}

impl PatronObservations {
    /// The attempts to send a request. Nobody counts how often somebody leaves.
    pub fn attempts(&mut self, request: &PatronRequest) -> Option<&mut Attempts> {
        match request {
            PatronRequest::Slip(id) => self.slips.get_mut(id).map(|slip| &mut slip.attempts),
            PatronRequest::Clear(id) => self.clears.get_mut(id).map(|clear| &mut clear.attempts),
            PatronRequest::Leave(_) => None,
        }
    }

    /// Notes that a request is about to be sent.
    pub fn send(&mut self, request: &PatronRequest) {
        self.attempts(request).into_iter().for_each(Attempts::send);
    }

    /// Notes that an attempt gets no answer.
    pub fn lose(&mut self, request: &PatronRequest) {
        self.attempts(request).into_iter().for_each(Attempts::lose);
    }

    /// Notes that a slip was accepted, as an answer or something else says.
    pub fn slip_accepted(&mut self, id: &str, note: fn(&mut Attempts)) {
        match self.slips.get_mut(id) {
            Some(slip) => note(&mut slip.attempts),
            None => self.contradictions.push(format!("slip {id} was accepted and never sent")),
        }
    }

    /// Notes that a slip was refused.
    pub fn slip_refused(&mut self, id: &str, code: &str) {
        let wrong = match self.slips.get_mut(id).map(|slip| slip.attempts.refuse()) {
            Some(false) => return,
            Some(true) => format!("slip {id} was accepted and then refused: {code}"),
            None => format!("slip {id} was refused and never sent"),
        };
        self.contradictions.push(wrong);
    }

    /// Notes wagers that went back when leaving a table.
    pub fn left(&mut self, table: u32, returned: i64) {
        self.left_with.insert((table, returned));
    }

    /// Notes that a request to take wagers back took effect, as an answer or something else says. `returned`: what went
    /// back; none if the answer is to a repeat, which returns nothing.
    pub fn cleared(&mut self, id: &str, returned: Option<i64>, note: fn(&mut Attempts)) {
        let Some(clear) = self.clears.get_mut(id) else {
            self.contradictions.push(format!("{id} cleared wagers and was never sent"));
            return;
        };
        note(&mut clear.attempts);
        let Some(returned) = returned else { return };
        if clear.returned.replace(returned).is_some_and(|before| before != returned) {
            self.contradictions.push(format!("{id} was shown to return two different amounts"));
        }
    }

    /// Notes that a request to take wagers back was refused. The house knows such a request only as long as its round,
    /// so it may refuse what it did.
    pub fn clear_refused(&mut self, id: &str) {
        if let Some(clear) = self.clears.get_mut(id) {
            clear.attempts.refuse_without_settling();
        }
    }

    /// Notes how a corrected round ended for the patron: void, or with these results.
    pub fn observe_correction(
        &mut self,
        (round, revision): (RoundId, u16),
        results: Option<Vec<SpotResult>>,
        paid: i64,
        difference: i64,
    ) {
        let ending = results.map_or(PatronEnding::Voided(paid), PatronEnding::settled);
        self.observe_ending(round, revision, ending, paid);
        self.observe_difference(round, revision, difference);
    }

    /// Notes a numbered state of the wallet that the patron was sent. The one with the largest number is the latest.
    pub fn observe_state(&mut self, number: u64, wallet: Wallet) {
        let (latest, newest) = (self.latest, self.states.keys().next_back().copied());
        self.observe_wallet(wallet);
        if newest.is_some_and(|newest| newest > number) {
            self.latest = latest;
        }
        if let Some(before) = self.states.insert(number, wallet).filter(|before| *before != wallet) {
            let both = format!("{before:?}, then {wallet:?}");
            self.contradictions.push(format!("state {number} of the wallet was shown as {both}"));
        }
    }

    /// Notes the amounts of a wallet that the patron was sent.
    pub fn observe_wallet(&mut self, wallet: Wallet) {
        self.observe_cash(wallet.cash);
        self.observe_bonus(wallet.bonus);
        self.observe_debt(wallet.owed);
    }

    /// Every request that was made, with the attempts to send it.
    pub fn requests(&self) -> impl Iterator<Item = (PatronRequest, Attempts)> {
        let slips = self.slips.iter().map(|(id, slip)| (PatronRequest::Slip(id.clone()), slip.attempts));
        let clears = self.clears.iter().map(|(id, clear)| (PatronRequest::Clear(id.clone()), clear.attempts));
        slips.chain(clears)
    }

    /// The requests that are in doubt: slips that no answer settles, and clears that got none.
    pub fn unanswered(&self) -> Vec<PatronRequest> {
        let open = |(request, attempts): &(PatronRequest, Attempts)| match request {
            PatronRequest::Slip(_) => attempts.status() == RequestStatus::Unknown,
            _ => attempts.sent > 0 && attempts.is_unanswered(),
        };
        self.requests().filter(open).map(|(request, _)| request).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observations::ClearRequest;

    #[test]
    fn the_first_answer_says_what_a_clear_returned_even_if_nothing() {
        let round = RoundId { table: 1, shoe_no: 1, round_no: 1 };
        for (answers, returned, contradicts) in [
            ([Some(70), None], Some(70), false),
            ([Some(0), None], Some(0), false),
            ([None, Some(70)], Some(70), false),
            ([Some(70), Some(70)], Some(70), false),
            ([Some(70), Some(0)], Some(0), true),
            ([Some(0), Some(70)], Some(70), true),
        ] {
            let mut own = PatronObservations::default();
            own.clears.insert("a".to_owned(), ClearRequest::new(round));
            for returned in answers {
                own.cleared("a", returned, Attempts::acknowledge);
            }
            assert_eq!(own.clears["a"].returned, returned, "{answers:?}");
            assert_eq!(!own.contradictions.is_empty(), contradicts, "{answers:?}");
        }
    }
}
