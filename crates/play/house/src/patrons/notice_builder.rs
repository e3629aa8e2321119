//! The private notices that an event leads to: about a patron's seats, slips, results and corrections. Sends nothing.

use table::event::VoidReason;
use table::{
    AutoEnd, Event, PatronCorrection, PatronId, PatronView, Proposal, RoundRef, Seats, Table, TableId,
};

use crate::patrons::notice::Notice;

/// How many rounds were left of the Auto that an event may end, by the table before it.
pub(crate) fn auto_rounds(before: &Table, event: &Event) -> Option<u16> {
    match event {
        Event::SlipAccepted { patron, .. } | Event::SeatLeft { patron, .. } => {
            before.auto(*patron).map(|auto| auto.rounds_left)
        }
        _ => None,
    }
}

/// The notice to each patron whom an event concerns. `after` is the table after it, `round` the round that was under
/// way, and `auto_before` what [`auto_rounds`] says.
pub(crate) fn notices(
    after: &Table,
    event: &Event,
    round: Option<RoundRef>,
    auto_before: Option<u16>,
) -> Vec<(PatronId, Notice)> {
    let table = after.settings().id;
    match (event, round) {
        (Event::RoundCorrected { agreed, .. }, _) => {
            let (voided, patrons) = (agreed.voided(), &agreed.patrons);
            patrons.iter().map(|own| (own.patron, corrected(table, agreed, voided, own))).collect()
        }
        (Event::SeatTaken { patron }, _) => vec![(*patron, Notice::SeatTaken { table })],
        (Event::SeatLeft { patron, reason }, _) => {
            let left = (*patron, Notice::SeatLeft { table, reason: *reason });
            let ended = |rounds_left| Notice::AutoEnded { table, end: AutoEnd::SeatLost, rounds_left };
            vec![left].into_iter().chain(auto_before.map(|rounds| (*patron, ended(rounds)))).collect()
        }
        (Event::AutoStarted { patron, wagers, rounds, .. }, _) => {
            vec![(*patron, Notice::AutoStarted { table, wagers: wagers.clone(), rounds: *rounds })]
        }
        (Event::AutoStopped { patron, rounds_left, refusal }, _) => {
            let end = AutoEnd::by(refusal.as_deref());
            vec![(*patron, Notice::AutoEnded { table, end, rounds_left: *rounds_left })]
        }
        (Event::SlipAccepted { patron, slip_id, .. }, Some(round)) => {
            let PatronView { wagers, staked, .. } = after.patron_view(*patron);
            let (slip_id, auto_rounds_left) = (*slip_id, after.auto(*patron).map(|auto| auto.rounds_left));
            let accepted = Notice::SlipAccepted { table, round, slip_id, wagers, staked, auto_rounds_left };
            let is_over = auto_before.is_some() && auto_rounds_left.is_none();
            let ended = Notice::AutoEnded { table, end: AutoEnd::Played, rounds_left: 0 };
            let ended = is_over.then_some((*patron, ended));
            vec![(*patron, accepted)].into_iter().chain(ended).collect()
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

/// What a correction means for one patron.
pub(crate) fn corrected(
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
