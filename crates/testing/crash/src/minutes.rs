//! What supervisors asked for and were told, all of them together, kept where no kill reaches it. Takes down, and says
//! so when the server contradicts itself; what the store has to say about it is the auditor's business.

mod matter;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use wire::supervisor::{Correction, CorrectionProposed};

use crate::audit::{Purse, RoundId, Wallet};
use crate::note::Tried;
pub(crate) use matter::{CorrectionId, Matter, Ruling, Told};
use matter::{fits, undecided};

/// What everything is said to be for.
pub(crate) const WHY: &str = "It was found wrong.";

/// The minutes of the whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Minutes {
    /// By the id of the request.
    pub(crate) proposals: BTreeMap<String, Proposed>,
    /// By correction and supervisor.
    pub(crate) approvals: BTreeMap<(CorrectionId, u32), Tried>,
    pub(crate) withdrawals: BTreeMap<(CorrectionId, u32), Tried>,
    /// By round and supervisor.
    pub(crate) voids: BTreeMap<(RoundId, u32), Tried>,
    /// By the id of the request.
    pub(crate) adjustments: BTreeMap<String, Adjusted>,
    /// The cards of rounds as they were dealt.
    pub(crate) dealt: BTreeMap<RoundId, Vec<String>>,
    /// How often each refusal and each problem was heard, by code.
    pub(crate) refusals: BTreeMap<String, usize>,
    pub(crate) problems: BTreeMap<String, usize>,
    /// Where the server said two things that cannot both be so.
    pub(crate) contradictions: Vec<String>,
}

/// A correction that was proposed.
#[derive(Clone, Debug)]
pub(crate) struct Proposed {
    pub(crate) by: u32,
    pub(crate) round: RoundId,
    pub(crate) ruling: Ruling,
    pub(crate) tried: Tried,
    /// The dry run.
    pub(crate) told: Option<Correction>,
}

/// Money that was given or taken by hand.
#[derive(Clone, Debug)]
pub(crate) struct Adjusted {
    pub(crate) by: u32,
    pub(crate) patron: u32,
    pub(crate) purse: Purse,
    pub(crate) change: i64,
    pub(crate) tried: Tried,
    /// What the patron was said to have then.
    pub(crate) told: BTreeSet<Wallet>,
}

impl Minutes {
    /// Notes what a supervisor is about to ask for.
    pub(crate) fn send(&mut self, by: u32, matter: &Matter) {
        match matter.clone() {
            Matter::Propose { request_id, round, ruling } => {
                let new = || Proposed { by, round, ruling, tried: Tried::default(), told: None };
                self.proposals.entry(request_id).or_insert_with(new).tried.send();
            }
            Matter::Adjust { request_id, patron, purse, change } => {
                let (tried, told) = (Tried::default(), BTreeSet::new());
                let new = || Adjusted { by, patron, purse, change, tried, told };
                self.adjustments.entry(request_id).or_insert_with(new).tried.send();
            }
            Matter::Approve(id) => self.approvals.entry((id, by)).or_default().send(),
            Matter::Withdraw(id) => self.withdrawals.entry((id, by)).or_default().send(),
            Matter::Void(round) => self.voids.entry((round, by)).or_default().send(),
            Matter::Misuse(_) => {}
        }
    }

    /// Notes the answer to it.
    pub(crate) fn hear(&mut self, by: u32, matter: &Matter, told: Told) {
        match told {
            // Whether it was done is not said; the same may be sent again.
            Told::Refused(status, code) if status == 429 || status == 503 => {
                count(&mut self.problems, &code);
            }
            Told::Refused(status, code) => {
                count(&mut self.refusals, &code);
                if !matter.expected().contains(&code.as_str()) {
                    self.contradict(by, matter, &format!("answered with {status} {code}"));
                }
                self.refused(by, matter, &code);
            }
            told => self.done(by, matter, told),
        }
    }

    fn refused(&mut self, by: u32, matter: &Matter, code: &str) {
        let Some(tried) = self.tried(by, matter) else { return };
        tried.hear(false);
        // The round is over then, so the void of it is not repeated.
        if tried.done > 0 && !matches!(matter, Matter::Void(_)) {
            self.contradict(by, matter, &format!("done and then refused: {code}"));
        }
    }

    fn done(&mut self, by: u32, matter: &Matter, told: Told) {
        // Whether it was done before; and whether it cannot have been, because every answer but this one was no.
        let (before, first) = self.tried(by, matter).map_or((0, false), |tried| {
            tried.hear(true);
            (tried.done - 1, tried.sent == tried.refused + 1)
        });
        match (matter, told) {
            (Matter::Propose { request_id, .. }, Told::Proposed(proposed)) => {
                let CorrectionProposed { repeated, correction } = *proposed;
                self.repeated(by, matter, (before, first), repeated);
                if !repeated && !fits(by, matter, &correction) {
                    self.contradict(by, matter, &format!("answered with {correction:?}"));
                }
                self.proposed(by, matter, request_id, correction);
            }
            (Matter::Approve(id) | Matter::Withdraw(id), Told::Decided(decided)) => {
                // Another one may have withdrawn it before.
                let first = first && matches!(matter, Matter::Approve(_));
                self.repeated(by, matter, (before, first), decided.repeated);
                let now = &decided.correction;
                let shown = self.dry_run(*id).is_none_or(|shown| undecided(shown) == undecided(now));
                if !shown || !fits(by, matter, now) {
                    self.contradict(by, matter, &format!("decided as {now:?}"));
                }
            }
            (
                Matter::Adjust { request_id, patron: asked, .. },
                Told::Adjusted { repeated, patron, wallet },
            ) => {
                self.repeated(by, matter, (before, first), repeated);
                if patron != *asked {
                    self.contradict(by, matter, &format!("answered with the wallet of patron {patron}"));
                }
                if let Some(note) = self.adjustments.get_mut(request_id) {
                    note.told.insert(wallet);
                }
            }
            (Matter::Void(_), Told::Voided) if before > 0 => self.contradict(by, matter, "done twice"),
            (Matter::Void(_), Told::Voided) => {}
            (_, told) => self.contradict(by, matter, &format!("answered with {told:?}")),
        }
    }

    /// What was done before is repeated, what was never done before is not.
    fn repeated(&mut self, by: u32, matter: &Matter, (before, first): (usize, bool), repeated: bool) {
        if (before > 0 && !repeated) || (first && repeated) {
            self.contradict(by, matter, &format!("done {before} times before, and repeated is {repeated}"));
        }
    }

    fn proposed(&mut self, by: u32, matter: &Matter, request_id: &str, shown: Correction) {
        let known = self.proposals.get(request_id).and_then(|note| note.told.as_ref());
        let alike = match known {
            Some(told) => undecided(told) == undecided(&shown),
            None => self.dry_run((shown.line.table_id, shown.line.correction_no)).is_none(),
        };
        if !alike {
            self.contradict(by, matter, &format!("answered with {shown:?}"));
        }
        if let Some(note) = self.proposals.get_mut(request_id) {
            note.told.get_or_insert(shown);
        }
    }

    fn tried(&mut self, by: u32, matter: &Matter) -> Option<&mut Tried> {
        match matter {
            Matter::Propose { request_id, .. } => {
                self.proposals.get_mut(request_id).map(|note| &mut note.tried)
            }
            Matter::Approve(id) => self.approvals.get_mut(&(*id, by)),
            Matter::Withdraw(id) => self.withdrawals.get_mut(&(*id, by)),
            Matter::Void(round) => self.voids.get_mut(&(*round, by)),
            Matter::Adjust { request_id, .. } => {
                self.adjustments.get_mut(request_id).map(|note| &mut note.tried)
            }
            Matter::Misuse(_) => None,
        }
    }

    fn contradict(&mut self, by: u32, matter: &Matter, what: &str) {
        self.contradictions.push(format!("supervisor {by}: {matter:?} was {what}"));
    }

    /// The dry run of a correction, if it was shown.
    fn dry_run(&self, (table, no): CorrectionId) -> Option<&Correction> {
        let shown = self.proposals.values().filter_map(|note| note.told.as_ref());
        shown.filter(|told| told.line.table_id == table).find(|told| told.line.correction_no == no)
    }

    /// What this supervisor asked for and got no answer to, as it was.
    pub(crate) fn unanswered(&self, by: u32) -> Vec<Matter> {
        let open = |notes: &BTreeMap<(CorrectionId, u32), Tried>, matter: fn(CorrectionId) -> Matter| {
            let own = notes.iter().filter(|((_, who), tried)| *who == by && tried.is_open());
            own.map(|((id, _), _)| matter(*id)).collect::<Vec<_>>()
        };
        let mut matters = open(&self.approvals, Matter::Approve);
        matters.extend(open(&self.withdrawals, Matter::Withdraw));
        let voids = self.voids.iter().filter(|((_, who), tried)| *who == by && tried.is_open());
        matters.extend(voids.map(|((round, _), _)| Matter::Void(*round)));
        let adjusted = self.adjustments.iter().filter(|(_, note)| note.by == by && note.tried.is_open());
        matters.extend(adjusted.map(|(request_id, note)| note.again(request_id)));
        let proposed = self.proposals.iter().filter(|(_, note)| note.by == by && note.tried.is_open());
        matters.extend(proposed.map(|(request_id, note)| note.again(request_id)));
        matters
    }
}

impl Proposed {
    /// As it was asked for.
    pub(crate) fn again(&self, request_id: &str) -> Matter {
        let Self { round, ruling, .. } = self;
        Matter::Propose { request_id: request_id.to_owned(), round: *round, ruling: ruling.clone() }
    }
}

impl Adjusted {
    /// As it was asked for.
    pub(crate) fn again(&self, request_id: &str) -> Matter {
        let Self { patron, purse, change, .. } = *self;
        Matter::Adjust { request_id: request_id.to_owned(), patron, purse, change }
    }
}

fn count(counts: &mut BTreeMap<String, usize>, code: &str) {
    *counts.entry(code.to_owned()).or_default() += 1;
}
