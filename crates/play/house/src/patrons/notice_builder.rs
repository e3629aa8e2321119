//! The private notices that an event leads to: about a patron's slips, results and corrections. Sends nothing.

use table::event::{PatronSettlement, Returned};
use table::{Event, PatronCorrection, PatronId, Proposal, RoundRef, Table, TableId, Timestamp};

use crate::patrons::notice::Notice;

/// Builds the notices of one event, from the table after it.
pub(crate) struct NoticeBuilder<'a> {
    table: &'a Table,
    id: TableId,
    at: Timestamp,
}

impl<'a> NoticeBuilder<'a> {
    pub(crate) fn new(table: &'a Table, at: Timestamp) -> Self {
        Self { table, id: table.settings().id, at }
    }

    /// The notice to each patron whom an event concerns. `round` is the round that was under way.
    pub(crate) fn notices(&self, event: &Event, round: Option<RoundRef>) -> Vec<(PatronId, Notice)> {
        match (event, round) {
            (Event::RoundCorrected { agreed, .. }, _) => self.corrected(agreed),
            (event, Some(round)) => self.of_round(event, round),
            (_, None) => Vec::new(),
        }
    }

    fn of_round(&self, event: &Event, round: RoundRef) -> Vec<(PatronId, Notice)> {
        let (table, at) = (self.id, self.at);
        match event {
            Event::SlipAccepted { patron, slip_id, .. } => {
                let view = self.table.patron_view(*patron);
                let (slip_id, wagers, staked) = (*slip_id, view.wagers, view.staked);
                vec![(*patron, Notice::SlipAccepted { table, round, slip_id, wagers, staked, at })]
            }
            Event::WagersCleared { patron, request_id, returned } => {
                let (request_id, returned) = (*request_id, *returned);
                vec![(*patron, Notice::WagersCleared { table, round, request_id, returned, at })]
            }
            Event::RoundSettled { revision, patrons } => {
                patrons.iter().map(|own| (own.patron, self.settled(own, *revision, round))).collect()
            }
            Event::RoundVoided { reason, returned, .. } => {
                let voided = |back: &Returned| {
                    let (reason, returned) = (*reason, back.amount);
                    (back.patron, Notice::RoundVoided { table, round, reason, returned, at })
                };
                returned.iter().map(voided).collect()
            }
            _ => Vec::new(),
        }
    }

    fn corrected(&self, agreed: &Proposal) -> Vec<(PatronId, Notice)> {
        let (table, at, round, revision) = (self.id, self.at, agreed.round, agreed.revision);
        let voided = agreed.voided();
        let notice = |own: &PatronCorrection| {
            let (wagers, staked, paid) = (own.after.clone(), own.staked, own.paid_after());
            let difference = own.difference();
            let corrected = Notice::RoundCorrected {
                table,
                round,
                revision,
                voided,
                wagers,
                staked,
                paid,
                difference,
                at,
            };
            (own.patron, corrected)
        };
        agreed.patrons.iter().map(notice).collect()
    }

    fn settled(&self, own: &PatronSettlement, revision: u16, round: RoundRef) -> Notice {
        let (staked, paid) = table::settle::sums(&own.wagers);
        let (table, at) = (self.id, self.at);
        Notice::RoundSettled { table, round, revision, wagers: own.wagers.clone(), staked, paid, at }
    }
}
