//! What a supervisor does next: pure choices from a seed, over the rounds of a table and what all supervisors observed.
//! Sends nothing.

use auditor::{AdjustmentRequest, Dice, EventId, ProposalRequest, Purse, RoundId, is_coup};

use crate::action::{Action, Ruling};
use crate::supervisor_observer::{SupervisorObserver, adjust_again, propose_again};

/// How many of the latest rounds and proposals are chosen from.
const RECENT: usize = 8;

/// A table as a supervisor sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    /// The round under way, if there is one.
    pub(crate) open: Option<RoundId>,
    /// The rounds that are over and had cards, oldest first, with their cards as they stand.
    pub(crate) over: Vec<(RoundId, Vec<String>)>,
}

/// One supervisor's choices in one cycle.
pub(crate) struct ActionGenerator {
    pub(crate) dice: Dice,
    /// The supervisor's number.
    pub(crate) by: u32,
    /// The patrons who are known by number.
    pub(crate) patrons: Vec<u32>,
}

impl ActionGenerator {
    /// The next action at this table; none when the kind that was chosen is impossible now.
    pub(crate) fn next(&mut self, table: &Rounds, observer: &SupervisorObserver) -> Option<Action> {
        match self.dice.within(1..=100) {
            1..=18 => self.propose(table, observer),
            19..=36 => self.approve(observer),
            37..=40 => self.pick(&open(observer)).map(|(id, _)| Action::Withdraw(id)),
            41 => table.open.map(Action::Void),
            42..=80 => Some(self.adjust()),
            81..=92 => self.again(observer),
            _ => self.misuse(observer),
        }
    }

    fn propose(&mut self, table: &Rounds, observer: &SupervisorObserver) -> Option<Action> {
        let recent = table.over.len().saturating_sub(RECENT);
        let (round, cards) = self.dice.pick(table.over.get(recent..)?)?.clone();
        let ruling = self.ruling(&cards, observer.dealt.get(&round));
        Some(Action::Propose { request_id: self.dice.id(), round, ruling })
    }

    /// Mostly a void, or the dealt cards, which take a void back; sometimes the present cards, cards that are no coup,
    /// or others than the dealt ones.
    fn ruling(&mut self, present: &[String], dealt: Option<&Vec<String>>) -> Ruling {
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
    fn approve(&mut self, observer: &SupervisorObserver) -> Option<Action> {
        let others: Vec<_> = open(observer).into_iter().filter(|(_, by)| *by != self.by).collect();
        let any = self.dice.per_mille(120);
        let from = if any { latest(observer.observed.corrections().collect()) } else { others };
        self.pick(&from).map(|(id, _)| Action::Approve(id))
    }

    /// A request that this supervisor sent before.
    fn again(&mut self, observer: &SupervisorObserver) -> Option<Action> {
        let observed = &observer.observed;
        let own = |((id, by), _): (&(EventId, u32), _)| (*by == self.by).then_some(*id);
        let approved = observed.approvals.iter().filter_map(own).map(Action::Approve);
        let withdrawn = observed.withdrawals.iter().filter_map(own).map(Action::Withdraw);
        let adjusted = observed.adjustments.iter().filter(|(_, request)| request.by == self.by);
        let adjusted = adjusted.map(|(request_id, request)| adjust_again(request_id, request));
        let proposed = observed.proposals.iter().filter(|(_, request)| request.by == self.by);
        let proposed = proposed.map(|(request_id, request)| propose_again(request_id, request));
        let known: Vec<Action> = approved.chain(withdrawn).chain(adjusted).chain(proposed).collect();
        self.dice.pick(&known).cloned()
    }

    /// A little, or much of what a patron begins with. Cash goes down and bonus money up in the long run, so that bonus
    /// money is staked, and corrections take what was spent.
    fn adjust(&mut self) -> Action {
        let (purse, up) = if self.dice.per_mille(500) { (Purse::Cash, 350) } else { (Purse::Bonus, 700) };
        let amount = if self.dice.per_mille(600) { 1..=8_000 } else { 50_000..=1_000_000 };
        let amount = i64::try_from(self.dice.within(amount)).unwrap_or(1);
        let change = if self.dice.per_mille(up) { amount } else { -amount };
        let request_id = self.dice.id();
        Action::Adjust { request_id, patron: self.patron(), purse, change }
    }

    /// Another request under an id that is on record. The ids of proposals are unique within their table.
    fn misuse(&mut self, observer: &SupervisorObserver) -> Option<Action> {
        let observed = &observer.observed;
        let other = if self.dice.per_mille(500) {
            let done = observed.adjustments.iter().filter(|(_, request)| request.attempts.acknowledged > 0);
            let (id, request) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            // Away from zero: no change at all would be refused for itself.
            let change = request.change.saturating_add(request.change.signum());
            adjust_again(id, &AdjustmentRequest { change, ..request.clone() })
        } else {
            let done = observed.proposals.iter().filter(|(_, request)| request.attempts.acknowledged > 0);
            let (id, request) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            propose_again(id, &self.another(request, observer))
        };
        Some(Action::Misuse(Box::new(other)))
    }

    /// The proposal for another round of its table, where one is known, or with another ruling.
    fn another(&mut self, request: &ProposalRequest, observer: &SupervisorObserver) -> ProposalRequest {
        let beside = |round: &&RoundId| round.table == request.round.table && **round != request.round;
        let rounds: Vec<RoundId> = observer.dealt.keys().filter(beside).copied().collect();
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
fn open(observer: &SupervisorObserver) -> Vec<(EventId, u32)> {
    let observed = &observer.observed;
    let decided = |id: EventId| {
        let of = ((id, 0), (id, u32::MAX));
        let mut decisions =
            observed.approvals.range(of.0..=of.1).chain(observed.withdrawals.range(of.0..=of.1));
        decisions.any(|(_, attempts)| attempts.acknowledged > 0)
    };
    latest(observer.observed.corrections().filter(|(id, _)| !decided(*id)).collect())
}

/// The last few of each table, whose numbers run each for itself.
fn latest(mut proposals: Vec<(EventId, u32)>) -> Vec<(EventId, u32)> {
    proposals.sort_unstable();
    let tables = proposals.chunk_by(|(one, _), (other, _)| one.table == other.table);
    tables.flat_map(|own| own.iter().rev().take(RECENT)).copied().collect()
}

#[cfg(test)]
mod tests {
    use auditor::Wallet;
    use serde_json::json;

    use super::*;
    use crate::action::{ActionAnswer, CorrectionAnswer};

    fn generator(seed: u64) -> ActionGenerator {
        ActionGenerator { dice: Dice::new(seed), by: 1, patrons: vec![7] }
    }

    fn rounds() -> Rounds {
        let round = |round_no| RoundId { table: 1, shoe_no: 1, round_no };
        let cards = ["9h", "Kd", "Ks", "3c"].map(str::to_owned).to_vec();
        Rounds { open: Some(round(3)), over: vec![(round(2), cards)] }
    }

    /// Observations after another supervisor proposed corrections and adjusted by the least.
    fn observer() -> SupervisorObserver {
        let mut observer = SupervisorObserver::default();
        for round_no in 1..=3 {
            observer.dealt.insert(RoundId { table: 1, shoe_no: 1, round_no }, Vec::new());
        }
        for (no, request_id) in (10..).zip(["p", "q", "r"]) {
            let (request_id, round) = (request_id.to_owned(), RoundId { table: 1, shoe_no: 1, round_no: 2 });
            let action = Action::Propose { request_id, round, ruling: None };
            observer.send(2, &action);
            observer.receive(2, &action, proposed(no));
        }
        for change in [-1, 1] {
            let action = adjust(&format!("of {change}"), change);
            observer.send(2, &action);
            let wallet = Wallet::default();
            observer.receive(2, &action, ActionAnswer::Adjusted { repeated: false, patron: 7, wallet });
        }
        observer
    }

    fn proposed(no: u64) -> ActionAnswer {
        let correction = json!({"correction_no": no, "table_id": 1, "round": {"shoe_no": 1, "round_no": 2},
            "revision": 2, "state": "open", "proposed_by": {"supervisor_id": 2, "name": null},
            "approved_by": null, "why": "", "voided": "supervisor", "cards_before": [], "cards_after": [],
            "rules": null, "patrons": []});
        let correction = serde_json::from_value(correction).unwrap();
        ActionAnswer::Proposed(CorrectionAnswer::of(false, &correction))
    }

    fn adjust(request_id: &str, change: i64) -> Action {
        Action::Adjust { request_id: request_id.to_owned(), patron: 7, purse: Purse::Cash, change }
    }

    #[test]
    fn every_kind_of_action_comes_up_and_the_same_ones_again() {
        let actions = |seed| {
            let (mut generator, mut observer) = (generator(seed), observer());
            let mut chosen = Vec::new();
            for _ in 0..1_000 {
                if let Some(action) = generator.next(&rounds(), &observer) {
                    observer.send(1, &action);
                    chosen.push(action);
                }
            }
            chosen
        };
        let first = actions(1);
        assert_eq!(first, actions(1));
        assert_ne!(first, actions(2));
        for kind in ["Propose", "Approve", "Withdraw", "Void", "Adjust", "Misuse"] {
            assert!(first.iter().any(|it| format!("{it:?}").starts_with(kind)), "{kind}");
        }
        let repeated = |action: &&Action| first.iter().filter(|other| other == action).count() > 1;
        assert!(first.iter().filter(repeated).any(|it| matches!(it, Action::Adjust { .. })));
        let change = |action: &Action| match action {
            Action::Adjust { change, .. } => Some(*change),
            Action::Misuse(other) => match **other {
                Action::Adjust { change, .. } => Some(change),
                _ => None,
            },
            _ => None,
        };
        assert!(first.iter().filter_map(change).all(|change| change != 0));
        assert!(generator(3).approve(&SupervisorObserver::default()).is_none());
    }

    #[test]
    fn an_id_is_misused_for_something_else_and_never_for_nothing() {
        let (mut generator, observer) = (generator(5), observer());
        let (mut changes, mut elsewhere, mut otherwise) = (Vec::new(), 0, 0);
        for _ in 0..200 {
            let Some(Action::Misuse(other)) = generator.misuse(&observer) else { panic!("a misuse is one") };
            match *other {
                Action::Adjust { change, .. } => changes.push(change),
                Action::Propose { round, ruling, .. } if round.round_no == 2 => {
                    assert!(ruling.is_some());
                    otherwise += 1;
                }
                Action::Propose { .. } => elsewhere += 1,
                other => panic!("{other:?} has no id"),
            }
        }
        assert!(changes.iter().all(|change| [-2, 2].contains(change)), "{changes:?}");
        assert!(changes.contains(&-2) && elsewhere > 20 && otherwise > 20, "{elsewhere} and {otherwise}");
    }

    #[test]
    fn the_latest_are_those_of_each_table() {
        let of = |table, numbers: std::ops::RangeInclusive<u64>| {
            numbers.map(move |seq| (EventId { table, seq }, 1))
        };
        let latest = latest(of(1, 1..=20).chain(of(2, 500..=501)).collect());
        assert_eq!(latest.len(), RECENT + 2);
        assert!(
            latest.contains(&(EventId { table: 1, seq: 20 }, 1))
                && !latest.contains(&(EventId { table: 1, seq: 12 }, 1)),
            "{latest:?}"
        );
    }

    #[test]
    fn rulings_are_voids_and_what_was_dealt_but_for_a_few() {
        let (mut generator, dealt) = (generator(4), vec!["dealt".to_owned()]);
        let rulings: Vec<Ruling> =
            (0..300).map(|_| generator.ruling(&["present".to_owned()], Some(&dealt))).collect();
        let count = |matches: &dyn Fn(&Ruling) -> bool| rulings.iter().filter(|it| matches(it)).count();
        let coups = count(&|it| it.as_ref().is_some_and(|cards| is_coup(cards)));
        assert!((1..60).contains(&coups), "{coups}");
        assert!(count(&Option::is_none) > 80 && count(&|it| it.as_ref() == Some(&dealt)) > 80);
        assert!(count(&|it| it.as_ref().is_some_and(|cards| cards.len() == 3)) > 0);
    }
}
