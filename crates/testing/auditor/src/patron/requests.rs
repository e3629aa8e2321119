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

    /// The requests that are in doubt: slips that no answer settles, and clears that got none.
    pub fn unanswered(&self) -> Vec<PatronRequest> {
        let slips = self.slips.iter().filter(|(_, slip)| slip.attempts.status() == RequestStatus::Unknown);
        let clears = self.clears.iter().map(|(id, clear)| (id, clear.attempts));
        let clears = clears.filter(|(_, attempts)| attempts.sent > 0 && attempts.is_unanswered());
        let slips = slips.map(|(id, _)| PatronRequest::Slip(id.clone()));
        slips.chain(clears.map(|(id, _)| PatronRequest::Clear(id.clone()))).collect()
    }
}
