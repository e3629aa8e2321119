//! Law: a round is corrected as one supervisor proposed and another agreed, step by step from what stood before; what a
//! dry run showed is what happened. A proposal that nobody approved changed nothing, and yet its dry run was right.

use std::collections::{BTreeMap, BTreeSet};

use super::coup::Rules;
use super::happening::Line;
use super::payouts::flaws;
use super::record::{Place, RoundId};
use super::ruling::{Change, Proposal, Ruling};
use super::story::{Decision, End, Round, Story};

pub(super) fn check(story: &Story, rules: &BTreeMap<u32, Rules>) -> Vec<String> {
    let mut found = Vec::new();
    for (place, proposal) in &story.proposals {
        let id = proposal.round.at(place.table);
        let about = |flaw| format!("{id}, proposal with {place}: {flaw}");
        match story.rounds.get(&id).zip(rules.get(&id.table)) {
            Some((round, rules)) => {
                found.extend(proposed(story, round, *place, proposal, *rules).into_iter().map(about));
            }
            None => found.push(about("there is no such round".to_owned())),
        }
    }
    found.extend(decided(story));
    found
}

/// A proposal against the round as it stood at that moment.
fn proposed(story: &Story, round: &Round, at: Place, proposal: &Proposal, rules: Rules) -> Vec<String> {
    let before = round.ends.iter().filter(|(place, _)| place.seq < at.seq).count();
    let Some((_, stands)) = before.checked_sub(1).and_then(|last| round.ends.get(last)) else {
        return vec!["the round was not over".to_owned()];
    };
    let mut found = Vec::new();
    if usize::from(proposal.revision) != before + 1 {
        found.push(format!("revision {} of a round that has {before}", proposal.revision));
    }
    let cards = cards(story, round, before);
    if &proposal.cards_before != cards {
        found.push(format!("it says that the cards were {:?}, they were {cards:?}", proposal.cards_before));
    }
    let after = match &proposal.ruling {
        Ruling::Void {} => cards,
        Ruling::Cards { cards } => cards,
    };
    let stakes = round.stood();
    found.extend(flaws(&stakes, after, &End::ruled(proposal), rules));
    for own in &proposal.patrons {
        let spots = stakes.get(&own.patron).into_iter().flat_map(BTreeMap::values);
        let staked: i64 = spots.map(|stake| stake.all).sum();
        let lines = stands.lines(own.patron).unwrap_or_default();
        if own.staked != staked || sorted(&own.before) != lines {
            found.push(format!(
                "patron {} is said to have had {:?} of {}",
                own.patron, own.before, own.staked
            ));
        }
        if own.difference() != difference(stands, &End::ruled(proposal), own) {
            found.push(format!("patron {} is told a difference of {}", own.patron, own.difference()));
        }
    }
    found
}

/// What the end that is ruled pays a patron more than the one that stands.
fn difference(stands: &End, ruled: &End, own: &Change) -> i64 {
    let paid = |end: &End| end.paid().get(&own.patron).copied().unwrap_or(0);
    paid(ruled) - paid(stands)
}

/// The cards of a round after so many ends.
fn cards<'a>(story: &'a Story, round: &'a Round, ends: usize) -> &'a Vec<String> {
    let ruled = round.ends.iter().take(ends).rev().filter_map(|(place, _)| story.agreed(*place));
    let mut named = ruled.filter_map(|agreed| match &agreed.ruling {
        Ruling::Cards { cards } => Some(cards),
        Ruling::Void {} => None,
    });
    named.next().unwrap_or(&round.cards)
}

fn sorted(lines: &[Line]) -> Vec<Line> {
    let mut lines = lines.to_vec();
    lines.sort();
    lines
}

/// Every proposal is decided once, by whoever may, on the round it is about.
fn decided(story: &Story) -> Vec<String> {
    let mut over = BTreeSet::new();
    let mut decisions: Vec<&Decision> = story.withdrawals.iter().chain(story.approvals.values()).collect();
    decisions.sort_by_key(|decision| decision.place);
    let mut found = Vec::new();
    for decision in decisions {
        let about = story.proposals.get(&decision.about).filter(|_| decision.about < decision.place);
        let place = decision.place;
        let Some(proposal) = about else {
            found.push(format!("{place} decides what {} never proposed", decision.about));
            continue;
        };
        if !over.insert(decision.about) {
            found.push(format!("{place} decides again what {} proposed", decision.about));
        }
        if proposal.round.at(place.table) != decision.round {
            found.push(format!("{place} is about {}, the proposal is about another", decision.round));
        }
        if let Some(agreed) = &decision.agreed {
            found.extend(approved(story, decision, proposal, agreed));
        }
    }
    found
}

fn approved(story: &Story, decision: &Decision, proposal: &Proposal, agreed: &Proposal) -> Vec<String> {
    let (place, round) = (decision.place, decision.round);
    let mut found = Vec::new();
    if agreed != proposal {
        found.push(format!("{place} agrees to another correction than {} proposed", decision.about));
    }
    if decision.by == proposal.by {
        found.push(format!("{place}: supervisor {} agrees with themselves", decision.by));
    }
    let revision = revision(story, round, place);
    if revision != Some(usize::from(agreed.revision)) {
        found.push(format!(
            "{place} makes revision {} of {round}, it is number {revision:?}",
            agreed.revision
        ));
    }
    found
}

/// Which end of a round that event made, from 1.
fn revision(story: &Story, round: RoundId, place: Place) -> Option<usize> {
    let ends = &story.rounds.get(&round)?.ends;
    ends.iter().position(|(end, _)| *end == place).map(|before| before + 1)
}
