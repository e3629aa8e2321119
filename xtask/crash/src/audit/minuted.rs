//! Law: what supervisors were told is what is on record: each proposal, approval, withdrawal, void and adjustment that
//! was acknowledged is there exactly once and as it was said, what was refused is not, and nothing is there that
//! nobody asked for. Compares the minutes with the logs; what the money of it must be is the business of others.

use std::collections::BTreeMap;

use wire::supervisor::{Correction, PatronCorrection};

use super::happening::Line;
use super::house_log::adjustments;
use super::record::{Place, Record};
use super::ruling::{Proposal, Ruling};
use super::story::{Decision, End, Story};
use crate::minutes::{CorrectionId, Minutes, Proposed};
use crate::note::Tried;

pub(super) fn check(record: &Record, story: &Story, minutes: &Minutes) -> Vec<String> {
    let mut found = minutes.contradictions.clone();
    found.extend(proposals(story, minutes));
    let approvals: Vec<&Decision> = story.approvals.values().collect();
    let withdrawals: Vec<&Decision> = story.withdrawals.iter().collect();
    found.extend(decisions("approve", &approvals, &minutes.approvals));
    found.extend(decisions("withdraw", &withdrawals, &minutes.withdrawals));
    found.extend(voids(story, minutes));
    found.extend(adjusted(record, minutes));
    found
}

fn proposals(story: &Story, minutes: &Minutes) -> Vec<String> {
    let mut kept = BTreeMap::<&str, Vec<(Place, &Proposal)>>::new();
    for (place, proposal) in &story.proposals {
        kept.entry(&proposal.request_id).or_default().push((*place, proposal));
    }
    let mut found = Vec::new();
    for (request_id, note) in &minutes.proposals {
        let Proposed { round, tried, told, .. } = note;
        let kept = kept.remove(request_id.as_str()).unwrap_or_default();
        match (kept.as_slice(), told) {
            ([], None) => {}
            ([], Some(_)) => {
                found.push(format!("{round}: proposal {request_id} was acknowledged and is lost"));
            }
            ([(place, _)], None) if tried.must_not_count() => {
                found.push(format!("{round}: proposal {request_id} was refused, and yet {place} has it"));
            }
            ([(place, kept)], told) => {
                if !note.is(*place, kept) || told.as_ref().is_some_and(|told| !shows(told, *place, kept)) {
                    found.push(format!("{round}: proposal {request_id} was {note:?}, {place} has {kept:?}"));
                }
            }
            ([_, _, ..], _) => {
                found.push(format!("{round}: proposal {request_id} is there {} times", kept.len()));
            }
        }
    }
    found.extend(kept.keys().map(|request_id| format!("proposal {request_id} was never made")));
    found
}

impl Proposed {
    /// Whether this is what was asked for.
    fn is(&self, place: Place, kept: &Proposal) -> bool {
        let cards = match &kept.ruling {
            Ruling::Void {} => None,
            Ruling::Cards { cards } => Some(cards),
        };
        (self.by, self.round, self.ruling.as_ref()) == (kept.by, kept.round.at(place.table), cards)
    }
}

/// Whether a dry run as it was told shows what is on record.
fn shows(told: &Correction, place: Place, kept: &Proposal) -> bool {
    let line = &told.line;
    let patrons = told.patrons.iter().map(same);
    i64::try_from(line.correction_no) == Ok(place.seq)
        && (line.table_id, line.revision, &line.cards_before)
            == (place.table, kept.revision, &kept.cards_before)
        && line.why == kept.why
        && patrons.eq(kept
            .patrons
            .iter()
            .map(|own| (own.patron, own.staked, own.before.clone(), own.after.clone(), own.difference())))
}

fn same(told: &PatronCorrection) -> (u32, i64, Vec<Line>, Vec<Line>, i64) {
    let lines = |lines: &[wire::server::SettledLine]| lines.iter().map(Line::from).collect();
    let staked = i64::try_from(told.staked).unwrap_or(i64::MAX);
    (told.patron_id, staked, lines(&told.before), lines(&told.after), told.difference)
}

/// Each yes is on record once, no last no is, and nobody decided what they did not ask for.
fn decisions(what: &str, kept: &[&Decision], notes: &BTreeMap<(CorrectionId, u32), Tried>) -> Vec<String> {
    let mut decided = BTreeMap::<CorrectionId, Vec<u32>>::new();
    for decision in kept {
        let no = u64::try_from(decision.about.seq).unwrap_or_default();
        decided.entry((decision.about.table, no)).or_default().push(decision.by);
    }
    let mut found = Vec::new();
    for (((table, no), by), tried) in notes {
        let who = decided.get(&(*table, *no)).map(Vec::as_slice).unwrap_or_default();
        // What another one withdrew is withdrawn for all; an approval is one's own.
        let own = who.iter().filter(|who| *who == by).count();
        let counts = if what == "withdraw" { who.len() } else { own };
        if tried.done > 0 && counts != 1 {
            found.push(format!("table {table}: supervisor {by} did {what} {no}, it is there {counts} times"));
        }
        if tried.must_not_count() && own > 0 {
            found.push(format!(
                "table {table}: supervisor {by} was refused to {what} {no}, and yet it is there"
            ));
        }
    }
    for (id, who) in &decided {
        let unknown = who.iter().filter(|by| !notes.contains_key(&(*id, **by)));
        found.extend(
            unknown.map(|by| format!("table {}: supervisor {by} never asked to {what} {}", id.0, id.1)),
        );
    }
    found
}

fn voids(story: &Story, minutes: &Minutes) -> Vec<String> {
    let mut found = Vec::new();
    for ((id, by), tried) in &minutes.voids {
        let round = story.rounds.get(id);
        let voided = round.is_some_and(|round| {
            round.voided_by == Some(*by) && matches!(round.ends.first(), Some((_, End::Voided(_))))
        });
        if tried.done > 0 && !voided {
            found.push(format!("{id} was voided by supervisor {by}, and is not"));
        }
        if voided && tried.done == 0 && tried.refused == tried.sent {
            found.push(format!("{id} was voided by supervisor {by}, who was refused"));
        }
    }
    for (id, round) in &story.rounds {
        // Nobody but a supervisor voids: the house rules have interrupted rounds finished, and no table is abandoned.
        if round.voided_by.is_none() && matches!(round.ends.first(), Some((_, End::Voided(_)))) {
            found.push(format!("{id} was voided by nobody"));
        }
        if let Some(by) = round.voided_by.filter(|by| !minutes.voids.contains_key(&(*id, *by))) {
            found.push(format!("{id} was voided by supervisor {by}, who never asked for it"));
        }
    }
    found
}

fn adjusted(record: &Record, minutes: &Minutes) -> Vec<String> {
    let mut kept = adjustments(record);
    let mut found = Vec::new();
    for (request_id, note) in &minutes.adjustments {
        let kept = kept.remove(request_id.as_str()).unwrap_or_default();
        let asked = (note.patron, note.purse, note.change, note.by);
        match kept.as_slice() {
            [] if note.tried.done > 0 => found.push(format!("{request_id} adjusted {asked:?}, and is lost")),
            [_] if note.tried.must_not_count() => {
                found.push(format!("{request_id} was refused to adjust {asked:?}, and yet it is there"));
            }
            [kept] if *kept != asked => {
                found.push(format!("{request_id} asked for {asked:?}, there is {kept:?}"));
            }
            [] | [_] => {}
            [_, _, ..] => found.push(format!("{request_id} adjusted {} times", kept.len())),
        }
    }
    found.extend(kept.keys().map(|request_id| format!("nobody asked to adjust by {request_id}")));
    found
}
