//! The private notices that an event leads to: about a patron's seats, slips, results and corrections. Sends nothing.

use table::event::VoidReason;
use table::{Event, PatronCorrection, PatronId, PatronView, Proposal, RoundRef, Seats, Table, TableId};

use crate::patrons::notice::Notice;

/// The notice to each patron whom an event concerns. `after` is the table after it, `round` the round that was under
/// way.
pub(crate) fn notices(after: &Table, event: &Event, round: Option<RoundRef>) -> Vec<(PatronId, Notice)> {
    let table = after.settings().id;
    match (event, round) {
        (Event::RoundCorrected { agreed, .. }, _) => {
            let (voided, patrons) = (agreed.voided(), &agreed.patrons);
            patrons.iter().map(|own| (own.patron, corrected(table, agreed, voided, own))).collect()
        }
        (Event::SeatTaken { patron }, _) => vec![(*patron, Notice::SeatTaken { table })],
        (Event::SeatLeft { patron, reason }, _) => {
            vec![(*patron, Notice::SeatLeft { table, reason: *reason })]
        }
        (Event::SlipAccepted { patron, slip_id, .. }, Some(round)) => {
            let PatronView { wagers, staked, .. } = after.patron_view(*patron);
            vec![(*patron, Notice::SlipAccepted { table, round, slip_id: *slip_id, wagers, staked })]
        }
        (Event::WagersCleared { patron, request_id, returned }, Some(round)) => {
            let (request_id, returned) = (*request_id, *returned);
            vec![(*patron, Notice::WagersCleared { table, round, request_id, returned })]
        }
        (Event::RoundSettled { revision, patrons }, Some(round)) => {
            let settled = patrons.iter().map(|own| {
                let (staked, paid) = table::settle::sums(&own.wagers);
                let (revision, wagers) = (*revision, own.wagers.clone());
                (own.patron, Notice::RoundSettled { table, round, revision, wagers, staked, paid })
            });
            settled.chain(idle(after)).collect()
        }
        (Event::RoundVoided { reason, returned, .. }, Some(round)) => {
            let voided = returned.iter().map(|back| {
                let (reason, returned) = (*reason, back.amount);
                (back.patron, Notice::RoundVoided { table, round, reason, returned })
            });
            voided.collect()
        }
        _ => Vec::new(),
    }
}

/// A warning to each patron who has made no wager for as many rounds as the table says.
fn idle(after: &Table) -> impl Iterator<Item = (PatronId, Notice)> {
    let (table, seating) = (after.settings().id, after.settings().seating);
    let seats = after.seats().into_iter().flat_map(Seats::iter);
    let warned =
        seats.filter(move |(_, seat)| seat.idle_rounds > 0 && seat.idle_rounds == seating.idle_warning);
    warned.map(move |(patron, seat)| {
        let limit = Some(seating.idle_limit).filter(|limit| *limit > 0);
        (patron, Notice::Idle { table, rounds: seat.idle_rounds, limit })
    })
}

fn corrected(
    table: TableId,
    agreed: &Proposal,
    voided: Option<VoidReason>,
    own: &PatronCorrection,
) -> Notice {
    Notice::RoundCorrected {
        table,
        round: agreed.round,
        revision: agreed.revision,
        voided,
        wagers: own.after.clone(),
        staked: own.staked,
        paid: own.paid_after(),
        difference: own.difference(),
    }
}
