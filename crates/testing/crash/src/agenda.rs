//! What a supervisor does next: pure choices from a seed, over the rounds of a table and the minutes of all. Sends
//! nothing.

use crate::audit::{Purse, RoundId, is_coup};
use crate::dice::Dice;
use crate::minutes::{Adjusted, CorrectionId, Matter, Minutes, Proposed, Ruling};

/// How many of the latest rounds and proposals come into question.
const RECENT: usize = 8;

/// A table as a supervisor sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rounds {
    /// The round under way, if there is one.
    pub(crate) open: Option<RoundId>,
    /// What is over and had cards, oldest first, with its cards as they stand.
    pub(crate) over: Vec<(RoundId, Vec<String>)>,
}

/// One supervisor's choices in one cycle.
pub(crate) struct Agenda {
    pub(crate) dice: Dice,
    /// The supervisor's number.
    pub(crate) by: u32,
    /// The patrons who are known by number.
    pub(crate) patrons: Vec<u32>,
}

impl Agenda {
    /// What to do now at this table. None when there is nothing of the kind that the dice want.
    pub(crate) fn next(&mut self, table: &Rounds, minutes: &Minutes) -> Option<Matter> {
        match self.dice.within(1..=100) {
            1..=18 => self.propose(table, minutes),
            19..=36 => self.approve(minutes),
            37..=40 => self.pick(&open(minutes)).map(|(id, _)| Matter::Withdraw(id)),
            41 => table.open.map(Matter::Void),
            42..=80 => Some(self.adjust()),
            81..=92 => self.again(minutes),
            _ => self.misuse(minutes),
        }
    }

    fn propose(&mut self, table: &Rounds, minutes: &Minutes) -> Option<Matter> {
        let recent = table.over.len().saturating_sub(RECENT);
        let (round, cards) = self.dice.pick(table.over.get(recent..)?)?.clone();
        let ruling = self.ruling(&cards, minutes.dealt.get(&round));
        Some(Matter::Propose { request_id: self.dice.id(), round, ruling })
    }

    /// Mostly a void, or what was dealt, which takes a void back; sometimes what stands, cards that are no coup, or
    /// others than were dealt.
    fn ruling(&mut self, stands: &[String], dealt: Option<&Vec<String>>) -> Ruling {
        match (self.dice.within(1..=100), dealt) {
            (1..=4, _) => Some(stands.to_vec()),
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

    /// Mostly what another one proposed and nobody decided; sometimes anything.
    fn approve(&mut self, minutes: &Minutes) -> Option<Matter> {
        let others: Vec<_> = open(minutes).into_iter().filter(|(_, by)| *by != self.by).collect();
        let any = self.dice.chance(12);
        let from = if any { latest(proposals(minutes).collect()) } else { others };
        self.pick(&from).map(|(id, _)| Matter::Approve(id))
    }

    /// What this supervisor had done before.
    fn again(&mut self, minutes: &Minutes) -> Option<Matter> {
        let own = |((id, by), _): (&(CorrectionId, u32), _)| (*by == self.by).then_some(*id);
        let approved = minutes.approvals.iter().filter_map(own).map(Matter::Approve);
        let withdrawn = minutes.withdrawals.iter().filter_map(own).map(Matter::Withdraw);
        let adjusted = minutes.adjustments.iter().filter(|(_, note)| note.by == self.by);
        let adjusted = adjusted.map(|(request_id, note)| note.again(request_id));
        let proposed = minutes.proposals.iter().filter(|(_, note)| note.by == self.by);
        let proposed = proposed.map(|(request_id, note)| note.again(request_id));
        let known: Vec<Matter> = approved.chain(withdrawn).chain(adjusted).chain(proposed).collect();
        self.dice.pick(&known).cloned()
    }

    /// A little, or much of what a patron begins with. Cash goes down and bonus money up in the long run, so that bonus
    /// money is staked, and corrections take what was spent.
    fn adjust(&mut self) -> Matter {
        let (purse, up) = if self.dice.chance(50) { (Purse::Cash, 35) } else { (Purse::Bonus, 70) };
        let amount = if self.dice.chance(60) { 1..=8_000 } else { 50_000..=1_000_000 };
        let amount = i64::try_from(self.dice.within(amount)).unwrap_or(1);
        let change = if self.dice.chance(up) { amount } else { -amount };
        let request_id = self.dice.id();
        Matter::Adjust { request_id, patron: self.patron(), purse, change }
    }

    /// The id of what is on record, for something else. Proposals are told apart within their table.
    fn misuse(&mut self, minutes: &Minutes) -> Option<Matter> {
        let other = if self.dice.chance(50) {
            let done = minutes.adjustments.iter().filter(|(_, note)| note.tried.done > 0);
            let (id, note) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            // Away from zero: no change at all would be refused for itself.
            let change = note.change.saturating_add(note.change.signum());
            Adjusted { change, ..note.clone() }.again(id)
        } else {
            let done = minutes.proposals.iter().filter(|(_, note)| note.tried.done > 0);
            let (id, note) = self.dice.pick(&done.collect::<Vec<_>>()).copied()?;
            self.another(note, minutes).again(id)
        };
        Some(Matter::Misuse(Box::new(other)))
    }

    /// The proposal for another round of its table, where one is known, or with another ruling.
    fn another(&mut self, note: &Proposed, minutes: &Minutes) -> Proposed {
        let beside = |round: &&RoundId| round.table == note.round.table && **round != note.round;
        let rounds: Vec<RoundId> = minutes.dealt.keys().filter(beside).copied().collect();
        let elsewhere = self.dice.chance(50);
        if let Some(round) = self.dice.pick(&rounds).copied().filter(|_| elsewhere) {
            return Proposed { round, ..note.clone() };
        }
        let ruling = if note.ruling.is_some() { None } else { Some(self.coup()) };
        Proposed { ruling, ..note.clone() }
    }

    /// Somebody; sometimes nobody yet.
    fn patron(&mut self) -> u32 {
        const FIRST: [u32; 4] = [1, 2, 3, 4];
        let known = if self.patrons.is_empty() { FIRST.as_slice() } else { &self.patrons };
        if self.dice.chance(3) { u32::MAX } else { self.dice.pick(known).copied().unwrap_or(1) }
    }

    fn pick(&mut self, from: &[(CorrectionId, u32)]) -> Option<(CorrectionId, u32)> {
        self.dice.pick(from).copied()
    }
}

/// Every correction that was shown, with who proposed it.
fn proposals(minutes: &Minutes) -> impl Iterator<Item = (CorrectionId, u32)> {
    let shown = minutes.proposals.values().filter_map(|note| Some((note.told.as_ref()?, note.by)));
    shown.map(|(told, by)| ((told.line.table_id, told.line.correction_no), by))
}

/// The latest that nobody was heard to decide.
fn open(minutes: &Minutes) -> Vec<(CorrectionId, u32)> {
    let decided = |id: CorrectionId| {
        let of = ((id, 0), (id, u32::MAX));
        let mut tried = minutes.approvals.range(of.0..=of.1).chain(minutes.withdrawals.range(of.0..=of.1));
        tried.any(|(_, tried)| tried.done > 0)
    };
    latest(proposals(minutes).filter(|(id, _)| !decided(*id)).collect())
}

/// The last few of each table, whose numbers run each for itself.
fn latest(mut proposals: Vec<(CorrectionId, u32)>) -> Vec<(CorrectionId, u32)> {
    proposals.sort_unstable();
    let tables = proposals.chunk_by(|((table, _), _), ((other, _), _)| table == other);
    tables.flat_map(|own| own.iter().rev().take(RECENT)).copied().collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::audit::Wallet;
    use crate::minutes::Told;

    fn agenda(seed: u64) -> Agenda {
        Agenda { dice: Dice::new(seed), by: 1, patrons: vec![7] }
    }

    fn rounds() -> Rounds {
        let round = |round_no| RoundId { table: 1, shoe_no: 1, round_no };
        let cards = ["9h", "Kd", "Ks", "3c"].map(str::to_owned).to_vec();
        Rounds { open: Some(round(3)), over: vec![(round(2), cards)] }
    }

    /// Minutes in which another supervisor proposed and adjusted by the least.
    fn minutes() -> Minutes {
        let mut minutes = Minutes::default();
        for round_no in 1..=3 {
            minutes.dealt.insert(RoundId { table: 1, shoe_no: 1, round_no }, Vec::new());
        }
        for (no, request_id) in (10..).zip(["p", "q", "r"]) {
            let (request_id, round) = (request_id.to_owned(), RoundId { table: 1, shoe_no: 1, round_no: 2 });
            let matter = Matter::Propose { request_id, round, ruling: None };
            minutes.send(2, &matter);
            minutes.hear(2, &matter, proposed(no));
        }
        for change in [-1, 1] {
            let matter = adjust(&format!("of {change}"), change);
            minutes.send(2, &matter);
            let wallet = Wallet::default();
            minutes.hear(2, &matter, Told::Adjusted { repeated: false, patron: 7, wallet });
        }
        minutes
    }

    fn proposed(no: u64) -> Told {
        let correction = json!({"correction_no": no, "table_id": 1, "round": {"shoe_no": 1, "round_no": 2},
            "revision": 2, "state": "open", "proposed_by": {"supervisor_id": 2, "name": null},
            "approved_by": null, "why": "", "voided": "supervisor", "cards_before": [], "cards_after": [],
            "rules": null, "patrons": []});
        let proposed = json!({"repeated": false, "correction": correction});
        Told::Proposed(Box::new(serde_json::from_value(proposed).unwrap()))
    }

    fn adjust(request_id: &str, change: i64) -> Matter {
        Matter::Adjust { request_id: request_id.to_owned(), patron: 7, purse: Purse::Cash, change }
    }

    #[test]
    fn every_kind_of_matter_comes_up_and_the_same_ones_again() {
        let matters = |seed| {
            let (mut agenda, mut minutes) = (agenda(seed), minutes());
            let mut said = Vec::new();
            for _ in 0..1_000 {
                if let Some(matter) = agenda.next(&rounds(), &minutes) {
                    minutes.send(1, &matter);
                    said.push(matter);
                }
            }
            said
        };
        let first = matters(1);
        assert_eq!(first, matters(1));
        assert_ne!(first, matters(2));
        for kind in ["Propose", "Approve", "Withdraw", "Void", "Adjust", "Misuse"] {
            assert!(first.iter().any(|it| format!("{it:?}").starts_with(kind)), "{kind}");
        }
        let repeated = |matter: &&Matter| first.iter().filter(|other| other == matter).count() > 1;
        assert!(first.iter().filter(repeated).any(|it| matches!(it, Matter::Adjust { .. })));
        let change = |matter: &Matter| match matter {
            Matter::Adjust { change, .. } => Some(*change),
            Matter::Misuse(other) => match **other {
                Matter::Adjust { change, .. } => Some(change),
                _ => None,
            },
            _ => None,
        };
        assert!(first.iter().filter_map(change).all(|change| change != 0));
        assert!(agenda(3).approve(&Minutes::default()).is_none());
    }

    #[test]
    fn an_id_is_misused_for_something_else_and_never_for_nothing() {
        let (mut agenda, minutes) = (agenda(5), minutes());
        let (mut changes, mut elsewhere, mut otherwise) = (Vec::new(), 0, 0);
        for _ in 0..200 {
            let Some(Matter::Misuse(other)) = agenda.misuse(&minutes) else { panic!("a misuse is one") };
            match *other {
                Matter::Adjust { change, .. } => changes.push(change),
                Matter::Propose { round, ruling, .. } if round.round_no == 2 => {
                    assert!(ruling.is_some());
                    otherwise += 1;
                }
                Matter::Propose { .. } => elsewhere += 1,
                other => panic!("{other:?} has no id"),
            }
        }
        assert!(changes.iter().all(|change| [-2, 2].contains(change)), "{changes:?}");
        assert!(changes.contains(&-2) && elsewhere > 20 && otherwise > 20, "{elsewhere} and {otherwise}");
    }

    #[test]
    fn the_latest_are_those_of_each_table() {
        let of = |table, numbers: std::ops::RangeInclusive<u64>| numbers.map(move |no| ((table, no), 1));
        let latest = latest(of(1, 1..=20).chain(of(2, 500..=501)).collect());
        assert_eq!(latest.len(), RECENT + 2);
        assert!(latest.contains(&((1, 20), 1)) && !latest.contains(&((1, 12), 1)), "{latest:?}");
    }

    #[test]
    fn rulings_are_voids_and_what_was_dealt_but_for_a_few() {
        let (mut agenda, dealt) = (agenda(4), vec!["dealt".to_owned()]);
        let rulings: Vec<Ruling> =
            (0..300).map(|_| agenda.ruling(&["stands".to_owned()], Some(&dealt))).collect();
        let count = |wanted: &dyn Fn(&Ruling) -> bool| rulings.iter().filter(|it| wanted(it)).count();
        let coups = count(&|it| it.as_ref().is_some_and(|cards| is_coup(cards)));
        assert!((1..60).contains(&coups), "{coups}");
        assert!(count(&Option::is_none) > 80 && count(&|it| it.as_ref() == Some(&dealt)) > 80);
        assert!(count(&|it| it.as_ref().is_some_and(|cards| cards.len() == 3)) > 0);
    }
}
