//! Law: what supervisors were told is what is on record: each proposal, approval, withdrawal, void and adjustment that
//! was acknowledged is there exactly once and as it was said, what was refused is not, and nothing is there that
//! nobody asked for. Compares the minutes with the logs; what the money of it must be is the business of others.

use std::collections::BTreeMap;

use wire::supervisor::{Correction, PatronCorrection};

use super::happening::Line;
use super::house_log::adjustments;
use super::record::{Place, Record, Wallet};
use super::ruling::{Change, Proposal, Ruling};
use super::story::{Decision, End, Story};
use super::wallets::stood;
use crate::minutes::{CorrectionId, Minutes, Proposed, WHY};
use crate::note::Tried;
use crate::translate::{id, minor};

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
        (self.by, self.round, self.ruling.as_ref(), WHY)
            == (kept.by, kept.round.at(place.table), cards, kept.why.as_str())
    }
}

/// Whether a dry run as it was told shows what is on record.
fn shows(told: &Correction, place: Place, kept: &Proposal) -> bool {
    let line = &told.line;
    let (voided, cards_after) = match &kept.ruling {
        Ruling::Void {} => (Some("supervisor"), &kept.cards_before),
        Ruling::Cards { cards } => (None, cards),
    };
    let proposed = (line.proposed_by.supervisor_id, line.why.as_str(), line.voided.as_deref());
    i64::try_from(line.correction_no) == Ok(place.seq)
        && id(line.table_id, line.round) == kept.round.at(place.table)
        && proposed == (kept.by, kept.why.as_str(), voided)
        && (line.revision, &line.cards_before, &line.cards_after)
            == (kept.revision, &kept.cards_before, cards_after)
        && told.patrons.iter().map(Told::of).eq(kept.patrons.iter().map(Told::from))
}

/// What a correction means for a patron, as it is told.
#[derive(PartialEq, Eq)]
struct Told {
    patron: u32,
    lines: [Vec<Line>; 2],
    staked: i64,
    paid: [i64; 2],
    difference: i64,
    turnover_difference: i64,
}

impl Told {
    fn of(told: &PatronCorrection) -> Self {
        let lines = |lines: &[wire::server::SettledLine]| lines.iter().map(Line::from).collect();
        Self {
            patron: told.patron_id,
            lines: [lines(&told.before), lines(&told.after)],
            staked: minor(told.staked),
            paid: [minor(told.paid_before), minor(told.paid_after)],
            difference: told.difference,
            turnover_difference: told.turnover_difference,
        }
    }
}

impl From<&Change> for Told {
    fn from(kept: &Change) -> Self {
        Self {
            patron: kept.patron,
            lines: [kept.before.clone(), kept.after.clone()],
            staked: kept.staked,
            paid: [kept.paid(&kept.before), kept.paid(&kept.after)],
            difference: kept.difference(),
            turnover_difference: turnover(&kept.after) - turnover(&kept.before),
        }
    }
}

/// The stakes that won or lost.
fn turnover(lines: &[Line]) -> i64 {
    lines.iter().filter(|line| line.resolution != "push").map(|line| line.stake).sum()
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
    let (mut kept, stood) = (adjustments(record), stood(record));
    let mut found = Vec::new();
    for (request_id, note) in &minutes.adjustments {
        let kept = kept.remove(request_id.as_str()).unwrap_or_default();
        let asked = (note.patron, note.purse, note.change, note.by, WHY);
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
        let had = |told: &&Wallet| stood.get(&note.patron).is_some_and(|stood| stood.contains(told));
        let never = note.told.iter().filter(|told| !had(told));
        found.extend(never.map(|told| {
            format!("{request_id} was said to leave {told:?}, which patron {} never had", note.patron)
        }));
    }
    found.extend(kept.keys().map(|request_id| format!("nobody asked to adjust by {request_id}")));
    found
}
