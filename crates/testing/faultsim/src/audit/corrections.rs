//! Law: a round is corrected only as two different supervisors agreed, from the revision they saw to the next, and
//! the dry run they agreed on says what was and what is. What was asked with one id is proposed once. Moves no money
//! itself.

use std::collections::{BTreeMap, BTreeSet};

use super::happening::{Happening, Line, Proposal};
use super::record::{Record, RoundId};
use super::story::{End, Ending, Story};

/// What became of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Withdrawn,
    Approved,
}

pub(super) fn check(record: &Record, story: &Story) -> Vec<String> {
    let mut found = Vec::new();
    for (table, events) in &record.events {
        let mut desk = Desk::of(*table, story);
        for event in events {
            let wrong = desk.follow(event.seq, &event.what);
            found.extend(wrong.map(|wrong| format!("table {table} event {}: {wrong}", event.seq)));
        }
    }
    found
}

/// The corrections of one table, as far as they have come.
struct Desk<'a> {
    table: u32,
    story: &'a Story,
    at: RoundId,
    /// How many ends each round has had.
    ends: BTreeMap<RoundId, usize>,
    proposals: BTreeMap<u64, (&'a Proposal, Fate)>,
    /// The ids that supervisors made for them.
    ids: BTreeSet<&'a str>,
}

impl<'a> Desk<'a> {
    fn of(table: u32, story: &'a Story) -> Self {
        let (ends, proposals, ids) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        Self { table, story, at: RoundId::default(), ends, proposals, ids }
    }

    fn follow(&mut self, seq: u64, what: &'a Happening) -> Option<String> {
        match what {
            Happening::ShoeOpened { shoe_no, .. } => {
                self.at = RoundId { table: self.table, shoe_no: *shoe_no, round_no: 0 };
            }
            Happening::BettingOpened { round_no, .. } => self.at.round_no = *round_no,
            Happening::RoundSettled { .. } | Happening::RoundVoided { .. } => {
                *self.ends.entry(self.at).or_default() += 1;
            }
            Happening::CorrectionProposed(proposal) => {
                self.proposals.insert(seq, (proposal, Fate::Open));
                if let Some(id) = proposal.request_id.as_deref().filter(|id| !self.ids.insert(id)) {
                    return Some(format!("{id} was proposed before"));
                }
                return self.proposed(proposal);
            }
            Happening::CorrectionWithdrawn { correction_no, .. } => {
                return self.decide(*correction_no, Fate::Withdrawn);
            }
            Happening::RoundCorrected { correction_no, approved_by, agreed } => {
                let wrong = self.corrected(*correction_no, *approved_by, agreed);
                *self.ends.entry(agreed.round(self.table)).or_default() += 1;
                return wrong.or_else(|| self.decide(*correction_no, Fate::Approved));
            }
            _ => {}
        }
        None
    }

    /// How a round ends at this moment.
    fn stands(&self, round: RoundId) -> Option<&'a End> {
        let count = self.ends.get(&round)?;
        self.story.rounds.get(&round)?.ends.get(count.checked_sub(1)?)
    }

    fn proposed(&self, proposal: &Proposal) -> Option<String> {
        let round = proposal.round(self.table);
        let Some(before) = self.stands(round) else { return Some(format!("{round} is not over")) };
        if proposal.revision != before.revision + 1 || proposal.cards_before != before.cards {
            return Some(format!("{round} stands as {before:?}, proposed was {proposal:?}"));
        }
        let staked = self.story.rounds.get(&round).map(super::story::Round::standing).unwrap_or_default();
        let staked: Vec<(u32, i64)> =
            staked.into_iter().map(|(patron, spots)| (patron, spots.values().sum())).collect();
        let said: Vec<(u32, i64)> = proposal.patrons.iter().map(|each| (each.patron, each.staked)).collect();
        if staked != said {
            return Some(format!("{round}: staked were {staked:?}, the dry run says {said:?}"));
        }
        let wrong = proposal.patrons.iter().find(|each| lines(before, each.patron) != sorted(&each.before));
        wrong.map(|wrong| format!("{round} stands as {before:?}, the dry run says {wrong:?}"))
    }

    fn corrected(&self, correction_no: u64, approved_by: u32, agreed: &Proposal) -> Option<String> {
        let round = agreed.round(self.table);
        let Some((proposal, _)) = self.proposals.get(&correction_no) else {
            return Some(format!("{round} was corrected as {correction_no}, which nobody proposed"));
        };
        if *proposal != agreed {
            return Some(format!("agreed was {agreed:?}, proposed {proposal:?}"));
        }
        if agreed.by == approved_by {
            return Some(format!("{round}: supervisor {approved_by} agreed with themselves"));
        }
        let revision = self.stands(round).map_or(0, |end| end.revision);
        (agreed.revision != revision + 1)
            .then(|| format!("{round} is at revision {revision} and became {}", agreed.revision))
    }

    fn decide(&mut self, correction_no: u64, fate: Fate) -> Option<String> {
        match self.proposals.get_mut(&correction_no) {
            Some((_, before @ Fate::Open)) => {
                *before = fate;
                None
            }
            Some((_, before)) => {
                Some(format!("correction {correction_no} is {before:?} and became {fate:?}"))
            }
            None => Some(format!("correction {correction_no} was never proposed")),
        }
    }
}

/// The lines of a patron as a dry run has them: none where the round is void.
fn lines(end: &End, patron: u32) -> Vec<Line> {
    match (&end.outcome, end.for_patron(patron)) {
        (Ending::Settled(_), Some(Ok(lines))) => lines,
        _ => Vec::new(),
    }
}

fn sorted(lines: &[Line]) -> Vec<Line> {
    let mut lines = lines.to_vec();
    lines.sort();
    lines
}
