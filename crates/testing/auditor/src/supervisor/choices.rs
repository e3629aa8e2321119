//! What a supervisor does next: pure choices from a seed, over the rounds of a table and what all supervisors observed.
//! Sends nothing.

use super::action::{Action, Ruling};
use crate::coup::is_coup;
use crate::ids::{EventId, RoundId};
use crate::observations::{AdjustmentRequest, ProposalRequest, SupervisorObservations};
use crate::record::Purse;
use crate::workload::Dice;

/// How many of the latest rounds and proposals are chosen from.
pub(super) const RECENT: usize = 8;

/// A table as a supervisor sees it.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// The round under way, if there is one.
    pub open: Option<RoundId>,
    /// The rounds that may be corrected, oldest first.
    pub past: Vec<PastRound>,
}

/// A round as it stands.
#[derive(Clone, Debug)]
pub struct PastRound {
    /// Its name.
    pub round: RoundId,
    /// Its cards.
    pub cards: Vec<String>,
    /// Whether it is void.
    pub voided: bool,
}

/// One supervisor's choices.
pub struct ActionGenerator {
    /// Where the choices come from.
    pub dice: Dice,
    /// The supervisor's number.
    pub by: u32,
    /// The patrons who are known by number.
    pub patrons: Vec<u32>,
}

impl ActionGenerator {
    /// The next action at this table; none when the kind that was chosen is impossible now.
    pub fn next(&mut self, table: &Rounds, observed: &SupervisorObservations) -> Option<Action> {
        match self.dice.within(1..=100) {
            1..=18 => self.propose(table, observed),
            19..=36 => self.approve(observed),
            37..=40 => self.pick(&open(observed)).map(|(id, _)| Action::Withdraw(id)),
            41 => table.open.map(Action::Void),
            42..=70 => Some(self.adjust()),
            71..=78 => self.adjustment(observed).map(Action::ApproveAdjustment),
            79..=80 => self.adjustment(observed).map(Action::WithdrawAdjustment),
            81..=92 => self.again(observed),
            _ => self.misuse(observed),
        }
    }

    fn propose(&mut self, table: &Rounds, observed: &SupervisorObservations) -> Option<Action> {
        let recent = table.past.len().saturating_sub(RECENT);
        let past = self.dice.pick(table.past.get(recent..)?)?;
        let dealt = observed.dealt.get(&past.round).filter(|dealt| past.voided || **dealt != past.cards);
        let ruling = self.ruling(&past.cards, dealt);
        Some(Action::Propose { request_id: self.dice.id(), round: past.round, ruling })
    }

    /// Mostly a void, or the dealt cards where the round has others or is void; sometimes the present cards, cards that
    /// are no coup, or others than the dealt ones.
    pub(super) fn ruling(&mut self, present: &[String], dealt: Option<&Vec<String>>) -> Ruling {
        match (self.dice.within(1..=100), dealt) {
            (1..=4, _) => Some(present.to_vec()),
            (5..=8, _) => Some(self.cards(3)),
            (9..=14, _) => Some(self.coup()),
            (15..=58, Some(dealt)) => Some(dealt.clone()),
            _ => None,
        }
    }

    /// Any coup that the drawing rules allow: of six cards, one start is one.
    fn coup(&mut self) -> Vec<String> {
        loop {
            let cards = self.cards(6);
            if let Some(coup) = (4..=6).filter_map(|end| cards.get(..end)).find(|coup| is_coup(coup)) {
                return coup.to_vec();
            }
        }
    }

    fn cards(&mut self, count: usize) -> Vec<String> {
        const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
        const SUITS: [char; 4] = ['s', 'h', 'd', 'c'];
        let mut card = || [self.dice.pick(&RANKS), self.dice.pick(&SUITS)].into_iter().flatten().collect();
        (0..count).map(|_| card()).collect()
    }

    /// Mostly an undecided proposal of another supervisor; sometimes any proposal.
    pub(super) fn approve(&mut self, observed: &SupervisorObservations) -> Option<Action> {
        let others: Vec<_> = open(observed).into_iter().filter(|(_, by)| *by != self.by).collect();
        let any = self.dice.per_mille(120);
        let from = if any { latest(observed.corrections().collect()) } else { others };
        self.pick(&from).map(|(id, _)| Action::Approve(id))
    }

    /// A request that this supervisor sent before.
    fn again(&mut self, observed: &SupervisorObservations) -> Option<Action> {
        let known: Vec<Action> = observed.actions(self.by).map(|(action, _)| action).collect();
        self.dice.pick(&known).cloned()
    }

    /// One of the latest adjustments that take two persons, decided or not.
    fn adjustment(&mut self, observed: &SupervisorObservations) -> Option<u32> {
        let mut numbers: Vec<u32> = observed.by_two.values().filter_map(|request| request.number).collect();
        numbers.sort_unstable();
        let recent = numbers.len().saturating_sub(RECENT);
        self.dice.pick(numbers.get(recent..)?).copied()
    }

    /// A little, alone; or much of what a patron begins with, for which a second person is needed. Cash goes down and
    /// bonus money up in the long run, so that bonus money is staked, and corrections take what was spent.
    fn adjust(&mut self) -> Action {
        let (purse, up) = if self.dice.per_mille(500) { (Purse::Cash, 350) } else { (Purse::Bonus, 700) };
        let alone = self.dice.per_mille(600);
        // Now and then more than a supervisor may adjust alone.
        let amount = if alone && !self.dice.per_mille(20) { 1..=8_000 } else { 50_000..=1_000_000 };
        let amount = i64::try_from(self.dice.within(amount)).unwrap_or(1);
        let change = if self.dice.per_mille(up) { amount } else { -amount };
        let request_id = self.dice.id();
        let patron = self.patron();
        if alone {
            Action::Adjust { request_id, patron, purse, change }
        } else {
            Action::ProposeAdjustment { request_id, patron, purse, change }
        }
    }

    /// Another request under an id that is on record. The ids of proposals are unique within their table.
    pub(super) fn misuse(&mut self, observed: &SupervisorObservations) -> Option<Action> {
        let other = if self.dice.per_mille(500) {
            let done = observed.adjustments.iter().filter(|(_, request)| request.attempts.acknowledged > 0);
            let (id, request) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            // Away from zero: no change at all would be refused for itself.
            let change = request.change.saturating_add(request.change.signum());
            AdjustmentRequest { change, ..request.clone() }.action(id)
        } else {
            let done = observed.proposals.iter().filter(|(_, request)| request.attempts.acknowledged > 0);
            let (id, request) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            self.another(request, observed).action(id)
        };
        Some(Action::Misuse(Box::new(other)))
    }

    /// The proposal for another round of its table, where one is known, or with another ruling.
    fn another(&mut self, request: &ProposalRequest, observed: &SupervisorObservations) -> ProposalRequest {
        let beside = |round: &&RoundId| round.table == request.round.table && **round != request.round;
        let rounds: Vec<RoundId> = observed.dealt.keys().filter(beside).copied().collect();
        let elsewhere = self.dice.per_mille(500);
        if let Some(round) = self.dice.pick(&rounds).copied().filter(|_| elsewhere) {
            return ProposalRequest { round, ..request.clone() };
        }
        let ruling = if request.ruling.is_some() { None } else { Some(self.coup()) };
        ProposalRequest { ruling, ..request.clone() }
    }

    /// A known patron; sometimes one who does not exist.
    fn patron(&mut self) -> u32 {
        const FIRST: [u32; 4] = [1, 2, 3, 4];
        let known = if self.patrons.is_empty() { FIRST.as_slice() } else { &self.patrons };
        if self.dice.per_mille(30) { u32::MAX } else { self.dice.pick(known).copied().unwrap_or(1) }
    }

    fn pick(&mut self, from: &[(EventId, u32)]) -> Option<(EventId, u32)> {
        self.dice.pick(from).copied()
    }
}

/// The latest proposals of which no decision was acknowledged.
fn open(observed: &SupervisorObservations) -> Vec<(EventId, u32)> {
    let decided = |id: EventId| {
        let of = ((id, 0), (id, u32::MAX));
        let mut decisions =
            observed.approvals.range(of.0..=of.1).chain(observed.withdrawals.range(of.0..=of.1));
        decisions.any(|(_, attempts)| attempts.acknowledged > 0)
    };
    latest(observed.corrections().filter(|(id, _)| !decided(*id)).collect())
}

/// The last few of each table, whose numbers run each for itself.
pub(super) fn latest(mut proposals: Vec<(EventId, u32)>) -> Vec<(EventId, u32)> {
    proposals.sort_unstable();
    let tables = proposals.chunk_by(|(one, _), (other, _)| one.table == other.table);
    tables.flat_map(|own| own.iter().rev().take(RECENT)).copied().collect()
}
