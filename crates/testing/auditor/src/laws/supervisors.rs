//! Law: the answers to supervisors agree with the record. It has each acknowledged proposal, approval, withdrawal, void
//! and adjustment exactly once and as it was sent, no refused one, and none without a request. Other laws judge what
//! money these move.

use std::collections::BTreeMap;

use super::house_log::adjustments;
use super::wallets::held;
use crate::attempts::Attempts;
use crate::event::Proposal;
use crate::ids::EventId;
use crate::observations::{ProposalRequest, ShownCorrection, SupervisorObservations};
use crate::record::{Record, Wallet};
use crate::round_history::{Decision, Outcome, Round, RoundHistory};

pub(super) fn check(
    record: &Record,
    history: &RoundHistory,
    observed: &SupervisorObservations,
) -> Vec<String> {
    let mut flaws = observed.contradictions.clone();
    flaws.extend(proposals(history, observed));
    let approvals: Vec<&Decision> = history.approvals.values().collect();
    let withdrawals: Vec<&Decision> = history.withdrawals.iter().collect();
    flaws.extend(decisions("approve", &approvals, &observed.approvals));
    flaws.extend(decisions("withdraw", &withdrawals, &observed.withdrawals));
    flaws.extend(voids(history, observed));
    flaws.extend(adjusted(record, observed));
    flaws
}

fn proposals(history: &RoundHistory, observed: &SupervisorObservations) -> Vec<String> {
    let mut kept = BTreeMap::<&str, Vec<(EventId, &Proposal)>>::new();
    for (event, proposal) in &history.proposals {
        let request_id = proposal.request_id.as_deref().unwrap_or_default();
        kept.entry(request_id).or_default().push((*event, proposal));
    }
    let mut flaws = Vec::new();
    for (request_id, request) in &observed.proposals {
        let ProposalRequest { round, attempts, shown, .. } = request;
        let kept = kept.remove(request_id.as_str()).unwrap_or_default();
        match kept.as_slice() {
            [] if attempts.acknowledged > 0 => {
                flaws.push(format!("{round}: proposal {request_id} was acknowledged and is lost"));
            }
            [] => {}
            [(event, _)] if attempts.must_not_count() => {
                flaws.push(format!("{round}: proposal {request_id} was refused, and yet {event} has it"));
            }
            [(event, kept)] => {
                let shown = shown.as_ref().is_none_or(|shown| *shown == ShownCorrection::of(*event, kept));
                if !shown || !request.asks_for(*event, kept) {
                    flaws.push(format!(
                        "{round}: proposal {request_id} was {request:?}, {event} has {kept:?}"
                    ));
                }
            }
            [_, _, ..] => {
                flaws.push(format!("{round}: proposal {request_id} is there {} times", kept.len()));
            }
        }
    }
    flaws.extend(kept.keys().map(|request_id| format!("proposal {request_id} was never made")));
    flaws
}

impl ProposalRequest {
    /// Whether the event has what the request asks for.
    fn asks_for(&self, event: EventId, kept: &Proposal) -> bool {
        (self.by, self.round, self.ruling.as_ref(), &self.why)
            == (kept.by, kept.round.at(event.table), kept.ruling.cards(), &kept.why)
    }
}

/// Each yes is on record once, no refusal that was the last word is, and nobody decided without asking to.
fn decisions(what: &str, kept: &[&Decision], sent: &BTreeMap<(EventId, u32), Attempts>) -> Vec<String> {
    let mut decided = BTreeMap::<EventId, Vec<u32>>::new();
    for decision in kept {
        decided.entry(decision.correction).or_default().push(decision.by);
    }
    let mut flaws = Vec::new();
    for ((correction, by), attempts) in sent {
        let EventId { table, seq: no } = correction;
        let who = decided.get(correction).map(Vec::as_slice).unwrap_or_default();
        // A correction that one supervisor withdrew is withdrawn for all; an approval is each one's own.
        let own = who.iter().filter(|who| *who == by).count();
        let counts = if what == "withdraw" { who.len() } else { own };
        if attempts.acknowledged > 0 && counts != 1 {
            flaws.push(format!("table {table}: supervisor {by} did {what} {no}, it is there {counts} times"));
        }
        if attempts.must_not_count() && own > 0 {
            flaws.push(format!(
                "table {table}: supervisor {by} was refused to {what} {no}, and yet it is there"
            ));
        }
    }
    for (correction, who) in &decided {
        let EventId { table, seq: no } = correction;
        let unknown = who.iter().filter(|by| !sent.contains_key(&(*correction, **by)));
        flaws.extend(unknown.map(|by| format!("table {table}: supervisor {by} never asked to {what} {no}")));
    }
    flaws
}

/// The reason for which a round was voided while it was under way, if it was.
fn void_reason(round: &Round) -> Option<&str> {
    match &round.ends.first()?.outcome {
        Outcome::Voided { reason, .. } => Some(reason),
        Outcome::Settled(_) => None,
    }
}

fn voids(history: &RoundHistory, observed: &SupervisorObservations) -> Vec<String> {
    let mut flaws = Vec::new();
    for ((id, by), attempts) in &observed.voids {
        let round = history.rounds.get(id);
        let voided = round.is_some_and(|round| round.voided_by == Some(*by) && void_reason(round).is_some());
        if attempts.acknowledged > 0 && !voided {
            flaws.push(format!("{id} was voided by supervisor {by}, and is not"));
        }
        if voided && attempts.must_not_count() && attempts.refused == attempts.sent {
            flaws.push(format!("{id} was voided by supervisor {by}, who was refused"));
        }
    }
    for (id, round) in &history.rounds {
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

fn adjusted(record: &Record, observed: &SupervisorObservations) -> Vec<String> {
    let (mut kept, held) = (adjustments(record), held(record));
    let mut flaws = Vec::new();
    for (request_id, request) in &observed.adjustments {
        let kept = kept.remove(request_id.as_str()).unwrap_or_default();
        let sent = (request.patron, request.purse, request.change, request.by, request.why.as_str());
        match kept.as_slice() {
            [] if request.attempts.acknowledged > 0 => {
                flaws.push(format!("{request_id} adjusted {sent:?}, and is lost"));
            }
            [_] if request.attempts.must_not_count() => {
                flaws.push(format!("{request_id} was refused to adjust {sent:?}, and yet it is there"));
            }
            [kept] if *kept != sent => {
                flaws.push(format!("{request_id} asked for {sent:?}, there is {kept:?}"));
            }
            [] | [_] => {}
            [_, _, ..] => flaws.push(format!("{request_id} adjusted {} times", kept.len())),
        }
        let had = |wallet: &&Wallet| held.get(&request.patron).is_some_and(|held| held.contains(wallet));
        let never = request.wallets.iter().filter(|wallet| !had(wallet));
        flaws.extend(never.map(|wallet| {
            format!("{request_id} was shown to leave {wallet:?}, which patron {} never had", request.patron)
        }));
    }
    flaws.extend(kept.keys().map(|request_id| format!("nobody asked to adjust by {request_id}")));
    flaws
}
