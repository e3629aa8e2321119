//! Correcting a round: what is proposed, approved and withdrawn, decided against the round as history tells it.
//! Pure; the round comes from wherever its events are kept.

use std::collections::BTreeSet;

use baccarat::{Card, Coup, CoupRecord, HouseRules, IllegalCoup, Illegality};

use crate::correction::{CorrectionRequest, Evidence, PatronCorrection, Proposal, REVISIONS, Ruling, WHY};
use crate::decision::Decision;
use crate::event::Event;
use crate::ids::StaffId;
use crate::known::Known;
use crate::record::{ProposalStatus, RoundRecord};
use crate::refusal::Refusal;
use crate::rules_ref::RulesUsed;
use crate::settle::settle_wagers;

/// The earlier proposal about the round that has the id of this request, if it asks for the same: its number, and its
/// status since.
///
/// # Errors
/// [`Refusal::RequestIdUsed`] when it was another.
pub fn proposed_before<'a>(
    record: &'a RoundRecord,
    request: &CorrectionRequest,
) -> Result<Option<(u64, &'a Proposal, ProposalStatus)>, Refusal> {
    let known = request.request_id.and_then(|id| record.proposed_as(id));
    let Some((correction_no, first, status)) = known else {
        return Ok(None);
    };
    // The digest is not asked for: the server makes it, of what is recorded at the time.
    let made = first.evidence.map(|evidence| evidence.digest);
    let evidence = request.evidence.map(|part| Evidence { digest: made.unwrap_or(part.digest), ..part });
    let request = CorrectionRequest { why: request.why.trim().to_owned(), evidence, ..request.clone() };
    if first.request() != request {
        return Err(Refusal::RequestIdUsed { correction_no });
    }
    Ok(Some((correction_no, first, status)))
}

/// A reason without the white space around it.
///
/// # Errors
/// [`Refusal::NoReason`] when it is empty or has more than [`WHY`] characters.
pub fn reason(why: &str) -> Result<&str, Refusal> {
    let why = why.trim();
    if (1..=WHY).contains(&why.chars().count()) { Ok(why) } else { Err(Refusal::NoReason) }
}

/// Decides whether a round may be corrected like that, by `rules`; `named` is their name for the record, none only
/// where an old log has none.
///
/// `others` are the cards known to have come out of the same shoe, those of this round left out; the order of a
/// shuffled shoe says enough without them.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn propose(
    rules: &HouseRules,
    named: Option<RulesUsed>,
    record: &RoundRecord,
    others: &[Card],
    request: &CorrectionRequest,
) -> Result<Decision, Refusal> {
    let round = record.round();
    let CorrectionRequest { ruling, by, why, request_id, evidence } = request;
    if proposed_before(record, request)?.is_some() {
        return Ok(Decision::Duplicate);
    }
    if record.revision() == 0 {
        return Err(Refusal::RoundNotOver { round });
    }
    if record.cards().is_empty() {
        return Err(Refusal::NothingDealt { round });
    }
    let why = reason(why)?;
    let coup = match ruling {
        Ruling::Void { .. } => None,
        Ruling::Cards { cards, surplus } => {
            let beside = [others, surplus].concat();
            let coup = CoupRecord { cards: cards.clone() }.into_coup_beside(&beside, rules.decks)?;
            fit_in_the_shoe(cards, surplus, others, rules.decks)?;
            Some(coup)
        }
    };
    may_be_ruled(record, ruling)?;
    if evidence.is_some_and(|evidence| !evidence.is_well_formed()) {
        return Err(Refusal::BadEvidence);
    }
    if record.revision() >= REVISIONS {
        return Err(Refusal::TooManyRevisions { round, limit: REVISIONS });
    }
    let unchanged = match ruling {
        Ruling::Void { .. } => record.voided().is_some(),
        Ruling::Cards { cards, surplus } => {
            record.voided().is_none() && record.cards() == cards && record.surplus() == surplus
        }
    };
    if unchanged {
        return Err(Refusal::NothingToCorrect { round });
    }
    let proposal = Proposal {
        round,
        revision: record.revision().saturating_add(1),
        ruling: ruling.clone(),
        by: *by,
        why: why.to_owned(),
        request_id: *request_id,
        rules: named,
        evidence: *evidence,
        cards_before: record.cards().to_vec(),
        surplus_before: surplus_before(record),
        patrons: dry_run(rules, record, coup),
    };
    Ok(Decision::Accepted(vec![Event::CorrectionProposed(proposal)]))
}

/// Refuses cards that cannot have been those of the round, by where the cards of its shoe came from.
fn may_be_ruled(record: &RoundRecord, ruling: &Ruling) -> Result<(), Refusal> {
    let Ruling::Cards { cards, surplus } = ruling else { return Ok(()) };
    let round = record.round();
    if record.is_off_order(ruling) {
        return Err(Refusal::OffOrder { round });
    }
    let out = match record.known() {
        Known::Readings => record.out(),
        Known::Order | Known::Nothing => cards.len()..=cards.len(),
    };
    if cards.len() > *out.end() {
        return Err(Refusal::NotDrawn { round, drawn: *out.end(), ruled: cards.len() });
    }
    if out.contains(&cards.len().saturating_add(surplus.len())) {
        return Ok(());
    }
    let [at_least, at_most] = [*out.start(), *out.end()].map(|out| out.saturating_sub(cards.len()));
    Err(Refusal::Surplus { round, at_least, at_most, got: surplus.len() })
}

/// Refuses surplus of which the shoe has no copy left.
fn fit_in_the_shoe(cards: &[Card], surplus: &[Card], others: &[Card], decks: u8) -> Result<(), IllegalCoup> {
    let out = [cards, surplus, others].concat();
    let copies = |card: Card| out.iter().filter(|other| **other == card).count();
    let kinds: BTreeSet<Card> = surplus.iter().copied().collect();
    let beyond = kinds.into_iter().map(|card| (card, copies(card)));
    let beyond = beyond.filter(|(_, copies)| *copies > usize::from(decks));
    let reasons: Vec<_> =
        beyond.map(|(card, copies)| Illegality::TooManyCopies { card, copies, decks }).collect();
    if reasons.is_empty() {
        return Ok(());
    }
    Err(IllegalCoup { record: CoupRecord { cards: cards.to_vec() }, reasons })
}

/// The cards that came out with a round and are not of it. Where nobody reads cards there are none.
fn surplus_before(record: &RoundRecord) -> Vec<Card> {
    if record.known() == Known::Readings { record.surplus().to_vec() } else { Vec::new() }
}

/// What each patron's wagers came to, and what they come to with `coup`; with none the round is void.
fn dry_run(rules: &HouseRules, record: &RoundRecord, coup: Option<Coup>) -> Vec<PatronCorrection> {
    let settled = coup.map(|coup| settle_wagers(record.wagers(), coup, rules)).unwrap_or_default();
    let mut after = settled.into_iter();
    let each = record.wagers().active().map(|(patron, own)| PatronCorrection {
        patron,
        staked: own.staked(),
        before: record.settled(patron).to_vec(),
        // Both go by ascending patron over the same wagers, so the next one is this patron's.
        after: after.next().map(|settlement| settlement.wagers).unwrap_or_default(),
    });
    each.collect()
}

/// Decides whether a supervisor's approval makes a proposal true.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn approve(record: &RoundRecord, correction_no: u64, by: StaffId) -> Result<Decision, Refusal> {
    let unknown = Refusal::UnknownCorrection { correction_no };
    let (proposal, status) = record.proposal(correction_no).ok_or(unknown)?;
    match status {
        ProposalStatus::Approved { by: before } if before == by => return Ok(Decision::Duplicate),
        _ if record.is_off_order(&proposal.ruling) => {
            return Err(Refusal::OffOrder { round: record.round() });
        }
        ProposalStatus::Withdrawn => return Err(Refusal::CorrectionWithdrawn { correction_no }),
        ProposalStatus::Open | ProposalStatus::Approved { .. } | ProposalStatus::Outdated => {}
    }
    if proposal.by == by {
        return Err(Refusal::SameSupervisor);
    }
    still_fits(record, proposal)?;
    let agreed = proposal.clone();
    Ok(Decision::Accepted(vec![Event::RoundCorrected { correction_no, approved_by: by, agreed }]))
}

/// Decides whether a proposal may be withdrawn. Any supervisor may, while it is open or outdated.
///
/// # Errors
/// The first [`Refusal`] that holds, in the order of that enum.
pub fn withdraw(record: &RoundRecord, correction_no: u64, by: StaffId) -> Result<Decision, Refusal> {
    let unknown = Refusal::UnknownCorrection { correction_no };
    let (proposal, status) = record.proposal(correction_no).ok_or(unknown)?;
    match status {
        ProposalStatus::Withdrawn => return Ok(Decision::Duplicate),
        ProposalStatus::Approved { .. } => still_fits(record, proposal)?,
        ProposalStatus::Open | ProposalStatus::Outdated => {}
    }
    let round = record.round();
    Ok(Decision::Accepted(vec![Event::CorrectionWithdrawn { correction_no, round, by }]))
}

/// Refuses a proposal whose round was corrected since its dry run.
fn still_fits(record: &RoundRecord, proposal: &Proposal) -> Result<(), Refusal> {
    let (expected, current) = (proposal.revision.saturating_sub(1), record.revision());
    if expected == current {
        return Ok(());
    }
    Err(Refusal::CorrectionOutdated { round: record.round(), expected, current })
}
