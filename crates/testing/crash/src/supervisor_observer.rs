//! What all supervisors together ask for and are answered, kept where no kill reaches it. Turns answers into
//! observations, and notes where the server contradicts itself; what the store has to say about it is the auditor's
//! business.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use auditor::{
    AdjustmentRequest, Attempts, EventId, ProposalRequest, RoundId, ShownCorrection, SupervisorObservations,
};

use crate::action::{Action, ActionAnswer, CorrectionAnswer, WHY};
use crate::counts::CodeCounts;

/// All supervisors over the whole run.
#[derive(Clone, Debug, Default)]
pub(crate) struct SupervisorObserver {
    pub(crate) observed: SupervisorObservations,
    /// The cards of rounds as they were dealt.
    pub(crate) dealt: BTreeMap<RoundId, Vec<String>>,
    pub(crate) counts: CodeCounts,
}

impl SupervisorObserver {
    /// Notes what a supervisor is about to ask for.
    pub(crate) fn send(&mut self, by: u32, action: &Action) {
        let (why, attempts) = (WHY.to_owned(), Attempts::default());
        match action.clone() {
            Action::Propose { request_id, round, ruling } => {
                let new = ProposalRequest { by, round, ruling, why, attempts, shown: None };
                self.observed.proposals.entry(request_id).or_insert(new).attempts.send();
            }
            Action::Adjust { request_id, patron, purse, change } => {
                let wallets = BTreeSet::new();
                let new = AdjustmentRequest { by, patron, purse, change, why, attempts, wallets };
                self.observed.adjustments.entry(request_id).or_insert(new).attempts.send();
            }
            Action::Approve(id) => self.observed.approvals.entry((id, by)).or_default().send(),
            Action::Withdraw(id) => self.observed.withdrawals.entry((id, by)).or_default().send(),
            Action::Void(round) => self.observed.voids.entry((round, by)).or_default().send(),
            Action::Misuse(_) => {}
        }
    }

    /// Notes that an action gets no answer.
    pub(crate) fn lose(&mut self, by: u32, action: &Action) {
        if let Some(attempts) = self.attempts(by, action) {
            attempts.lose();
        }
    }

    /// Notes the answer to an action.
    pub(crate) fn receive(&mut self, by: u32, action: &Action, answer: ActionAnswer) {
        match answer {
            // It does not say whether the action was done; the same may be sent again.
            ActionAnswer::Refused(status, code) if status == 429 || status == 503 => {
                self.counts.fail(&code);
                self.lose(by, action);
            }
            ActionAnswer::Refused(status, code) => {
                self.counts.refuse(&code);
                if !action.possible_refusals().contains(&code.as_str()) {
                    self.contradict(by, action, &format!("answered with {status} {code}"));
                }
                self.refused(by, action, &code);
            }
            answer => self.done(by, action, answer),
        }
    }

    fn refused(&mut self, by: u32, action: &Action, code: &str) {
        let after_done = self.attempts(by, action).is_some_and(Attempts::refuse);
        // A round that was voided is over, so voiding it again is refused.
        if after_done && !matches!(action, Action::Void(_)) {
            self.contradict(by, action, &format!("done and then refused: {code}"));
        }
    }

    fn done(&mut self, by: u32, action: &Action, answer: ActionAnswer) {
        // How often it was done before; and whether it cannot have been, because every other answer was no.
        let (before, first) = self.attempts(by, action).map_or((0, false), |attempts| {
            attempts.acknowledge();
            (attempts.acknowledged - 1, attempts.sent == attempts.refused + 1)
        });
        match (action, answer) {
            (Action::Propose { request_id, .. }, ActionAnswer::Proposed(answer)) => {
                self.check_repeated(by, action, (before, first), answer.repeated);
                if !answer.repeated && !action.fits(by, &answer) {
                    self.contradict(by, action, &format!("answered with {answer:?}"));
                }
                self.proposed(by, action, request_id, answer);
            }
            (Action::Approve(id) | Action::Withdraw(id), ActionAnswer::Decided(answer)) => {
                // Another supervisor may have withdrawn it before.
                let first = first && matches!(action, Action::Approve(_));
                self.check_repeated(by, action, (before, first), answer.repeated);
                let alike = self.observed.dry_run(*id).is_none_or(|shown| *shown == answer.shown);
                if !alike || !action.fits(by, &answer) {
                    self.contradict(by, action, &format!("decided as {answer:?}"));
                }
            }
            (
                Action::Adjust { request_id, patron: adjusted, .. },
                ActionAnswer::Adjusted { repeated, patron, wallet },
            ) => {
                self.check_repeated(by, action, (before, first), repeated);
                if patron != *adjusted {
                    self.contradict(by, action, &format!("answered with the wallet of patron {patron}"));
                }
                if let Some(request) = self.observed.adjustments.get_mut(request_id) {
                    request.wallets.insert(wallet);
                }
            }
            (Action::Void(_), ActionAnswer::Voided) if before > 0 => {
                self.contradict(by, action, "done twice");
            }
            (Action::Void(_), ActionAnswer::Voided) => {}
            (_, answer) => self.contradict(by, action, &format!("answered with {answer:?}")),
        }
    }

    /// An action that was done before is repeated; one that was never done is not.
    fn check_repeated(&mut self, by: u32, action: &Action, (before, first): (usize, bool), repeated: bool) {
        if (before > 0 && !repeated) || (first && repeated) {
            self.contradict(by, action, &format!("done {before} times before, and repeated is {repeated}"));
        }
    }

    fn proposed(&mut self, by: u32, action: &Action, request_id: &str, answer: CorrectionAnswer) {
        let known = self.observed.proposals.get(request_id).and_then(|request| request.shown.as_ref());
        let alike = |known: &ShownCorrection| *known == answer.shown;
        let alike = known.map_or_else(|| self.observed.dry_run(answer.shown.id).is_none(), alike);
        if !alike {
            self.contradict(by, action, &format!("answered with {answer:?}"));
        }
        if let Some(request) = self.observed.proposals.get_mut(request_id) {
            request.shown.get_or_insert(answer.shown);
        }
    }

    fn attempts(&mut self, by: u32, action: &Action) -> Option<&mut Attempts> {
        let observed = &mut self.observed;
        match action {
            Action::Propose { request_id, .. } => {
                observed.proposals.get_mut(request_id).map(|request| &mut request.attempts)
            }
            Action::Approve(id) => observed.approvals.get_mut(&(*id, by)),
            Action::Withdraw(id) => observed.withdrawals.get_mut(&(*id, by)),
            Action::Void(round) => observed.voids.get_mut(&(*round, by)),
            Action::Adjust { request_id, .. } => {
                observed.adjustments.get_mut(request_id).map(|request| &mut request.attempts)
            }
            Action::Misuse(_) => None,
        }
    }

    fn contradict(&mut self, by: u32, action: &Action, what: &str) {
        self.observed.contradictions.push(format!("supervisor {by}: {action:?} was {what}"));
    }

    /// The actions of this supervisor that got no answer, as they were sent.
    pub(crate) fn unanswered(&self, by: u32) -> Vec<Action> {
        let observed = &self.observed;
        let open = |requests: &BTreeMap<(EventId, u32), Attempts>, action: fn(EventId) -> Action| {
            let own = requests.iter().filter(|((_, who), attempts)| *who == by && attempts.is_open());
            own.map(|((id, _), _)| action(*id)).collect::<Vec<_>>()
        };
        let mut actions = open(&observed.approvals, Action::Approve);
        actions.extend(open(&observed.withdrawals, Action::Withdraw));
        let voids = observed.voids.iter().filter(|((_, who), attempts)| *who == by && attempts.is_open());
        actions.extend(voids.map(|((round, _), _)| Action::Void(*round)));
        let adjusted = observed.adjustments.iter().filter(|(_, it)| it.by == by && it.attempts.is_open());
        actions.extend(adjusted.map(|(request_id, request)| adjust_again(request_id, request)));
        let proposed = observed.proposals.iter().filter(|(_, it)| it.by == by && it.attempts.is_open());
        actions.extend(proposed.map(|(request_id, request)| propose_again(request_id, request)));
        actions
    }
}

/// The proposal as it was sent.
pub(crate) fn propose_again(request_id: &str, request: &ProposalRequest) -> Action {
    let ProposalRequest { round, ruling, .. } = request;
    Action::Propose { request_id: request_id.to_owned(), round: *round, ruling: ruling.clone() }
}

/// The adjustment as it was sent.
pub(crate) fn adjust_again(request_id: &str, request: &AdjustmentRequest) -> Action {
    let AdjustmentRequest { patron, purse, change, .. } = *request;
    Action::Adjust { request_id: request_id.to_owned(), patron, purse, change }
}
