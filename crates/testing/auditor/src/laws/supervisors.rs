//! Law: the answers to supervisors agree with the record. It has each acknowledged proposal, approval, withdrawal, void
//! and adjustment exactly once and as it was sent, no refused one, and none without a request. Other laws judge what
//! money these move.

use std::collections::{BTreeMap, BTreeSet};

use super::house_log::adjustments;
use super::live_voids;
use super::requests::{self, DecidedBy, decisions};
use super::wallets::Unit;
use crate::event::Proposal;
use crate::ids::{EventId, RoundId};
use crate::observations::{AdjustmentRequest, ShownCorrection, SupervisorObservations};
use crate::record::{Record, Wallet};
use crate::round_history::{Outcome, Round, RoundHistory};

pub(super) fn check(
    record: &Record,
    units: &[Unit],
    history: &RoundHistory,
    observed: &SupervisorObservations,
) -> Vec<String> {
    let mut flaws = observed.contradictions.clone();
    flaws.extend(proposals(history, observed));
    let decided = |approved: bool| -> Vec<(EventId, u32)> {
        let decisions = history.decisions.values().filter(|it| it.agreed.is_some() == approved);
        decisions.map(|decision| (decision.correction, decision.by)).collect()
    };
    flaws.extend(decisions("approve", &observed.approvals, &decided(true), DecidedBy::Sender));
    // A correction that one supervisor withdrew is withdrawn for all.
    flaws.extend(decisions("withdraw", &observed.withdrawals, &decided(false), DecidedBy::Anybody));
    flaws.extend(voids(history, observed, &live_voids::by_finding(record)));
    flaws.extend(adjusted(record, units, observed));
    flaws
}

fn proposals(history: &RoundHistory, observed: &SupervisorObservations) -> Vec<String> {
    let mut kept = BTreeMap::<&str, Vec<(EventId, &Proposal)>>::new();
    for (event, proposal) in &history.proposals {
        let request_id = proposal.request_id.as_deref().unwrap_or_default();
        kept.entry(request_id).or_default().push((*event, proposal));
    }
    requests::check(
        "proposal",
        &observed.proposals,
        &kept,
        |sent| &sent.attempts,
        |sent, (event, kept)| {
            let shown = sent.shown.as_ref().is_none_or(|shown| *shown == ShownCorrection::of(*event, kept));
            shown
                && (sent.by, sent.round, sent.ruling.as_ref(), &sent.why)
                    == (kept.by, kept.round.at(event.table), kept.ruling.cards(), &kept.why)
        },
    )
}

/// The reason for which a round was voided while it was under way, if it was.
fn void_reason(round: &Round) -> Option<&str> {
    match &round.ends.first()?.outcome {
        Outcome::Voided { reason, .. } => Some(reason),
        Outcome::Settled(_) => None,
    }
}

/// `by_finding` are the rounds of live tables that are void because of a finding or the clock.
fn voids(
    history: &RoundHistory,
    observed: &SupervisorObservations,
    by_finding: &BTreeMap<RoundId, Option<u32>>,
) -> Vec<String> {
    let mut flaws = Vec::new();
    for ((id, by), attempts) in &observed.voids {
        let round = history.rounds.get(id);
        let voided = round.is_some_and(|round| round.voided_by == Some(*by) && void_reason(round).is_some());
        let voided = voided && !by_finding.contains_key(id);
        if attempts.acknowledged > 0 && !voided {
            flaws.push(format!("{id} was voided by supervisor {by}, and is not"));
        }
        if voided && attempts.must_not_count() && attempts.refused == attempts.sent {
            flaws.push(format!("{id} was voided by supervisor {by}, who was refused"));
        }
    }
    for (id, round) in history.rounds.iter().filter(|(id, _)| !by_finding.contains_key(id)) {
        // Only a supervisor voids: all house rules have interrupted rounds finished, and no table is abandoned.
        if let Some(reason) = void_reason(round).filter(|it| round.voided_by.is_none() || *it != "supervisor")
        {
            flaws.push(format!("{id} was voided by nobody, because of {reason:?}"));
        }
        if let Some(by) = round.voided_by.filter(|by| !observed.voids.contains_key(&(*id, *by))) {
            flaws.push(format!("{id} was voided by supervisor {by}, who never asked for it"));
        }
    }
    flaws
}

fn adjusted(record: &Record, units: &[Unit], observed: &SupervisorObservations) -> Vec<String> {
    let kept = adjustments(record);
    let sent = &observed.adjustments;
    let mut flaws = requests::check(
        "adjustment",
        sent,
        &kept,
        |sent| &sent.attempts,
        |sent, kept| *kept == (sent.patron, sent.purse, sent.change, sent.by, sent.why.as_str()),
    );
    for (request_id, AdjustmentRequest { patron, wallets, .. }) in sent {
        let turns = units.iter().filter_map(|unit| unit.turns.get(patron));
        let held: BTreeSet<Wallet> = turns.map(|turn| turn.after).collect();
        flaws.extend(wallets.difference(&held).map(|wallet| {
            format!("adjustment {request_id} was shown to leave {wallet:?}, which patron {patron} never had")
        }));
    }
    flaws
}
