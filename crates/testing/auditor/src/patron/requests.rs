//! What a patron sends, by id, and what is in doubt of it. What is in a slip or a clear is in the observations.

use crate::attempts::{Attempts, RequestStatus};
use crate::observations::PatronObservations;

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
    /// Notes that a request is about to be sent.
    pub fn send(&mut self, request: &PatronRequest) {
        let attempts: Option<&mut Attempts> = match request {
            PatronRequest::Slip(id) => self.slips.get_mut(id).map(|slip| &mut slip.attempts),
            PatronRequest::Clear(id) => self.clears.get_mut(id).map(|clear| &mut clear.attempts),
            PatronRequest::Leave(_) => None,
        };
        if let Some(attempts) = attempts {
            attempts.send();
        }
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
