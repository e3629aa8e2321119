//! Law: a round is corrected as one supervisor proposed and another agreed, step by step from how it stood before, and
//! the dry run shows what then happens. A proposal that nobody approved changed nothing, and yet its dry run was right.

use std::collections::{BTreeMap, BTreeSet};

use super::payouts::ended;
use crate::event::{Proposal, SpotResult};
use crate::ids::EventId;
use crate::round_history::{Outcome, Round, RoundHistory, staked};
use crate::rules::Rules;

pub(super) fn check(history: &RoundHistory, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let (mut requests, mut flaws) = (BTreeSet::new(), Vec::new());
    for (event, proposal) in &history.proposals {
        let id = proposal.round.at(event.table);
        let about = |flaw| format!("{id}, proposal with {event}: {flaw}");
        if let Some(request_id) = &proposal.request_id
            && !requests.insert((event.table, request_id))
        {
            flaws.push(about(format!("{request_id} was proposed before")));
        }
        match history.rounds.get(&id).zip(rules.get(&id.table)) {
            Some((round, rules)) => {
                flaws.extend(proposed(round, *event, proposal, *rules).into_iter().map(about));
            }
            None => flaws.push(about("there is no such round".to_owned())),
        }
    }
    flaws.extend(decided(history));
    flaws
}

/// A proposal against the round as it stood at that moment.
fn proposed(round: &Round, event: EventId, proposal: &Proposal, rules: Rules) -> Vec<String> {
    let revision = round.ends.iter().filter(|end| end.event.seq < event.seq).count();
    let Some(before) = revision.checked_sub(1).and_then(|last| round.ends.get(last)) else {
        return vec!["the round was not over".to_owned()];
    };
    let mut flaws = Vec::new();
    if usize::from(proposal.revision) != revision + 1 {
        flaws.push(format!("revision {} of a round that has {revision}", proposal.revision));
    }
    if proposal.cards_before != before.cards {
        let (shown, cards) = (&proposal.cards_before, &before.cards);
        flaws.push(format!("it says that the cards were {shown:?}, they were {cards:?}"));
    }
    let cards = proposal.ruling.cards().unwrap_or(&before.cards);
    let (stakes, after) = (round.final_stakes(), Outcome::ruled(proposal));
    flaws.extend(ended(&stakes, cards, &after, rules));
    for own in &proposal.patrons {
        let staked = stakes.get(&own.patron).map_or(0, staked);
        let results = before.outcome.results(own.patron).unwrap_or_default();
        if own.staked != staked || sorted(&own.before) != results {
            flaws.push(format!(
                "patron {} is shown to have had {:?} of {}",
                own.patron, own.before, own.staked
            ));
        }
        let paid = |end: &Outcome| end.paid().get(&own.patron).copied().unwrap_or(0);
        if own.difference() != paid(&after) - paid(&before.outcome) {
            flaws.push(format!("patron {} is sent a difference of {}", own.patron, own.difference()));
        }
    }
    flaws
}

fn sorted(results: &[SpotResult]) -> Vec<SpotResult> {
    let mut results = results.to_vec();
    results.sort();
    results
}

/// Every proposal is decided once, by a supervisor who may, on the round it is about.
fn decided(history: &RoundHistory) -> Vec<String> {
    let (mut over, mut flaws) = (BTreeSet::new(), Vec::new());
    for (event, decision) in &history.decisions {
        let correction = &decision.correction;
        let Some(proposal) = history.proposals.get(correction).filter(|_| correction < event) else {
            flaws.push(format!("{event} decides what {correction} never proposed"));
            continue;
        };
        if !over.insert(correction) {
            flaws.push(format!("{event} decides again what {correction} proposed"));
        }
        if proposal.round.at(event.table) != decision.round {
            flaws.push(format!("{event} is about {}, the proposal is about another", decision.round));
        }
        let Some(agreed) = &decision.agreed else { continue };
        if agreed != proposal {
            flaws.push(format!("{event} agrees to another correction than {correction} proposed"));
        }
        if decision.by == proposal.by {
            flaws.push(format!("{event}: supervisor {} agrees with themselves", decision.by));
        }
        // Which end of the round the event made, from 1.
        let mut ends = history.rounds.get(&decision.round).into_iter().flat_map(|round| &round.ends);
        let made = ends.position(|end| end.event == *event).map(|before| before + 1);
        if made != Some(usize::from(agreed.revision)) {
            let (revision, round) = (agreed.revision, decision.round);
            flaws.push(format!("{event} makes revision {revision} of {round}, it is number {made:?}"));
        }
    }
    flaws
}
