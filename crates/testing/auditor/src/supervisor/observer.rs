//! What all supervisors together ask for and are answered. Turns answers into observations, and notes where the house
//! contradicts itself; what the store has to say about it is the business of the laws.

use std::collections::BTreeSet;

use super::action::{Action, ActionAnswer, WHY};
use crate::attempts::Attempts;
use crate::observations::{AdjustmentRequest, ByTwoRequest, ProposalRequest, SupervisorObservations};

impl SupervisorObservations {
    /// Notes what a supervisor is about to ask for.
    pub fn send(&mut self, by: u32, action: &Action) {
        let (why, attempts) = (WHY.to_owned(), Attempts::default());
        match action.clone() {
            Action::Propose { request_id, round, ruling } => {
                let new = ProposalRequest { by, round, ruling, why, attempts, shown: None };
                self.proposals.entry(request_id).or_insert(new);
            }
            Action::Adjust { request_id, patron, purse, change } => {
                let wallets = BTreeSet::new();
                let new = AdjustmentRequest { by, patron, purse, change, why, attempts, wallets };
                self.adjustments.entry(request_id).or_insert(new);
            }
            Action::ProposeAdjustment { request_id, patron, purse, change } => {
                let new = ByTwoRequest { by, patron, purse, change, why, attempts, number: None };
                self.by_two.entry(request_id).or_insert(new);
            }
            _ => {}
        }
        if let Some(attempts) = self.attempts(by, action) {
            attempts.send();
        }
    }

    /// Notes that an action gets no answer.
    pub fn lose(&mut self, by: u32, action: &Action) {
        if let Some(attempts) = self.attempts(by, action) {
            attempts.lose();
        }
    }

    /// Notes the answer to an action.
    pub fn receive(&mut self, by: u32, action: &Action, answer: ActionAnswer) {
        match answer {
            ActionAnswer::Failed(code) => {
                self.problems.count(&code);
                self.lose(by, action);
            }
            ActionAnswer::Refused(code) => {
                if !action.possible_refusals().contains(&code.as_str()) {
                    self.contradict(by, action, &format!("answered with {code}"));
                }
                self.refuse(by, action, &code);
            }
            answer => self.done(by, action, answer),
        }
    }

    /// Notes a refusal that is possible.
    pub fn refuse(&mut self, by: u32, action: &Action, code: &str) {
        self.refusals.count(code);
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
        let repeated = answer.is_repeated();
        // Another supervisor may have withdrawn it before.
        let first = first && !matches!(action, Action::Withdraw(_));
        if (before > 0 && !repeated) || (first && repeated) {
            self.contradict(by, action, &format!("done {before} times before, and repeated is {repeated}"));
        }
        if !self.fits(by, action, &answer) {
            self.contradict(by, action, &format!("answered with {answer:?}"));
        }
        match (action, answer) {
            (Action::Propose { request_id, .. }, ActionAnswer::Proposed(answer)) => {
                let request = self.proposals.get_mut(request_id);
                request.map(|request| request.shown.get_or_insert(answer.shown));
            }
            (Action::Adjust { request_id, .. }, ActionAnswer::Adjusted { wallet, .. }) => {
                let request = self.adjustments.get_mut(request_id);
                request.map(|request| request.wallets.insert(wallet));
            }
            (Action::ProposeAdjustment { request_id, .. }, ActionAnswer::ByTwo(answer)) => {
                let request = self.by_two.get_mut(request_id);
                request.map(|request| request.number.get_or_insert(answer.number));
            }
            _ => {}
        }
    }

    /// Whether an answer belongs to its request and shows the correction as earlier answers did.
    fn fits(&self, by: u32, action: &Action, answer: &ActionAnswer) -> bool {
        match (action, answer) {
            (Action::Propose { request_id, .. }, ActionAnswer::Proposed(answer)) => {
                let known = self.proposals.get(request_id).and_then(|request| request.shown.as_ref());
                let other = || self.dry_run(answer.shown.id).is_some();
                known.map_or_else(|| !other(), |known| *known == answer.shown)
                    && (answer.repeated || action.fits(by, answer))
            }
            (Action::Approve(id) | Action::Withdraw(id), ActionAnswer::Decided(answer)) => {
                self.dry_run(*id).is_none_or(|shown| *shown == answer.shown) && action.fits(by, answer)
            }
            (Action::Adjust { patron, .. }, ActionAnswer::Adjusted { patron: adjusted, .. }) => {
                patron == adjusted
            }
            (Action::ProposeAdjustment { request_id, .. }, ActionAnswer::ByTwo(answer)) => {
                let known = self.by_two.get(request_id).and_then(|request| request.number);
                known.is_none_or(|known| known == answer.number) && action.fits_by_two(by, answer)
            }
            (Action::ApproveAdjustment(_) | Action::WithdrawAdjustment(_), ActionAnswer::ByTwo(answer)) => {
                action.fits_by_two(by, answer)
            }
            (Action::Void(_), ActionAnswer::Voided) => true,
            _ => false,
        }
    }

    fn attempts(&mut self, by: u32, action: &Action) -> Option<&mut Attempts> {
        match action {
            Action::Propose { request_id, .. } => {
                self.proposals.get_mut(request_id).map(|request| &mut request.attempts)
            }
            Action::Adjust { request_id, .. } => {
                self.adjustments.get_mut(request_id).map(|request| &mut request.attempts)
            }
            Action::Approve(id) => Some(self.approvals.entry((*id, by)).or_default()),
            Action::Withdraw(id) => Some(self.withdrawals.entry((*id, by)).or_default()),
            Action::Void(round) => Some(self.voids.entry((*round, by)).or_default()),
            Action::ProposeAdjustment { request_id, .. } => {
                self.by_two.get_mut(request_id).map(|request| &mut request.attempts)
            }
            Action::ApproveAdjustment(no) => Some(self.by_two_approvals.entry((*no, by)).or_default()),
            Action::WithdrawAdjustment(no) => Some(self.by_two_withdrawals.entry((*no, by)).or_default()),
            Action::Misuse(_) => None,
        }
    }

    fn contradict(&mut self, by: u32, action: &Action, what: &str) {
        self.contradictions.push(format!("supervisor {by}: {action:?} was {what}"));
    }

    /// The actions of this supervisor, as they were sent, with how often.
    pub(super) fn actions(&self, by: u32) -> impl Iterator<Item = (Action, Attempts)> {
        let approved = self.approvals.iter().map(|((id, by), sent)| (*by, Action::Approve(*id), *sent));
        let withdrawn = self.withdrawals.iter().map(|((id, by), sent)| (*by, Action::Withdraw(*id), *sent));
        let voided = self.voids.iter().map(|((round, by), sent)| (*by, Action::Void(*round), *sent));
        let adjusted = self.adjustments.iter().map(|(id, it)| (it.by, it.action(id), it.attempts));
        let proposed = self.proposals.iter().map(|(id, it)| (it.by, it.action(id), it.attempts));
        let by_two = self.by_two.iter().map(|(id, it)| (it.by, it.action(id), it.attempts));
        let approvals = self.by_two_approvals.iter();
        let approvals = approvals.map(|((no, by), sent)| (*by, Action::ApproveAdjustment(*no), *sent));
        let ends = self.by_two_withdrawals.iter();
        let ends = ends.map(|((no, by), sent)| (*by, Action::WithdrawAdjustment(*no), *sent));
        let by_two = by_two.chain(approvals).chain(ends);
        let all = approved.chain(withdrawn).chain(voided).chain(adjusted).chain(proposed).chain(by_two);
        all.filter(move |(who, ..)| *who == by).map(|(_, action, sent)| (action, sent))
    }

    /// The actions of this supervisor that got no answer, as they were sent.
    pub fn unanswered(&self, by: u32) -> Vec<Action> {
        self.actions(by).filter(|(_, sent)| sent.is_open()).map(|(action, _)| action).collect()
    }
}

impl ProposalRequest {
    /// The proposal as it was sent.
    pub(super) fn action(&self, request_id: &str) -> Action {
        Action::Propose { request_id: request_id.to_owned(), round: self.round, ruling: self.ruling.clone() }
    }
}

impl AdjustmentRequest {
    /// The adjustment as it was sent.
    pub(super) fn action(&self, request_id: &str) -> Action {
        let Self { patron, purse, change, .. } = *self;
        Action::Adjust { request_id: request_id.to_owned(), patron, purse, change }
    }
}

impl ByTwoRequest {
    /// The proposal as it was sent.
    fn action(&self, request_id: &str) -> Action {
        let Self { patron, purse, change, .. } = *self;
        Action::ProposeAdjustment { request_id: request_id.to_owned(), patron, purse, change }
    }
}
