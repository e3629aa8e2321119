//! The private notices that an event leads to: about a patron's seats, slips, results and corrections. Sends nothing.

use baccarat::Side;
use table::event::VoidReason;
use table::{
    AutoEnd, EndedAuto, Event, PatronCorrection, PatronId, PatronView, Proposal, RoundRef, Seats, Table,
    TableId,
};

use crate::patrons::notice::Notice;
use crate::proofs::wagers::Standings;

/// The patrons whose Auto runs before an event that may end it: by its last slip, by a lost seat, or by a result that
/// meets a stop condition.
pub(crate) fn autos_at_stake(before: &Table, event: &Event) -> Vec<PatronId> {
    let runs = |patron: &PatronId| before.auto(*patron).is_some();
    let stops = |patron: &PatronId| before.auto(*patron).is_some_and(|auto| auto.stop.is_some());
    match event {
        Event::SlipAccepted { patron, .. } | Event::SeatLeft { patron, .. } => {
            Some(*patron).filter(runs).into_iter().collect()
        }
        Event::RoundSettled { patrons, .. } => patrons.iter().map(|own| own.patron).filter(stops).collect(),
        Event::RoundCorrected { agreed, .. } => {
            agreed.patrons.iter().map(|own| own.patron).filter(stops).collect()
        }
        _ => Vec::new(),
    }
}

/// The notice to each patron whom an event concerns. `after` is the table after it, `round` the round that was under
/// way, and `at_stake` what [`autos_at_stake`] says.
pub(crate) fn notices(
    after: &Table,
    event: &Event,
    round: Option<RoundRef>,
    at_stake: &[PatronId],
) -> Vec<(PatronId, Notice)> {
    let table = after.settings().id;
    let gone = at_stake.iter().filter(|patron| after.auto(**patron).is_none());
    let ended = gone.filter_map(|patron| {
        let EndedAuto { end, rounds_left } = after.ended_auto(*patron)?.clone();
        Some((*patron, Notice::AutoEnded { table, end, rounds_left }))
    });
    of_event(after, event, round).into_iter().chain(ended).collect()
}

/// The same without Autos that the event ended.
fn of_event(after: &Table, event: &Event, round: Option<RoundRef>) -> Vec<(PatronId, Notice)> {
    let table = after.settings().id;
    let auto_net = |patron| after.auto(patron).and_then(|auto| auto.stop).map(|stop| stop.net);
    match (event, round) {
        (Event::RoundCorrected { agreed, .. }, _) => {
            let voided = agreed.voided();
            let notice = |own: &PatronCorrection| corrected(table, agreed, voided, own, auto_net(own.patron));
            agreed.patrons.iter().map(|own| (own.patron, notice(own))).collect()
        }
        (Event::SeatTaken { patron }, _) => vec![(*patron, Notice::SeatTaken { table })],
        (Event::SeatLeft { patron, reason }, _) => {
            vec![(*patron, Notice::SeatLeft { table, reason: *reason })]
        }
        (Event::AutoStarted { patron, wagers, rounds, stop_at, .. }, _) => {
            let (wagers, rounds, stop_at) = (wagers.clone(), *rounds, *stop_at);
            vec![(*patron, Notice::AutoStarted { table, wagers, rounds, stop_at })]
        }
        (Event::AutoStopped { patron, rounds_left, refusal }, _) => {
            let end = AutoEnd::by(refusal.as_deref());
            vec![(*patron, Notice::AutoEnded { table, end, rounds_left: *rounds_left })]
        }
        (Event::SlipAccepted { patron, slip_id, .. }, Some(round)) => {
            let PatronView { wagers, staked, .. } = after.patron_view(*patron);
            let (slip_id, auto_rounds_left) = (*slip_id, after.auto(*patron).map(|auto| auto.rounds_left));
            let accepted = Notice::SlipAccepted { table, round, slip_id, wagers, staked, auto_rounds_left };
            vec![(*patron, accepted)]
        }
        (Event::WagersCleared { patron, request_id, returned }, Some(round)) => {
            let (request_id, returned) = (*request_id, *returned);
            vec![(*patron, Notice::WagersCleared { table, round, request_id, returned })]
        }
        (Event::BettingClosed { wagers, .. }, Some(round)) => {
            let standings = Standings::at(after).filter(|_| wagers.is_some());
            let standings = standings.and_then(|standings| standings.wager_files().ok());
            let files = standings.unwrap_or_default();
            let closed =
                |(patron, file)| (patron, Notice::WagersClosed { table, round, file: Box::new(file) });
            files.into_iter().map(closed).chain(turns(after, round)).collect()
        }
        (Event::RoundSettled { revision, patrons }, Some(round)) => {
            let settled = patrons.iter().map(|own| {
                let (staked, paid) = table::settle::sums(&own.wagers);
                let (revision, wagers, auto_net) = (*revision, own.wagers.clone(), auto_net(own.patron));
                (own.patron, Notice::RoundSettled { table, round, revision, wagers, staked, paid, auto_net })
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

/// Who turns the cards of each side of a round.
fn turns(after: &Table, round: RoundRef) -> impl Iterator<Item = (PatronId, Notice)> {
    let table = after.settings().id;
    let holders = after.squeeze_view().map(|squeeze| squeeze.holders).unwrap_or_default();
    Side::ALL.into_iter().filter_map(move |side| {
        holders.get(side).map(|patron| (patron, Notice::Turns { table, round, side }))
    })
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

/// What a correction means for one patron. `auto_net`: what their rounds came to since, if their Auto may end by it.
pub(crate) fn corrected(
    table: TableId,
    agreed: &Proposal,
    voided: Option<VoidReason>,
    own: &PatronCorrection,
    auto_net: Option<i64>,
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
        auto_net,
    }
}
